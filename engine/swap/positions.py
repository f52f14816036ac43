"""Number the positions of a problem, and show a sequence of positions as pages.

`Positions` chooses the numbering by the memory it needs: pairs of sets (pair_numbers) are faster, dense numbers
(dense_numbers) smaller.
"""

from collections.abc import Sequence
from functools import cached_property
from math import comb

import numpy as np

from knightwatch.engine.compiled.tiers import Tier, interpret
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.dense_numbers import DenseNumbering, binomials, dense_numbering, padded_ways
from knightwatch.engine.swap.graph import Graph
from knightwatch.engine.swap.kernels.dense_numbers import dense_neighbours, empty_position
from knightwatch.engine.swap.kernels.pair_numbers import list_moves, pair_neighbours
from knightwatch.engine.swap.pair_numbers import (
    ColourSets,
    DensePlaces,
    SetPairs,
    dense_places_bytes,
    rank_of,
    set_of_rank,
    sets_bytes,
)
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.refutations import BLACK, EMPTY, WHITE

PER_BYTE = 4
"""Positions per byte of a table."""
PAIR_MEMORY = 512 << 20
"""Bytes that the sets may take, for positions to be pairs of sets. Tables with a place for each pair must fit in too;
otherwise tables have no gaps."""
SHORT = 1 << 32
"""Numbers that fit into four bytes."""


class Positions:
    """The numbered positions of a problem, for a search that keeps `tables` tables of them."""

    def __init__(
        self, problem: SwapProblem, tier: Tier | None = None, tables: int = 1, pair_memory: int = PAIR_MEMORY
    ) -> None:
        self.problem = problem
        self._tier = tier or Tier()
        graph = problem.graph
        self.knights = tuple(problem.from_.count(colour) for colour in (BLACK, WHITE))
        sets = [comb(len(graph), knights) for knights in self.knights]
        rest = comb(len(graph) - self.knights[0], self.knights[1])
        self.arrangements = sets[0] * rest
        """The number of positions."""
        self.max_moves = sum(self.knights) * max(map(len, graph.ways))
        """The most moves that a position can have."""
        self.bytes = sum(sets_bytes(graph, knights) for knights in set(self.knights))
        """Bytes of the sets."""
        pairs = sets[0] * sets[1]
        with_gaps = self.bytes + tables * pairs // PER_BYTE <= pair_memory
        self.paired = with_gaps or (self.bytes <= pair_memory and pairs < SHORT)
        """Whether numbers are pairs of sets; otherwise they are dense."""
        self.whites = sets[1] if self.paired else rest
        """The number of white sets for each black set."""
        self.numbers = sets[0] * self.whites
        """The number of numbers; pairs of sets that share a vertex included."""
        self.places = self.numbers if with_gaps else self.arrangements
        """The number of places in a table."""
        if not self.paired:
            self.bytes = 0
        elif not with_gaps:
            self.bytes += dense_places_bytes(graph, *self.knights)

    @cached_property
    def set_pairs(self) -> SetPairs | None:
        """The sets of both colours; None if numbers are dense."""
        if not self.paired:
            return None
        graph, (blacks, whites) = self.problem.graph, self.knights
        black = colour_sets(graph, blacks, self._tier)
        return SetPairs(black, black if blacks == whites else colour_sets(graph, whites, self._tier))

    @cached_property
    def dense_places(self) -> DensePlaces | None:
        """The places of pairs in tables without gaps; None if tables have a place for each number."""
        pairs = self.set_pairs
        if pairs is None or self.places == self.numbers:
            return None
        black, white = (each.holds for each in pairs)
        blacks_before = np.cumsum(black, axis=1, dtype=np.uint16) - black
        whites = np.nonzero(white)[1].reshape(len(white), self.knights[1]).astype(np.uint16)
        choose = binomials(len(self.problem.graph), max(self.knights))
        return DensePlaces(blacks_before, whites, choose, self.arrangements // len(black))

    @cached_property
    def dense(self) -> DenseNumbering | None:
        """The dense numbering; None if numbers are pairs of sets."""
        return None if self.paired else dense_numbering(self.problem.graph, *self.knights)

    def number(self, text: str) -> int:
        """Return the number of a position given as text."""
        return self._number(self.problem.letters(text), self.paired)

    def place(self, position: int) -> int:
        """Return the place of a position in the tables."""
        return position if self.places == self.numbers else self._number(self.letters(position), paired=False)

    def _number(self, letters: str, paired: bool) -> int:
        black = rank_of(vertex for vertex, letter in enumerate(letters) if letter == BLACK)
        among = letters if paired else letters.replace(BLACK, "")
        whites = self.whites if paired else self.arrangements // comb(len(letters), self.knights[0])
        return black * whites + rank_of(place for place, letter in enumerate(among) if letter == WHITE)

    def letters(self, position: int) -> str:
        """Return a position as one letter per vertex."""
        letters = np.full(len(self.problem.graph), EMPTY)
        black, white = divmod(position, self.whites)
        letters[set_of_rank(black, self.knights[0])] = BLACK
        among = np.arange(len(letters)) if self.paired else np.flatnonzero(letters == EMPTY)
        letters[among[set_of_rank(white, self.knights[1])]] = WHITE
        return "".join(letters)

    def neighbours(self, position: int) -> list[int]:
        """Return the positions one move away."""
        near = np.empty(self.max_moves, np.uint64)
        if pairs := self.set_pairs:
            moves = interpret(pair_neighbours, pairs, np.uint64(position), near)
        else:
            dense = self.dense
            assert dense
            moves = interpret(dense_neighbours, dense, np.uint64(position), empty_position(dense), near)
        return [int(each) for each in near[:moves]]

    def move(self, before: int, after: int) -> tuple[int, int]:
        """Return the vertices from which and to which the move between two positions goes."""
        pairs = zip(self.letters(before), self.letters(after), strict=True)
        changed = [(new == EMPTY, vertex) for vertex, (old, new) in enumerate(pairs) if old != new]
        (_, there), (_, here) = sorted(changed)
        return here, there


def colour_sets(graph: Graph, knights: int, tier: Tier) -> ColourSets:
    """Return all sets of a number of vertices of a graph, with their moves."""
    vertices, (ways, degrees) = len(graph), padded_ways(graph)
    most = ways.shape[1]
    number_of_sets = comb(vertices, knights)
    sets = ColourSets(
        np.zeros((number_of_sets, vertices), np.bool_),
        np.zeros(number_of_sets + 1, np.uint64),
        np.zeros(number_of_sets * knights * most, np.uint32),
        np.zeros(number_of_sets * knights * most, np.uint16),
    )
    tier(list_moves)(ways, degrees, binomials(vertices, knights), knights, sets)
    return sets


def replay(positions: Positions, sequence: Sequence[int], place: int) -> Page:
    """Return the page about one position of a sequence, with the move that led to it."""
    problem, moves = positions.problem, len(sequence) - 1
    text = problem.text(positions.letters(sequence[place]))
    if place == 0:
        return Page.single(
            f"Start, {counted_noun(moves, 'move')} to the goal", problem.position(text), "The start position."
        )
    here, there = positions.move(sequence[place - 1], sequence[place])
    colour = {BLACK: "black", WHITE: "white"}[positions.letters(sequence[place])[there]]
    sentence = f"The {colour} knight goes from {problem.name(here)} to {problem.name(there)}."
    title = f"Move {place} of {moves}"
    if place == moves:
        sentence += " That is the goal."
    else:
        title += f", {moves - place} to the goal"
    move = int(problem.squares[here]), int(problem.squares[there])
    return Page.single(title, problem.position(text, move), sentence, move)
