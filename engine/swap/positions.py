"""All positions of a problem as numbers, and a sequence of them as pages.

A position's number is that of the set of its black knights, times the number of white sets, plus that of the white
ones.
"""

from collections.abc import Sequence
from functools import cached_property
from math import comb

import numpy as np

from engine.compiled.tiers import Tier, interpret
from engine.core.frame import Page
from engine.core.words import counted_noun
from engine.swap.colour_sets import SetPairs, Sets, members, number, size
from engine.swap.graph import Graph
from engine.swap.kernels.breadth import around
from engine.swap.kernels.colour_sets import moves as list_moves
from engine.swap.problem import SwapProblem
from engine.swap.refutations import BLACK, EMPTY, WHITE


class Positions:
    """The positions of as many knights on a graph as a problem has."""

    def __init__(self, problem: SwapProblem, tier: Tier | None = None) -> None:
        self.problem = problem
        self._tier = tier or Tier()
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
    def set_pairs(self) -> SetPairs:
        """All sets of black knights, and all of white ones."""
        graph, (blacks, whites) = self.problem.graph, self.knights
        black = colour_sets(graph, blacks, self._tier)
        return SetPairs(black, black if blacks == whites else colour_sets(graph, whites, self._tier), self.most)

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
        near = np.empty(self.most, np.uint64)
        found = interpret(around, *self.set_pairs[:2], np.uint64(position), near)
        return [int(each) for each in near[:found]]

    def move(self, before: int, after: int) -> tuple[int, int]:
        """Return the vertices that a move between two positions leads from and to."""
        pairs = zip(self.letters(before), self.letters(after), strict=True)
        changed = [(new == EMPTY, vertex) for vertex, (old, new) in enumerate(pairs) if old != new]
        (_, there), (_, here) = sorted(changed)
        return here, there


def colour_sets(graph: Graph, knights: int, tier: Tier) -> Sets:
    """Return all sets of so many vertices of a graph."""
    vertices, most = len(graph), max(map(len, graph.ways))
    ways = np.zeros((vertices, most), np.int64)
    for vertex, near in enumerate(graph.ways):
        ways[vertex, : len(near)] = near
    choose = np.array([[comb(n, k) for k in range(knights + 1)] for n in range(vertices)], np.int64)
    number_of_sets = comb(vertices, knights)
    made = Sets(
        np.zeros((number_of_sets, vertices), np.bool_),
        np.zeros(number_of_sets + 1, np.uint64),
        np.zeros(number_of_sets * knights * most, np.uint32),
        np.zeros(number_of_sets * knights * most, np.uint16),
    )
    degrees = np.array([len(near) for near in graph.ways], np.int64)
    tier(list_moves)(ways, degrees, choose, knights, made)
    return made


def replay(positions: Positions, sequence: Sequence[int], place: int) -> Page:
    """Return one position of a sequence, with the move that led there."""
    problem, moves = positions.problem, len(sequence) - 1
    text = problem.text(positions.letters(sequence[place]))
    if place == 0:
        return Page(
            f"Start, {counted_noun(moves, 'move')} to the goal", problem.position(text), "The knights before they move."
        )
    here, there = positions.move(sequence[place - 1], sequence[place])
    colour = {BLACK: "black", WHITE: "white"}[positions.letters(sequence[place])[there]]
    sentence = f"The {colour} knight goes from {problem.name(here)} to {problem.name(there)}."
    if place == moves:
        sentence += " That is the goal."
    move = int(problem.squares[here]), int(problem.squares[there])
    return Page(f"Move {place} of {moves}", problem.position(text, move), sentence, move)
