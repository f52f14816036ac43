"""The contract of every solver: a search is a value that can be advanced.

    problem + settings + seed  ->  Search  --advance(budget)->  Search ...  --frame()->  Frame

A solver is a subclass of Search. It keeps everything that changes in a flat record of arrays, so that stepping back,
checkpoints and replay need no code of their own. `knightwatch.engine.core.run` drives a search.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import chain
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.compiled.tiers import NotReady, Tier
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.core.curves import widened
from knightwatch.engine.core.declaration import Declared, Settings
from knightwatch.engine.core.drawn import Drawn
from knightwatch.engine.core.frame import Board, Frame, Kind, Status, Verdict
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.pace import SLICE, Budget
from knightwatch.engine.core.state_rules import common_rules, has_layout
from knightwatch.engine.core.words import counted_noun

State = dict[str, NDArray[Any]]
"""All that changes in a search, the random generator included. `clock` is always there: see core.clock."""


MOST_EFFORT = 2.0
"""Seconds that a first state may take to make interpreted. If it takes longer, the search waits for compiled code."""


WORTH = 0.5
"""Seconds of interpreted work that pay for loading compiled code at once: about what importing numba takes."""


class Problem(Drawn, Declared, ABC):
    """What a solver solves: immutable, validated when it is made."""

    common_unit: ClassVar[tuple[str, str]]
    """The unit in which all solvers of the puzzle count their work, for races: a noun, and its participle."""
    attainment: ClassVar[tuple[str, Kind]]
    """What `Search.attained` counts, in the plural, and the kind of curve that shows it."""

    @abstractmethod
    def title(self) -> str:
        """Return a few words that name this problem."""

    @abstractmethod
    def refutation(self) -> str:
        """Return the theorem that rules out a solution, as a clause; empty if none applies."""

    @abstractmethod
    def solves(self, answer: dict[str, Any]) -> bool:
        """Tell whether an answer solves the problem. This code is independent of all solvers."""

    @abstractmethod
    def board(self) -> Board:
        """Return a picture of the empty board."""

    @abstractmethod
    def picture(self, answer: dict[str, Any]) -> Board:
        """Return a picture of an answer."""

    def pictures(self, answer: dict[str, Any]) -> list[tuple[str, Board]]:
        """Return all pictures of an answer with their titles, in order."""
        return [("", self.picture(answer))]

    def convention(self, answer: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Return fields of the JSON result that replace those of the answer or say how it counts; by default none."""
        return {}

    def words(self, answer: dict[str, Any]) -> str:  # noqa: ARG002
        """Return in words what a picture of an answer does not show; empty if it shows everything."""
        return ""

    @abstractmethod
    def table(self, answer: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Return an answer as the rows of a table, column names first."""


P = TypeVar("P", bound=Problem)
S = TypeVar("S", bound=Settings)


class Search(ABC, Generic[P, S]):
    """A search of one solver for one problem. Solvers subclass it.

    A subclass sets the class variables and implements the abstract methods: `limit`, `begin`, `step`, `found`,
    `answer`, `work`, `attained`, `spending` and `frame`. All other methods have defaults. Two rules are easy to miss:

    - `begin` is followed at once by `step(0, False)`. So `step` must accept a budget of 0.
    - Each number in the settings declares both bounds, `ge` and `le`: forms, messages and the tests read them.
    """

    name: ClassVar[str]
    address: ClassVar[str] = ""
    """How a command line names the solver, if not by `name`: the path of a user's file."""
    file_digest: ClassVar[str] = ""
    """A digest of the user's file; empty for other solvers."""
    interpreted: ClassVar[bool] = False
    """Whether it is Python of a user, which runs in a process of its own and is never compiled."""
    quiz_at: ClassVar[str] = ""
    """The import path of the questions about its steps, if the catalogue does not name them."""
    summary: ClassVar[str]
    """One line about the solver."""
    unit: ClassVar[str]
    """What one step is called, in the singular."""
    milestone: ClassVar[str]
    """An event worth stopping at, in the singular."""
    settings_type: ClassVar[type[Settings]]
    has_tree: ClassVar[bool] = False
    """Whether its frames have a search tree."""
    fitness: ClassVar[tuple[str, ...]] = ()
    """The curves that show the fitness of a population, if there is one. Sweeps store their last values."""
    grows: ClassVar[tuple[str, ...]] = ()
    """The arrays of the state that become longer during a search."""

    @classmethod
    def check(cls, problem: P, settings: S) -> None:
        """Raise BadInput if problem and settings do not fit together."""

    @classmethod
    def seeded(cls, problem: P, settings: S) -> bool:  # noqa: ARG003
        """Tell whether a different seed makes a different run."""
        return True

    def __init__(self, problem: P, settings: S, seed: int) -> None:
        self.check(problem, settings)
        self.problem = problem
        self.settings = settings
        self.seed = seed
        self.refutation = problem.refutation()
        self.hurried = False
        """Whether `advance` returns at once, without a step, if another process has not finished a step yet."""
        self.traced = False
        """Whether a user's solver records the lines that run; this makes its steps slower."""
        self.every_step = 0
        """Steps that have a point of their own in the curves; 0: a default. Set it before the search begins."""
        self.tier = Tier()
        """Calls kernels, interpreted or compiled. Both lead to the same state."""
        self._budget = Budget()
        self.state: State = {"clock": np.zeros(2, np.int64)}
        self.verdict = self.judge()
        """Status and reason, computed once after each change of the state."""

    # What a solver implements.

    @property
    @abstractmethod
    def limit(self) -> int:
        """Units of work after which the search gives up."""

    @abstractmethod
    def begin(self) -> State:
        """Return the first state, without its clock."""

    @abstractmethod
    def step(self, budget: int, halt: bool) -> None:
        """Do exactly `budget` units of work and count them in the clock.

        Do fewer only at a solution, at the end of the search or, if `halt`, right after a milestone. A budget may be
        0; it never exceeds the limit.
        """

    @abstractmethod
    def found(self) -> bool:
        """Tell whether the state holds a solution."""

    @abstractmethod
    def answer(self) -> dict[str, Any]:
        """Return the best answer so far, with the field names of the JSON result. It may be asked before `begin`."""

    @abstractmethod
    def work(self) -> dict[str, int]:
        """Return the counters of the JSON result. They may be asked for before `begin`."""

    @abstractmethod
    def attained(self) -> float:
        """Return how far the search has come, in the unit of `Problem.attainment`, which all its solvers share."""

    @abstractmethod
    def spending(self) -> str:
        """Return what the steps were spent on: a clause with numbers and no full stop, for races."""

    @abstractmethod
    def frame(self) -> Frame:
        """Return a picture of this step. It shares no memory with the state."""

    # What a solver may override.

    def raw_answer(self) -> dict[str, Any]:
        """Return `answer` with arrays for long lists, which may share memory with the state: for checks and JSON."""
        return self.answer()

    def common_work(self) -> int:
        """Return the work done in the unit of `Problem.common_unit`; by default a step is one such unit."""
        return self.done

    def effort(self) -> float:
        """Estimate the seconds that the first state or one step takes interpreted; 0 if that is never long."""
        return 0.0

    def whole_effort(self) -> float:
        """Estimate the least seconds that the whole search takes interpreted; by default those of `effort`."""
        return self.effort()

    def reached(self) -> str:
        """Return what the search has achieved when a limit ends it."""
        return "no solution"

    def end(self) -> tuple[Status, str] | None:
        """Return status and reason if the search ended by itself without a solution; None while it can go on."""
        return None

    def individuals(self) -> Gallery:
        """Return the individuals of the population, best first; empty for solvers without a population."""
        return Gallery()

    def gallery(self) -> Gallery:
        """Return what the search has collected to look at; by default nothing."""
        return Gallery()

    def rules(self, state: State) -> Iterator[bool]:  # noqa: ARG002
        """Yield conditions that make a state from a file safe: the ranges of all indexes that kernels trust.

        Names, types, shapes and the arrays of `common_rules` are checked before. A condition may rely on the ones
        before it. By default no state is safe, so none is saved, and a saved run is replayed.
        """
        yield False

    @property
    def checkable(self) -> bool:
        """Whether `rules` can check the present state, so that it is worth saving."""
        return type(self).rules is not Search.rules

    @property
    def stalled(self) -> bool:
        """Whether a step has run for so long that users must hear of it."""
        return False

    def elapsed(self, by_processor: bool) -> float | None:  # noqa: ARG002
        """Return the seconds of work so far if the search measures them itself, in another process; else None."""
        return None

    @classmethod
    def code(cls) -> str:
        """Return a digest of the code that makes the states."""
        return digest(cls.__module__)

    @classmethod
    def source(cls) -> Any:
        """Return what another process needs to make this class; None if the name of the solver is enough."""
        return None

    def close(self) -> None:
        """Free what the search holds outside its state: the process of a user's solver."""

    # What drives a search.

    def preparing(self) -> Iterator[str]:
        """Make the first state. While that has to wait for compiled code, yield a message for the user."""
        if self.refutation or self.ready:
            return
        if self.whole_effort() > WORTH:
            self.tier.patience = 0.0
        with self.tier.needed(self.effort() > MOST_EFFORT):
            while True:
                try:
                    return self._begin()
                except NotReady:
                    self.unmake()
                    time.sleep(SLICE)  # each try makes large arrays, and the compiler needs the processor
                    yield "waiting for compiled code, which a board of this size needs"

    def unmake(self) -> None:
        """Drop a first state that is incomplete."""
        self.state = {"clock": np.zeros(2, np.int64)}

    def _begin(self) -> None:
        self.unmake()  # first: the old state may fill most of the memory
        self.state |= self.begin()
        if self.every_step and "points" in self.state:
            self.state["points"] = widened(self.state["points"], min(self.limit + 1, self.every_step))
        self.step(0, False)
        self.verdict = self.judge()

    def prepare(self) -> None:
        """Make the first state, however long that has to wait for compiled code."""
        for _ in self.preparing():
            pass

    @property
    def ready(self) -> bool:
        """Whether the first state has been made."""
        return len(self.state) > 1

    def blank(self) -> Frame:
        """Return a picture of a search that has no state yet."""
        return Frame(0, self.verdict, self.problem.board(), (), (), self.reason)

    def advance(self, budget: int, halt: bool = False) -> None:
        """Do up to `budget` units of work, never beyond the limit or the end of the search.

        If `halt`, stop right after the next milestone.
        """
        self.prepare()
        end, milestones = min(self.done + budget, self.limit), self.milestones
        while self.done < end and self.status is Status.RUNNING and not (halt and self.milestones > milestones):
            portion, before = end - self.done, self.done
            if self.tier.interpreting:  # in slices, so that compiled code can take over between two of them
                portion = min(portion, self._budget.size)
            begun = time.perf_counter()
            self.step(portion, halt)
            self.verdict = self.judge()
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
        """Running, solved, impossible, gave up or failed."""
        return self.verdict.status

    @property
    def reason(self) -> str:
        """Why the search ended without a solution; empty otherwise."""
        return self.verdict.reason

    def judge(self) -> Verdict:
        """Return status and reason of the present state. `advance` calls this once a step."""
        if self.refutation:
            return Verdict(Status.IMPOSSIBLE, self.refutation)
        if not self.ready:
            return Verdict(Status.RUNNING)
        if self.found():
            return Verdict(Status.SOLVED)
        if end := self.end():
            return Verdict(*end)
        if self.done >= self.limit:
            limit = counted_noun(self.limit, self.unit)
            return Verdict(Status.GAVE_UP, f"{self.reached()} within the limit of {limit}")
        return Verdict(Status.RUNNING)

    def rewind(self) -> None:
        """Go back to the first state."""
        self.prepare()
        if not self.refutation:
            self._begin()

    def save(self) -> State:
        """Return a copy of the state."""
        return {name: array.copy() for name, array in self.state.items()}

    def load(self, state: State) -> None:
        """Restore a state that this or an equal search saved."""
        self.prepare()
        self.state = {name: array.copy() for name, array in state.items()}
        self.verdict = self.judge()

    def load_near(self, state: State) -> None:
        """Restore a state or, if that is slow, an earlier one from which the search reaches it."""
        self.load(state)

    def restore(self, state: State) -> bool:
        """Load a state from a file if it is safe; return whether it was. Otherwise the first state remains."""
        self.prepare()
        if not self.ready or not has_layout(state, self.state, self.grows):
            return False
        if not all(chain(common_rules(state, self.state, self.limit), self.rules(state))):
            return False
        self.load(state)
        if self.status is Status.SOLVED and not self.problem.solves(self.raw_answer()):
            self.rewind()
            return False
        return True
