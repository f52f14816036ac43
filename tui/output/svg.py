"""Boards as SVG pictures that need nothing else: squares, what stands on them, what joins them, and a trail as a line.

A square is one unit wide. Squares of a colour are strokes of one path, one unit thick, and the trail goes from centre
to centre in steps relative to the last one: a board of 1000 x 1000 takes less than a dozen bytes for each square.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.core.frame import Board, Tone
from knightwatch.tui.colours import LIGHT

MOST_LABELLED = 26
"""Rows or columns beyond which the edges carry no coordinates."""
MOST_CHEQUERED = 100
"""Rows or columns beyond which squares are too small to be told apart, and have one colour."""
MOST_SIGNS = 5_000
"""Marks beyond which signs, one element each, would overburden a viewer; their squares are coloured instead."""
PIXELS = 900
"""Width or height, whichever is larger, at which a viewer that is told nothing else shows the picture."""
MARGIN = 0.75
SHADES = 16
"""Parts of a trail, each with a colour of its own."""
TITLE = 0.6
"""Height of the line with the title of one of several boards."""
WIDE = 1.5
"""About how many times as wide as high several boards are together."""

COLOURS = LIGHT.board
SIGN = {
    Tone.PIECE: COLOURS["square-piece"],
    Tone.BLACK: COLOURS["square-black-text"],
    Tone.WHITE: COLOURS["square-white-text"],
    Tone.ALARM: COLOURS["square-alarm-text"],
    Tone.HINT: COLOURS["square-hint"],
    Tone.GOOD: COLOURS["square-good-text"],
}
"""Colours of signs; a hole has none, as there is nothing to be seen."""
PAPER = {Tone.ALARM: COLOURS["square-alarm"], Tone.GOOD: COLOURS["square-good"]}
"""Colours of squares that a mark colours all over."""
LINK = {Tone.ALARM: COLOURS["line-alarm"], Tone.HINT: COLOURS["line-hint"], Tone.HEAT: COLOURS["heat-last"]}
"""Colours of lines that join squares; others are drawn like the end of a trail."""

Squares = NDArray[np.int64]


def drawing(board: Board) -> str:
    """Return a picture of a board."""
    return "\n".join(_elements(board)) + "\n"


def sheet(titled: Sequence[tuple[str, Board]]) -> str:
    """Return a picture of boards of one size, in rows, each with its title below; of one board, that alone."""
    if len(titled) == 1:
        return drawing(titled[0][1])
    board = titled[0][1]
    width, height = board.cols + 2 * MARGIN, board.rows + 2 * MARGIN + TITLE
    cols = min(range(1, len(titled) + 1), key=lambda n: abs(n * width - ceil(len(titled) / n) * height * WIDE))
    across, down = cols * width, ceil(len(titled) / cols) * height
    unit = 2 * PIXELS / max(across, down)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across * unit:.0f}" height="{down * unit:.0f}" '
        f'viewBox="0 0 {across} {down}" font-family="sans-serif" font-size="0.5" text-anchor="middle">',
        f'<rect width="{across}" height="{down}" fill="{LIGHT.background}"/>',
    ]
    for place, (title, each) in enumerate(titled):
        row, col = divmod(place, cols)
        x, y = col * width, row * height
        lines += _elements(each, f'x="{x}" y="{y}" width="{width}" height="{height - TITLE}"')
        at = f'x="{x + width / 2}" y="{y + height - TITLE / 3:.2f}"'
        lines.append(f'<text {at} fill="{LIGHT.foreground}">{escape(title)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _elements(board: Board, place: str = "") -> Iterator[str]:
    """Draw a board, of the usual size or where it has its place in another picture."""
    rows, cols = board.rows, board.cols
    side = max(rows, cols)
    margin = MARGIN if side <= MOST_LABELLED else 0
    width, height = cols + 2 * margin, rows + 2 * margin
    unit = PIXELS / max(width, height)
    size = place or f'width="{width * unit:.0f}" height="{height * unit:.0f}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="{-margin} {-margin} {width} {height}" font-family="sans-serif" font-size="0.6" text-anchor="middle">'
    )
    yield f"<title>A board of {rows} x {cols}</title>"
    yield f'<rect x="{-margin}" y="{-margin}" width="{width}" height="{height}" fill="{LIGHT.background}"/>'
    yield from _squares(board)
    many = len(board.squares) > MOST_SIGNS
    for kind, mark in enumerate(board.marks):
        colour = PAPER.get(mark.tone) or (SIGN.get(mark.tone) if many else None)
        places = board.squares[board.kinds == kind]
        if colour and len(places):
            # Squares of a very large board are far smaller than what can be seen.
            yield _strokes(places, cols, colour, max(1, side // PIXELS))
    yield from _links(board)
    yield from _trail(board)
    if not many:
        yield from _signs(board)
    if margin:
        yield from _labels(rows, cols)
    yield "</svg>"


def _squares(board: Board) -> Iterator[str]:
    """Draw the squares that are there, light ones all over and dark ones on top."""
    rows, cols = board.rows, board.cols
    holes = [kind for kind, mark in enumerate(board.marks) if mark.tone is Tone.HOLE]
    missing = board.squares[np.isin(board.kinds, holes)]
    chequered = max(rows, cols) <= MOST_CHEQUERED
    colour = COLOURS["square-light"]
    if not len(missing):
        yield f'<rect width="{cols}" height="{rows}" fill="{colour}"/>'
    if not (len(missing) or chequered):
        return
    there = np.ones(rows * cols, bool)
    there[missing] = False
    squares = np.flatnonzero(there)
    if len(missing):
        yield _strokes(squares, cols, colour)
    if chequered:
        yield _strokes(squares[(squares // cols + squares % cols) % 2 == 1], cols, COLOURS["square-dark"])


def _strokes(squares: Squares, cols: int, colour: str, size: int = 1) -> str:
    """Draw squares as strokes, from left to right and as long as they adjoin."""
    squares = np.unique(squares)
    begins = np.ones(len(squares), bool)
    begins[1:] = (np.diff(squares) > 1) | (squares[1:] % cols == 0)
    firsts = np.flatnonzero(begins)
    lengths = np.diff(firsts, append=len(squares))
    parts, last_row, end = [], -1, 0
    for square, length in zip(squares[firsts].tolist(), lengths.tolist(), strict=True):
        row, col = divmod(square, cols)
        parts.append(f"m{col - end} 0h{length}" if row == last_row else f"\nM{col} {row}h{length}")
        last_row, end = row, col + length
    return (
        f'<path transform="translate(0 .5)" fill="none" stroke="{colour}" stroke-width="{size}" '
        f'stroke-linecap="{"square" if size > 1 else "butt"}" shape-rendering="crispEdges" d="{"".join(parts)[1:]}"/>'
    )


def _links(board: Board) -> Iterator[str]:
    """Draw what joins squares, the thicker the more it weighs."""
    for links in board.links:
        if not 0 < len(links.pairs) <= MOST_SIGNS:
            continue
        yield f'<g stroke="{LINK.get(links.tone, COLOURS["line-last"])}" stroke-linecap="round">'
        yield f"<title>{escape(links.name)}</title>"
        for pair, weight in zip(links.pairs.tolist(), links.weights.tolist(), strict=True):
            (y1, x1), (y2, x2) = (divmod(square, board.cols) for square in pair)
            ends = f'x1="{x1 + 0.5}" y1="{y1 + 0.5}" x2="{x2 + 0.5}" y2="{y2 + 0.5}"'
            yield f'<line {ends} stroke-width="{0.02 + 0.1 * weight:.3f}"/>'
        yield "</g>"


def _trail(board: Board) -> Iterator[str]:
    """Draw the trail as a line that changes its colour on the way, a circle where it begins, a square where it ends."""
    if not len(board.trail):
        return
    side = max(board.rows, board.cols)
    way = np.append(board.trail, board.trail[0]) if board.ring else board.trail
    row, col = np.divmod(way, board.cols)
    yield (
        f'<g transform="translate(.5 .5)" fill="none" stroke-width="{0.08 if side <= MOST_CHEQUERED else 0.3}" '
        f'stroke-linejoin="round" stroke-linecap="round">'
    )
    moves = len(way) - 1
    for shade in range(min(SHADES, moves)):
        first, last = (moves * end // min(SHADES, moves) for end in (shade, shade + 1))
        stroke = _between(COLOURS["line-first"], COLOURS["line-last"], last / moves)
        yield f'<path stroke="{stroke}" d="{_line(col[first : last + 1], row[first : last + 1])}"/>'
    yield "</g>"
    size = round(max(0.22, side / 150), 2)
    style = f'fill="{COLOURS["trail-last"]}" stroke="{COLOURS["trail-first"]}" stroke-width="{size / 4:.2f}"'
    (x, y), (last_x, last_y) = ((int(col[at]), int(row[at])) for at in (0, len(board.trail) - 1))
    yield (
        f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r="{size}" {style}>'
        f"<title>start: {square_name(y, x, board.rows)}</title></circle>"
    )
    if len(board.trail) > 1:
        yield (
            f'<rect x="{last_x + 0.5 - size:.2f}" y="{last_y + 0.5 - size:.2f}" width="{2 * size}" height="{2 * size}" '
            f"{style}><title>end: {square_name(last_y, last_x, board.rows)}</title></rect>"
        )


def _line(col: Squares, row: Squares) -> str:
    """Return the steps of a line."""
    points = zip(np.diff(col, prepend=0).tolist(), np.diff(row, prepend=0).tolist(), strict=True)
    # A minus sign keeps numbers apart as well as a blank does; the line breaks are for editors.
    steps = [f"{'' if x < 0 else ' '}{x}{'' if y < 0 else ' '}{y}" for x, y in points]
    return "m" + "\n".join("".join(steps[i : i + 50]) for i in range(0, len(steps), 50))


def _between(first: str, last: str, share: float) -> str:
    """Return a colour that has a share of the last one."""
    pairs = ((int(first[at : at + 2], 16), int(last[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _signs(board: Board) -> Iterator[str]:
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        mark, (row, col) = board.marks[kind], divmod(square, board.cols)
        if mark.tone in SIGN:
            # White would be lost on light squares, so that it stands on a disc.
            if mark.tone is Tone.WHITE:
                yield f'<circle cx="{col + 0.5}" cy="{row + 0.5}" r="0.4" fill="{COLOURS["square-white"]}"/>'
            yield f'<text x="{col + 0.5}" y="{row + 0.72:.2f}" fill="{SIGN[mark.tone]}">{escape(mark.sign)}</text>'


def _labels(rows: int, cols: int) -> Iterator[str]:
    yield f'<g font-size="0.4" fill="{LIGHT.foreground}">'
    for col in range(cols):
        yield f'<text x="{col + 0.5}" y="{rows + 0.5}">{file_name(col)}</text>'
    for row in range(rows):
        yield f'<text x="-0.4" y="{row + 0.65:.2f}">{rows - row}</text>'
    yield "</g>"
