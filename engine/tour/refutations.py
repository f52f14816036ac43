"""Rules that prove without a search that there is no tour.

Each rule is a function of the question. It returns the reason and the squares that the reason is about, or None if the
rule does not apply.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import BORDER, MOVES, Squares, degrees, square_name

Free = NDArray[np.bool_]
"""The board as rows and columns: False for a hole."""


@dataclass(frozen=True)
class Asked:
    """The question: the board, the start if given, and whether the tour must be closed."""

    free: Free
    start: int | None
    closed: bool

    def name(self, square: int) -> str:
        """Return the name of a square."""
        rows, cols = self.free.shape
        row, col = divmod(square, cols)
        return square_name(row, col, rows)

    def first(self, squares: Free) -> str:
        """Return the name of the first of some squares."""
        return self.name(int(np.flatnonzero(squares)[0]))


@dataclass(frozen=True)
class Refusal:
    """The reason why there is no tour."""

    reason: str
    squares: Squares
    """The squares of the proof."""


Rule = Callable[[Asked], Refusal | None]


def refusal(free: Free, start: int | None, closed: bool) -> Refusal | None:
    """Return the reason of the first rule that applies; None if no rule does."""
    asked = Asked(free, start, closed)
    refusals = (rule(asked) for rule in RULES)
    return next((each for each in refusals if each), None)


def too_few(asked: Asked) -> Refusal | None:
    """A closed tour needs four squares."""
    if asked.closed and asked.free.sum() < 4:
        return _refusal("a closed tour needs at least four squares", asked.free)
    return None


def colours(asked: Asked) -> Refusal | None:
    """Each move changes the colour of the knight's square."""
    rows, cols = asked.free.shape
    dark = np.add.outer(np.arange(rows), np.arange(cols)) % 2 == 1
    lights, darks = int((asked.free & ~dark).sum()), int((asked.free & dark).sum())
    more = asked.free & dark if darks > lights else asked.free & ~dark
    counted = f"here {lights:,} are light and {darks:,} dark"
    if asked.closed and lights != darks:
        law = "a knight changes colour with each move, so a closed tour has as many light squares as dark ones"
        return _refusal(f"{law}; {counted}", more)
    if abs(lights - darks) > 1:
        law = "a knight changes colour with each move, so light and dark squares of a tour differ by one at most"
        return _refusal(f"{law}; {counted}", more)
    if asked.start is not None and lights != darks and not more.flat[asked.start]:
        law = "a knight changes colour with each move, so the tour must begin on the colour with one more square"
        return _refusal(f"{law}; {counted}, and {asked.name(asked.start)} has the other colour", more)
    return None


def lonely(asked: Asked) -> Refusal | None:
    """A square without a neighbour cannot be reached."""
    if _roomy(asked.free) or asked.free.sum() == 1:
        return None
    alone = asked.free & (degrees(asked.free) == 0)
    if not alone.any():
        return None
    return _refusal(f"no knight's move leads to {asked.first(alone)} from any square of this board", alone)


def disconnected(asked: Asked) -> Refusal | None:
    """If the board has unconnected regions, no walk leads from one to another."""
    if _roomy(asked.free):
        return None
    reached = reachable(asked.free, int(np.flatnonzero(asked.free)[0]))
    if reached.sum() == asked.free.sum():
        return None
    numbers = f"{int(reached.sum()):,} of {int(asked.free.sum()):,} squares"
    rest = asked.free & ~reached
    less = reached if reached.sum() <= rest.sum() else rest
    return _refusal(f"the board is not connected: from {asked.first(reached)} only {numbers} can be reached", less)


def ends(asked: Asked) -> Refusal | None:
    """A square with one neighbour must be an end of the tour."""
    if _roomy(asked.free):
        return None
    single = asked.free & (degrees(asked.free) == 1)
    if asked.closed and single.any():
        only = f"only one knight's move leads to {asked.first(single)}"
        return _refusal(f"{only}, so a closed tour cannot enter and leave it", single)
    others = 2
    if asked.start is not None:
        single.flat[asked.start] = False
        others = 1
    if single.sum() <= others:
        return None
    names = ", ".join(asked.name(int(square)) for square in np.flatnonzero(single)[: others + 1])
    law = f"a square with only one knight's move ({names}) must be an end of the tour"
    rest = "but a tour has two ends" if asked.start is None else f"but one end is {asked.name(asked.start)}"
    return _refusal(f"{law}, {rest}", single)


def four_rows(asked: Asked) -> Refusal | None:
    """Pósa's argument: on four rows, outer squares lead only to inner ones, and each move changes the colour."""
    if not asked.free.all() or 4 not in asked.free.shape or min(asked.free.shape) < 3:
        return None
    lines = "rows" if asked.free.shape[0] == 4 else "columns"
    inner = np.zeros_like(asked.free)
    inner[(slice(1, 3), slice(None)) if lines == "rows" else (slice(None), slice(1, 3))] = True
    law = f"on 4 {lines} outer squares lead only to inner squares, so"
    turns = "alternates outer and inner squares as well as light and dark ones, and misses half of each kind"
    if asked.closed:
        return _refusal(f"{law} a closed tour {turns} (Pósa)", ~inner)
    if asked.start is not None and inner.flat[asked.start]:
        return _refusal(f"{law} a tour from the inner square {asked.name(asked.start)} {turns} (Pósa)", ~inner)
    return None


def known_boards(asked: Asked) -> Refusal | None:
    """Boards without holes that are known to have no tour, by theorem or exhaustive search."""
    if not asked.free.all():
        return None
    size = tuple(sorted(asked.free.shape))
    if asked.closed and size in ((3, 4), (3, 6), (3, 8)):
        return _refusal("3 x 4, 3 x 6 and 3 x 8 have no closed tour (Schwenk, 1991)", ~asked.free)
    if size in ((3, 3), (3, 5), (3, 6), (4, 4)):
        words = f"{size[0]} x {size[1]} has no tour, as exhaustive search has shown"
        return _refusal(words, ~asked.free)
    return None


RULES: tuple[Rule, ...] = (too_few, colours, lonely, disconnected, ends, four_rows, known_boards)
"""All rules, the simplest first."""


def reachable(free: Free, square: int) -> Free:
    """Return all squares that a knight can reach from a square."""
    # The board is one long integer with a bit for each square: a shift moves all knights at once.
    rows, cols = free.shape
    width = cols + 2 * BORDER
    mask = int.from_bytes(np.packbits(np.pad(free, BORDER), bitorder="little").tobytes(), "little")
    row, col = divmod(square, cols)
    reached = before = 1 << ((row + BORDER) * width + col + BORDER)
    steps = [down * width + right for down, right in MOVES if down * width + right > 0]
    while before:
        after = 0
        for step in steps:
            after |= before << step | before >> step
        before = after & mask & ~reached
        reached |= before
    size = (rows + 2 * BORDER) * width
    flat = np.frombuffer(reached.to_bytes(-(-size // 8), "little"), np.uint8)
    whole = np.unpackbits(flat, count=size, bitorder="little").reshape(-1, width)
    return whole[BORDER:-BORDER, BORDER:-BORDER].astype(bool)


def _roomy(free: Free) -> bool:
    """Return whether the board is large and has no holes: then it is connected, and every square has two moves."""
    return bool(free.all()) and min(free.shape) >= 3 and free.size > 9


def _refusal(reason: str, squares: Free) -> Refusal:
    return Refusal(reason, np.flatnonzero(squares))
