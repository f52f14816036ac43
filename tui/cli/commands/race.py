"""The command `race`: two to four solvers on one problem, side by side on the screen or as a table."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Group, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.puzzle import Puzzle, is_file
from knightwatch.tui.cli.options.common import COMMON, Common, common_parameters
from knightwatch.tui.cli.options.fields import field_parameter, field_parameters
from knightwatch.tui.cli.options.signature import parameter, with_options
from knightwatch.tui.launch import has_screen, open_screen

if TYPE_CHECKING:
    from knightwatch.engine.core.search import Search

RACE = Group("Race", sort_key=-1)
SEVERAL = "several solvers at once, as a list with commas"
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
        made = _command(each, arguments) if each.name in arguments else reject
        app.command(made, name=each.name, help=f"{each.title}: {each.summary}.", sort_key=place)
    return app


def reject(*words: Annotated[str, Parameter(show=False)]) -> int:
    """Raise BadInput, because the puzzle is missing or unknown."""
    if words:
        puzzle(" ".join(words))
    raise BadInput(f"race needs a puzzle: one of {', '.join(each.name for each in PUZZLES)}")


def _command(chosen: Puzzle, arguments: Sequence[str] = ()) -> Callable[..., int]:
    """Return the command that races solvers of a puzzle, with all their options and those of files."""
    from knightwatch.engine.lab.races.race import MOST, Rules

    def command(**given: Any) -> int:
        common = Common.read(given)
        other = {*COMMON, *Rules.model_fields, "solver", "solvers"}
        values = {name: value for name, value in given.items() if name not in other and value is not None}
        rules = {name: given[name] for name in Rules.model_fields if given.get(name) is not None}
        return _race(chosen, _entries(given), values, rules, common)

    names = ", ".join(chosen.solver_names)
    help_text = (
        f"a solver in the race, once for each: one of {names}; its own settings follow a colon, as "
        f"{chosen.solvers[0].name}:max-seconds=5; or a Python file, as mine.py:greed=0.3; default: the first "
        f"{min(MOST, len(chosen.solvers))}"
    )
    parameters = [parameter("solver", list[str] | None, None, help_text, RACE, "SOLVER[:SETTING=VALUE,...]")]
    parameters += [parameter("solvers", str | None, None, SEVERAL, RACE, "LIST")]
    parameters += [field_parameter(name, field, RACE) for name, field in Rules.model_fields.items()]
    parameters += field_parameters(chosen, (*chosen.solvers, *_files(chosen, arguments)))
    return with_options(command, [*parameters, *common_parameters(without=["at", "curves"], output=OUTPUT)])


def _entries(given: Mapping[str, Any]) -> list[str]:
    """Return the racers that both options name."""
    from knightwatch.engine.lab.races.entries import split_list

    listed = given.get("solvers")
    return [*(given.get("solver") or ()), *(split_list(listed) if listed is not None else ())]


def _files(chosen: Puzzle, arguments: Sequence[str]) -> list["type[Search[Any, Any]]"]:
    """Return the solvers of files and other packages among the arguments: their settings are options too."""
    from knightwatch.engine.lab.races.entries import split_entry, split_list

    words = [part for word in arguments for part in (word.split("=", 1) if word.startswith("--solver") else [word])]
    pairs = [*pairwise(words)]
    entries = [word for flag, word in pairs if flag == "--solver"]
    entries += [entry for flag, word in pairs if flag == "--solvers" for entry in split_list(word)]
    names = [split_entry(chosen, entry)[0] for entry in entries]
    return [chosen.solver(name) for name in dict.fromkeys(names) if is_file(name) or name in chosen.installed]


def _race(chosen: Puzzle, entries: list[str], values: dict[str, Any], rules: dict[str, str], common: Common) -> int:
    from knightwatch.engine.lab.races.entries import parse_racers
    from knightwatch.engine.lab.races.race import MOST, Race, Rules

    entries = entries or [solver.name for solver in chosen.solvers[:MOST]]
    race = Race(parse_racers(chosen, values, entries), Rules(**rules).by)
    if has_screen() and not common.without_screen:
        return open_screen(race, common.ascii, common.theme, common.record)
    from knightwatch.tui.cli.headless import ask
    from knightwatch.tui.output.command_line import race_command

    return ask(chosen, race, common, race_command(race))
