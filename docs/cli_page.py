"""The page docs/cli.md: every command with its options, made from the command line itself by `make docs`."""

from collections.abc import Iterable, Iterator

from cyclopts import App

from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import declaration
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.cli.main import COMMANDS, INSTALL, full_command_line
from knightwatch.tui.cli.options.common import COMMON
from knightwatch.tui.cli.options.signature import Option

BEGINNING = """# Command line

`knightwatch COMMAND --help` shows the same in the terminal. [Settings](settings.md) has the options of problems and
solvers, [JSON, exit codes and files](json.md) describes the output. This page is made from the command
line itself: `make docs`.
"""
COMMON_WORDS = "Most commands have these options. Each command below says which of them it has."

Row = tuple[str, str]
"""An option and what it does."""
WITH_SETTINGS = ("race", "sweep")
"""Commands that have the options of problems and solvers, beside the puzzles."""


def cli_page() -> str:
    """Return the page."""
    app = full_command_line()
    fields = {puzzle.name: _fields(puzzle) for puzzle in PUZZLES}
    sections = [
        BEGINNING,
        *_section("knightwatch", app, set()),
        f"## Common options\n\n{COMMON_WORDS}\n",
        _table((_flag(f"--{name}", option), option.help) for name, option in COMMON.items()),
    ]
    for puzzle in PUZZLES:
        own = _section(f"knightwatch {puzzle.name}", app[puzzle.name], fields[puzzle.name])
        sections += [*own, _more_options(puzzle)]
    for name in COMMANDS:
        sections += _command(name, app[name], set().union(*fields.values()) if name in WITH_SETTINGS else set())
    sections += _section(f"knightwatch {INSTALL}", app[INSTALL], set())
    return "\n".join(sections)


def _fields(puzzle: Puzzle) -> set[str]:
    """Return the names of all options of a puzzle that docs/settings.md describes."""
    return {name for solver in puzzle.solvers for name in declaration(puzzle, solver)}


def _command(name: str, app: App, fields: set[str]) -> Iterator[str]:
    """Yield the sections of a command and of its subcommands; those that differ in nothing share a section."""
    yield from _section(f"knightwatch {name}", app, fields)
    alike: dict[tuple[tuple[Row, ...], str], list[str]] = {}
    for subcommand in (each for each in app if not each.startswith("-")):
        own, common = _options(app[subcommand], fields)
        alike.setdefault((tuple(own), common), []).append(subcommand)
    for (rows, common), names in alike.items():
        yield f"### knightwatch {name} {' | '.join(names)}\n"
        yield "\n".join(f"- `{each}`: {app[each].help}" for each in names) + "\n"
        if rows:
            yield _table(rows)
        if common:
            yield common


def _section(title: str, app: App, fields: set[str]) -> Iterator[str]:
    yield f"## {title}\n"
    yield f"{app.help}\n"
    rows, common = _options(app, fields)
    if rows:
        yield _table(rows)
    if common:
        yield common


def _options(app: App, fields: set[str]) -> tuple[list[Row], str]:
    """Return the options of a command that are neither common nor fields, and a line about the common ones."""
    rows, common = [], []
    for argument in app.assemble_argument_collection():
        name, flag = argument.field_info.name, " / ".join(argument.names)
        if not argument.show or name in fields:
            continue
        if name in COMMON and argument.parameter.help == COMMON[name].help:
            common.append(f"`{flag}`")
        elif argument.field_info.is_positional:
            rows.append((name.upper(), argument.parameter.help or ""))
        else:
            value = f" {argument.parameter.metavar}" if argument.parameter.metavar and argument.hint is not bool else ""
            rows.append((f"{flag}{value}", argument.parameter.help or ""))
    return rows, f"Common options: {', '.join(common)}.\n" if common else ""


def _flag(flag: str, option: Option) -> str:
    return flag if option.value_type is bool else f"{flag} {option.metavar}"


def _more_options(puzzle: Puzzle) -> str:
    anchor = puzzle.title.lower().replace(" ", "-").replace("'", "")
    return f"The problem and its solvers have more options: [settings](settings.md#{anchor}).\n"


def _table(rows: Iterable[Row]) -> str:
    lines = [f"| `{option}` | {words.replace('|', chr(92) + '|')} |" for option, words in rows]
    return "\n".join(["| option | what it does |", "|---|---|", *lines]) + "\n"
