"""The ant colony: agreement with plain Python ant by ant, and its frames."""

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from knightwatch.engine.boards import MOVES, padded
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.parts import look_into
from knightwatch.engine.tour.kernels.ants import choose_move
from knightwatch.engine.tour.parts.ants import PARTS
from knightwatch.engine.tour.problem import KNIGHT, TourProblem
from knightwatch.engine.tour.solvers.ants import Ants, AntsSettings
from knightwatch.engine.tour.solvers.base import fresh_ways
from tests.models.tour import Square, asked, full, is_tour, squares_of, with_holes
from tests.support.chi_square import likely
from tests.support.kernel_random import KernelRandom
from tests.support.plain import plain_module

seeds = st.integers(0, 2**63 - 1)
whole_boards = st.sampled_from([(3, 4), (5, 5), (5, 6), (6, 5)]).map(lambda size: (*size, full(*size)))
boards = whole_boards | with_holes(((3, 3), (5, 5), (6, 6)))
WHOLE = 1_000_000


def ants(problem: TourProblem, seed: int = 1, **values: Any) -> Ants:
    """Return a new colony that searches until its limit, unless `values` say otherwise."""
    search = Ants(problem, AntsSettings(**{"tours": WHOLE, **values}), seed)
    search.prepare()
    return search


def walked(search: Ants) -> list[Square]:
    """Return the squares of the last ant's walk."""
    return [divmod(int(square), search.problem.cols) for square in search.walk()]


class Model:
    """Colonies of any number of ants that collect tours. The plain version of `ants` has the walk of an ant."""

    def __init__(self, problem: TourProblem, settings: AntsSettings, random: KernelRandom) -> None:
        self.task, self.board, self.s, self.random = problem.task, squares_of(problem), settings, random
        self.starts = sorted(self.board) if problem.first is None else [divmod(problem.first, problem.cols)]
        self.tours: list[tuple[Square, ...]] = []

    def run(self, ants: int) -> None:
        """Let `ants` ants walk, cycle by cycle and colony by colony."""
        most, moves = len(self.board) - 1, [(a, b) for a in self.board for b in self.task.neighbours(a)]
        cycle: list[list[Square]] = []
        for ant in range(ants):
            if ant % ((self.s.ants or len(self.board)) * self.s.cycles) == 0:
                self.pheromone = dict.fromkeys(moves, self.s.first)
            start = self.starts[ant % len(self.starts)]
            self.path = plain_module("tour", "ants").walk(self.task, start, self.pheromone, self.s.alpha, self.random)
            cycle.append(self.path)
            if is_tour(self.path, self.board, start, self.task.closed):
                self.tours.append(tuple(self.path))
            if len(cycle) == (self.s.ants or len(self.board)):
                added = dict.fromkeys(moves, 0.0)
                for path in cycle:
                    for i, move in enumerate(pairwise(path)):
                        added[move] += (len(path) - 1 - i) / (most - i)
                for move in moves:
                    self.pheromone[move] = self.pheromone[move] * self.s.evaporation + added[move]
                cycle = []


@given(
    board=boards,
    closed=st.booleans(),
    begin=st.none() | st.integers(0, 35),
    values=st.fixed_dictionaries(
        {
            "ants": st.none() | st.integers(1, 12),
            "cycles": st.integers(1, 4),
            "evaporation": st.floats(0, 1),
            "alpha": st.sampled_from([0, 1, 1, 2]),
            "first": st.floats(1e-12, 1),
        }
    ),
    many=st.integers(1, 120),
    seed=seeds,
)
def test_every_ant_agrees_with_a_plain_model(
    board: Any, closed: bool, begin: int | None, values: dict[str, Any], many: int, seed: int
) -> None:
    rows, cols, squares = board
    start = None if begin is None else sorted(squares)[begin % len(squares)]
    problem = asked(rows, cols, start=start, holes=full(rows, cols) - squares, closed=closed)
    assume(not problem.refutation() and problem.squares > 1)
    search = ants(problem, seed, **values)
    search.advance(many)
    model = Model(problem, search.settings, KernelRandom(seed))
    model.run(many)
    assert search.state["rng"].tolist() == model.random.words
    assert walked(search) == model.path
    for ((row, col), (to_row, to_col)), pheromone in model.pheromone.items():
        k = MOVES.index((to_row - row, to_col - col))
        here = search.state["pheromone"][padded(np.array(row * cols + col), cols), k]
        assert here == pytest.approx(pheromone, rel=1e-12, abs=0)
    work = search.work()
    assert (work["tours"], work["distinct_tours"]) == (len(model.tours), len(set(model.tours)))


