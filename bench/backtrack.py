"""Subject `backtrack`: states per second of our depth-first search against the same search in careful plain Python.

Both visit the same states in the same order. A check compares the walks at the end.
"""

import time

from bench.table import Comparison, Row, in_turns, ratio, spread
from knightwatch.engine.boards import neighbours
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.backtrack import Backtrack, BacktrackSettings, Order

ORDERS = (Order.WARNSDORFF, Order.WALL, Order.WARNSDORFF_WALL, Order.FIXED)
RING = ":".join(f"{row},{col}" for row in range(2, 6) for col in range(2, 6))
"""Holes with which 8 x 8 has no tour, so that the search never ends early."""
STATES, PLAIN_STATES = 5_000_000, 200_000
LEAST = 25
TURNS = 5


def ours(order: Order, states: int) -> tuple[float, list[int]]:
    """Return our states per second and the final walk."""
    problem = TourProblem(holes=RING, start="a1")
    search = Backtrack(problem, BacktrackSettings(order=order, max_states=states), 1)
    search.prepare()
    begun = time.perf_counter()
    search.advance(states)
    return search.done / (time.perf_counter() - begun), search.trail.tolist()


def plain(order: Order, states: int) -> tuple[float, list[int]]:
    """Return the states per second of plain Python and the final walk."""
    problem = TourProblem(holes=RING, start="a1")
    side, start = problem.rows, problem.first
    assert start is not None
    free = problem.free.ravel().tolist()
    moves = [neighbours(square, side, side) for square in range(side * side)]
    wall = [min(r, c, side - 1 - r, side - 1 - c) for r in range(side) for c in range(side)]
    ways = [sum(free[there] for there in around) for around in moves]
    keys = {
        Order.WARNSDORFF: lambda square: ways[square],
        Order.WALL: lambda square: wall[square],
        Order.WARNSDORFF_WALL: lambda square: (ways[square], wall[square]),
        Order.FIXED: None,
    }
    key = keys[order]

    def onward(square: int) -> list[int]:
        """Return the free neighbours in reverse order: the last is tried first."""
        found = [there for there in moves[square] if free[there]]
        if key and len(found) > 1:
            found.sort(key=key)
        found.reverse()
        return found

    def take(square: int) -> None:
        free[square] = False
        for there in moves[square]:
            ways[there] -= 1

    begun = time.perf_counter()
    take(start)
    path, waiting = [start], [onward(start)]
    for _ in range(states):
        while not waiting[-1]:
            waiting.pop()
            square = path.pop()
            free[square] = True
            for there in moves[square]:
                ways[there] += 1
        square = waiting[-1].pop()
        take(square)
        path.append(square)
        waiting.append(onward(square))
    return states / (time.perf_counter() - begun), path


def row(order: Order) -> Row:
    if ours(order, PLAIN_STATES)[1] != plain(order, PLAIN_STATES)[1]:
        raise AssertionError(f"plain Python and knightwatch visit different states in order {order}")
    mine, peer = in_turns(TURNS, lambda _: ours(order, STATES)[0], lambda _: plain(order, PLAIN_STATES)[0])
    factor = ratio(mine, peer)
    return Row(str(order), spread(mine), spread(peer), f"{factor:.0f} x", f">= {LEAST} x", factor >= LEAST)


def table() -> Comparison:
    return Comparison("backtrack: states per second, more is better", "Python", tuple(map(row, ORDERS)))
