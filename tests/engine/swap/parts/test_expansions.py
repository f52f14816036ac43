"""What an expansion consisted of, held against distances that are worked out by other means."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.parts import look_into
from knightwatch.engine.swap.kernels.first_counters import SwapCounter
from knightwatch.engine.swap.parts import best_first, breadth
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSettings
from knightwatch.engine.swap.solvers.best_first import BestFirst
from knightwatch.engine.swap.solvers.breadth import BothEnds, Breadth
from knightwatch.engine.swap.solvers.distances import Distances

GUARINI = SwapProblem(from_="W.W/.../B.B")


@pytest.mark.parametrize("solver", [Breadth, BothEnds])
@settings(max_examples=20)
@given(steps=st.integers(1, 200))
def test_moves_are_new_or_seen_as_the_search_counts_them_and_levels_are_distances(
    solver: type[Breadth], steps: int
) -> None:
    search = solver(GUARINI, SwapSettings(), 0)
    search.advance(steps)
    (page,) = look_into(search, breadth.PARTS)
    _, *moves = page.table
    assert len(moves) == search.counter(SwapCounter.MOVES)
    assert sum(standing.startswith("new") for _, standing, _ in moves) == search.counter(SwapCounter.FRESH)
    sizes = [[cell.replace(",", "") for cell in row.cells if cell] for row in page.rows[1:]]
    assert sum(int(size) for row in sizes for size in row) == search.work()["positions"]
    assert any(row.cells[-1] for row in page.rows[1:]), "no level is listed before it has a position"
    if solver is Breadth:
        to_start = Distances(SwapProblem(from_=GUARINI.goal, to=GUARINI.from_))
        list(to_start.slices())
        for _, standing, text in moves:
            if "level" in standing:
                level = int(standing.split("level ")[1].split(":")[0])
                assert to_start.distance(to_start.positions.number(text)) == level


@settings(max_examples=20)
@given(steps=st.integers(1, 200))
def test_f_is_g_and_h_and_never_more_than_the_way_takes(steps: int) -> None:
    search = BestFirst(GUARINI, SwapSettings(), 0)
    search.advance(steps)
    moves, assignment, waiting = look_into(search, best_first.PARTS)
    known = Distances(GUARINI)
    list(known.slices())
    assert sum(row[4] == "new" for row in moves.table[1:]) == search.counter(SwapCounter.FRESH)
    for _, g, h, f, _, text in moves.table[1:]:
        assert int(g) + int(h) == int(f)
        assert int(h) <= (known.distance(known.positions.number(text)) or 0)
    assert assignment.sentence.startswith(f"h = {sum(int(row[3]) for row in assignment.table[1:])}:")
    lows = [int(row[1]) for row in waiting.table[1:]]
    assert lows == sorted(lows)
    assert waiting.sentence.startswith(f"{search.work()['positions'] - search.done} position")
