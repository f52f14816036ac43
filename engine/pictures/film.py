"""Films: a recording as an animated SVG that repeats. Each part is drawn once, with the times at which it is visible.

Parts that appear and disappear together share one group. So a film of a search that adds a move at each step is hardly
larger than a picture of its end.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby, pairwise
from textwrap import shorten, wrap
from typing import NamedTuple

import numpy as np

from knightwatch.engine.core.frame import Board, Frame
from knightwatch.engine.pictures.boards_svg import (
    HEAT,
    MARGIN,
    MOST_LABELLED,
    has_signs,
    labels_svg,
    mark_width,
    sign_svg,
    square_colour,
    squares_svg,
    strokes,
)
from knightwatch.engine.pictures.colours import between
from knightwatch.engine.pictures.recording import FrameRecording
from knightwatch.engine.pictures.style import USUAL, PictureStyle

MOST_FILMED = 200
"""Frames of a film at most."""
MOST_BYTES = 4_500_000
MOST_PARTS = MOST_BYTES // 6
"""Parts of a film at most: each takes six bytes or more, so a film with more parts is too large."""
SECONDS = 20.0
"""A film of many frames takes about so long."""
SHORTEST, LONGEST, LINGER = 0.1, 0.8, 3.0
"""Seconds of a frame at least and at most, and those of the last one."""
COLUMNS, LINES = 62, 4
"""Characters of a line of text, and lines below the board."""
MIN_TITLE = 16
"""Least characters for the title of a long caption."""
SHADES = 16

Span = tuple[float, float]
"""A share of the time, from 0 to 1, in which a part is visible."""


class Part(NamedTuple):
    """A part of one frame. Parts of a lower layer are drawn first."""

    layer: int
    place: int
    """Orders the parts of a layer: the number of the move, in a trail."""
    drawn: str | tuple[int, int] | tuple[int, str]
    """An element, a move from square to square, or a square with its colour."""


PAPER, LINKS, TRAIL, SIGNS, WORDS = range(5)


def durations(frames: int) -> list[float]:
    """Return the seconds of each frame of a film."""
    each = min(max(SECONDS / frames, SHORTEST), LONGEST)
    return [each] * (frames - 1) + [LINGER]


def caption(title: str, unit: str, recording: FrameRecording, frame: Frame) -> list[str]:
    """Return the lines of text below the board."""
    total = recording.frames[-1].moment
    every = f", 1 of {recording.stride:,} shown" if recording.stride > 1 else ""
    step = f": {unit} {frame.moment:,} of {total:,}{every}"
    head = shorten(title, max(COLUMNS - len(step), MIN_TITLE), placeholder=" ...") + step
    note = [recording.note] if recording.note else []
    return [head, *note, *wrap(frame.sentence, COLUMNS, max_lines=LINES - 1 - len(note), placeholder=" ...")]


def film(title: str, unit: str, recording: FrameRecording, style: PictureStyle = USUAL) -> str:
    """Return the animated SVG of a recording. If it is too large, frames are dropped evenly."""
    while len(recording.frames) > MOST_FILMED:
        recording.thin()
    while True:
        moving = _film(title, unit, recording, style)
        if moving is not None and (len(moving) <= MOST_BYTES or len(recording.frames) <= 2):
            return moving
        recording.thin()


def _film(title: str, unit: str, recording: FrameRecording, style: PictureStyle) -> str | None:
    """Return the film of these frames; None as soon as it has too many parts, which would fill the memory."""
    board = recording.frames[-1].board
    labelled = max(board.rows, board.cols) <= MOST_LABELLED
    margin = MARGIN if labelled else 0
    width, height = board.cols + 2 * margin, board.rows + 2 * margin
    font = width / COLUMNS * 1.75
    below = (LINES + 1) * 1.3 * font
    unit_pixels = style.pixels / max(width, height + below)
    size = f'width="{width * unit_pixels:.0f}" height="{(height + below) * unit_pixels:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{-margin} {-margin} {width} {height + below:.3f}" '
        'font-family="sans-serif" font-size="0.6" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect x="{-margin}" y="{-margin}" width="{width}" height="{height + below:.3f}" '
        f'fill="{style.colours.background}"/>',
        *squares_svg(board, style),
        *(labels_svg(board, style) if labelled else ()),
    ]
    spans = _spans(durations(len(recording.frames)))
    shown: dict[Part, list[int]] = {}
    for number, frame in enumerate(recording.frames):
        words = caption(title, unit, recording, frame)
        for part in (*_parts(frame.board, style, labelled), *_words(words, board.rows + margin, -margin, font, style)):
            shown.setdefault(part, []).append(number)
        if len(shown) > MOST_PARTS and len(recording.frames) > 2:
            return None
    seconds = sum(durations(len(recording.frames)))
    together: dict[tuple[int, tuple[int, ...]], list[Part]] = {}
    for part, numbers in shown.items():
        together.setdefault((part.layer, tuple(numbers)), []).append(part)
    for (_, times), parts in sorted(together.items(), key=lambda item: item[0][0]):
        lines.append(timed("".join(_drawn(parts, board, style)), _joined(times, spans), seconds))
    return "\n".join([*lines, "</svg>"]) + "\n"


def timed(drawn: str, spans: Sequence[Span], seconds: float) -> str:
    """Return an element that is visible in parts of the time; the film takes `seconds` and repeats."""
    if not drawn or list(spans) == [(0, 1)]:
        return drawn
    ends = [end for span in spans for end in span]
    times = [*([] if ends[0] == 0 else [0.0]), *(end for end in ends if end < 1), 1.0]
    first = ends[0] == 0
    values = ["inline" if first == (place % 2 == 0) else "none" for place in range(len(times) - 1)]
    animation = (
        f'<animate attributeName="display" calcMode="discrete" dur="{seconds:g}s" repeatCount="indefinite" '
        f'keyTimes="{";".join(f"{time:.4f}".rstrip("0").rstrip(".") for time in times)}" '
        f'values="{";".join([*values, values[-1]])}"/>'
    )
    return f'<g display="{values[0]}">{animation}{drawn}</g>'


def _spans(seconds: Sequence[float]) -> list[Span]:
    """Return the share of the time of each frame."""
    ends = np.cumsum([0.0, *seconds]) / sum(seconds)
    return list(pairwise([*ends[:-1].tolist(), 1.0]))


def _joined(numbers: Sequence[int], spans: Sequence[Span]) -> list[Span]:
    """Return the times of some frames; neighbours are one span."""
    groups = groupby(enumerate(numbers), key=lambda item: item[1] - item[0])
    runs = [[number for _, number in group] for _, group in groups]
    return [(spans[run[0]][0], spans[run[-1]][1]) for run in runs]


def _parts(board: Board, style: PictureStyle, labelled: bool) -> Iterator[Part]:
    """Yield the parts of a board, except its empty squares."""
    for square in np.flatnonzero(board.heat >= 0.1).tolist():
        tenth = min(int(10 * board.heat[square]), 9)
        colour = between(style.square("square-light"), style.square("heat-last"), HEAT * tenth / 9)
        yield Part(PAPER, 0, (square, colour))
    signs = has_signs(board)
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        mark, (row, col) = board.marks[kind], divmod(square, board.cols)
        if paper := square_colour(mark, style, signs):
            yield Part(PAPER, 1, (square, paper))
        if signs and style.sign(mark.tone):
            yield Part(SIGNS, 1, sign_svg(mark, row, col, style))
    for links in board.links:
        for pair, weight in zip(links.pairs.tolist(), links.weights.tolist(), strict=True):
            (y1, x1), (y2, x2) = (divmod(square, board.cols) for square in pair)
            ends = f'x1="{x1 + 0.5}" y1="{y1 + 0.5}" x2="{x2 + 0.5}" y2="{y2 + 0.5}"'
            stroke = f'stroke="{style.link(links.tone)}" stroke-width="{0.02 + 0.1 * weight:.2f}"'
            yield Part(LINKS, 0, f"<line {ends} {stroke}/>")
    trail = board.trail.tolist()
    for number, move in enumerate(pairwise([*trail, *trail[: board.ring]])):
        yield Part(TRAIL, number, move)
    if labelled and style.numbers:
        # A square that is visited again has its last number.
        for square, number in {square: number for number, square in enumerate(trail, 1)}.items():
            row, col = divmod(square, board.cols)
            text = f'<text x="{col + 0.06:.2f}" y="{row + 0.26:.2f}" font-size="0.24" text-anchor="start" '
            yield Part(SIGNS, 2, f'{text}fill="{style.colours.foreground}">{number}</text>')


def _words(lines: Iterable[str], top: float, left: float, font: float, style: PictureStyle) -> Iterator[Part]:
    for number, line in enumerate(lines, 1):
        place = f'x="{left + font:.3f}" y="{top + 1.3 * number * font:.3f}" font-size="{font:.3f}" text-anchor="start"'
        weight = ' font-weight="bold"' if number == 1 else ""
        fill = f'fill="{style.colours.foreground}"'
        yield Part(WORDS, number, f"<text {place} {fill}{weight}>{escape(line)}</text>")


def _drawn(parts: Sequence[Part], board: Board, style: PictureStyle) -> Iterator[str]:
    """Draw parts of one layer that are visible at the same times."""
    layer = parts[0].layer
    if layer == PAPER:
        papers = [part.drawn for part in sorted(parts, key=lambda part: part.place)]
        for colour in dict.fromkeys(paper[1] for paper in papers):
            squares = [int(paper[0]) for paper in papers if paper[1] == colour]
            yield strokes(np.array(squares, np.int64), board.cols, str(colour), mark_width(board))
    elif layer == TRAIL:
        yield from _trail(parts, board, style)
    else:
        yield from (str(part.drawn) for part in sorted(parts, key=lambda part: part.place))


def _trail(parts: Sequence[Part], board: Board, style: PictureStyle) -> Iterator[str]:
    """Draw moves; moves of one shade that follow each other are one path. The shade is that of a whole tour."""
    total = board.rows * board.cols

    def shade(part: Part) -> int:
        return min(SHADES * part.place // total, SHADES - 1)

    def point(square: int | str) -> str:
        row, col = divmod(int(square), board.cols)
        return f"{col} {row}"

    ordered = sorted(parts, key=lambda part: part.place)
    for (number, _), group in groupby(enumerate(ordered), key=lambda item: (shade(item[1]), item[1].place - item[0])):
        moves = [part.drawn for _, part in group]
        colour = between(style.square("line-first"), style.square("line-last"), number / (SHADES - 1))
        points = "L".join([point(moves[0][0]), *(point(move[1]) for move in moves)])
        yield (
            f'<path transform="translate(.5 .5)" fill="none" stroke="{colour}" stroke-width="0.08" '
            f'stroke-linecap="round" stroke-linejoin="round" d="M{points}"/>'
        )
