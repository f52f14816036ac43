"""Makes the animated picture of README.md: plays a lecture in a terminal, records it, and draws the recording as SVG.

The SVG draws a line of the screen once for each change. The lecture plays in real time, so two films differ slightly.
"""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby, islice
from pathlib import Path

import pyte

from bench.terminal import Terminal
from knightwatch.engine.pictures.film import timed

LECTURE, SCENES, SIZE = "start-here", 5, (100, 30)
ENDS = ("solved", "impossible", "gave up", "finished")
"""The words for the end of a scene."""
LINGER = 2.5
"""Seconds to show the end of a scene."""
LONGEST = 300.0
STILL = 5
"""Equal samples in a row to keep; further ones are dropped."""
STEP, SPEED = 0.5, 2.0
"""Seconds between two samples of the recording, and the speed of the film."""
WIDTH, HEIGHT, FONT = 9.63, 18.6, 16
"""The size of a character in the first font of the list."""
PAPER, INK = "#121212", "#e0e0e0"

Run = tuple[str, str, str, bool]
"""Characters with their colour, that of their background, and whether they are bold."""
Row = tuple[Run, ...]


def record(cast: Path) -> None:
    """Play the lecture to its end and record it."""
    knightwatch = str(Path(sys.executable).with_name("knightwatch"))
    arguments = [knightwatch, "lecture", LECTURE, "--theme", "dark", "--record", str(cast)]
    with Terminal(arguments, {**os.environ, "COLORTERM": "truecolor"}, SIZE) as terminal:
        for number in range(1, SCENES + 1):
            terminal.read_until(lambda n=number: terminal.shows(f"{n} of {SCENES}"), LONGEST)  # type: ignore[misc]
            terminal.read_until(lambda: any(map(terminal.shows, ENDS)), LONGEST)
            end = time.monotonic() + LINGER
            while (left := end - time.monotonic()) > 0:
                terminal.read(left)
            if number < SCENES:
                terminal.send("n")
        terminal.send("q")
        terminal.wait(LONGEST)


def samples(cast: Path) -> Iterator[list[Row]]:
    """Return the screen of a recording every STEP seconds."""
    header, *events = (json.loads(line) for line in cast.read_bytes().splitlines())
    screen = pyte.Screen(header["width"], header["height"])
    stream, due = pyte.Stream(screen), STEP
    for moment, kind, text in events:
        while moment >= due:
            yield rows(screen)
            due += STEP
        if kind == "o":
            stream.feed(text)


def rows(screen: pyte.Screen) -> list[Row]:
    """Return the lines of a screen."""
    return [_row([screen.buffer[y][x] for x in range(screen.columns)]) for y in range(screen.lines)]


def _row(cells: Sequence[pyte.screens.Char]) -> Row:
    drawn = []
    for (colour, paper, bold), group in groupby(cells, key=_style):
        drawn.append(("".join(cell.data for cell in group), colour, paper, bold))
    return tuple(drawn)


def _style(cell: pyte.screens.Char) -> tuple[str, str, bool]:
    colour, paper = (_colour(cell.fg, INK), _colour(cell.bg, PAPER))
    return (paper, colour, cell.bold) if cell.reverse else (colour, paper, cell.bold)


def _colour(name: str, usual: str) -> str:
    return usual if name == "default" else f"#{name}" if len(name) == 6 and name.isalnum() else name


def moving(shown: Sequence[list[Row]]) -> str:
    """Return samples as an animated SVG that repeats."""
    seconds = len(shown) * STEP / SPEED
    width, height = SIZE[0] * WIDTH, SIZE[1] * HEIGHT
    parts = []
    for y in range(SIZE[1]):
        at = 0
        for row, group in groupby(sample[y] for sample in shown):
            count = len(list(group))
            parts.append(timed(_drawn(row, y), [(at / len(shown), (at + count) / len(shown))], seconds))
            at += count
    font = f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{FONT}"'
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" xmlns="http://www.w3.org/2000/svg" {font}>'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def _drawn(row: Row, y: int) -> str:
    """Draw a line."""
    parts, x, top = [], 0, y * HEIGHT
    for text, colour, paper, bold in row:
        left, wide = x * WIDTH, len(text) * WIDTH
        if paper != PAPER:
            parts.append(f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{HEIGHT}" fill="{paper}"/>')
        if text.strip():
            weight = ' font-weight="bold"' if bold else ""
            place = f'x="{left:g}" y="{top + 0.78 * HEIGHT:g}" textLength="{wide:g}"'
            parts.append(f'<text {place} fill="{colour}"{weight} xml:space="preserve">{escape(text)}</text>')
        x += len(text)
    return "".join(parts)


def film(folder: Path, place: Path) -> None:
    """Make the film; leave the recording in the folder."""
    cast = folder / "film.cast"
    record(cast)
    shown = [sample for _, equal in groupby(samples(cast)) for sample in islice(equal, STILL)]
    home = next((at for at, sample in enumerate(shown) if "watch searches think" in _text(sample[0])), len(shown))
    place.write_text(moving(shown[:home]), "utf-8")


def _text(row: Row) -> str:
    return "".join(run[0] for run in row)
