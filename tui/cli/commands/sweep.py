"""The command `sweep`: many runs of a solver with different settings, on the screen or without it."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Group, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.catalog import PUZZLES, find_solver, unambiguous_names
from knightwatch.engine.plans.puzzle import Puzzle, is_file
from knightwatch.tui.cli.commands.puzzle import named_solvers
from knightwatch.tui.cli.options.common import COMMON, Common, common_parameters
from knightwatch.tui.cli.options.fields import Solvers, field_parameter, field_parameters
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
    unambiguous = unambiguous_names()
    for place, puzzle in enumerate(PUZZLES):
        group = Group(f"Solvers for {puzzle.title}", sort_key=place)
        command = _puzzle_command(puzzle, arguments) if puzzle.name in arguments else reject
        others = [name for name in puzzle.solver_names if name not in unambiguous]
        help_text = f"any of its solvers{', also '.join(['', *others])}, or a Python file; --solver names it."
        app.command(command, name=puzzle.name, help=help_text, group=group, sort_key=-1)
        for key, solver in enumerate(puzzle.offers):
            if solver.name in unambiguous:
                command = _command(puzzle, [puzzle.solver(solver.name)]) if solver.name in arguments else reject
                app.command(command, name=solver.name, help=f"{solver.summary}.", group=group, sort_key=key)
    return app


def reject(*words: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)]) -> int:
    """Raise BadInput, because the solver is missing, unknown or ambiguous. Options may follow its name."""
    name = " ".join(takewhile(lambda word: not word.startswith("-"), words))
    if is_file(name):
        name = quoted(name)
        raise BadInput(f"solver is {name}, a Python file: name its puzzle too, as sweep queens --solver {name}")
    try:
        find_solver(name)
    except BadInput as error:
        example = [each.name for each in PUZZLES if name in each.solver_names][-1:]
        more = f", as sweep {example[0]} --solver {name}" if example else ""
        raise BadInput(f"{error}{more}") from None
    raise AssertionError(f"{name} has a command of its own")


def _puzzle_command(puzzle: Puzzle, arguments: Sequence[str]) -> Callable[..., int]:
    """Return the command that sweeps a solver of a puzzle, or a file, which `--solver` names."""
    help_text = f"one of {', '.join(puzzle.solver_names)}, or a Python file, as mine.py; default {puzzle.usual_solver}"
    return _command(puzzle, named_solvers(puzzle, arguments), Option(str | None, None, help_text))


def _command(puzzle: Puzzle, solvers: Solvers, named: Option | None = None) -> Callable[..., int]:
    """Return the command that sweeps a solver, with all its options; `named` is the option that names the solver."""
    from knightwatch.engine.lab.sweeps.sweep import Repetition
    from knightwatch.engine.pool import Workers

    fields = Repetition.model_fields | Workers.model_fields

    def command(**given: Any) -> int:
        common = Common.read(given)
        own: dict[str, Any] = {name: given.get(name) for name in (*OWN, *fields)}
        other = COMMON.keys() | own.keys()
        values = {name: value for name, value in given.items() if name not in other and value is not None}
        return _sweep(puzzle, values if named else {"solver": solvers[0].name} | values, own, common)

    options = OWN | ({"solver": named} if named else {})
    parameters = [option.parameter(name, SWEEP) for name, option in options.items()]
    parameters += [field_parameter(name, field, SWEEP) for name, field in fields.items()]
    parameters += field_parameters(puzzle, solvers)
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