@pytest.mark.parametrize("alpha", [0.0, 1.0, 2.5])
def test_moves_are_chosen_in_proportion_to_pheromone_to_the_alpha(alpha: float) -> None:
    colony, rng = ants(TourProblem(start="b1")), generator(3)
    pheromone = np.tile(np.arange(1.0, 9.0), (144, 1))
    here = padded(np.array([57]), 8).astype(np.uint32)[0]
    spare = np.zeros(8, np.uint32), np.zeros(8)
    drawn = Counter(
        choose_move(here, pheromone, alpha, fresh_ways(colony.problem.free), colony.offsets, *spare, rng)
        for _ in range(3000)
    )
    ahead = [k for k, (down, right) in enumerate(MOVES) if 0 <= 7 + down < 8 and 0 <= 1 + right < 8]
    weights = np.array([(k + 1.0) ** alpha for k in ahead])
    assert likely([drawn[k] for k in ahead], list(weights / weights.sum()))
    assert sum(drawn[k] for k in ahead) == 3000


def test_without_pheromone_all_free_squares_are_equally_likely() -> None:
    colony, rng = ants(TourProblem(start="b1")), generator(3)
    here = padded(np.array([57]), 8).astype(np.uint32)[0]
    spare = np.zeros(8, np.uint32), np.zeros(8)
    nothing = np.zeros((144, 8))
    drawn = Counter(
        choose_move(here, nothing, 1.0, fresh_ways(colony.problem.free), colony.offsets, *spare, rng)
        for _ in range(3000)
    )
    assert len(drawn) == 3
    assert likely(list(drawn.values()), [1 / 3] * 3)


# Cycles and colonies


def test_without_a_start_one_ant_begins_on_every_square() -> None:
    search = ants(TourProblem(rows=5, cols=5, holes="a1:b1"))
    begun = []
    for _ in range(46):
        search.advance(1)
        begun.append(walked(search)[0])
    squares = sorted(squares_of(search.problem))
    assert begun == squares + squares


def test_with_a_start_all_ants_begin_there() -> None:
    search = ants(TourProblem(start="c2"), ants=7)
    for _ in range(20):
        search.advance(1)
        assert walked(search)[0] == (6, 2)
    assert search.work()["cycles"] == 2


def test_pheromone_changes_only_at_the_end_of_a_cycle() -> None:
    search = ants(TourProblem(rows=5, cols=6))
    for ant in range(1, 91):
        before = search.state["pheromone"].copy()
        search.advance(1)
        assert np.array_equal(before, search.state["pheromone"]) == (ant % 30 != 0)


def test_a_new_colony_resets_the_pheromone() -> None:
    search = ants(TourProblem(rows=5, cols=6), cycles=3)
    search.advance(90)
    assert search.frame().figures[2].value == "1"
    assert search.state["pheromone"].max() > 1
    search.advance(1)
    assert search.frame().figures[2].value == "2"
    assert np.unique(search.state["pheromone"]).tolist() == [1e-6]


def test_a_colony_learns_to_find_tours() -> None:
    search = ants(TourProblem())
    search.advance(64 * 50)
    early = search.work()["tours"]
    search.advance(64 * 950)
    later = search.work()["tours"]
    search.advance(64 * 50)
    assert search.work()["tours"] - later > early
    assert search.work()["distinct_tours"] > 0.9 * search.work()["tours"] > 100


@pytest.mark.parametrize("closed", [False, True])
def test_stored_tours_are_different_tours(closed: bool) -> None:
    search = ants(TourProblem(rows=6, cols=6, closed=closed), tours=20)
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    tours = [
        tuple(divmod(int(s), 6) for s in search.gallery().page(place).board.trail)
        for place in range(1, search.gallery().size)
    ]
    assert len(set(tours)) == len(tours) == 20
    assert all(is_tour(tour, squares_of(search.problem), None, closed) for tour in tours)


# Frames


@given(many=st.integers(0, 400), seed=seeds, span=st.sampled_from([0.0, 0.75, 1.0]))
def test_heat_follows_the_strongest_move_of_each_square(many: int, seed: int, span: float) -> None:
    search = ants(TourProblem(rows=5, cols=6, holes="a1:f1"), seed, evaporation=span)
    search.advance(many)
    heat, free = search.heat(), search.problem.free.ravel()
    squares = padded(np.arange(30), 6)
    strongest = search.state["pheromone"].max(axis=1)[squares]
    assert ((heat >= 0) & (heat <= 1)).all()
    assert not heat[~free].any()
    order = np.argsort(strongest[free])
    assert (np.diff(heat[free][order]) >= -1e-12).all()
    assert heat.max() == (1 if many >= 28 else 0)


