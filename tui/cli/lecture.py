"""The command `lecture`: plays scenes one after the other, lists those that there are, and checks a file of them."""

from collections.abc import Sequence
from textwrap import fill, indent
from typing import Annotated

from cyclopts import App, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import aligned, counted_noun, one_line, quoted
from knightwatch.tui.cli.launch import check_record, has_screen, open_screen
from knightwatch.tui.cli.options import Ascii, Record, Theme, check_theme
from knightwatch.tui.cli.streams import put, say
from knightwatch.tui.lectures.lecture import BUILT_IN, Lecture, heading_of, parsed, text_of

WRONG = 2
"""Exit code where a file has mistakes."""


def command(_: Sequence[str]) -> App:
    """Return the command; what it plays is found when it is called, so that a wrong name is told there."""
    words = (
        "Play a lecture: scenes with captions, one after the other; → and ← lead from scene to scene. Without a name, "
        f"list those that come with knightwatch ({', '.join(BUILT_IN)}); without a screen, print the scenes."
    )
    return App(name="lecture", help=words, default_command=lecture, help_format="plaintext")


def lecture(
    name: Annotated[str | None, Parameter(help="a lecture that comes with knightwatch, or a TOML file")] = None,
    *,
    check: Annotated[bool, Parameter(help="only tell every mistake in it, with its line", negative="")] = False,
    headless: Annotated[bool, Parameter(help="print the scenes as text, without the screen", negative="")] = False,
    ascii: Ascii = False,  # noqa: A002
    theme: Theme = None,
    record: Record = None,
) -> int:
    """Play a lecture."""
    check_theme(theme)
    check_record(record, without_screen=headless or check or name is None)
    if name is None:
        if check:
            raise BadInput("check needs a file, as in knightwatch lecture --check FILE")
        put(_listed())
        return 0
    if check:
        return _check(name)
    played = _read(name)
    if has_screen() and not headless:
        from knightwatch.tui.screens.base.program import Program
        from knightwatch.tui.screens.lecture import LecturePlayer

        def begin(app: Program) -> None:
            app.call_later(LecturePlayer(app, played).begin)

        return open_screen(begin, ascii, theme, record)
    put(_script(played))
    return 0


def _listed() -> str:
    rows = [(name, heading.title, heading.about) for name in BUILT_IN for heading in [heading_of(name)]]
    return "\n".join(aligned(rows, left=3)) + "\n"


def _check(name: str) -> int:
    found, wrong = parsed(text_of(name))
    for mistake in wrong:
        say(f"knightwatch: {quoted(name, 200)}, {mistake}")
    if found is None:
        return WRONG
    put(f"{name} can be played: {counted_noun(len(found.scenes), 'scene')}.\n")
    return 0


def _read(name: str) -> Lecture:
    found, wrong = parsed(text_of(name))
    if found is None:
        raise BadInput(f"{quoted(name, 200)}, {wrong[0]}")
    return found


def _script(played: Lecture) -> str:
    """Return a lecture as text: its captions, and the command lines that they are about."""
    parts = [played.title]
    for number, scene in enumerate(played.scenes, 1):
        words = "\n\n".join(fill(part, 78) for part in scene.paragraphs().split("\n\n"))
        line = one_line(scene.command).removeprefix("knightwatch ")
        parts.append(f"{number}. knightwatch {line}\n\n{indent(words, '   ')}")
    return "\n\n".join(parts) + "\n"
