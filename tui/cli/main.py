"""The command line: options derived from the declarations, work without a screen, and all exit codes.

Values go as they were typed to the engine, which alone knows what is allowed; so the form and the command line
complain in the same words.
"""

import os
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    Group,
    UnknownOptionError,
    UnusedCliTokensError,
)

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line, quoted
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import Puzzle, Question
from knightwatch.tui.cli.launch import check_record, has_screen, open_screen
from knightwatch.tui.cli.options import (
    COMMON,
    PROBLEM,
    Ascii,
    Common,
    Record,
    Solvers,
    Theme,
    check_theme,
    common_parameters,
    field_parameter,
    field_parameters,
    parameter,
    signed,
)
from knightwatch.tui.cli.streams import put, say

if TYPE_CHECKING:
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.engine.store.keeping import Keeper

BAD_INPUT, INTERRUPTED = 2, 130

ASK = Group("Questions, answered without the screen", sort_key=90)

_HELP = {"--help", "-h"}

COMMANDS = {
    "race": ("knightwatch.tui.cli.race:command", "Laboratory: two to four solvers on one problem, side by side."),
    "sweep": ("knightwatch.tui.cli.sweep:command", "Laboratory: many runs of a solver, over values of its settings."),
    "papers": ("knightwatch.tui.cli.papers:command", "Laboratory: published experiments, repeated."),
    "runs": ("knightwatch.tui.cli.runs:command", "Runs that were kept: list, delete or share them."),
    "resume": ("knightwatch.tui.cli.runs:resuming", "Go on with a run that was kept."),
    "lecture": ("knightwatch.tui.cli.lecture:command", "Scenes with captions, one after the other."),
    "serve": ("knightwatch.tui.cli.serve:command", "The same screens in a browser."),
}
"""Commands beside the puzzles: where each is made from the arguments, and what it does."""


