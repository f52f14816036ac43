"""The command line: options derived from the declarations, work without a screen, and all exit codes.

Values go as they were typed to the engine, which alone knows what is allowed; so the form and the command line
complain in the same words.
"""

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, CoercionError, CycloptsError, Group, Parameter, UnusedCliTokensError

from engine.catalog import PUZZLES, Puzzle
from engine.errors import BadInput

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from engine.plan import Plan

BAD_INPUT, INTERRUPTED = 2, 130
THEME_NAMES = ("dark", "light")

PROBLEM = Group("Problem", sort_key=0)
ASK = Group("Questions, answered without the screen", sort_key=90)
RUN = Group("Run", sort_key=100)
COMMON = {
    "headless": (bool, False, "print the result as text, without the screen"),
    "json": (bool, False, "print the result as one JSON object, without the screen"),
    "output": (str | None, None, "also write the answer to a file: .txt, .json, .csv or .svg; without the screen"),
    "ascii": (bool, False, "draw with ASCII signs only"),
    "theme": (str | None, None, "dark or light; empty: the one chosen last"),
}
"""Options of every puzzle beside its plan: type, default, help."""


def main() -> None:
    """Run the program: the entry point."""
    if sys.stdout is None:  # closed by the caller, who does not want to read anything
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Do what the command line says; return the exit code."""
    try:
        code = command_line(arguments)(arguments)
    except BadInput as error:
        return _complain(str(error))
    except CycloptsError as error:
        return _complain(_in_our_words(error, arguments))
    except KeyboardInterrupt:
        return INTERRUPTED
    return int(code or 0)


def command_line(arguments: Sequence[str]) -> App:
    """Return the command line; the options of a puzzle are there if the arguments name it."""
    app = App(
        name="knightwatch",
        help="Watch searches think: puzzles solved step by step, live on a board in the terminal.",
        version=_version,
        default_command=home,
        help_format="plaintext",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    for puzzle in PUZZLES:
        command = _command(puzzle) if puzzle.name in arguments else home
        app.command(command, name=puzzle.name, help=f"{puzzle.title}: {puzzle.summary}.")
    return app


def _version() -> str:
    from importlib.metadata import version

    return f"knightwatch {version('knightwatch')}"


def home(
    *,
    ascii: Annotated[bool, Parameter(help="draw with ASCII signs only", negative="")] = False,  # noqa: A002
    theme: Annotated[str | None, Parameter(help=COMMON["theme"][2])] = None,
) -> int:
    """Open the home screen; without a terminal, print a short demonstration."""
    _check_theme(theme)
    if has_screen():
        return _screen(None, ascii, theme)
    from tui.headless import demonstrate

    return demonstrate(ascii)


def has_screen() -> bool:
    """Tell whether there is a terminal that can show a screen."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # one that was closed is None; the screen is drawn on the last
    return all(stream and stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") != "dumb"


def _command(puzzle: Puzzle) -> Callable[..., int]:
    """Return the command of a puzzle: its signature lists all fields of all its solvers."""
    from engine.plan import Plan
    from engine.settings import choices, kind

    asked = {question.name: question for question in puzzle.questions}

    def command(**given: Any) -> int:
        beside = COMMON.keys() | asked.keys()
        chosen = {name: value for name, value in given.items() if name not in beside and value is not None}
        common: dict[str, Any] = {name: given.get(name, standard) for name, (_, standard, _) in COMMON.items()}
        plan = Plan.read(puzzle, chosen)
        _check_theme(common["theme"])
        if questions := [name for name in asked if given.get(name) not in (None, False)]:
            if len(questions) > 1:
                raise BadInput(f"--{' and --'.join(questions)} are questions of their own: ask one at a time")
            from tui.headless import ask

            question = asked[questions[0]]
            inquiry = puzzle.inquiry(question)(plan, str(given[question.name]))
            return ask(puzzle, inquiry, as_json=common["json"], output=common["output"], ascii_only=common["ascii"])
        if has_screen() and not (common["headless"] or common["json"] or common["output"]):
            return _screen(plan, common["ascii"], common["theme"])
        from tui.headless import solve

        return solve(plan, as_json=common["json"], output=common["output"], ascii_only=common["ascii"])

    solvers = ", ".join(solver.name for solver in puzzle.solvers)
    words = f"one of {solvers}; default {puzzle.solvers[0].name}"
    parameters = [_parameter("solver", str | None, None, words, PROBLEM)]
    if puzzle.presets:
        words = f"values that go by a name: {', '.join(puzzle.presets)}; options given beside it come first"
        parameters.append(_parameter("preset", str | None, None, words, PROBLEM))
    for name, (field, group) in _fields(puzzle).items():
        value_type = bool if kind(field) is bool else str
        metavar = "NAME" if choices(field) else "TEXT" if kind(field) is str else "NUMBER"
        words = _about(puzzle, name)
        parameters.append(_parameter(name, value_type | None, None, words, group, metavar))
    parameters += [
        _parameter(q.name, str | None if q.number else bool, None if q.number else False, q.summary, ASK, q.number)
        for q in puzzle.questions
    ]
    parameters += [
        _parameter(name, *details, RUN, "FILE" if name == "output" else "NAME") for name, details in COMMON.items()
    ]
    signature = inspect.Signature(parameters, return_annotation=int)
    command.__signature__ = signature  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": int}
    return command


def _about(puzzle: Puzzle, name: str) -> str:
    """Return what an option is about; where solvers differ in that, for each of them."""
    from engine.plan import declaration
    from engine.settings import allowed, default

    solvers: dict[str, list[str]] = {}
    for solver in puzzle.solvers:
        if field := declaration(puzzle, solver).get(name):
            usual = f"; default {default(field)}" if default(field) else ""
            solvers.setdefault(f"{field.description} ({allowed(field)}{usual})", []).append(solver.name)
    first, *others = solvers
    return "; ".join([first, *(f"for {', '.join(solvers[words])}: {words}" for words in others)])


def _fields(puzzle: Puzzle) -> "dict[str, tuple[FieldInfo, Group]]":
    """Return the fields of a puzzle and all its solvers, each with the group that it is listed in."""
    from engine.plan import declaration
    from engine.settings import Settings

    fields: dict[str, tuple[FieldInfo, Group]] = {}
    for place, solver in enumerate(puzzle.solvers):
        for name, field in declaration(puzzle, solver).items():
            if name in puzzle.problem.model_fields:
                group = PROBLEM
            elif name in solver.settings_type.model_fields and name not in Settings.model_fields:
                group = Group(f"Solver {solver.name}", help=solver.summary, sort_key=1 + place)
            else:
                group = RUN
            fields.setdefault(name, (field, group))
    return fields


def _parameter(
    name: str, value_type: Any, standard: Any, words: str, group: Group, metavar: str = "NAME"
) -> inspect.Parameter:
    from engine.settings import option

    flag = value_type is bool
    details = Parameter(
        name=f"--{option(name)}",
        help=words,
        group=group,
        metavar=metavar,
        show_default=False,
        negative="" if flag else None,
        allow_leading_hyphen=not flag,
    )
    annotation = Annotated[value_type, details]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=standard, annotation=annotation)


