"""The layout of a page: the size of its boards, how many of them stand side by side, and where its table goes.

Boards are as large as the room allows. If all boards of a page would be too small to show a line, or a sign, fewer are
visible at once; the keys that turn pages then show the others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from textwrap import wrap

from knightwatch.engine.core.page import Page
from knightwatch.tui.widgets.board.scale import Scale, scales

MOST_LINES = 2
"""Largest number of lines for a board's name."""
LEAST_CELLS = 5
"""Lines that rows of cells keep, even if boards could use them."""
TABLE_SHARE = 0.4
"""Largest share of the height for a table below the boards."""
LEAST_SHOWN = 2
"""Boards that stay side by side, so that they can be compared, unless a single one is needed for its signs."""
GAP = 1
"""Columns between two boards."""


@dataclass(frozen=True)
class PageRoom:
    """The room for a page, and the room that its table and its rows of cells want."""

    width: int
    height: int
    table: tuple[int, int] = (0, 0)
    cells: int = 0


@dataclass(frozen=True)
class PageLayout:
    """The layout of a page in a room."""

    scale: Scale
    shown: int
    """Boards side by side."""
    slot: int
    """Columns for each board."""
    lines: int
    """Lines for the names of boards."""
    stacked: bool
    """Whether the table is below the boards, not beside them."""
    cells: int
    """Lines for rows of cells; they scroll if they need more."""


def page_layout(page: Page, room: PageRoom, plain: bool, widest: int | None = None) -> PageLayout:
    """Return the best layout of a page; squares have at most `widest` columns."""
    boards = len(page.pictures)
    board = page.board
    choices = [each for labels in (True, False) for each in scales(board, plain, labels)]
    choices = [each for each in choices if widest is None or each.width <= widest] or choices[-1:]
    roomy = [each for each in choices if each.signs and each.height > 1]
    signed = [each for each in choices if each.signs]
    counts = boards, *range(boards - 1, LEAST_SHOWN - 1, -1)
    for some, shown in [*product((roomy, signed), counts), (signed, 1), (choices, boards)]:
        for cells in (room.cells, min(room.cells, LEAST_CELLS)):
            fitting = list(_fitting(page, room, some, shown, cells))
            if fitting:
                return max(fitting, key=lambda each: (each.scale.width * each.scale.height, each.scale.labels))
    return _placed(page, room, choices[-1], boards, min(room.cells, LEAST_CELLS), stacked=False)


def _fitting(page: Page, room: PageRoom, choices: Sequence[Scale], shown: int, cells: int) -> Iterator[PageLayout]:
    """Yield all layouts that fit, those with the table beside the boards first."""
    for stacked, scale in product((False, True) if room.table[0] else (False,), choices):
        layout = _placed(page, room, scale, shown, cells, stacked)
        below = min(room.table[1], int(room.height * TABLE_SHARE)) if stacked else 0
        width, height = scale.size
        if width + GAP <= layout.slot and height + layout.lines + below + cells <= room.height:
            yield layout


def _placed(page: Page, room: PageRoom, scale: Scale, shown: int, cells: int, stacked: bool) -> PageLayout:
    slot = max(1, (room.width - (0 if stacked else room.table[0])) // shown)
    lines = min(max(len(wrap(picture.name, slot)) for picture in page.pictures), MOST_LINES)
    return PageLayout(scale, shown, slot, lines, stacked, cells)