def main() -> None:
    """Run the program."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # to look for plugins takes longer than most searches
    if sys.stdout is None:  # closed by the caller, who does not want to read anything
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if sys.stderr and (words := missing_on(sys.platform)):
        print(words, file=sys.stderr)
    sys.exit(run(sys.argv[1:]))


def missing_on(platform: str) -> str:
    """Say what does not work on a platform; nothing where all does."""
    if platform != "win32":
        return ""
    return "knightwatch is untested on Windows: a signal from outside ends it without a result, which Ctrl-C does not."


def run(arguments: Sequence[str]) -> int:
    """Do what the command line says; return the exit code."""
    try:
        _check_text(arguments)
        try:
            code = command_line(arguments)(arguments)
        except UnknownOptionError:  # perhaps an option of another solver
            code = command_line(arguments, every_solver=True)(arguments)
        except OSError:  # the parser, which prints help by itself, may have found no room
            put("")
            raise
        except SystemExit:  # how the printer of help says that nobody reads it any more
            return 0
    except BadInput as error:
        return _complain(str(error))
    except CycloptsError as error:
        return _complain(_in_our_words(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    return int(code or 0)


def command_line(arguments: Sequence[str], every_solver: bool = False) -> App:
    """Return the command line; the options of a puzzle, and of a solver, are there if the arguments name it."""
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
        command: Callable[..., int] = home
        if puzzle.name in arguments and COMMANDS.keys().isdisjoint(arguments):
            every = every_solver or not _HELP.isdisjoint(arguments)
            questions = [q for q in puzzle.questions if every or f"--{q.name}" in arguments]
            command = _command(puzzle, puzzle.solvers if every_solver else _asked_for(puzzle, arguments), questions)
        app.command(command, name=puzzle.name, help=f"{puzzle.title}: {puzzle.summary}.")
    for name, (place, words) in COMMANDS.items():
        if name in arguments:
            app.command(resolve_name(place)(arguments))
        else:
            app.command(home, name=name, help=words)
    return app


def _version() -> str:
    from importlib.metadata import version

    return f"knightwatch {version('knightwatch')}"


def home(
    *,
    ascii: Ascii = False,  # noqa: A002
    theme: Theme = None,
    record: Record = None,
) -> int:
    """Open the home screen; without a terminal, print a short demonstration."""
    check_theme(theme)
    check_record(record)
    if has_screen():
        return open_screen(None, ascii, theme, record)
    from knightwatch.tui.cli.headless import demonstrate

    return demonstrate(ascii)


def _asked_for(puzzle: Puzzle, arguments: Sequence[str]) -> Solvers:
    """Return the solvers whose options to know: one, unless somebody asks for all; to import the others takes time."""
    if not {*_HELP, "--preset"}.isdisjoint(word.partition("=")[0] for word in arguments):
        return puzzle.solvers
    words = [part for word in arguments for part in word.split("=", 1)]
    named = [after for word, after in pairwise(words) if word == "--solver"] or [puzzle.usual_solver]
    return (puzzle.solver(named[-1]),)


def _command(puzzle: Puzzle, solvers: Solvers, questions: Sequence[Question]) -> Callable[..., int]:
    """Return the command of a puzzle: its signature lists all fields of solvers and all options of questions."""
    from knightwatch.engine.plans.plan import Plan

    asked = {question.name: question for question in puzzle.questions}
    options = {
        q.name: puzzle.resolve(q.options_at).model_fields if q in questions and q.options_at else {}
        for q in asked.values()
    }

    def command(**given: Any) -> int:
        beside = COMMON.keys() | asked.keys() | {name for fields in options.values() for name in fields}
        chosen = {name: value for name, value in given.items() if name not in beside and value is not None}
        plan, common = Plan.read(puzzle, chosen), Common.chosen(given)
        questions = [name for name in asked if given.get(name) not in (None, False)]
        for question, fields in options.items():
            if stray := [name for name in fields if given.get(name) is not None and question not in questions]:
                from knightwatch.engine.core.declaration import option

                raise BadInput(f"{option(stray[0])} is for a question: give it with --{question}")
        if questions:
            if len(questions) > 1:
                raise BadInput(f"--{' and --'.join(questions)} are questions of their own: ask one at a time")
            from knightwatch.tui.cli.headless import ask

            own = {name: given[name] for name in options[questions[0]] if given.get(name) is not None}
            inquiry = plan.ask(asked[questions[0]], str(given[questions[0]]), **own)
            if questions == ["show"] and has_screen() and not common.without_screen:
                return open_screen(_shown(plan, inquiry), common.ascii, common.theme, common.record)
            return ask(puzzle, inquiry, common)
        from knightwatch.tui.output.command_line import read_moment

        at = read_moment(common.at) if common.at else 0
        if has_screen() and not common.without_screen:
            return open_screen(_opened_at(plan, at) if at else plan, common.ascii, common.theme, common.record)
        from knightwatch.tui.cli.headless import solve

        return solve(plan, common, until=at or None)

    words = f"one of {', '.join(puzzle.solvers_at)}; default {puzzle.usual_solver}"
    parameters = [parameter("solver", str | None, None, words, PROBLEM), *field_parameters(puzzle, solvers)]
    parameters += [
        parameter(q.name, str | None if q.number else bool, None if q.number else False, q.summary, ASK, q.number)
        for q in puzzle.questions
    ]
    parameters += [field_parameter(name, field, ASK) for fields in options.values() for name, field in fields.items()]
    return signed(command, [*parameters, *common_parameters()])


def _shown(plan: "Plan", inquiry: Any) -> Callable[[Any], None]:
    """Return what opens the screen of a plan with somebody else's answer on top."""

    def begin(app: Any) -> None:
        from knightwatch.tui.screens.puzzle.answer import AnswerScreen

        app.open(plan)
        app.push_screen(AnswerScreen(inquiry))

    return begin


def _opened_at(plan: "Plan", moment: int) -> "Keeper":
    """Return a run of a plan that begins at a moment, and is kept from there."""
    from knightwatch.engine.store.keeping import Keeper, record_of
    from knightwatch.engine.store.runs import usual_path

    return Keeper(plan, usual_path(), record_of(plan, moment))


def _check_text(arguments: Sequence[str]) -> None:
    """Complain about bytes that are no text: nobody could read them, in a message or in a result."""
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise BadInput(f"{quoted(argument)} is no text: some of its bytes are not UTF-8") from None


def _complain(sentence: str) -> int:
    say(f"knightwatch: {one_line(sentence)}")
    return BAD_INPUT


def _in_our_words(error: CycloptsError) -> str:
    """Return a complaint of the command line's parser as one line."""
    command = " ".join(["knightwatch", *(error.command_chain or ())])
    if isinstance(error, UnusedCliTokensError):
        words = quoted(" ".join(error.unused_tokens or ()))
        if command == "knightwatch":
            names = ", ".join([*(puzzle.name for puzzle in PUZZLES), *COMMANDS])
            return f"{words} is no command; commands are {names}, and --help tells the rest"
        return f"{words} is not understood; {command} --help tells what is allowed"
    if isinstance(error, CoercionError) and error.token:
        # Flags are all that the parser itself reads; everything else is left to the engine.
        return f"{(error.token.keyword or '').lstrip('-')} is {quoted(str(error.token.value))}, but must be yes or no"
    sentence = quoted(str(error), 300)
    return f"{sentence[0].lower()}{sentence[1:].rstrip('.')}; {command} --help tells what is allowed"
