"""The command `race`: two to four solvers on one problem, side by side on the screen or as a table without it."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from cyclopts import App, Group, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.cli.launch import has_screen, open_screen
from knightwatch.tui.cli.options import (
    COMMON,
    Common,
    common_parameters,
    field_parameter,
    field_parameters,
    parameter,
    signed,
)

RACE = Group("Race", sort_key=-1)
OUTPUT = "also write the table to a file: .csv, .json or .txt; without the screen"


def command(arguments: Sequence[str]) -> App:
    """Return the command; the options of a puzzle are there if the arguments name it."""
    app = App(
        name="race",
        help="Let two to four solvers of a puzzle race on one problem, by one clock: of work, or of searching time.",
        default_command=choose,
        help_format="plaintext",
    )
    for place, each in enumerate(PUZZLES):
        made = _command(each) if each.name in arguments else choose
        app.command(made, name=each.name, help=f"{each.title}: {each.summary}.", sort_key=place)
    return app


def choose(*words: Annotated[str, Parameter(show=False)]) -> int:
    """Say that a puzzle is missing."""
    if words:
        puzzle(" ".join(words))
    raise BadInput(f"race needs a puzzle: one of {', '.join(each.name for each in PUZZLES)}")


def _command(chosen: Puzzle) -> Callable[..., int]:
    """Return the command that races solvers of a puzzle: its signature lists all that they can be given."""
    from knightwatch.engine.lab.races.race import MOST, Rules

    def command(**given: Any) -> int:
        common = Common.chosen(given)
        beside = COMMON.keys() | Rules.model_fields.keys() | {"solver"}
        values = {name: value for name, value in given.items() if name not in beside and value is not None}
        rules = {name: given[name] for name in Rules.model_fields if given.get(name) is not None}
        return _race(chosen, given.get("solver"), values, rules, common)

    names = ", ".join(solver.name for solver in chosen.solvers)
    words = (
        f"who races, given once for each: one of {names}; own settings after a colon, as {chosen.solvers[0].name}:"
        f"max-seconds=5; default the first {min(MOST, len(chosen.solvers))}"
    )
    parameters = [parameter("solver", list[str] | None, None, words, RACE, "SOLVER[:SETTING=VALUE,...]")]
    parameters += [field_parameter(name, field, RACE) for name, field in Rules.model_fields.items()]
    parameters += field_parameters(chosen, chosen.solvers)
    return signed(command, [*parameters, *common_parameters(without=["at"], output=OUTPUT)])


def _race(
    chosen: Puzzle, entries: list[str] | None, values: dict[str, Any], rules: dict[str, str], common: Common
) -> int:
    from knightwatch.engine.lab.races.entries import parse_racers
    from knightwatch.engine.lab.races.race import MOST, Race, Rules

    entries = entries or [solver.name for solver in chosen.solvers[:MOST]]
    race = Race(parse_racers(chosen, values, entries), Rules(**rules).by)
    if has_screen() and not common.without_screen:
        return open_screen(race, common.ascii, common.theme, common.record)
    from knightwatch.tui.cli.headless import ask
    from knightwatch.tui.output.command_line import race_command

    return ask(chosen, race, common, race_command(race))
