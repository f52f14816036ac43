"""Decode dense numbers and find neighbours: see knightwatch.engine.swap.dense_numbers."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.swap.dense_numbers import DenseNumbering
from knightwatch.engine.swap.kernels.pair_numbers import rank_after_move

Ints = NDArray[np.int64]


class DensePosition(NamedTuple):
    """One decoded position: working memory that kernels allocate once and fill again for each position."""

    black: Ints
    """The vertices of the black knights, in ascending order."""
    white: Ints
    """The vertices of the white knights, in ascending order."""
    places: Ints
    """For each white knight: the number of vertices without a black knight before it."""
    taken: NDArray[np.bool_]
    """For each vertex: whether a knight stands there."""
    before: Ints
    """For each vertex without a black knight: the number of such vertices before it."""


@kernel
def empty_position(dense: DenseNumbering) -> DensePosition:
    """Return memory for one position."""
    vertices = len(dense.degrees)
    black, white = np.empty(dense.black, np.int64), np.empty(dense.white, np.int64)
    return DensePosition(black, white, np.empty_like(white), np.empty(vertices, np.bool_), np.empty(vertices, np.int64))


@kernel
def unrank_set(rank: int, choose: Ints, members: Ints) -> None:
    """Write the members of the set with a colexicographic rank, in ascending order."""
    member = len(choose) - 1
    for place in range(len(members), 0, -1):
        while choose[member, place] > rank:
            member -= 1
        rank -= choose[member, place]
        members[place - 1] = member
        member -= 1


@kernel
def rank_set(members: Ints, choose: Ints) -> int:
    """Return the colexicographic rank of a set, given in ascending order: the sum of C(member, place)."""
    rank = 0
    for i in range(len(members)):
        rank += choose[members[i], i + 1]
    return rank


@kernel
def decode(dense: DenseNumbering, position: np.uint64, knights: DensePosition) -> None:
    """Write into `knights` where they stand in a position."""
    black, white, places, taken, before = knights
    number = int(position)
    unrank_set(number // dense.whites, dense.choose, black)
    unrank_set(number % dense.whites, dense.choose, places)
    next_black = next_white = not_black = 0
    for vertex in range(len(taken)):
        taken[vertex] = False
        if next_black < len(black) and black[next_black] == vertex:
            taken[vertex] = True
            next_black += 1
            continue
        if next_white < len(white) and places[next_white] == not_black:
            taken[vertex] = True
            white[next_white] = vertex
            next_white += 1
        before[vertex] = not_black
        not_black += 1


@kernel
def dense_neighbours(
    dense: DenseNumbering, position: np.uint64, knights: DensePosition, near: NDArray[np.uint64]
) -> int:
    """Write the positions one move away into `near`, black moves first; return how many there are."""
    decode(dense, position, knights)
    ways, degrees, choose, _, _, whites = dense
    black, white, places, taken, before = knights
    number = int(position)
    moves = 0
    for i in range(len(black)):
        here = black[i]
        for way in range(degrees[here]):
            there = ways[here, way]
            if taken[there]:
                continue
            # A black move shifts the places of the white knights between its two vertices.
            rest = 0
            for j in range(len(white)):
                rest += choose[places[j] - int(there < white[j]) + int(here < white[j]), j + 1]
            near[moves] = rank_after_move(black, i, there, choose) * whites + rest
            moves += 1
    first = number // whites * whites
    for i in range(len(white)):
        here = white[i]
        for way in range(degrees[here]):
            there = ways[here, way]
            if not taken[there]:
                near[moves] = first + rank_after_move(places, i, before[there], choose)
                moves += 1
    return moves
