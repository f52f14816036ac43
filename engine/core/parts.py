"""Looking into a step: what it consisted of, as pages.

Nothing is written down while a search runs. Since a step repeats itself, it is done again from the moment before, and
what that moment was is held against what came of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from knightwatch.engine.core.frame import Board, Frame, Status
from knightwatch.engine.core.page import Page, Picture
from knightwatch.engine.core.search import Search, State

Pages = tuple[Page, ...]


@dataclass(frozen=True)
class Before:
    """What is known of the moment before a step."""

    frame: Frame
    state: State
    """Those arrays of the state that were asked for."""


@dataclass(frozen=True)
class Insight:
    """What is seen of a moment only by looking back from it, or on."""

    sentence: str
    board: Board | None = None
    """What to show instead of the board of the moment; None where that will do."""


@dataclass(frozen=True)
class Setback:
    """How a step is told of that lost something: the best is worse than before, or a walk cannot go on."""

    happened: Callable[[Any], bool]
    """Tells at once whether a search's last step was one."""
    explain: Callable[[Any, State], Iterator[Insight | None]]
    """Finds out what was lost, from what was remembered of the moment before: yields None while it takes time."""


@dataclass(frozen=True)
class Parts:
    """How the steps of a solver are looked into."""

    pages: Callable[[Any, Before], Pages]
    """Makes the pages of a search's last step."""
    remembered: tuple[str, ...] = ()
    """Arrays of the state before the step that it needs for that."""
    setback: Setback | None = None
    """How steps that lost something are told of; None where there are none."""

    def remember(self, search: Search[Any, Any]) -> State:
        """Return those arrays of the state that are needed of the moment before a step."""
        return {name: search.state[name].copy() for name in self.remembered}

    def look(self, search: Search[Any, Any], ended: bool = False) -> Pages:
        """Do the next step, and return what it consisted of; `ended` tells that the search had ended with it."""
        before = Before(search.frame(), self.remember(search))
        search.advance(1)
        if ended and search.status is Status.RUNNING:  # some notice that nothing is left only when asked for more
            search.advance(1)
        return self.pages(search, before)


def before_and_after(search: Search[Any, Any], before: Before) -> Pages:
    """Return the one page that there is of every step."""
    now = search.frame()
    pictures = Picture("before", before.frame.board), Picture("after", now.board)
    return (Page(f"{search.unit} {search.done:,}", now.sentence, pictures),)


BEFORE_AND_AFTER = Parts(before_and_after)


def look_into(search: Search[Any, Any], parts: Parts) -> Pages:
    """Return what the last step consisted of, nothing before the first; the search does all its steps again."""
    if not search.done:
        return ()
    moment, ended = search.done, search.status is not Status.RUNNING
    search.rewind()
    search.advance(moment - 1)
    return parts.look(search, ended)
