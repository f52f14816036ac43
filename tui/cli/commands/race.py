"""The command `race`: two to four solvers on one problem, side by side on the screen or as a table."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from cyclopts import App, Group, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.cli.options.common import COMMON, Common, common_parameters
from knightwatch.tui.cli.options.fields import field_parameter, field_parameters
from knightwatch.tui.cli.options.signature import parameter, with_options
from knightwatch.tui.launch import has_screen, open_screen

RACE = Group("Race", sort_key=-1)
OUTPUT = "also write the table to a file, without the screen: .csv, .json or .txt"


def command(arguments: Sequence[str]) -> App:
    """Return the command, with the options of the puzzles that the arguments name."""
    app = App(
        name="race",
        help="Let two to four solvers of a puzzle race on one problem. All get the same work, or the same time.",
        default_command=reject,
        help_format="plaintext",
    )
    for place, each in enumerate(PUZZLES):
        made = _command(each) if each.name in arguments else reject
        app.command(made, name=each.name, help=f"{each.title}: {each.summary}.", sort_key=place)
    return app


def reject(*words: Annotated[str, Parameter(show=False)]) -> int:
    """Raise BadInput, because the puzzle is missing or unknown."""
    if words:
        puzzle(" ".join(words))
    raise BadInput(f"race needs a puzzle: one of {', '.join(each.name for each in PUZZLES)}")


def _command(chosen: Puzzle) -> Callable[..., int]:
    """Return the command that races solvers of a puzzle, with all their options."""
    from knightwatch.engine.lab.races.race import MOST, Rules

    def command(**given: Any) -> int:
        common = Common.read(given)
        other = {*COMMON, *Rules.model_fields, "solver"}
        values = {name: value for name, value in given.items() if name not in other and value is not None}
        rules = {name: given[name] for name in Rules.model_fields if given.get(name) is not None}
        return _race(chosen, given.get("solver"), values, rules, common)

    names = ", ".join(solver.name for solver in chosen.solvers)
    help_text = (
        f"a solver in the race, once for each: one of {names}; its own settings follow a colon, as "
        f"{chosen.solvers[0].name}:max-seconds=5; default: the first {min(MOST, len(chosen.solvers))}"
    )
    parameters = [parameter("solver", list[str] | None, None, help_text, RACE, "SOLVER[:SETTING=VALUE,...]")]
    parameters += [field_parameter(name, field, RACE) for name, field in Rules.model_fields.items()]
    parameters += field_parameters(chosen, chosen.solvers)
    return with_options(command, [*parameters, *common_parameters(without=["at"], output=OUTPUT)])


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
