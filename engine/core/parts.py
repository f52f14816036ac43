"""Parts of a step: pages that show what the last step of a search did.

A search records nothing for this. A step is deterministic, so it is replayed from the previous state; a solver's
`PARTS` compares the state before with the state after.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from knightwatch.engine.core.frame import Board, Frame, Status
from knightwatch.engine.core.page import Page, Picture
from knightwatch.engine.core.search import Search, State

Pages = tuple[Page, ...]


@dataclass(frozen=True)
class Before:
    """The search before a step."""

    frame: Frame
    state: State
    """Copies of the arrays that `Parts.remembered` names."""


@dataclass(frozen=True)
class Insight:
    """An explanation of a setback."""

    sentence: str
    board: Board | None = None
    """A board to show instead of the frame's; None: keep the frame's."""
    page: Page | None = None
    """A page for `d` that shows the reason."""


@dataclass(frozen=True)
class Setback:
    """How to recognise and explain a step that lost something: the best got worse, or a walk cannot continue."""

    happened: Callable[[Any], bool]
    """Tells whether the last step of a search was a setback. It is fast."""
    explain: Callable[[Any, State], Iterator[Insight | None]]
    """Finds out what was lost, given the `needed` arrays of the state before. Yields None while it works."""
    needed: tuple[str, ...] = ()
    """The arrays of the state before the step that `explain` needs. To get them, steps are replayed."""


ANCESTRY = 2
"""Generations before the newest one in a family tree: parents and grandparents."""


@dataclass(frozen=True)
class Family:
    """How to draw the family tree of the best individual of a solver that evolves."""

    pages: Callable[[Any, Sequence[State]], Pages]
    """Returns the pages, given the search and copies of its last states, the oldest first."""
    needed: tuple[str, ...]
    """The arrays of each state that `pages` needs."""


@dataclass(frozen=True)
class Parts:
    """How to look into the steps of a solver."""

    pages: Callable[[Any, Before], Pages]
    """Returns the pages of the last step of a search."""
    remembered: tuple[str, ...] = ()
    """The arrays of the state before the step that `pages` needs."""
    setback: Setback | None = None
    """The setbacks of this solver; None if it has none."""
    family: Family | None = None
    """The family tree; None if the solver has no population."""

    def remember(self, search: Search[Any, Any]) -> State:
        """Return copies of the remembered arrays."""
        return {name: search.state[name].copy() for name in self.remembered}

    def look(self, search: Search[Any, Any], ended: bool = False) -> Pages:
        """Do the next step and return its pages; `ended` says that the search ended with this step."""
        before = Before(search.frame(), self.remember(search))
        search.advance(1)
        if ended and search.status is Status.RUNNING:  # some solvers notice their end only when asked for more
            search.advance(1)
        return self.pages(search, before)


def family_tree(search: Search[Any, Any], family: Family, moment: int, ended: bool = False) -> Pages:
    """Go on from an earlier generation to the step `moment`; return the pages of the tree. `ended` is as in `look`."""
    states = [{name: search.state[name].copy() for name in family.needed}]
    while search.done < moment:
        search.advance(1)
        states.append({name: search.state[name].copy() for name in family.needed})
    if ended and search.status is Status.RUNNING:
        search.advance(1)
    return family.pages(search, states)


def before_and_after(search: Search[Any, Any], before: Before) -> Pages:
    """Return one page with the boards before and after: the default for every solver."""
    now = search.frame()
    pictures = Picture("before", before.frame.board), Picture("after", now.board)
    return (Page(f"{search.unit} {search.done:,}", now.sentence, pictures),)


BEFORE_AND_AFTER = Parts(before_and_after)


def look_into(search: Search[Any, Any], parts: Parts) -> Pages:
    """Replay a search from its beginning; return the pages of its last step, or nothing before the first step."""
    if not search.done:
        return ()
    moment, ended = search.done, search.status is not Status.RUNNING
    search.rewind()
    search.advance(moment - 1)
    return parts.look(search, ended)
