"""Questions about `backtrack` and `warnsdorff`: the next square, and whether it is a dead end."""

from dataclasses import replace
from typing import Any

from knightwatch.engine.core.frame import Links, Tone
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import NO, YES, YES_NO, AnswerKind, Prediction, Quiz, with_mark
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels.backtrack import Counter
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.quiz.walk import mask, next_square, on_board, standing, ways_note
from knightwatch.engine.tour.solvers.backtrack import DepthFirst, Order
from knightwatch.engine.tour.solvers.base import NEXT_MOVE

FEW, OFTEN = 1, 3
"""If the next square has at most FEW ways on, every OFTEN-th question is whether it is a dead end."""
RULES = {
    Order.WARNSDORFF: "the square with the fewest ways on",
    Order.WALL: "the square nearest to the edge",
    Order.WARNSDORFF_WALL: "the square with the fewest ways on; of equal ones, the nearest to the edge",
    Order.FIXED: "the first free square in the order of moves",
}
MOVE_NUMBERS = "1 ↓ ↓ →, 2 ↑ ↑ →, 3 ↓ → →, 4 ↑ → →, 5 to 8 the same to the left"


def ask(search: DepthFirst[Any], before: Before) -> Prediction | None:
    """Return the question about a move; None for a new start, and where only one move is possible."""
    state, depth = search.state, search.counter(Counter.DEPTH)
    if depth < 2 or state["path"][0] != before.state["path"][0]:
        return None
    here, chosen = int(state["path"][depth - 2]), int(state["path"][depth - 1])
    ways = int(state["ways"][chosen] - VISITED)
    untried = _untried(search, here, int(state["pending"][depth - 2]))
    if ways <= FEW and depth < search.problem.squares and (not untried or search.done % OFTEN == 0):
        return _dead_end(search, before, here, chosen, ways)
    if not untried:
        return None
    ties = [square for square in untried if _rank(search, square) == _rank(search, chosen)]
    notes = {square: _note(search, square) for square, _ in search.candidates(here)}
    notes |= {s: f"{search.name_of(s)} was tried before." for s in notes if s not in untried}
    also = "the rule leaves ties open, and the solver takes the first in its order of moves"
    return next_square(search, before, _text(search), here, [chosen, *ties], notes, also)


def _untried(search: DepthFirst[Any], here: int, waiting: int) -> list[int]:
    """Return the candidates of a square that wait in line."""
    untried = []
    while waiting:
        untried.append(search.after(here, (waiting & 15) - 1))
        waiting >>= 4
    return untried


def _rank(search: DepthFirst[Any], square: int) -> tuple[int, ...]:
    """Return the numbers that the rule compares; a fixed order never ties."""
    ways, wall = int(search.state["ways"][square]) % int(VISITED), int(search.constants.wall[square])
    match search.order:
        case Order.WARNSDORFF:
            return (ways,)
        case Order.WALL:
            return (wall,)
        case Order.WARNSDORFF_WALL:
            return ways, wall
    return (square,)


def _note(search: DepthFirst[Any], square: int) -> str:
    """Return a sentence with the numbers that the rule compares."""
    by_ways = ways_note(search, square, int(search.state["ways"][square]) % int(VISITED))
    distance = f"distance {int(search.constants.wall[square])} from the edge"
    match search.order:
        case Order.WARNSDORFF:
            return by_ways
        case Order.WALL:
            return f"{search.name_of(square)} has {distance}."
        case Order.WARNSDORFF_WALL:
            return f"{by_ways.rstrip('.')} and {distance}."
    return f"{search.name_of(square)} comes later in the order."


def _text(search: DepthFirst[Any]) -> str:
    """Return the question for the next square, with the rule."""
    back = search.counter(Counter.BACKED)
    head = "Dead end: the knight steps back until a square has an untried move. " if back else ""
    order = f" {search.settings.moves} ({MOVE_NUMBERS})" if search.order is Order.FIXED else ""
    return f"{head}Which square is next? The rule: {RULES[search.order]}{order}."


def _dead_end(search: DepthFirst[Any], before: Before, here: int, chosen: int, ways: int) -> Prediction:
    """Return the question whether the next square is a dead end."""
    name = search.name_of(chosen)
    move, back = on_board(search.problem, [here, chosen]), search.counter(Counter.BACKED)
    board, head = mask(before.frame.board), ""
    if back:
        free = on_board(search.problem, [square for square, _ in search.candidates(here)])
        board = standing(search.problem, search.trail[:-1], free)
        head = f"Dead end: the knight steps back {counted_noun(back, 'square')} to {search.name_of(here)}. "
    board = with_mark(replace(board, links=(Links.equal(NEXT_MOVE, Tone.HINT, [move]),)), move[1])
    return Prediction(
        AnswerKind.CHOICE,
        Page.single("a dead end?", board, f"{head}The next square is {name}. Is it a dead end?"),
        (NO if ways else YES,),
        YES_NO,
        why=ways_note(search, chosen, ways) if ways else "",
    )


QUIZ = Quiz(ask, mask)
