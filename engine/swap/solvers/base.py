"""The base of all solvers: expand positions until the goal is reached, no position is left, or the memory is full."""

from abc import abstractmethod
from dataclasses import replace
from enum import IntEnum
from functools import partial
from itertools import pairwise
from math import comb
from typing import Any, ClassVar

from pydantic import Field

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.frame import Board, Figure, Status
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.hardware import memory
from knightwatch.engine.core.search import Search
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.kernels.first_counters import SwapCounter
from knightwatch.engine.swap.positions import PAIR_MEMORY, Positions, replay
from knightwatch.engine.swap.problem import Moves, SwapProblem, last_move

MIB = 1 << 20


class SwapSettings(Settings):
    """Parameters of all solvers of knights that change places."""

    memory: int = Field(2048, ge=1, le=MIB, description="memory limit in MiB")
    max_positions: int = Field(
        10_000_000_000, ge=0, le=1_000_000_000_000, description="positions to expand before giving up"
    )


class SwapSearch(Search[SwapProblem, SwapSettings]):
    """A search whose unit of work is one expanded position."""

    unit = "position"
    settings_type = SwapSettings
    tables: ClassVar[int]
    """The number of tables of all positions."""
    pair_memory: ClassVar[int] = PAIR_MEMORY
    """Bytes that sets and tables may take, for positions to be pairs of sets."""
    new_words: ClassVar[str] = "not seen before"
    """The words for new positions."""

    def __init__(self, problem: SwapProblem, settings: SwapSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.positions = Positions(problem, self.tier, self.tables, self.pair_memory)
        self.ends = self.positions.number(problem.from_), self.positions.number(problem.goal)
        """The numbers of start and goal; the goal's is meaningless if the colours differ in number."""

    @property
    def limit(self) -> int:
        return self.settings.max_positions

    def effort(self) -> float:
        graph = self.problem.graph
        if not self.positions.paired:
            return 0.0
        sets = sum(comb(len(graph), knights) for knights in set(self.positions.knights))
        return 5e-6 * sets * self.positions.max_moves

    @classmethod
    def seeded(cls, problem: SwapProblem, settings: SwapSettings) -> bool:  # noqa: ARG003
        return False

    # Methods of each solver.

    @abstractmethod
    def expand(self, budget: int, halt: bool) -> None:
        """Expand up to `budget` positions; stop at the goal, if arrays are full or, with `halt`, at a milestone."""

    @abstractmethod
    def make_room(self) -> bool:
        """Enlarge arrays for the next position; return whether the memory allows it."""

    @abstractmethod
    def has_more(self) -> bool:
        """Return whether a position is left to expand."""

    @abstractmethod
    def visited(self) -> tuple[int, str, str]:
        """Return the number of visited positions, the end they were reached from, and the end they miss."""

    @abstractmethod
    def sequence(self) -> list[int]:
        """Return the positions from start to goal, once the goal is found."""

    @property
    @abstractmethod
    def lower_bound(self) -> int:
        """The lower bound of the moves, as far as is known."""

    @abstractmethod
    def start_words(self) -> str:
        """Return the sentence before the first step."""

    @abstractmethod
    def goal_words(self) -> str:
        """Return how the goal was reached, as a clause before the number of moves."""

    @abstractmethod
    def fewest_words(self) -> str:
        """Return a sentence that says why fewer moves do not lead to the goal."""

    @abstractmethod
    def next_words(self) -> str:
        """Return a sentence about the next step, or nothing."""

    # Common to all solvers.

    def counter(self, place: IntEnum) -> int:
        """Return one of the counters."""
        return int(self.state["counters"][place])

    def found(self) -> bool:
        return bool(self.counter(SwapCounter.MET))

    @property
    def full(self) -> bool:
        """Whether the memory is full."""
        return bool(self.counter(SwapCounter.FULL))

    @property
    def bytes(self) -> int:
        """Bytes of positions and state."""
        return self.positions.bytes + sum(array.nbytes for array in self.state.values())

    def fits(self, more: int = 0) -> bool:
        """Return whether the memory limit allows some more bytes."""
        return self.bytes + more <= self.memory * MIB

    @property
    def memory(self) -> int:
        """The memory limit in MiB: the setting, but at most three quarters of what the process may use."""
        return min(self.settings.memory, memory() // MIB * 3 // 4)

    def step(self, budget: int, halt: bool) -> None:
        last, milestones = self.done + budget, self.milestones
        while self.done < last and not (halt and self.milestones > milestones):
            if self.found() or self.full or not self.has_more():
                return
            if not self.make_room():
                self.state["counters"][SwapCounter.FULL] = 1
                return
            self.expand(last - self.done, halt)
        if budget == 0 and not self.full:  # so that the kernel is compiled
            self.expand(0, halt)

    def end(self) -> tuple[Status, str] | None:
        if self.full:
            limit = f"memory limit of {self.memory:,} MiB reached"
            if self.done:
                return Status.GAVE_UP, f"{limit}: {self.reached().rstrip(',')}"
            instead = "allow more memory, or take fewer knights or a smaller board"
            return Status.GAVE_UP, f"{limit}, too little for {self.positions.arrangements:,} positions: {instead}"
        if self.has_more():
            return None
        visited, here, there = self.visited()
        reached = f"{counted_noun(visited, 'position')} can be reached from the {here}"
        return Status.IMPOSSIBLE, f"{reached}; all were visited, and the {there} is not among them"

    def reached(self) -> str:
        return f"no solution yet, and none with fewer than {counted_noun(self.lower_bound, 'move')},"

    def answer(self) -> dict[str, Any]:
        problem = self.problem
        sequence = self.sequence() if self.ready and self.found() else []
        texts = [problem.text(self.positions.letters(position)) for position in sequence] or [problem.from_]
        return {
            "moves": [[self._square(v) for v in self.positions.move(a, b)] for a, b in pairwise(sequence)],
            "positions": texts,
        }

    def _square(self, vertex: int) -> str | list[int]:
        row, col = divmod(int(self.problem.squares[vertex]), self.problem.free.shape[1])
        return file_name(col) if self.problem.moves is Moves.FILES else [row, col]

    def gallery(self) -> Gallery:
        if not (self.ready and self.found()):
            return Gallery()
        sequence = self.sequence()
        return Gallery(len(sequence), partial(replay, self.positions, sequence))

    def moves_figure(self) -> Figure:
        """Return the figure of the fewest moves, or of their lower bound."""
        if self.found():
            return Figure("moves", f"{len(self.sequence()) - 1:,}, the fewest", "moves from the start to the goal")
        return Figure("moves", f"{self.lower_bound:,} or more", "lower bound of the moves from start to goal")

    def attained(self) -> float:
        return len(self.sequence()) - 1 if self.found() else self.lower_bound

    def reached_figures(self, reached: int) -> tuple[Figure, Figure]:
        """Return the figures of the positions reached and of their share of all positions."""
        total = self.positions.arrangements
        return (
            Figure("reached", f"{reached:,}", "different positions seen"),
            Figure("share", f"{reached / total:.1%} of {total:,}", "share of all positions of these knights"),
        )

    def shown_board(self) -> Board:
        """Return the board of the goal, once it is found, else of the position expanded last."""
        last = self.counter(SwapCounter.LAST) if self.done else self.ends[0]
        position = self.ends[1] if self.found() else last
        board = self.problem.position(self.problem.text(self.positions.letters(position)))
        if not self.found() or len(sequence := self.sequence()) < 2:
            return board
        here, there = self.problem.squares[list(self.positions.move(*sequence[-2:]))].tolist()
        return replace(board, links=(last_move((here, there)),))

    def sentence(self) -> str:
        """Return a sentence about the last step."""
        if self.full:
            return f"Stopped: {self.reason}."
        if self.done == 0:
            return "Start and goal are the same." if self.found() else self.start_words()
        moves, fresh = self.counter(SwapCounter.MOVES), self.counter(SwapCounter.FRESH)
        lead = "leads to a position" if fresh == 1 else "lead to positions"
        head = f"This position has {counted_noun(moves, 'move')}; {fresh:,} {lead} {self.new_words}."
        if self.found():
            return f"{head} {self.solved_words()}"
        if not self.has_more():
            return f"{head} No position is left, so the goal cannot be reached."
        return f"{head} {self.next_words()}".rstrip()

    def solved_words(self) -> str:
        """Return how the goal was reached, in how many moves, and why fewer are not possible."""
        moves = len(self.sequence()) - 1
        why = self.fewest_words() if moves > 1 else "The start is not the goal."
        return f"{self.goal_words()}: solved in {counted_noun(moves, 'move')}, the fewest possible. {why}"
