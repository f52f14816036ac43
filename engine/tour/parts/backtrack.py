"""What a state of `backtrack` and `warnsdorff` consisted of: the squares to choose from, and the stack behind them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from knightwatch.engine.core.frame import Board, Links, Tone
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Insight, Pages, Parts, Setback, before_and_after
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels.backtrack import Counter
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.outlook import LARGEST, Loss, losses, told
from knightwatch.engine.tour.problem import LOST
from knightwatch.engine.tour.solvers.backtrack import DepthFirst

MOST = 200
"""Squares of the stack that are listed, the last ones."""


def pages(search: DepthFirst[Any], before: Before) -> Pages:
    """Return the move and the stack."""
    if search.counter(Counter.DEPTH) < 2:
        return before_and_after(search, before)
    return _move(search, before), _stack(search, before)


def levels(search: DepthFirst[Any], last: int) -> list[tuple[int, list[int], list[int], int]]:
    """Return squares of the walk up to the last one, which comes first, as they are numbered with the border.

    Each has the candidates that were tried in vain, those still to be tried, in their order, and the one in use, 0 at
    the walk's end.
    """
    state, depth = search.state, search.counter(Counter.DEPTH)
    path = [int(square) for square in state["path"][:depth]]
    place = {square: i for i, square in enumerate(path)}
    found = []
    for i in range(last, max(-1, last - MOST), -1):
        here, waiting, left = path[i], int(state["pending"][i]), []
        while waiting:
            left.append(search.after(here, (waiting & 15) - 1))
            waiting >>= 4
        used = path[i + 1] if i + 1 < depth else 0
        around = (search.after(here, k) for k in range(8))
        # What is free, or was visited only after this square, was a candidate here.
        able = [s for s in around if state["ways"][s] < VISITED or place.get(s, -1) > i]
        found.append((here, [s for s in able if s not in left and s != used], left, used))
    return found


def _move(search: DepthFirst[Any], before: Before) -> Page:
    """Return the square that the last move began on, with everything that it could choose from."""
    depth = search.counter(Counter.DEPTH)
    ((here, tried, left, used), *_) = levels(search, depth - 2)
    ways, wall = search.state["ways"], search.constants.wall
    standing = {**dict.fromkeys(tried, "tried in vain"), used: "chosen now"}
    standing |= {square: f"left, turn {k}" for k, square in enumerate(left, 1)}
    table: Table = (
        ("candidate", "ways on", "to wall", ""),
        *((search.name_of(s), f"{int(ways[s]) % int(VISITED)}", f"{wall[s]}", words) for s, words in standing.items()),
    )
    pictures = Picture("before", before.frame.board), Picture("after", search.frame().board)
    return Page(f"from {search.name_of(here)}", search.frame().sentence, pictures, table=table)


def _stack(search: DepthFirst[Any], before: Before) -> Page:
    """Return the squares of the walk, the last first, with what was tried from each and what is left."""
    depth, were = search.counter(Counter.DEPTH), int(before.state["counters"][Counter.DEPTH])
    rows = [("depth", "square", "in vain", "in use", "left")]
    stack = levels(search, depth - 1)
    names = search.name_of
    for below, (here, tried, left, used) in enumerate(stack):
        in_use = names(used) if used else ""
        rows.append(
            (f"{depth - below:,}", names(here), " ".join(map(names, tried)), in_use, " ".join(map(names, left)))
        )
    open_now = sum(len(left) for _, _, left, _ in stack)
    back = search.counter(Counter.BACKED)
    taken = ", ".join(names(int(square)) for square in before.state["path"][were - back : were][::-1][:8])
    stepped = f"Taken off the stack: {taken}{' and others' if back > 8 else ''}. " if back else ""
    more = f", here the last {MOST}" if depth > MOST else ""
    sentence = (
        f"{stepped}The stack has {counted_noun(depth, 'square')}{more}; {counted_noun(open_now, 'candidate')} on it "
        f"{'is' if open_now == 1 else 'are'} still to be tried, the uppermost first."
    )
    if not search.back:
        sentence = "Warnsdorff's rule alone never comes back to what is left: it goes on, or it is stuck."
    return Page("the stack", sentence, (Picture("after", search.frame().board),), table=tuple(rows))


def stuck(search: DepthFirst[Any]) -> bool:
    """Tell whether the walk has just come to a dead end."""
    depth = search.counter(Counter.DEPTH)
    return not search.found() and not search.counter(Counter.EXHAUSTED) and not search.state["pending"][depth - 1]


def lost(search: DepthFirst[Any], state: State) -> Iterator[Insight | None]:  # noqa: ARG001
    """Find out which move of the walk was the first after which it could not become a tour."""
    problem, trail = search.problem, search.trail
    if problem.squares > LARGEST:
        return
    for loss in losses(problem, trail):
        yield Insight(told(problem, trail, loss), _where(search, loss)) if loss else None


def _where(search: DepthFirst[Any], loss: Loss) -> Board:
    """Return the walk, with the move that lost."""
    board, trail = search.frame().board, search.trail
    if not loss.exact or loss.gone < 2:
        return board
    move = Links.equal("the move after which no tour was possible", Tone.ALARM, trail[loss.gone - 2 : loss.gone])
    squares = np.append(board.squares, trail[loss.gone - 1])
    kinds = np.append(board.kinds, np.uint8(board.marks.index(LOST)))
    return replace(board, squares=squares, kinds=kinds, links=(*board.links, move))


PARTS = Parts(pages, ("path", "counters"), Setback(stuck, lost))
