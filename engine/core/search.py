"""The contract: a search is a value that can be advanced.

    problem + settings + seed  ->  Search  --advance(budget)->  Search ...  --frame()->  Frame

A solver is a subclass of Search; it keeps all that changes in a flat record of arrays, so that stepping back,
checkpoints and repetition come free. What drives it is in knightwatch.engine.core.run.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.tiers import NotReady, Tier
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.core.declaration import Declared, Settings
from knightwatch.engine.core.frame import Board, Frame, Kind, Status
from knightwatch.engine.core.pace import SLICE, Budget
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.words import counted_noun

State = dict[str, NDArray[Any]]
"""All that changes in a search. `clock` is there always: see knightwatch.engine.core.clock."""


MOST_EFFORT = 2.0
"""Seconds that a beginning or a step may take interpreted; where it is more, machine code is waited for."""


class Problem(Declared, ABC):
    """What is to be solved."""

    attainment: ClassVar[tuple[str, Kind]]
    """What `Search.attained` counts, in the plural, and of what kind it is."""

    @abstractmethod
    def title(self) -> str:
        """Return a few words that name this problem."""

    @abstractmethod
    def refutation(self) -> str:
        """Return the theorem by which there is no solution, as a sentence; empty where none applies."""

    @abstractmethod
    def solves(self, answer: dict[str, Any]) -> bool:
        """Tell whether an answer solves the problem, by means that no solver shares."""

    @abstractmethod
    def board(self) -> Board:
        """Return a picture of the board before anything stands on it."""

    @abstractmethod
    def picture(self, answer: dict[str, Any]) -> Board:
        """Return a picture of an answer."""

    def pictures(self, answer: dict[str, Any]) -> list[tuple[str, Board]]:
        """Return the pictures of an answer that has several, each with its title, in their order."""
        return [("", self.picture(answer))]

    def words(self, answer: dict[str, Any]) -> str:  # noqa: ARG002
        """Return what a picture of an answer does not show, in words; nothing where it shows all."""
        return ""

    @abstractmethod
    def table(self, answer: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Return an answer as rows of a table, the names of the columns first."""


P = TypeVar("P", bound=Problem)
S = TypeVar("S", bound=Settings)


