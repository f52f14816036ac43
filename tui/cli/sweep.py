"""The command `sweep`: many runs of a solver over values of its settings, on the screen or without it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Group, Parameter

from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import PUZZLES, puzzle_of
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

SWEEP = Group("Sweep", sort_key=-1)
OWN = {
    "vary": (
        list[str] | None,
        None,
        "a setting and its values, as k=2,3,5 or pm=0.1:0.5:0.1 (from, to, step); may be given several times",
        "SETTING=VALUES",
    ),
    "scheduler": (str | None, None, "run on the Dask cluster with a scheduler at this address", "ADDRESS"),
    "store": (str | None, None, "where results are kept; empty: in your data folder", "FILE"),
    "again": (bool, False, "forget what is stored of this sweep, and begin again", "NAME"),
}
"""Options of a sweep beside its plan and what is declared for it: type, default, help, and what stands for a value."""
OUTPUT = "also write to a file: .csv (a row for each run), .json or .txt; without the screen"


def command(arguments: Sequence[str]) -> App:
    """Return the command; the options of a solver are there if the arguments name it."""
    app = App(
        name="sweep",
        help="Run a solver many times over all combinations of some settings' values: how often it succeeds, and what "
        "that takes. Results are stored one by one; the same command goes on where it was, or shows what is there.",
        default_command=choose,
        help_format="plaintext",
    )
    for place, puzzle in enumerate(PUZZLES):
        group = Group(f"Solvers for {puzzle.title}", sort_key=place)
        for key, solver in enumerate(puzzle.solvers):
            command = _command(puzzle, solver) if solver.name in arguments else choose
            app.command(command, name=solver.name, help=f"{solver.summary}.", group=group, sort_key=key)
    return app


def choose(*words: Annotated[str, Parameter(show=False)]) -> int:
    """Say that a solver is missing."""
    solver = puzzle_of(" ".join(words))
    raise AssertionError(f"{solver} has a command of its own")


def _command(puzzle: Puzzle, solver: type[Search[Any, Any]]) -> Callable[..., int]:
    """Return the command that sweeps a solver: its signature lists all that can be fixed."""
    from knightwatch.engine.lab.sweeps.sweep import Repetition
    from knightwatch.engine.pool import Workers

    declared = Repetition.model_fields | Workers.model_fields

    def command(**given: Any) -> int:
        common = Common.chosen(given)
        own: dict[str, Any] = {name: given.get(name) for name in (*OWN, *declared)}
        beside = COMMON.keys() | own.keys()
        values = {name: value for name, value in given.items() if name not in beside and value is not None}
        return _sweep(puzzle, {"solver": solver.name} | values, own, common)

    parameters = [parameter(name, *details[:3], SWEEP, details[3]) for name, details in OWN.items()]
    parameters += [field_parameter(name, field, SWEEP) for name, field in declared.items()]
    parameters += field_parameters(puzzle, [solver])
    return signed(command, [*parameters, *common_parameters(without=["all", "at"], output=OUTPUT)])


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
