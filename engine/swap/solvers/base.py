"""What all solvers share: positions are expanded, one after the other, until the goal is met or none is left."""

import os
from abc import abstractmethod
from dataclasses import replace
from enum import IntEnum
from itertools import pairwise
from math import comb
from typing import Any, ClassVar

from pydantic import Field

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.frame import Board, Figure, Status
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.search import Search
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.kernels.first_counters import SwapCounter
from knightwatch.engine.swap.positions import MODEST, Positions, replay
from knightwatch.engine.swap.problem import Moves, SwapProblem, last_move

MIB = 1 << 20


def machine_memory_mib() -> int:
    """Return the MiB of memory that the machine has; where that cannot be known, more than any search is allowed."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
    except (AttributeError, OSError, ValueError):
        return 2 * MIB


class SwapSettings(Settings):
    """Parameters of every solver of knights that change places."""

    memory: int = Field(2048, ge=1, le=MIB, description="memory that the search may take, in MiB")
    max_positions: int = Field(
        10_000_000_000, ge=0, le=1_000_000_000_000, description="positions to expand before giving up"
    )


class SwapSearch(Search[SwapProblem, SwapSettings]):
    """A search whose steps are positions: their moves are tried until the goal is met, or none or no memory is left."""

    unit = "position"
    settings_type = SwapSettings
    tables: ClassVar[int]
    """Tables of all positions that it keeps."""
    modest: ClassVar[int] = MODEST
    """Bytes of sets and tables up to which positions are pairs of sets."""
    fresh: ClassVar[str] = "not seen before"
    """What is said of positions that were found for the first time."""

    def __init__(self, problem: SwapProblem, settings: SwapSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.positions = Positions(problem, self.tier, self.tables, self.modest)
        self.ends = self.positions.number(problem.from_), self.positions.number(problem.goal)
        """The numbers of start and goal; where their colours differ in number, the goal's means nothing."""

    @property
    def limit(self) -> int:
        return self.settings.max_positions

    def effort(self) -> float:
        graph = self.problem.graph
        if not self.positions.paired:
            return 0.0
        sets = sum(comb(len(graph), knights) for knights in set(self.positions.knights))
        return 5e-6 * sets * self.positions.most

    @classmethod
    def seeded(cls, problem: SwapProblem) -> bool:  # noqa: ARG003
        return False

    # What each solver does in its own way.

    @abstractmethod
    def expand(self, budget: int, halt: bool) -> None:
        """Expand up to so many positions, fewer where room is wanting, at the goal or, if `halt`, at a milestone."""

    @abstractmethod
    def make_room(self) -> bool:
        """Make room for what the next position leads to; tell whether the memory suffices for it."""

    @abstractmethod
    def left(self) -> bool:
        """Tell whether there is any position left to expand."""

    @abstractmethod
    def exhausted(self) -> tuple[int, str, str]:
        """Return how many positions were visited, from which end, and which end is not among them."""

    @abstractmethod
    def sequence(self) -> list[int]:
        """Return the positions from start to goal, once they are found."""

    @property
    @abstractmethod
    def lower_bound(self) -> int:
        """How many moves it takes at least, as far as is known."""

    @abstractmethod
    def beginning(self) -> str:
        """Say how things stand before the first position is expanded."""

    @abstractmethod
    def meeting(self) -> str:
        """Say how the goal was met, as a clause before the number of moves."""

    @abstractmethod
    def outlook(self) -> str:
        """Say what comes next, where that is worth a sentence."""

    # What follows from it.

    def counter(self, place: IntEnum) -> int:
        """Return what stands at a place of the counters."""
        return int(self.state["counters"][place])

    def found(self) -> bool:
        return bool(self.counter(SwapCounter.MET))

    @property
    def full(self) -> bool:
        """Whether the memory does not suffice."""
        return bool(self.counter(SwapCounter.FULL))

    @property
    def bytes(self) -> int:
        """What positions and state take."""
        return self.positions.bytes + sum(array.nbytes for array in self.state.values())

    def fits(self, more: int = 0) -> bool:
        """Tell whether the memory suffices for all that there is and some more bytes."""
        return self.bytes + more <= self.memory * MIB

    @property
    def memory(self) -> int:
        """MiB that the search may take: what is allowed, but never nearly all that the machine has."""
        return min(self.settings.memory, machine_memory_mib() * 3 // 4)

    def step(self, budget: int, halt: bool) -> None:
        last, milestones = self.done + budget, self.milestones
        while self.done < last and not (halt and self.milestones > milestones):
            if self.found() or self.full or not self.left():
                return
            if not self.make_room():
                self.state["counters"][SwapCounter.FULL] = 1
                return
            self.expand(last - self.done, halt)
        if budget == 0 and not self.full:  # so that nothing is left to be compiled
            self.expand(0, halt)

    def end(self) -> tuple[Status, str] | None:
        if self.full:
            allowed = f"the memory allowed, {self.memory:,} MiB, does not suffice"
            if self.done:
                return Status.GAVE_UP, f"{allowed}: {self.reached().rstrip(',')}"
            instead = "allow more, or take fewer knights or a smaller board"
            return Status.GAVE_UP, f"{allowed} for {self.positions.arrangements:,} arrangements; {instead}"
        if self.left():
            return None
        visited, here, there = self.exhausted()
        reached = f"{counted_noun(visited, 'position')} can be reached from the {here}"
        return Status.IMPOSSIBLE, f"{reached}, all were visited, and the {there} is not among them"

    def reached(self) -> str:
        return f"no solution yet, and none with fewer than {counted_noun(self.lower_bound, 'move')},"

    def answer(self) -> dict[str, Any]:
        problem = self.problem
        found = self.sequence() if self.ready and self.found() else []
        texts = [problem.text(self.positions.letters(position)) for position in found] or [problem.from_]
        return {
            "moves": [[self._square(v) for v in self.positions.move(a, b)] for a, b in pairwise(found)],
            "positions": texts,
        }

    def _square(self, vertex: int) -> str | list[int]:
        row, col = divmod(int(self.problem.squares[vertex]), self.problem.free.shape[1])
        return file_name(col) if self.problem.moves is Moves.FILES else [row, col]

    def collected_count(self) -> int:
        return len(self.sequence()) if self.ready and self.found() else 0

    def collected_page(self, place: int) -> Page:
        return replay(self.positions, self.sequence(), place)

    def fewest(self) -> Figure:
        """Return the fewest moves, or how many there are at least, as a figure."""
        if self.found():
            return Figure("moves", f"{len(self.sequence()) - 1:,}, the fewest", "moves from the start to the goal")
        return Figure("moves", f"{self.lower_bound:,} or more", "moves from the start to the goal, as far as is known")

    def attained(self) -> float:
        return len(self.sequence()) - 1 if self.found() else self.lower_bound

    def coverage(self, seen: int) -> tuple[Figure, Figure]:
        """Return how many positions were seen, and how many of all that is, as figures."""
        arrangements = self.positions.arrangements
        return (
            Figure("reached", f"{seen:,}", "positions seen, each once"),
            Figure("of all", f"{seen / arrangements:.1%} of {arrangements:,}", "arrangements of these knights"),
        )

    def drawn(self) -> Board:
        """Return a picture of the goal, once it is found, else of the position that was expanded last."""
        last = self.counter(SwapCounter.LAST) if self.done else self.ends[0]
        position = self.ends[1] if self.found() else last
        board = self.problem.position(self.problem.text(self.positions.letters(position)))
        if not self.found() or len(sequence := self.sequence()) < 2:
            return board
        here, there = self.problem.squares[list(self.positions.move(*sequence[-2:]))].tolist()
        return replace(board, links=(last_move((here, there)),))

    def sentence(self) -> str:
        """Say what the last step did."""
        if self.full:
            return f"Stopped: {self.reason}."
        if self.done == 0:
            return "Start and goal are the same." if self.found() else self.beginning()
        moves, fresh = self.counter(SwapCounter.MOVES), self.counter(SwapCounter.FRESH)
        head = f"This position has {counted_noun(moves, 'move')}, {fresh:,} to positions {self.fresh}."
        if self.found():
            fewest = counted_noun(len(self.sequence()) - 1, "move")
            return f"{head} {self.meeting()}: {fewest}, and none fewer will do."
        if not self.left():
            return f"{head} No position is left: the goal cannot be reached."
        return f"{head} {self.outlook()}".rstrip()