def test_the_board_shows_ant_and_heat_then_only_the_tour() -> None:
    search = ants(TourProblem(), tours=1)
    search.advance(100)
    board = search.frame().board
    assert board.heat.tolist() == search.heat().tolist()
    assert board.trail.tolist() == search.walk().tolist()
    assert board.squares[board.kinds == board.marks.index(KNIGHT)].tolist() == search.walk()[-1:].tolist()
    search.advance(search.limit)
    board = search.frame().board
    assert search.status is Status.SOLVED
    assert [list(divmod(int(square), 8)) for square in board.trail] == search.answer()["path"]
    assert len(board.heat) == len(board.squares) == 0
    assert "all 64 squares" in search.frame().sentence


@given(many=st.integers(1, 200), seed=seeds)
def test_there_is_no_heat_while_all_pheromone_is_equal(many: int, seed: int) -> None:
    search = ants(TourProblem(), seed)
    search.advance(many)
    assert (len(search.frame().board.heat) > 0) == (many >= 64)
    assert ("All moves are still equal" in search.frame().sentence) == (many < 64)


@given(many=st.integers(1, 150), seed=seeds)
def test_the_page_of_gains_shows_the_deposits(many: int, seed: int) -> None:
    search = ants(TourProblem(rows=5, cols=6), seed)
    search.advance(many - 1)
    before = search.state["deposits"].copy() if (many - 1) % 30 else np.zeros_like(search.state["deposits"])
    search.advance(1)
    if many % 30:
        added = (search.state["deposits"] - before).sum(axis=1)[padded(np.arange(30), 6)]
        _, gains, _ = look_into(search, PARTS)
        assert gains.board.heat == pytest.approx(added)
        assert len(search.gains()) == len(search.walk()) - 1


def test_the_pages_show_walk_gains_and_pheromone() -> None:
    search = ants(TourProblem())
    search.advance(3)
    walk, gains, pheromone = look_into(search, PARTS)
    assert walk.board.trail.tolist() == search.walk().tolist()
    assert gains.board.heat.argmax() == search.walk()[0]
    assert (len(pheromone.board.heat), "still equal" in pheromone.sentence) == (0, True)
    search.advance(90)
    pheromone = look_into(search, PARTS)[2]
    assert pheromone.board.heat.tolist() == search.heat().tolist()
    assert len(pheromone.board.trail) == 0
    solved = ants(TourProblem(), tours=1)
    solved.advance(solved.limit)
    assert solved.found()
    assert look_into(solved, PARTS)[2].board.heat.any()


@given(many=st.integers(1, 300), seed=seeds)
def test_the_sentence_names_the_ant_and_its_moves(many: int, seed: int) -> None:
    search = ants(TourProblem(), seed)
    search.advance(many)
    sentence, path = search.frame().sentence, walked(search)
    assert sentence.startswith(f"Cycle {(many - 1) // 64 + 1}, ant {(many - 1) % 64 + 1}, from ")
    assert (f"after {len(path) - 1} of 63 moves" in sentence) == (len(path) < 64)
    assert ("The cycle ends" in sentence) == (many % 64 == 0)


def test_curves_count_tours_at_every_ant() -> None:
    search = ants(TourProblem(rows=5, cols=5))
    search.advance(1500)
    tours, distinct = search.frame().curves
    assert len(tours.values) == len(distinct.values) == 1500
    assert (np.diff(tours.values) >= np.diff(distinct.values)).all()
    assert tours.values[-1] == search.work()["tours"] > distinct.values[-1] == search.work()["distinct_tours"] > 0


def test_one_square_is_solved_without_a_step() -> None:
    search = ants(TourProblem(rows=1, cols=1), tours=1)
    assert (search.status, search.done) == (Status.SOLVED, 0)
    assert search.answer()["path"] == [[0, 0]]
    assert search.frame().sentence == "The knight stands on the only square."


def test_a_board_with_too_many_squares_is_refused() -> None:
    with pytest.raises(BadInput, match="the board has 251,001 squares, but ants need at most 250,000"):
        ants(TourProblem(rows=501, cols=501))
