"""Pages about a step of `backtrack` and `warnsdorff`: the candidates of the last move, and the stack."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from knightwatch.engine.core.frame import Board, Links, Tone
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Insight, Pages, Parts, Setback, before_and_after
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.completion import (
    LARGEST,
    Loss,
    loss_sentence,
    plain_reason,
    reason_sentence,
    search_loss,
)
from knightwatch.engine.tour.kernels.backtrack import Counter
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.problem import KNIGHT, LOST
from knightwatch.engine.tour.solvers.backtrack import DepthFirst

MOST = 200
"""Most squares of the stack in the table: the last ones."""


def pages(search: DepthFirst[Any], before: Before) -> Pages:
    """Return the page of the move and the page of the stack."""
    if search.counter(Counter.DEPTH) < 2:
        return before_and_after(search, before)
    return _move(search, before), _tree(search), _stack(search, before)


def levels(search: DepthFirst[Any], last: int) -> list[tuple[int, list[int], list[int], int]]:
    """Return the squares of the walk up to index `last`, the last one first, numbered with the border.

    Each comes with its failed candidates, its untried candidates in order, and the candidate that the walk uses; 0 at
    the end of the walk.
    """
    state, depth = search.state, search.counter(Counter.DEPTH)
    path = [int(square) for square in state["path"][:depth]]
    place = {square: i for i, square in enumerate(path)}
    stack = []
    for i in range(last, max(-1, last - MOST), -1):
        here, waiting, untried = path[i], int(state["pending"][i]), []
        while waiting:
            untried.append(search.after(here, (waiting & 15) - 1))
            waiting >>= 4
        used = path[i + 1] if i + 1 < depth else 0
        around = (search.after(here, k) for k in range(8))
        # A neighbour was a candidate here if it is free, or was visited after this square.
        candidates = [s for s in around if state["ways"][s] < VISITED or place.get(s, -1) > i]
        stack.append((here, [s for s in candidates if s not in untried and s != used], untried, used))
    return stack


def _move(search: DepthFirst[Any], before: Before) -> Page:
    """Return the page of the last move, with all candidates."""
    depth = search.counter(Counter.DEPTH)
    ((here, failed, untried, used), *_) = levels(search, depth - 2)
    ways, wall = search.state["ways"], search.constants.wall
    status = {**dict.fromkeys(failed, "failed"), used: "chosen now"}
    status |= {square: f"untried, number {k} in line" for k, square in enumerate(untried, 1)}
    table: Table = (
        ("candidate", "ways on", "distance to edge", "status"),
        *((search.name_of(s), f"{int(ways[s]) % int(VISITED)}", f"{wall[s]}", words) for s, words in status.items()),
    )
    pictures = Picture("before", before.frame.board), Picture("after", search.frame().board)
    return Page(f"from {search.name_of(here)}", search.frame().sentence, pictures, table=table)


def _tree(search: DepthFirst[Any]) -> Page:
    """Return the page of the search tree."""
    frame = search.frame()
    assert frame.tree
    return Page("the tree", frame.tree.sentence("squares"), (Picture("", frame.board),), tree=frame.tree)


def _stack(search: DepthFirst[Any], before: Before) -> Page:
    """Return the page of the stack: the squares of the walk, the last first, with their candidates."""
    depth, old_depth = search.counter(Counter.DEPTH), int(before.state["counters"][Counter.DEPTH])
    rows = [("depth", "square", "failed", "used", "untried")]
    stack = levels(search, depth - 1)
    names = search.name_of
    for below, (here, failed, untried, used) in enumerate(stack):
        used_name = names(used) if used else ""
        rows.append(
            (f"{depth - below:,}", names(here), " ".join(map(names, failed)), used_name, " ".join(map(names, untried)))
        )
    ahead = len(stack[0][2])
    back = search.counter(Counter.BACKED)
    removed = ", ".join(names(int(square)) for square in before.state["path"][old_depth - back : old_depth][::-1][:8])
    popped = f"Removed from the stack: {removed}{' and others' if back > 8 else ''}. " if back else ""
    more = f" (the table shows the last {MOST})" if depth > MOST else ""
    sentence = (
        f"{popped}The stack has {counted_noun(depth, 'square')}{more}, with {search.tree().waiting()}. "
        f"Its top comes first and has {counted_noun(ahead, 'candidate')} for the next move."
    )
    if not search.back:
        sentence = "Warnsdorff's rule never goes back to an untried candidate: at a dead end it stops."
    return Page("the stack", sentence, (Picture("after", search.frame().board),), table=tuple(rows), ahead=True)


def is_dead_end(search: DepthFirst[Any]) -> bool:
    """Return whether the last step led into a dead end."""
    depth = search.counter(Counter.DEPTH)
    return not search.found() and not search.counter(Counter.EXHAUSTED) and not search.state["pending"][depth - 1]


def find_loss(search: DepthFirst[Any], state: State) -> Iterator[Insight | None]:  # noqa: ARG001
    """Find the move after which the walk could not become a tour."""
    problem, trail = search.problem, search.trail
    if problem.squares > LARGEST:
        return
    for loss in search_loss(problem, trail):
        if loss is None:
            yield None
            continue
        sentence = f"{loss_sentence(problem, trail, loss)} {reason_sentence(problem, trail, loss)}".strip()
        yield Insight(sentence, _loss_board(search, loss), _loss_page(search, loss, sentence))


def _loss_page(search: DepthFirst[Any], loss: Loss, sentence: str) -> Page:
    """Return the page about the reason: the walk at the losing move, and when a rule first explains it."""
    problem, trail = search.problem, search.trail
    pictures = []
    if loss.reason:
        how = "lost by exhaustion" if loss.reason.exhausted else "lost"
        board = loss.reason.board(problem, trail[: loss.impossible])
        pictures.append(Picture(f"after square {loss.impossible:,}: {how}", board))
    if later := plain_reason(problem, trail, loss):
        length, reason = later
        if length > loss.impossible or not pictures:
            pictures.append(Picture(f"after square {length:,}: the reason", reason.board(problem, trail[:length])))
    if loss.possible and len(pictures) < 2:
        possible = problem.walk(trail[: loss.possible], [(KNIGHT, trail[loss.possible - 1 : loss.possible])])
        pictures.insert(0, Picture(f"after square {loss.possible:,}: possible", possible))
    return Page("why it is lost", sentence, tuple(pictures) or (Picture("", search.frame().board),))


def _loss_board(search: DepthFirst[Any], loss: Loss) -> Board:
    """Return the walk with the losing move highlighted."""
    board, trail = search.frame().board, search.trail
    if not loss.exact or loss.impossible < 2:
        return board
    squares = trail[loss.impossible - 2 : loss.impossible]
    move = Links.equal("the losing move", Tone.ALARM, squares)
    kinds = np.append(board.kinds, np.uint8(board.marks.index(LOST)))
    return replace(board, squares=np.append(board.squares, squares[1]), kinds=kinds, links=(*board.links, move))


PARTS = Parts(pages, ("path", "counters"), Setback(is_dead_end, find_loss))
