"""The command `lecture`: play a lecture scene by scene, list the built-in lectures, or check a lecture file."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill, indent
from typing import Annotated

from cyclopts import App, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import aligned, counted_noun, one_line, quoted
from knightwatch.tui.cli.options.common import Ascii, Headless, Record, Theme, check_theme
from knightwatch.tui.cli.streams import put, say
from knightwatch.tui.launch import check_record, has_screen, open_screen
from knightwatch.tui.lectures.lecture import BUILT_IN, Lecture, heading_of, parsed, text_of

CHECK = "only report every mistake in the file, with its line"
ALLOW = "run Python files that the lecture names as solvers, in its folder; only for lectures that you trust"
WRONG = 2
"""Exit code if a lecture file has mistakes."""


def command(_: Sequence[str]) -> App:
    """Return the command."""
    help_text = (
        "Play a lecture: scenes with captions, one after the other. → and ← go from scene to scene. Without a name, "
        f"list the built-in lectures ({', '.join(BUILT_IN)}). Without a screen, print the scenes."
    )
    return App(name="lecture", help=help_text, default_command=lecture, help_format="plaintext")


def lecture(
    name: Annotated[str | None, Parameter(help="the name of a built-in lecture, or a TOML file")] = None,
    *,
    check: Annotated[bool, Parameter(help=CHECK, negative="", show_default=False)] = False,
    allow_solvers: Annotated[bool, Parameter(help=ALLOW, negative="", show_default=False)] = False,
    headless: Headless = False,
    ascii: Ascii = False,  # noqa: A002
    theme: Theme = None,
    record: Record = None,
) -> int:
    """Play a lecture."""
    check_theme(theme)
    check_record(record, without_screen=headless or check or name is None)
    folder = Path(name).absolute().parent if name and allow_solvers else None
    if name is None:
        if check:
            raise BadInput("check needs a file: knightwatch lecture --check FILE")
        put(_list())
        return 0
    if check:
        return _report_mistakes(name, folder)
    played = _read(name, folder)
    if has_screen() and not headless:
        from knightwatch.tui.screens.base.program import Program
        from knightwatch.tui.screens.lecture import LecturePlayer

        def begin(app: Program) -> None:
            app.home_quits = True
            app.call_later(LecturePlayer(app, played).begin)

        return open_screen(begin, ascii, theme, record)
    put(_script(played))
    return 0


def _list() -> str:
    rows = [(name, heading.title, heading.about) for name in BUILT_IN for heading in [heading_of(name)]]
    return "\n".join(aligned(rows, left=3)) + "\n"


def _report_mistakes(name: str, folder: Path | None) -> int:
    lecture, mistakes = parsed(text_of(name), folder, thorough=True)
    for mistake in mistakes:
        say(f"knightwatch: {quoted(name, 200)}, {mistake}")
    if lecture is None:
        return WRONG
    put(f"{name} has no mistakes: {counted_noun(len(lecture.scenes), 'scene')}.\n")
    return 0


def _read(name: str, folder: Path | None) -> Lecture:
    lecture, mistakes = parsed(text_of(name), folder)
    if lecture is None:
        raise BadInput(f"{quoted(name, 200)}, {mistakes[0]}")
    return lecture


def _script(played: Lecture) -> str:
    """Return a lecture as text: the command lines and the caption of each scene."""
    parts = [played.title]
    for number, scene in enumerate(played.scenes, 1):
        words = "\n\n".join(fill(part, 78) for part in scene.paragraphs().split("\n\n"))
        if scene.ask:
            words += "\n\n" + "\n".join(fill(part, 78) for part in scene.ask.lines())
        lines = [one_line(line).removeprefix("knightwatch ") for line in (scene.command, scene.sweep) if line]
        commands = "\n   ".join(f"knightwatch {line}" for line in lines)
        parts.append(f"{number}. {commands}\n\n{indent(words, '   ')}")
    return "\n\n".join(parts) + "\n"