class Search(ABC, Generic[P, S]):
    """A search of some solver for some problem."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """One line about the solver."""
    unit: ClassVar[str]
    """What one step is called, in the singular."""
    milestone: ClassVar[str]
    """What is worth stopping at, in the singular."""
    settings_type: ClassVar[type[Settings]]
    fitness: ClassVar[tuple[str, ...]] = ()
    """The curves that show the fitness of a population, where there is one: where they end is told of every run."""

    @classmethod
    def check(cls, problem: P, settings: S) -> None:
        """Raise BadInput if problem and settings do not fit together."""

    @classmethod
    def seeded(cls, problem: P) -> bool:  # noqa: ARG003
        """Tell whether another seed makes another run."""
        return True

    def __init__(self, problem: P, settings: S, seed: int) -> None:
        self.check(problem, settings)
        self.problem = problem
        self.settings = settings
        self.seed = seed
        self.refutation = problem.refutation()
        self.tier = Tier()
        """In which form kernels are called; both lead to the same state."""
        self._budget = Budget()
        self.state: State = {"clock": np.zeros(2, np.int64)}

    @property
    @abstractmethod
    def limit(self) -> int:
        """Units of work after which the search gives up."""

    @abstractmethod
    def begin(self) -> State:
        """Return the state before the first step, without its clock."""

    @abstractmethod
    def step(self, budget: int, halt: bool) -> None:
        """Do exactly `budget` units of work, fewer only at a solution or, if `halt`, right after a milestone."""

    @abstractmethod
    def found(self) -> bool:
        """Tell whether the state holds a solution."""

    @abstractmethod
    def answer(self) -> dict[str, Any]:
        """Return the best found so far, under the names of the JSON result."""

    @abstractmethod
    def work(self) -> dict[str, int]:
        """Return the counters of the JSON result."""

    @abstractmethod
    def attained(self) -> float:
        """Return how far the search has come, on the scale that all solvers of its problem share."""

    @abstractmethod
    def spending(self) -> str:
        """Return what the steps were spent on: a clause with numbers and no full stop, for races."""

    @abstractmethod
    def frame(self) -> Frame:
        """Return a picture of this moment."""

    def effort(self) -> float:
        """Return about how many seconds the beginning or one step takes interpreted, if that is ever long."""
        return 0.0

    def reached(self) -> str:
        """Return what the search has come to where a limit ends it."""
        return "no solution"

    def end(self) -> tuple[Status, str] | None:
        """Return how the search ended of itself, not solved, and why; None as long as it goes on."""
        return None

    def collected_count(self) -> int:
        """Return how many answers were collected, where a search collects them."""
        return 0

    def collected_page(self, place: int) -> Page:
        """Return one of the answers collected."""
        raise IndexError(place)

    @property
    def wants_many(self) -> bool:
        """Whether more than one answer was asked for."""
        return False

    def collected(self) -> dict[str, list[Any]]:
        """Return all answers collected that were kept, under their name in the JSON result."""
        return {}

    def collected_table(self) -> list[tuple[Any, ...]]:
        """Return them as rows of a table, an answer a row, the names of the columns first; the last is the answer."""
        return []

    def preparing(self) -> Iterator[str]:
        """Make the first state; yield, with words, while it waits for machine code that it cannot do without."""
        if self.refutation or self.ready:
            return
        with self.tier.needed(self.effort() > MOST_EFFORT):
            while True:
                try:
                    return self._begin()
                except NotReady:
                    self.state = {"clock": self.state["clock"]}
                    yield "waiting for machine code, which a board of this size needs"

    def _begin(self) -> None:
        self.state = {"clock": np.zeros(2, np.int64)}  # what is there goes first: a state may take most of the memory
        self.state |= self.begin()
        self.step(0, False)

    def prepare(self) -> None:
        """Do all that is left to prepare, at once."""
        for _ in self.preparing():
            time.sleep(SLICE)

    @property
    def ready(self) -> bool:
        """Tell whether the first state has been made."""
        return len(self.state) > 1

    def blank(self) -> Frame:
        """Return a picture of a search that has not begun."""
        return Frame(0, self.status, self.reason, self.problem.board(), (), (), self.reason)

    def advance(self, budget: int, halt: bool = False) -> None:
        """Do up to `budget` units of work, never beyond the limit or the end of the search."""
        self.prepare()
        end, milestones = min(self.done + budget, self.limit), self.milestones
        while self.done < end and self.status is Status.RUNNING and not (halt and self.milestones > milestones):
            portion, before = end - self.done, self.done
            if self.tier.interpreting:  # in slices, so that machine code can take over in between
                portion = min(portion, self._budget.size)
            begun = time.perf_counter()
            self.step(portion, halt)
            self._budget.learn(self.done - before, time.perf_counter() - begun, SLICE)

    @property
    def done(self) -> int:
        """Units of work done."""
        return int(self.state["clock"][DONE])

    @property
    def milestones(self) -> int:
        """Milestones passed."""
        return int(self.state["clock"][MILESTONES])

    @property
    def status(self) -> Status:
        """How the search stands."""
        if self.refutation:
            return Status.IMPOSSIBLE
        if not self.ready:
            return Status.RUNNING
        if self.found():
            return Status.SOLVED
        if end := self.end():
            return end[0]
        return Status.GAVE_UP if self.done >= self.limit else Status.RUNNING

    @property
    def reason(self) -> str:
        """Why the search ended without success; empty otherwise."""
        status = self.status
        if self.refutation or status in (Status.RUNNING, Status.SOLVED):
            return self.refutation
        if end := self.end():
            return end[1]
        return f"{self.reached()} within the limit of {counted_noun(self.limit, self.unit)}"

    def rewind(self) -> None:
        """Go back to the beginning."""
        self.prepare()
        if not self.refutation:
            self._begin()

    def save(self) -> State:
        """Return a copy of the state."""
        return {name: array.copy() for name, array in self.state.items()}

    def load(self, state: State) -> None:
        """Go to a state that was saved, by this or an equal search."""
        self.prepare()
        self.state = {name: array.copy() for name, array in state.items()}