def _check_theme(theme: str | None) -> None:
    if theme and theme not in THEME_NAMES:
        raise BadInput(f"theme is {theme}, but must be one of {', '.join(THEME_NAMES)}")


def _screen(plan: "Plan | None", ascii_only: bool, theme: str | None) -> int:
    if plan:  # By the time that a key can be pressed, numba should be there.
        Thread(target=import_module, args=("engine.kernels",), daemon=True).start()
    from tui.app import Knightwatch
    from tui.look import Look, knows_pieces

    # A search at full speed asks for the interpreter fifty times a second, for a moment each: let it not wait long.
    sys.setswitchinterval(0.0005)
    app = Knightwatch(plan, Look(ascii=ascii_only or not knows_pieces()), theme)
    app.run()
    return app.return_code or 0


def _complain(sentence: str) -> int:
    print(f"knightwatch: {' '.join(sentence.split())}", file=sys.stderr)
    return BAD_INPUT


def _in_our_words(error: CycloptsError, arguments: Sequence[str]) -> str:
    """Return a complaint of the command line's parser as one line."""
    command = next((f"knightwatch {p.name}" for p in PUZZLES if p.name in arguments), "knightwatch")
    if isinstance(error, UnusedCliTokensError):
        words = " ".join(error.unused_tokens or ())
        if command == "knightwatch":
            return (
                f"{words} is no command; commands are {', '.join(p.name for p in PUZZLES)}, and --help tells the rest"
            )
        return f"{words} is not understood; {command} --help tells what is allowed"
    if isinstance(error, CoercionError) and error.token:
        # Flags are all that the parser itself reads; everything else is left to the engine.
        return f"{(error.token.keyword or '').lstrip('-')} is {error.token.value}, but must be yes or no"
    sentence = " ".join(str(error).split())
    return f"{sentence[0].lower()}{sentence[1:].rstrip('.')}; {command} --help tells what is allowed"
