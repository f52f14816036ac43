"""Questions about `breadth`, `both-ends` and `within-level`: how many new positions a level leads to."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import AnswerKind, Prediction, Quiz
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.kernels.breadth import BreadthCounter
from knightwatch.engine.swap.kernels.within_level import WithinLevelCounter
from knightwatch.engine.swap.solvers.base import SwapSearch
from knightwatch.engine.swap.solvers.breadth import ENDS

SHOWN = 12
"""The most levels in the table: the last ones."""
TENTH = 10
"""An answer counts if it differs from the right one by at most a tenth."""


class Level(NamedTuple):
    """The level that a search expands."""

    side: int
    """The end that it belongs to: 0 the start, 1 the goal."""
    sizes: tuple[int, ...]
    """The positions of this end's levels, this one last."""
    left: int
    """Positions of this level that are not expanded yet."""
    found: int
    """Positions of the next level, so far."""


def level_of(state: State) -> Level:
    """Return the level that `breadth` or `both-ends` expands."""
    counters = state["counters"]
    side = int(counters[BreadthCounter.SIDE])
    sizes = state["sizes"][side, : int(counters[BreadthCounter.DEPTH + side]) + 1].tolist()
    left = sizes[-1] - int(counters[BreadthCounter.CURSOR])
    return Level(side, tuple(sizes), left, int(counters[BreadthCounter.FOUND]))


def listed_level(state: State) -> Level:
    """Return the level that `within-level` expands."""
    counters = state["counters"]
    end = int(counters[WithinLevelCounter.LEVEL_END])
    sizes = state["sizes"][: int(counters[WithinLevelCounter.DEPTH]) + 1].tolist()
    left, found = end - int(counters[WithinLevelCounter.CURSOR]), int(counters[WithinLevelCounter.LISTED]) - end
    return Level(0, tuple(sizes), left, found)


def ask(level_in: Callable[[State], Level], search: SwapSearch, before: Before) -> Prediction | None:
    """Return the question for the size of the next level; None if the memory is full."""
    if search.full:
        return None
    level = level_in(before.state)
    depth, size = len(level.sizes), level.sizes[-1]
    after = search.state["sizes"].reshape(-1, search.state["sizes"].shape[-1])[level.side]
    answer = int(after[depth]) or level_in(search.state).found
    where = f"{counted_noun(depth - 1, 'move')} from the {ENDS[level.side]}"
    rest = f" {level.left:,} are not expanded yet, and {level.found:,} new ones are found." if level.left < size else ""
    table: Table = (
        ("level", "positions"),
        *((f"{place}", f"{number:,}") for place, number in list(enumerate(level.sizes))[-SHOWN:]),
    )
    text = (
        f"This level, {where}, has {counted_noun(size, 'position')}.{rest} How many new positions does it lead to, up "
        f"to the goal if it is among them? New: {search.new_words}. A tenth more or less counts as right."
    )
    return Prediction(
        AnswerKind.NUMBER,
        Page("the next level", text, (Picture("", before.frame.board),), table=table),
        (answer,),
        near=answer // TENTH,
        why=f"That is {answer / size:.1f} times the level before.",
    )


def steps(level_in: Callable[[State], Level], search: Any) -> int:
    """Return the number of positions up to the end of the level."""
    return max(1, level_in(search.state).left)


QUIZ = Quiz(partial(ask, level_of), steps=partial(steps, level_of))
WITHIN_LEVEL = Quiz(partial(ask, listed_level), steps=partial(steps, listed_level))
