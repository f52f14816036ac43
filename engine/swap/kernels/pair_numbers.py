"""List the sets of one colour with their moves, and find neighbours: see knightwatch.engine.swap.pair_numbers."""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import inlined, kernel
from knightwatch.engine.swap.pair_numbers import ColourSets, DensePlaces, SetPairs

Ints = NDArray[np.int64]

ONE = np.uint64(1)


@kernel
def rank_after_move(vertices: Ints, moved: int, there: int, choose: Ints) -> int:
    """Return the rank of a set, given in ascending order, after its member `moved` goes to the vertex `there`."""
    rank, place, inserted = 0, 0, False
    for i in range(len(vertices)):
        if i == moved:
            continue
        if not inserted and vertices[i] > there:
            place += 1
            rank += choose[there, place]
            inserted = True
        place += 1
        rank += choose[vertices[i], place]
    return int(rank if inserted else rank + choose[there, place + 1])


@kernel
def list_moves(ways: Ints, degrees: Ints, choose: Ints, knights: int, sets: ColourSets) -> None:
    """Fill `sets` with all sets of a number of knights, in colexicographic order, and the moves of each."""
    vertices = np.arange(knights)
    moves = 0
    for this in range(len(sets.holds)):
        for i in range(knights):
            sets.holds[this, vertices[i]] = True
        sets.first[this] = moves
        for i in range(knights):
            here = vertices[i]
            for j in range(degrees[here]):
                there = ways[here, j]
                if not sets.holds[this, there]:
                    sets.to[moves] = rank_after_move(vertices, i, there, choose)
                    sets.vertex[moves] = there
                    moves += 1
        # Next set: the lowest vertex that can go up by one does so; the vertices below it start again from 0.
        i = 0
        while i < knights - 1 and vertices[i] + 1 == vertices[i + 1]:
            vertices[i] = i
            i += 1
        if knights:
            vertices[i] += 1
    sets.first[len(sets.holds)] = moves


@inlined
def dense_place(dense_places: DensePlaces, position: np.uint64) -> np.uint64:
    """Return the place of a pair of sets in a table without gaps."""
    whites = np.uint64(len(dense_places.whites))
    black = position // whites
    white = position - black * whites
    place = np.uint64(0)
    for k in range(dense_places.whites.shape[1]):
        vertex = dense_places.whites[white, k]
        place += np.uint64(dense_places.choose[vertex - dense_places.blacks_before[black, vertex], k + 1])
    return black * np.uint64(dense_places.each) + place


@inlined
def pair_neighbours(pairs: SetPairs, position: np.uint64, near: NDArray[np.uint64]) -> int:
    """Write the positions one move away into `near`, black moves first; return how many there are."""
    black, white = pairs
    whites = np.uint64(len(white.holds))
    b = position // whites
    w = position - b * whites
    moves = 0
    for move in range(black.first[b], black.first[b + ONE]):
        if not white.holds[w, black.vertex[move]]:
            near[moves] = black.to[move] * whites + w
            moves += 1
    for move in range(white.first[w], white.first[w + ONE]):
        if not black.holds[b, white.vertex[move]]:
            near[moves] = b * whites + white.to[move]
            moves += 1
    return moves
