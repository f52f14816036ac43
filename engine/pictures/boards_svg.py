"""Boards as self-contained SVG drawings: squares, marks, links between squares, and the trail as a numbered line.

A square is one unit wide. All squares of a colour are one path of strokes, one unit thick. The trail is a path of
relative steps. So a board of 1000 x 1000 takes fewer than 12 bytes for each square.
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.pictures.colours import between
from knightwatch.engine.pictures.style import PIXELS, USUAL, PictureStyle

MOST_LABELLED = 26
"""Rows or columns of the largest board with coordinates."""
MOST_CHEQUERED = 100
"""Rows or columns of the largest chequered board; on larger ones, squares are too small to see."""
MOST_SIGNS = 5_000
"""Most marks that are drawn as signs, one element each; with more, viewers get slow, so squares are coloured."""
LEAST_SIGN = 6
"""Pixels of the smallest square with a sign; on smaller ones nobody would see it, so squares are coloured."""
MARGIN = 0.75
"""Width of the edge with the coordinates, in squares."""
SHADES = 16
"""Number of colours along a trail."""
TITLE = 0.6
"""Height of the title below each of several boards."""
WIDE = 1.5
"""Target ratio of width to height for a sheet of boards."""

HEAT = 0.75
"""Share of the heat's colour on the hottest squares."""

Squares = NDArray[np.int64]


def drawing(board: Board, style: PictureStyle = USUAL) -> str:
    """Return a drawing of a board."""
    return "\n".join(_elements(board, style)) + "\n"


def sheet(titled: Sequence[tuple[str, Board]], style: PictureStyle = USUAL) -> str:
    """Return a drawing of boards of one size in rows, each with its title below; a single board has no title."""
    if len(titled) == 1:
        return drawing(titled[0][1], style)
    board = titled[0][1]
    width, height = board.cols + 2 * MARGIN, board.rows + 2 * MARGIN + TITLE
    cols = min(range(1, len(titled) + 1), key=lambda n: abs(n * width - ceil(len(titled) / n) * height * WIDE))
    across, down = cols * width, ceil(len(titled) / cols) * height
    unit = 2 * style.pixels / max(across, down)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across * unit:.0f}" height="{down * unit:.0f}" '
        f'viewBox="0 0 {across} {down}" font-family="sans-serif" font-size="0.5" text-anchor="middle">',
        f'<rect width="{across}" height="{down}" fill="{style.colours.background}"/>',
    ]
    for place, (title, each) in enumerate(titled):
        row, col = divmod(place, cols)
        x, y = col * width, row * height
        lines += _elements(each, style, f'x="{x}" y="{y}" width="{width}" height="{height - TITLE}"')
        at = f'x="{x + width / 2}" y="{y + height - TITLE / 3:.2f}"'
        lines.append(f'<text {at} fill="{style.colours.foreground}">{escape(title)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _elements(board: Board, style: PictureStyle, place: str = "") -> Iterator[str]:
    """Draw a board, in the default size or at a place in another drawing."""
    rows, cols = board.rows, board.cols
    side = max(rows, cols)
    margin = MARGIN if side <= MOST_LABELLED else 0
    width, height = cols + 2 * margin, rows + 2 * margin
    unit = style.pixels / max(width, height)
    size = place or f'width="{width * unit:.0f}" height="{height * unit:.0f}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="{-margin} {-margin} {width} {height}" font-family="sans-serif" font-size="0.6" text-anchor="middle">'
    )
    yield f"<title>A board of {rows} x {cols}</title>"
    yield f'<rect x="{-margin}" y="{-margin}" width="{width}" height="{height}" fill="{style.colours.background}"/>'
    yield from squares_svg(board, style)
    yield from _heat(board, style)
    signs = has_signs(board)
    for kind, mark in enumerate(board.marks):
        colour = square_colour(mark, style, signs)
        places = board.squares[board.kinds == kind]
        if colour and len(places):
            yield strokes(places, cols, colour, mark_width(board))
    yield from _links(board, style)
    yield from _trail(board, style)
    if signs:
        yield from _signs(board, style)
    if margin:
        yield from labels_svg(board, style)
        if style.numbers:
            yield from _numbers(board, style)
    yield "</svg>"


def has_signs(board: Board) -> bool:
    """Tell whether marks are drawn as signs: few marks, on squares that are large enough."""
    return len(board.squares) <= MOST_SIGNS and LEAST_SIGN * max(board.rows, board.cols) <= PIXELS


def square_colour(mark: Mark, style: PictureStyle, signs: bool) -> str:
    """Return the colour with which a mark fills its square; empty if it does not fill it."""
    return style.paper(mark.tone) or ("" if signs else style.sign(mark.tone))


def mark_width(board: Board) -> int:
    """Return how wide a filled square is, in squares: about two pixels at least, also on a very large board."""
    return max(1, ceil(2 * max(board.rows, board.cols) / PIXELS))


