"""The command `sweep`: many runs of a solver with different settings, on the screen or without it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Group, Parameter

from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import PUZZLES, find_solver, unique_name
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.cli.options.common import COMMON, Common, common_parameters
from knightwatch.tui.cli.options.fields import field_parameter, field_parameters
from knightwatch.tui.cli.options.signature import Option, with_options
from knightwatch.tui.launch import has_screen, open_screen

SWEEP = Group("Sweep", sort_key=-1)
OWN = {
    "vary": Option(
        list[str] | None,
        None,
        "a setting and its values, as k=2,3,5 or pm=0.1:0.5:0.1 (from, to, step); repeat it for more settings",
        "SETTING=VALUES",
    ),
    "scheduler": Option(str | None, None, "run on the Dask cluster whose scheduler has this address", "ADDRESS"),
    "store": Option(str | None, None, "file for the results; default: in your data folder", "FILE"),
    "again": Option(bool, False, "delete the stored results of this sweep and start again"),
}
"""Options that only a sweep has; `Repetition` and `Workers` declare more."""
OUTPUT = "also write to a file, without the screen: .csv (one row for each run), .json or .txt"


def command(arguments: Sequence[str]) -> App:
    """Return the command, with the options of the solvers that the arguments name."""
    app = App(
        name="sweep",
        help="Run a solver many times with all combinations of some settings: how often does it succeed, and at what "
        "cost? Each result is stored. The same command continues an interrupted sweep, or shows its results.",
        default_command=reject,
        help_format="plaintext",
    )
    for place, puzzle in enumerate(PUZZLES):
        group = Group(f"Solvers for {puzzle.title}", sort_key=place)
        for key, solver in enumerate(puzzle.solvers):
            name = unique_name(puzzle, solver.name)
            command = _command(puzzle, solver) if name in arguments else reject
            app.command(command, name=name, help=f"{solver.summary}.", group=group, sort_key=key)
    return app


def reject(*words: Annotated[str, Parameter(show=False)]) -> int:
    """Raise BadInput, because the solver is missing or unknown."""
    name = " ".join(words)
    find_solver(name)
    raise AssertionError(f"{name} has a command of its own")


def _command(puzzle: Puzzle, solver: type[Search[Any, Any]]) -> Callable[..., int]:
    """Return the command that sweeps a solver, with all its options."""
    from knightwatch.engine.lab.sweeps.sweep import Repetition
    from knightwatch.engine.pool import Workers

    fields = Repetition.model_fields | Workers.model_fields

    def command(**given: Any) -> int:
        common = Common.read(given)
        own: dict[str, Any] = {name: given.get(name) for name in (*OWN, *fields)}
        other = COMMON.keys() | own.keys()
        values = {name: value for name, value in given.items() if name not in other and value is not None}
        return _sweep(puzzle, {"solver": solver.name} | values, own, common)

    parameters = [option.parameter(name, SWEEP) for name, option in OWN.items()]
    parameters += [field_parameter(name, field, SWEEP) for name, field in fields.items()]
    parameters += field_parameters(puzzle, [solver])
    return with_options(command, [*parameters, *common_parameters(without=["all", "at", "curves"], output=OUTPUT)])


def _sweep(puzzle: Puzzle, values: dict[str, Any], own: dict[str, Any], common: Common) -> int:
    from knightwatch.engine.lab.sweeps.axis import Axis
    from knightwatch.engine.lab.sweeps.experiment import opened
    from knightwatch.engine.lab.sweeps.sweep import Sweep
    from knightwatch.engine.store.outcomes import usual_path

    sweep = Sweep.read(puzzle, values, [Axis.read(text) for text in own["vary"] or ()], own["repeat"])
    path = Path(own["store"]) if own["store"] else usual_path()
    with opened(sweep, path, own["workers"], own["scheduler"], own["again"]) as experiment:
        if has_screen() and not common.without_screen:
            return open_screen(experiment, common.ascii, common.theme, common.record)
        from knightwatch.tui.cli.headless import ask
        from knightwatch.tui.output.command_line import sweep_command

        return ask(puzzle, experiment, common, sweep_command(sweep))
