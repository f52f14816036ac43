"""Subject `swap`: knights that change places, against the same breadth-first search in careful plain Python.

The plain search stores positions as integers, two bitboards in one, and their parents, so it also returns the moves.
The whole search of six knights is also compared with the published seconds.
"""

import time

from bench.table import Comparison, Row, in_turns, ratio, short, spread
from knightwatch.engine.plans.catalog import SWAP_SECONDS, SWAP_TABLE
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSearch, SwapSettings
from knightwatch.engine.swap.solvers.best_first import BestFirst
from knightwatch.engine.swap.solvers.breadth import BothEnds, Breadth

SIX, EIGHT, TEN = "BBB/.../.../WWW", "BBBB/..../..../WWWW", "BBBBB/...../...../WWWWW"
LEAST, LEAST_PUBLISHED = 20, 100_000
TURNS = 9


def searched(solver: type[SwapSearch], problem: SwapProblem) -> tuple[SwapSearch, float]:
    """Return a finished search and its seconds."""
    search = solver(problem, SwapSettings(), 0)
    search.prepare()
    begun = time.perf_counter()
    search.advance(search.limit)
    return search, time.perf_counter() - begun


def seconds(start: str) -> float:
    return searched(Breadth, SwapProblem(from_=start))[1]


def plain(start: str) -> tuple[int, float]:
    """Return the fewest moves and the seconds of plain Python."""
    problem = SwapProblem(from_=start)
    n, letters = len(problem.graph), problem.letters(start)
    by = {1 << here: [1 << there for there in around] for here, around in enumerate(problem.graph.ways)}
    black, white = (sum(1 << i for i, letter in enumerate(letters) if letter == colour) for colour in "BW")
    everywhere = (1 << n) - 1
    first, goal = black | white << n, white | black << n
    begun = time.perf_counter()
    parents, level = {first: first}, [first]
    while goal not in parents:
        later = []
        for position in level:
            blacks, whites = position & everywhere, position >> n
            free = everywhere & ~(blacks | whites)
            while blacks:
                here = blacks & -blacks
                blacks ^= here
                for there in by[here]:
                    if there & free and (new := position ^ here ^ there) not in parents:
                        parents[new] = position
                        later.append(new)
            while whites:
                here = whites & -whites
                whites ^= here
                for there in by[here]:
                    if there & free and (new := position ^ (here ^ there) << n) not in parents:
                        parents[new] = position
                        later.append(new)
        level = later
    moves = 0
    while goal != first:
        goal, moves = parents[goal], moves + 1
    return moves, time.perf_counter() - begun


def against_python(name: str, start: str, turns: int) -> tuple[Row, list[float]]:
    search, _ = searched(Breadth, SwapProblem(from_=start))
    if plain(start)[0] != len(search.sequence()) - 1:
        raise AssertionError(f"plain Python and knightwatch find different numbers of moves for {name}")
    mine, peer = in_turns(turns, lambda _: seconds(start), lambda _: plain(start)[1])
    factor = ratio(peer, mine)
    target = (f">= {LEAST} x", factor >= LEAST) if start == SIX else ("", None)
    return Row(f"{name}, seconds", spread(mine), spread(peer), f"{factor:.0f} x", *target), mine


def speed(name: str, start: str) -> Row:
    search, took = searched(Breadth, SwapProblem(from_=start))
    reached = search.work()["positions"]
    size = sum(array.nbytes for array in search.state.values()) + search.positions.bytes
    return Row(f"{name}, positions per second", short(reached / took), f"{size / reached:.2f} bytes a position")


def expanded(solver: type[SwapSearch]) -> Row:
    shares = []
    for values in SWAP_TABLE.values():
        problem = SwapProblem.model_validate(values)
        few, many = (searched(each, problem)[0].work()["expanded"] for each in (solver, Breadth))
        shares.append(few / many)
    return Row(f"{solver.name}, positions expanded of breadth's", spread([100 * s for s in shares], " %"))


def table() -> Comparison:
    six, mine = against_python("3+3 on 4 x 3", SIX, TURNS)
    eight, _ = against_python("4+4 on 4 x 4", EIGHT, 2)
    factor = SWAP_SECONDS[-1] / max(mine)
    published = Row(
        "3+3 on 4 x 3, published seconds",
        spread(mine),
        f"{SWAP_SECONDS[-1]:,} (published)",
        f"{factor:,.0f} x",
        f">= {LEAST_PUBLISHED:,} x",
        factor >= LEAST_PUBLISHED,
    )
    speeds = [speed(name, start) for name, start in (("4+4 on 4 x 4", EIGHT), ("5+5 on 4 x 5", TEN))]
    rows = six, eight, published, *speeds, *map(expanded, (BothEnds, BestFirst))
    return Comparison("swap: the whole search, less is better; ratio: how many times faster", "Python", rows)
