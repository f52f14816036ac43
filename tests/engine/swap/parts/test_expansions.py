"""Pages about an expansion, against independently computed distances."""

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
def test_moves_and_levels_of_a_page_match_the_search(solver: type[Breadth], steps: int) -> None:
    search = solver(GUARINI, SwapSettings(), 0)
    search.advance(steps)
    (page,) = look_into(search, breadth.PARTS)
    _, *moves = page.table
    assert len(moves) == search.counter(SwapCounter.MOVES)
    assert sum(label.startswith("new") for _, label, _ in moves) == search.counter(SwapCounter.FRESH)
    sizes = [[cell.replace(",", "") for cell in row.cells if cell] for row in page.rows[1:]]
    assert sum(int(size) for row in sizes for size in row) == search.work()["positions"]
    assert any(row.cells[-1] for row in page.rows[1:]), "a level is listed only if it has a position"
    signs = {mark.sign for row in page.rows for mark in row.marks if mark}
    assert signs
    assert all(f"{sign} marks" in page.sentence or f"marked {sign}" in page.sentence for sign in signs)
    if solver is Breadth:
        to_start = Distances(SwapProblem(from_=GUARINI.goal, to=GUARINI.from_))
        list(to_start.slices())
        for _, label, text in moves:
            if "level" in label:
                level = int(label.split("level ")[1].split(":")[0])
                assert to_start.distance(to_start.positions.number(text)) == level


@settings(max_examples=20)
@given(steps=st.integers(1, 200))
def test_f_is_g_plus_h_and_h_is_a_lower_bound(steps: int) -> None:
    search = BestFirst(GUARINI, SwapSettings(), 0)
    search.advance(steps)
    moves, assignment, open_positions = look_into(search, best_first.PARTS)
    table = Distances(GUARINI)
    list(table.slices())
    assert sum(row[4] == "new" for row in moves.table[1:]) == search.counter(SwapCounter.FRESH)
    for _, g, h, f, _, text in moves.table[1:]:
        assert int(g) + int(h) == int(f)
        assert int(h) <= (table.distance(table.positions.number(text)) or 0)
    assert assignment.sentence.startswith(f"h = {sum(int(row[3]) for row in assignment.table[1:])}:")
    lows = [int(row[1]) for row in open_positions.table[1:]]
    assert lows == sorted(lows)
    assert open_positions.sentence.startswith(f"{search.work()['positions'] - search.done} open position")