def squares_svg(board: Board, style: PictureStyle) -> Iterator[str]:
    """Draw all squares but the holes: first light everywhere, then the dark ones on top."""
    rows, cols = board.rows, board.cols
    holes = [kind for kind, mark in enumerate(board.marks) if mark.tone is Tone.HOLE]
    missing = board.squares[np.isin(board.kinds, holes)]
    chequered = max(rows, cols) <= MOST_CHEQUERED
    colour = style.square("square-light")
    if not len(missing):
        yield f'<rect width="{cols}" height="{rows}" fill="{colour}"/>'
    if not (len(missing) or chequered):
        return
    there = np.ones(rows * cols, bool)
    there[missing] = False
    squares = np.flatnonzero(there)
    if len(missing):
        yield strokes(squares, cols, colour)
    if chequered:
        yield strokes(squares[(squares // cols + squares % cols) % 2 == 1], cols, style.square("square-dark"))


def _heat(board: Board, style: PictureStyle) -> Iterator[str]:
    """Colour the squares by their heat, in tenths."""
    tenths = np.minimum((10 * board.heat).astype(np.int64), 9)
    for tenth in np.unique(tenths[tenths > 0]).tolist():
        colour = between(style.square("square-light"), style.square("heat-last"), HEAT * tenth / 9)
        yield strokes(np.flatnonzero(tenths == tenth), board.cols, colour)


def strokes(squares: Squares, cols: int, colour: str, size: int = 1) -> str:
    """Draw squares as horizontal strokes; neighbours share a stroke."""
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


def _links(board: Board, style: PictureStyle) -> Iterator[str]:
    """Draw links between squares; a heavier link is thicker."""
    for links in board.links:
        if not 0 < len(links.pairs) <= MOST_SIGNS:
            continue
        yield f'<g stroke="{style.link(links.tone)}" stroke-linecap="round">'
        yield f"<title>{escape(links.name)}</title>"
        for pair, weight in zip(links.pairs.tolist(), links.weights.tolist(), strict=True):
            (y1, x1), (y2, x2) = (divmod(square, board.cols) for square in pair)
            ends = f'x1="{x1 + 0.5}" y1="{y1 + 0.5}" x2="{x2 + 0.5}" y2="{y2 + 0.5}"'
            yield f'<line {ends} stroke-width="{0.02 + 0.1 * weight:.3f}"/>'
        yield "</g>"


def _trail(board: Board, style: PictureStyle) -> Iterator[str]:
    """Draw the trail as a line with changing colour, a circle at its start and a square at its end."""
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
        stroke = between(style.square("line-first"), style.square("line-last"), last / moves)
        yield f'<path stroke="{stroke}" d="{_line(col[first : last + 1], row[first : last + 1])}"/>'
    yield "</g>"
    size = round(max(0.22, side / 150), 2)
    colours = (
        f'fill="{style.square("trail-last")}" stroke="{style.square("trail-first")}" stroke-width="{size / 4:.2f}"'
    )
    (x, y), (last_x, last_y) = ((int(col[at]), int(row[at])) for at in (0, len(board.trail) - 1))
    yield (
        f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r="{size}" {colours}>'
        f"<title>start: {square_name(y, x, board.rows)}</title></circle>"
    )
    if len(board.trail) > 1:
        yield (
            f'<rect x="{last_x + 0.5 - size:.2f}" y="{last_y + 0.5 - size:.2f}" width="{2 * size}" height="{2 * size}" '
            f"{colours}><title>end: {square_name(last_y, last_x, board.rows)}</title></rect>"
        )


def _line(col: Squares, row: Squares) -> str:
    """Return a path of relative steps."""
    points = zip(np.diff(col, prepend=0).tolist(), np.diff(row, prepend=0).tolist(), strict=True)
    # A minus sign separates numbers, as a blank does; line breaks are for editors.
    steps = [f"{'' if x < 0 else ' '}{x}{'' if y < 0 else ' '}{y}" for x, y in points]
    return "m" + "\n".join("".join(steps[i : i + 50]) for i in range(0, len(steps), 50))


def _signs(board: Board, style: PictureStyle) -> Iterator[str]:
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        mark, (row, col) = board.marks[kind], divmod(square, board.cols)
        if style.sign(mark.tone):
            yield sign_svg(mark, row, col, style)


def sign_svg(mark: Mark, row: int, col: int, style: PictureStyle) -> str:
    """Draw the sign of a mark: a knight on a disc of its colour, a hint with a halo over the link to its square."""
    disc = halo = ""
    if mark.tone in (Tone.BLACK, Tone.WHITE):
        fill = style.square(f"square-{mark.tone}")
        disc = f'<circle cx="{col + 0.5}" cy="{row + 0.5}" r="0.4" fill="{fill}"/>'
    elif mark.tone is Tone.HINT:
        paper = style.square("square-dark" if (row + col) % 2 else "square-light")
        halo = f' stroke="{paper}" stroke-width="0.2" stroke-linejoin="round" paint-order="stroke"'
    colour, sign = style.sign(mark.tone), escape(mark.sign)
    return f'{disc}<text x="{col + 0.5}" y="{row + 0.72:.2f}" fill="{colour}"{halo}>{sign}</text>'


def labels_svg(board: Board, style: PictureStyle) -> Iterator[str]:
    """Draw the names of files and ranks around a board."""
    yield f'<g font-size="0.4" fill="{style.colours.foreground}">'
    for col in range(board.cols):
        yield f'<text x="{col + 0.5}" y="{board.rows + 0.5}">{file_name(col)}</text>'
    for row in range(board.rows):
        yield f'<text x="-0.4" y="{row + 0.65:.2f}">{board.rows - row}</text>'
    yield "</g>"


def _numbers(board: Board, style: PictureStyle) -> Iterator[str]:
    """Number the squares of the trail, in their corners; a square that is visited again has its last number."""
    if len(board.trail):
        yield f'<g font-size="0.24" text-anchor="start" fill="{style.colours.foreground}">'
        for square, number in {square: number for number, square in enumerate(board.trail.tolist(), 1)}.items():
            row, col = divmod(square, board.cols)
            yield f'<text x="{col + 0.06:.2f}" y="{row + 0.26:.2f}">{number}</text>'
        yield "</g>"
