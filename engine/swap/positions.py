"""All positions of a problem as numbers, and a sequence of them as pages.

A position's number is that of the set of its black knights, times the number of white sets, plus that of the white
ones: a set of all vertices or, where there would be too many of them, of those where no black knight stands.
"""

from collections.abc import Sequence
from functools import cached_property
from math import comb

import numpy as np

from knightwatch.engine.compiled.tiers import Tier, interpret
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.dense_numbers import Arrangements, arrangements, chosen, ways_of
from knightwatch.engine.swap.graph import Graph
from knightwatch.engine.swap.kernels.breadth import around
from knightwatch.engine.swap.kernels.dense_numbers import around_one, empty_standing
from knightwatch.engine.swap.kernels.pair_numbers import moves as list_moves
from knightwatch.engine.swap.pair_numbers import Gapless, SetPairs, Sets, gapless_size, members, number, size
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.refutations import BLACK, EMPTY, WHITE

PER_BYTE = 4
"""Positions that a byte of a table holds."""
MODEST = 512 << 20
"""Bytes of sets up to which positions are pairs of sets, whose moves are found sooner; also of sets and tables up to
which tables have a place for every pair, which is found sooner."""
SHORT = 1 << 32
"""Numbers that four bytes have room for."""


class Positions:
    """The positions of as many knights on a graph as a problem has, for a search that has so many tables of them."""

    def __init__(self, problem: SwapProblem, tier: Tier | None = None, tables: int = 1, modest: int = MODEST) -> None:
        self.problem = problem
        self._tier = tier or Tier()
        graph = problem.graph
        self.knights = tuple(problem.from_.count(colour) for colour in (BLACK, WHITE))
        sets = [comb(len(graph), knights) for knights in self.knights]
        rest = comb(len(graph) - self.knights[0], self.knights[1])
        self.arrangements = sets[0] * rest
        """How many positions there are."""
        self.most = sum(self.knights) * max(map(len, graph.ways))
        """How many moves a position has, at most."""
        self.bytes = sum(size(graph, knights) for knights in set(self.knights))
        """What the sets take."""
        pairs = sets[0] * sets[1]
        with_gaps = self.bytes + tables * pairs // PER_BYTE <= modest
        self.paired = with_gaps or (self.bytes <= modest and pairs < SHORT)
        """Whether a number stands for a pair of sets; else each position has one of its own."""
        self.whites = sets[1] if self.paired else rest
        """How many sets of white knights there are, for each set of black ones."""
        self.numbers = sets[0] * self.whites
        """How many numbers there are: of pairs of sets, those that share a vertex included."""
        self.places = self.numbers if with_gaps else self.arrangements
        """How many places a table has."""
        if not self.paired:
            self.bytes = 0
        elif not with_gaps:
            self.bytes += gapless_size(graph, *self.knights)

    @cached_property
    def set_pairs(self) -> SetPairs | None:
        """All sets of black knights, and all of white ones, where numbers stand for pairs of them."""
        if not self.paired:
            return None
        graph, (blacks, whites) = self.problem.graph, self.knights
        black = colour_sets(graph, blacks, self._tier)
        return SetPairs(black, black if blacks == whites else colour_sets(graph, whites, self._tier))

    @cached_property
    def gapless(self) -> Gapless | None:
        """What tells the place of a pair of sets, where tables have none for those that share a vertex."""
        pairs = self.set_pairs
        if pairs is None or self.places == self.numbers:
            return None
        black, white = (each.holds for each in pairs)
        blacks_before = np.cumsum(black, axis=1, dtype=np.uint16) - black
        whites = np.nonzero(white)[1].reshape(len(white), self.knights[1]).astype(np.uint16)
        choose = chosen(len(self.problem.graph), max(self.knights))
        return Gapless(blacks_before, whites, choose, self.arrangements // len(black))

    @cached_property
    def one_by_one(self) -> Arrangements | None:
        """The positions as they are, where each has a number of its own."""
        return None if self.paired else arrangements(self.problem.graph, *self.knights)

    def number(self, text: str) -> int:
        """Return the number of a position that is given as text."""
        return self._number(self.problem.letters(text), self.paired)

    def place(self, position: int) -> int:
        """Return the place of a position in tables."""
        return position if self.places == self.numbers else self._number(self.letters(position), paired=False)

    def _number(self, letters: str, paired: bool) -> int:
        black = number(vertex for vertex, letter in enumerate(letters) if letter == BLACK)
        among = letters if paired else letters.replace(BLACK, "")
        whites = self.whites if paired else self.arrangements // comb(len(letters), self.knights[0])
        return black * whites + number(place for place, letter in enumerate(among) if letter == WHITE)

    def letters(self, position: int) -> str:
        """Return a position as a letter for each vertex."""
        letters = np.full(len(self.problem.graph), EMPTY)
        black, white = divmod(position, self.whites)
        letters[members(black, self.knights[0])] = BLACK
        among = np.arange(len(letters)) if self.paired else np.flatnonzero(letters == EMPTY)
        letters[among[members(white, self.knights[1])]] = WHITE
        return "".join(letters)

    def around(self, position: int) -> list[int]:
        """Return the positions that are one move away."""
        near = np.empty(self.most, np.uint64)
        if pairs := self.set_pairs:
            found = interpret(around, pairs, np.uint64(position), near)
        else:
            one_by_one = self.one_by_one
            assert one_by_one
            found = interpret(around_one, one_by_one, np.uint64(position), empty_standing(one_by_one), near)
        return [int(each) for each in near[:found]]

    def move(self, before: int, after: int) -> tuple[int, int]:
        """Return the vertices that a move between two positions leads from and to."""
        pairs = zip(self.letters(before), self.letters(after), strict=True)
        changed = [(new == EMPTY, vertex) for vertex, (old, new) in enumerate(pairs) if old != new]
        (_, there), (_, here) = sorted(changed)
        return here, there


def colour_sets(graph: Graph, knights: int, tier: Tier) -> Sets:
    """Return all sets of so many vertices of a graph."""
    vertices, (ways, degrees) = len(graph), ways_of(graph)
    most = ways.shape[1]
    number_of_sets = comb(vertices, knights)
    made = Sets(
        np.zeros((number_of_sets, vertices), np.bool_),
        np.zeros(number_of_sets + 1, np.uint64),
        np.zeros(number_of_sets * knights * most, np.uint32),
        np.zeros(number_of_sets * knights * most, np.uint16),
    )
    tier(list_moves)(ways, degrees, chosen(vertices, knights), knights, made)
    return made


def replay(positions: Positions, sequence: Sequence[int], place: int) -> Page:
    """Return one position of a sequence, with the move that led there."""
    problem, moves = positions.problem, len(sequence) - 1
    text = problem.text(positions.letters(sequence[place]))
    if place == 0:
        return Page.single(
            f"Start, {counted_noun(moves, 'move')} to the goal", problem.position(text), "The knights before they move."
        )
    here, there = positions.move(sequence[place - 1], sequence[place])
    colour = {BLACK: "black", WHITE: "white"}[positions.letters(sequence[place])[there]]
    sentence = f"The {colour} knight goes from {problem.name(here)} to {problem.name(there)}."
    if place == moves:
        sentence += " That is the goal."
    move = int(problem.squares[here]), int(problem.squares[there])
    return Page.single(f"Move {place} of {moves}", problem.position(text, move), sentence, move)
