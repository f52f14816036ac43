"""All positions of a problem as numbers, and what all solvers share: memory, answers and pictures.

A position's number is that of the set of its black knights, times the number of white sets, plus that of the white
ones.
"""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any, Generic, TypeVar

import numpy as np
from pydantic import Field

from engine.frame import Board, Figure, Page, Status
from engine.search import Search, count
from engine.settings import Settings
from engine.swap.problem import Moves, SwapProblem
from engine.swap.rules import BLACK, EMPTY, WHITE
from engine.swap.sets import Sets, members, number, sets, size

MIB = 1 << 20


class Positions:
    """The positions of as many knights on a graph as a problem has."""

    def __init__(self, problem: SwapProblem) -> None:
        self.problem = problem
        graph = problem.graph
        self.knights = tuple(problem.from_.count(colour) for colour in (BLACK, WHITE))
        self.whites = comb(len(graph), self.knights[1])
        """How many sets of white knights there are."""
        self.pairs = comb(len(graph), self.knights[0]) * self.whites
        """How many numbers there are: pairs of sets, those that share a vertex included."""
        self.arrangements = comb(len(graph), self.knights[0]) * comb(len(graph) - self.knights[0], self.knights[1])
        """How many positions there are."""
        self.most = sum(self.knights) * max(map(len, graph.ways))
        """How many moves a position has, at most."""
        self.bytes = sum(size(graph, knights) for knights in set(self.knights))
        """What the sets take."""

    @cached_property
    def sets(self) -> tuple[Sets, Sets]:
        """All sets of black knights, and all of white ones."""
        graph, (blacks, whites) = self.problem.graph, self.knights
        black = sets(graph, blacks)
        return black, black if blacks == whites else sets(graph, whites)

    def number(self, text: str) -> int:
        """Return the number of a position that is given as text."""
        letters = self.problem.letters(text)
        black, white = (number(v for v, letter in enumerate(letters) if letter == c) for c in (BLACK, WHITE))
        return black * self.whites + white

    def letters(self, position: int) -> str:
        """Return a position as a letter for each vertex."""
        letters = np.full(len(self.problem.graph), EMPTY)
        for knights, place, colour in zip(self.knights, divmod(position, self.whites), (BLACK, WHITE), strict=True):
            letters[members(place, knights)] = colour
        return "".join(letters)

    def around(self, position: int) -> list[int]:
        """Return the positions that are one move away."""
        from engine.swap.levels import around

        near = np.empty(self.most, np.uint64)
        found = around(*self.sets, np.uint64(position), near)
        return [int(each) for each in near[:found]]

    def move(self, before: int, after: int) -> tuple[int, int]:
        """Return the vertices that a move between two positions leads from and to."""
        pairs = zip(self.letters(before), self.letters(after), strict=True)
        changed = [(new == EMPTY, vertex) for vertex, (old, new) in enumerate(pairs) if old != new]
        (_, there), (_, here) = sorted(changed)
        return here, there


class SwapSettings(Settings):
    """What every solver has."""

    memory: int = Field(2048, ge=1, le=MIB, description="memory that the search may take, in MiB")
    max_positions: int = Field(
        10_000_000_000, ge=0, le=1_000_000_000_000, description="positions to expand before giving up"
    )


S = TypeVar("S", bound=SwapSettings)


class SwapSearch(Search[SwapProblem, S], Generic[S]):
    """A search over positions."""

    unit = "position"

    def __init__(self, problem: SwapProblem, settings: S, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.positions = Positions(problem)
        self.ends = self.positions.number(problem.from_), self.positions.number(problem.goal)
        """The numbers of start and goal; where their colours differ in number, the goal's means nothing."""

    @property
    def limit(self) -> int:
        return self.settings.max_positions

    @property
    def seeded(self) -> bool:
        return False

    @abstractmethod
    def sequence(self) -> list[int]:
        """Return the positions from start to goal, once they are found."""

    @property
    @abstractmethod
    def lower_bound(self) -> int:
        """How many moves it takes at least, as far as is known."""

    @property
    @abstractmethod
    def full(self) -> bool:
        """Whether the memory does not suffice."""

    def fits(self, more: int = 0) -> bool:
        """Tell whether the memory suffices for all that there is and some more bytes."""
        taken = sum(array.nbytes for array in self.state.values())
        return self.positions.bytes + taken + more <= self.settings.memory * MIB

    def end(self) -> tuple[Status, str] | None:
        if not self.full:
            return None
        allowed = f"the memory allowed, {self.settings.memory:,} MiB, does not suffice"
        if self.done == 0:
            return Status.GAVE_UP, f"{allowed} for {self.positions.arrangements:,} arrangements; {self.instead()}"
        return Status.GAVE_UP, f"{allowed}: {self.reached()}"

    def instead(self) -> str:
        """Say what may help where the memory does not suffice from the beginning."""
        return "allow more, or take fewer knights or a smaller board"

    def reached(self) -> str:
        return f"no solution yet, and none with fewer than {count(self.lower_bound, 'move')},"

    def answer(self) -> dict[str, Any]:
        problem = self.problem
        found = self.sequence() if self.ready and self.found() else []
        texts = [problem.text(self.positions.letters(position)) for position in found] or [problem.from_]
        return {
            "moves": [[self._square(v) for v in self.positions.move(a, b)] for a, b in pairwise(found)],
            "positions": texts,
        }

    def finds(self) -> int:
        return len(self.sequence()) if self.ready and self.found() else 0

    def find(self, place: int) -> Page:
        return replay(self.positions, self.sequence(), place)

    def _square(self, vertex: int) -> str | list[int]:
        if self.problem.moves is Moves.FILES:
            return self.problem.name(vertex)
        return list(divmod(int(self.problem.squares[vertex]), self.problem.free.shape[1]))

    def expanded(self, moves: int, fresh: int) -> str:
        """Say what the position that was expanded last led to."""
        return f"This position has {count(moves, 'move')}, {fresh:,} to positions not seen before."

    def fewest(self) -> tuple[Figure, ...]:
        """Return the fewest moves, or how many there are at least, as a figure."""
        if self.found():
            return (Figure("moves", f"{len(self.sequence()) - 1:,}, the fewest", "moves from the start to the goal"),)
        return (
            Figure("moves", f"{self.lower_bound:,} or more", "moves from the start to the goal, as far as is known"),
        )

    def drawn(self, last: int) -> Board:
        """Return a picture of the goal, once it is found, else of the position that was looked at last."""
        if self.full and self.done == 0:
            last = self.ends[0]
        position = self.ends[1] if self.found() else last
        return self.problem.position(self.problem.text(self.positions.letters(position)))


def replay(positions: Positions, sequence: Sequence[int], place: int) -> Page:
    """Return one position of a sequence, with the move that led there."""
    problem, moves = positions.problem, len(sequence) - 1
    text = problem.text(positions.letters(sequence[place]))
    if place == 0:
        return Page(
            f"Start, {count(moves, 'move')} to the goal", problem.position(text), "The knights before they move."
        )
    here, there = positions.move(sequence[place - 1], sequence[place])
    colour = {BLACK: "black", WHITE: "white"}[positions.letters(sequence[place])[there]]
    sentence = f"The {colour} knight goes from {problem.name(here)} to {problem.name(there)}."
    if place == moves:
        sentence += " That is the goal."
    move = int(problem.squares[here]), int(problem.squares[there])
    return Page(f"Move {place} of {moves}", problem.position(text, move[0]), sentence, move)
