"""The command line: its commands, its error messages and its exit codes.

The engine parses and checks all values, so the form on the screen and the command line show the same messages.
"""

import os
import sys
from collections.abc import Callable, Sequence
from pkgutil import resolve_name
from typing import Annotated

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    Parameter,
    UnknownOptionError,
    UnusedCliTokensError,
)

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.hardware import keep_reserve, memory, out_of_memory
from knightwatch.engine.core.words import one_line, quoted
from knightwatch.engine.plans.catalog import PUZZLES, unambiguous_names
from knightwatch.tui.cli.commands.puzzle import named_command, puzzle_command
from knightwatch.tui.cli.options.common import Ascii, Record, Theme, check_theme
from knightwatch.tui.cli.streams import put, say
from knightwatch.tui.launch import check_record, has_screen, open_screen

BAD_INPUT, GAVE_UP, INTERRUPTED = 2, 4, 130

COMMANDS = {
    "race": ("race:command", "Laboratory: two to four solvers on one problem, side by side."),
    "sweep": ("sweep:command", "Laboratory: many runs of a solver with different settings."),
    "papers": ("papers:command", "Laboratory: repeat published experiments."),
    "new": ("new:command", "Write a solver of your own to start from."),
    "grade": ("grade:command", "Grade a solver that you wrote: tests, verdicts and points."),
    "runs": ("runs:command", "List, delete or share saved runs."),
    "resume": ("runs:resume_command", "Resume a saved run."),
    "lecture": ("lecture:command", "Play a lecture: scenes with captions."),
    "serve": ("serve:command", "Serve the same screens to a browser."),
}
"""Commands beside the puzzles: the function in `commands/` that makes each from the arguments, and its help."""
INSTALL = "--install-completion"
BEFORE = {"--ascii": 0, "--theme": 1, "--record": 1}
"""Options that may also come before the command, and how many values each has."""


def main() -> None:
    """Run the program."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plugins takes longer than most searches
    if sys.stdout is None:  # the caller closed it and wants no output
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if sys.stderr and (warning := platform_warning(sys.platform)):
        print(warning, file=sys.stderr)
    sys.exit(run(sys.argv[1:]))


def platform_warning(platform: str) -> str:
    """Return a warning for a platform on which something does not work; else an empty text."""
    if platform != "win32":
        return ""
    return "knightwatch is untested on Windows: Ctrl-C prints the result so far, but other signals end it without one."


def run(arguments: Sequence[str]) -> int:
    """Run a command line; return the exit code."""
    try:
        memory()  # read the limits while there is memory to do so
        keep_reserve()
        _check_encoding(arguments)
        arguments = _command_first(arguments)
        try:
            code = command_line(arguments)(arguments)
        except UnknownOptionError:  # perhaps an option of another solver
            code = command_line(arguments, every_solver=True)(arguments)
        except OSError:  # cyclopts prints the help itself, and standard output may be full
            put("")
            raise
        except SystemExit:  # rich exits like this if the reader of the help closed the pipe
            return 0
    except BadInput as error:
        return _complain(str(error))
    except CycloptsError as error:
        return _complain(_in_our_words(error))
    except MemoryError:
        say(f"knightwatch: {out_of_memory()}")
        return GAVE_UP
    except KeyboardInterrupt:
        return INTERRUPTED
    return int(code or 0)


def command_line(arguments: Sequence[str], every_solver: bool = False) -> App:
    """Return the command line, with options only for the commands and solvers that the arguments name.

    Other commands appear in the help, but their modules are not imported: that keeps the start fast.
    """
    app = _empty_command_line()
    for puzzle in PUZZLES:
        command: Callable[..., int] = home
        if puzzle.name in arguments and COMMANDS.keys().isdisjoint(arguments):
            command = named_command(puzzle, arguments, every_solver)
        app.command(command, name=puzzle.name, help=f"{puzzle.title}: {puzzle.summary}.")
    for name, (maker, help_text) in COMMANDS.items():
        if name in arguments:
            app.command(_command_from(maker, arguments))
        else:
            app.command(home, name=name, help=help_text)
    return app


def full_command_line() -> App:
    """Return the command line with all options of all commands, for shell completion and for docs/cli.md."""
    app = _empty_command_line()
    names = [*(puzzle.name for puzzle in PUZZLES), *unambiguous_names()]
    for puzzle in PUZZLES:
        command = puzzle_command(puzzle, puzzle.solvers, puzzle.questions, listed=True)
        app.command(command, name=puzzle.name, help=f"{puzzle.title}: {puzzle.summary}.")
    for maker, _ in COMMANDS.values():
        app.command(_command_from(maker, names))
    return app


def _empty_command_line() -> App:
    app = App(
        name="knightwatch",
        help="Watch searches solve puzzles, step by step, on a board in the terminal.",
        version=_version,
        default_command=home,
        help_format="plaintext",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    app.command(install_completion, name=INSTALL, help="Install completion of commands and options in your shell.")
    return app


def _command_from(maker: str, arguments: Sequence[str]) -> App:
    """Import the module of a command, and return the command."""
    command: App = resolve_name(f"knightwatch.tui.cli.commands.{maker}")(arguments)
    return command


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


def install_completion(
    *,
    shell: Annotated[str | None, Parameter(help="bash, zsh or fish; default: your shell", metavar="NAME")] = None,
    output: Annotated[str | None, Parameter(help="write only the script, to this file", metavar="FILE")] = None,
) -> int:
    """Install completion of commands and options in a shell."""
    from knightwatch.tui.cli.completion import install

    put(install(full_command_line(), shell, output))
    return 0


def _command_first(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments with the options of the screen after the words of the command.

    `--theme light race tour` becomes `race tour --theme light`: the puzzle of a race is a command too.
    """
    place = 0
    while place < len(arguments) and (name := arguments[place].partition("=")[0]) in BEFORE:
        place += 1 + (BEFORE[name] if name == arguments[place] else 0)
    commands = {*(puzzle.name for puzzle in PUZZLES), *COMMANDS}
    if not 0 < place < len(arguments) or arguments[place] not in commands:
        return arguments
    end = next((at for at in range(place, len(arguments)) if arguments[at].startswith("-")), len(arguments))
    return [*arguments[place:end], *arguments[:place], *arguments[end:]]


def _check_encoding(arguments: Sequence[str]) -> None:
    """Raise BadInput for bytes that are not UTF-8: neither a message nor a result could show them."""
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise BadInput(f"{quoted(argument)} is not text: some of its bytes are not UTF-8") from None


def _complain(sentence: str) -> int:
    say(f"knightwatch: {one_line(sentence)}")
    return BAD_INPUT


def _in_our_words(error: CycloptsError) -> str:
    """Return an error of cyclopts as one line."""
    command = " ".join(["knightwatch", *(error.command_chain or ())])
    if isinstance(error, UnusedCliTokensError):
        words = quoted(" ".join(error.unused_tokens or ()))
        if command == "knightwatch":
            names = ", ".join([*(puzzle.name for puzzle in PUZZLES), *COMMANDS])
            return f"{words} is not a command; commands are {names}; see {command} --help"
        return f"{words} is not understood; see {command} --help"
    if isinstance(error, CoercionError) and error.token:
        # Cyclopts converts flags only; the engine converts all other values.
        return f"{(error.token.keyword or '').lstrip('-')} is {quoted(str(error.token.value))}, but must be yes or no"
    sentence = quoted(str(error), 300)
    between = " See" if sentence.endswith("?") else "; see"
    return f"{sentence[0].lower()}{sentence[1:].rstrip('.')}{between} {command} --help"
