"""The pages about steps of walks: stacks, rotations, chances and repairs, each computed in another way."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.boards import adjacent, neighbours, read_square
from knightwatch.engine.core.frame import Tone
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import look_into
from knightwatch.engine.tour.parts import ants, auto, backtrack, repair
from knightwatch.engine.tour.problem import MENDED, TourProblem
from knightwatch.engine.tour.solvers.ants import Ants, AntsSettings
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings
from knightwatch.engine.tour.solvers.backtrack import Backtrack, BacktrackSettings
from knightwatch.engine.tour.solvers.repair import Repair, RepairSettings

seeds = st.integers(0, 2**32)
BOARD = TourProblem(rows=5, cols=6)


def squares(names: str) -> list[int]:
    return [read_square(name, BOARD.rows, BOARD.cols, "") for name in names.split()]


@settings(max_examples=30)
@given(steps=st.integers(1, 3000), seed=seeds)
def test_the_stack_lists_every_candidate_once(steps: int, seed: int) -> None:
    search = Backtrack(BOARD, BacktrackSettings(order="fixed"), seed)
    search.advance(steps)
    pages = look_into(search, backtrack.PARTS)
    trail = search.trail.tolist()
    for depth, name, failed, used, untried in pages[-1].table[1:]:
        (here,) = squares(name)
        assert trail[int(depth) - 1] == here
        ahead = [s for s in neighbours(here, BOARD.rows, BOARD.cols) if s not in trail[: int(depth)]]
        assert sorted(squares(f"{failed} {used} {untried}")) == sorted(ahead)
        assert squares(used) == trail[int(depth) : int(depth) + 1]


def the_rotation(seed: int) -> tuple[Auto, Page]:
    search = Auto(TourProblem(rows=6, cols=6, closed=True), AutoSettings(), seed)
    search.advance(1000, halt=True)
    (page,) = look_into(search, auto.PARTS)
    return search, page


@settings(max_examples=20)
@given(seed=seeds)
def test_a_rotation_reverses_the_walk_after_the_pivot(seed: int) -> None:
    _, page = the_rotation(seed)
    if page.title != "a rotation":
        return
    before, after = (picture.board.trail.tolist() for picture in page.pictures)
    pivot = int(page.rows[0].cells[0]) - 1
    assert after == before[: pivot + 1] + before[:pivot:-1]
    assert adjacent(before[pivot], before[-1], 6)
    assert [row[4] for row in page.table[1:]].count("chosen") == 1
    assert list(page.rows[1].cells[1:]) == list(page.rows[2].cells[:0:-1])


@settings(max_examples=20)
@given(number=st.integers(1, 120), seed=seeds, alpha=st.sampled_from([0.0, 1.0, 2.0]))
def test_the_chances_of_an_ant_are_shares_of_pheromone(number: int, seed: int, alpha: float) -> None:
    search, before = (Ants(BOARD, AntsSettings(alpha=alpha, tours=1000), seed) for _ in range(2))
    search.advance(number)
    before.advance(number - 1)
    for options, here, there in zip(
        ants.chances(search, before.state["pheromone"]), search.walk()[:-1], search.walk()[1:], strict=True
    ):
        assert sum(options.values()) == pytest.approx(1)
        assert search.problem.name(int(there)) in map(search.name_of, options)
        assert adjacent(int(here), int(there), BOARD.cols)
    page = look_into(search, ants.PARTS)[0]
    assert sum(bool(row[0]) for row in page.table) == len(search.walk())  # the heading and all moves
    assert all(len(row[3]) < 20 for row in page.table)  # narrow enough to stand beside a board


@settings(max_examples=20)
@given(number=st.integers(1, 150), seed=seeds, pm=st.sampled_from([0.0, 0.005, 0.3]))
def test_the_bits_differ_exactly_at_repaired_moves(number: int, seed: int, pm: float) -> None:
    search = Repair(BOARD, RepairSettings(pop=20, pm=pm, tours=1000), seed)
    search.advance(number)
    pages = look_into(search, repair.PARTS)
    _, bred, repaired = pages[-1].rows
    different = [i for i, (a, b) in enumerate(zip(bred.cells, repaired.cells, strict=True)) if a != b]
    assert [row[0] for row in pages[-1].table[1:]] == [f"{i + 1}" for i in different]
    assert len(different) == search.counter(3)
    assert made([int(cell, 2) for cell in repaired.cells], search) == search.walk().tolist()
    board = pages[-1].pictures[0].board
    mended = {int(square) for square in search.walk()[[i + 1 for i in different]]}
    marked = [board.marks[kind] for square, kind in zip(board.squares, board.kinds, strict=True) if square in mended]
    assert not any(mark.tone is Tone.ALARM for mark in marked), "a repair is a success"
    assert (MENDED in marked) == bool(mended - {search.walk()[-1]})
    assert len(pages) == (2 if number > 20 else 1)
    if number > 20:
        _, a, b, child = pages[0].rows
        assert bred.cells == child.cells
        for one, other in zip(a.marks, b.marks, strict=True):
            assert (one is None) != (other is None), "each bit of the child comes from one parent"


def made(moves: Sequence[int], search: Repair) -> list[int]:
    genes = np.array(moves, np.uint8)
    return repair.walk_of(search, genes, len(search.walk()) - 1)


def test_the_table_lists_the_strongest_move_of_each_square() -> None:
    search = Ants(TourProblem(rows=5, cols=5), AntsSettings(), 3)
    search.advance(30)
    page = look_into(search, ants.PARTS)[-1]
    assert page.pictures[0].board.links
    assert "Lines are the moves with most pheromone" in page.sentence
    head, *moves = page.table
    assert head == ("from", "to", "pheromone", "chance")
    assert len({here for here, *_ in moves}) == 25
    strengths = [float(pheromone) for _, _, pheromone, _ in moves]
    assert strengths == sorted(strengths, reverse=True)
    here, there = (read_square(name, 5, 5, "square") for name in moves[0][:2])
    assert adjacent(here, there, 5)
    assert search.heat().argmax() == here, "the square with the highest digit is first in the table"
    corner = next(move for move in moves if move[0] == "a1")
    assert float(corner[3].rstrip("%")) >= 50, "the stronger of two moves has at least 50 %"
