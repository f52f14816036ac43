"""The genetic algorithm with repair: agreement with plain Python evaluation by evaluation, and its frames."""

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from knightwatch.engine.boards import MOVES
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status, Tone
from knightwatch.engine.evolution.selection import spin
from knightwatch.engine.tour.kernels.repair import (
    Chromosomes,
    GeneMutation,
    RepairCounter,
    Replacement,
    cross,
    mutate,
    replace,
)
from knightwatch.engine.tour.problem import KNIGHT, TourProblem
from knightwatch.engine.tour.solvers.repair import RepairSettings
from tests.models.repair import Model, repair, walked
from tests.models.tour import around, asked, full, is_tour, squares_of, with_holes
from tests.support.chi_square import likely
from tests.support.kernel_random import KernelRandom

seeds = st.integers(0, 2**63 - 1)
whole_boards = st.sampled_from([(3, 4), (5, 5), (5, 6)]).map(lambda size: (*size, full(*size)))
boards = whole_boards | with_holes(((3, 3), (5, 5), (6, 6)))


@given(
    board=boards,
    closed=st.booleans(),
    begin=st.none() | st.integers(0, 35),
    values=st.fixed_dictionaries(
        {
            "pop": st.integers(2, 7),
            "generations": st.integers(1, 5),
            "iterations": st.integers(1, 3),
            "pc": st.floats(0, 1),
            "pm": st.floats(0, 0.2),
            "replaced": st.floats(0, 1),
            "replacement": st.sampled_from(Replacement),
            "repairs": st.booleans(),
            "mutates": st.sampled_from(GeneMutation),
            "way_back": st.booleans(),
            "evolve": st.booleans(),
        }
    ),
    evaluations=st.integers(1, 60),
    seed=seeds,
)
def test_every_evaluation_agrees_with_a_plain_model(
    board: Any, closed: bool, begin: int | None, values: dict[str, Any], evaluations: int, seed: int
) -> None:
    rows, cols, squares = board
    start = None if begin is None else sorted(squares)[begin % len(squares)]
    holes = {(row, col) for row in range(rows) for col in range(cols)} - squares
    problem = asked(rows, cols, start=start, holes=holes, closed=closed)
    assume(not problem.refutation() and problem.squares > 1)
    search = repair(problem, seed, **values)
    search.advance(evaluations)
    model = Model(problem, search.settings, KernelRandom(seed))
    model.run(evaluations)
    assert search.state["rng"].tolist() == model.random.words
    assert walked(search) == model.path
    assert search.counter(RepairCounter.REPAIRED) == model.repaired
    assert search.state["pop"].tolist()[: len(model.pop)] == model.pop
    assert search.state["fitness"].tolist()[: len(model.pop)] == model.fitness
    _, generation, place = search.position()
    if search.settings.evolve and generation and place < search.settings.pop - 1:
        assert search.frame().figures[4].value == f"{np.mean(model.fitness):.2f}"
    work = search.work()
    assert (work["tours"], work["distinct_tours"]) == (len(model.tours), len(set(model.tours)))
    assert (work["failed_iterations"], work["most_tours"]) == (model.failed, model.most_tours)
    assert search.counter(RepairCounter.SUCCESSES) == model.successes
    assert search.counter(RepairCounter.GENERATIONS) == model.first_generations
    begun = Counter(tour[0] for tour in set(model.tours))
    assert {square: search.by_start()[square] for square in squares} == {square: begun[square] for square in squares}


# Operators


def test_the_roulette_wheel_selects_in_proportion_to_fitness() -> None:
    rng, fitness = generator(1), np.array([5, 0, 1, 10])
    drawn = Counter(spin(fitness, 16, rng) for _ in range(4000))
    assert likely([drawn[i] for i in range(4)], [5 / 16, 0, 1 / 16, 10 / 16])


def test_the_roulette_wheel_is_uniform_if_all_fitness_is_zero() -> None:
    rng = generator(1)
    drawn = Counter(spin(np.zeros(3, np.int64), 0, rng) for _ in range(3000))
    assert likely([drawn[i] for i in range(3)], [1 / 3] * 3)


def test_every_bit_flips_with_probability_pm() -> None:
    rng, flipped, total = generator(2), Counter[int](), 0
    for _ in range(2000):
        genes = np.zeros(4, np.uint8)
        total += mutate(genes, GeneMutation.BITS.code, 0.1, rng)
        flipped.update(3 * i + bit for i in range(4) for bit in range(3) if genes[i] >> bit & 1)
    assert total == sum(flipped.values())
    assert likely([flipped[i] for i in range(12)], [1 / 12] * 12)
    assert likely([total, 24_000 - total], [0.1, 0.9])


@given(data=st.data(), genes=st.integers(1, 9))
def test_crossover_switches_parents_at_the_cut(data: st.DataObject, genes: int) -> None:
    moves = st.lists(st.integers(0, 7), min_size=genes, max_size=genes)
    one, other, cut = data.draw(moves), data.draw(moves), data.draw(st.integers(0, genes))
    child = np.zeros(genes, np.uint8)
    cross(np.array(one, np.uint8), np.array(other, np.uint8), cut, child)
    assert child.tolist() == one[:cut] + other[cut:]


@given(
    values=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=12),
    share=st.floats(0, 1),
)
def test_better_children_replace_at_most_the_allowed_share(values: list[tuple[int, int]], share: float) -> None:
    old, new = [a for a, _ in values], [b for _, b in values]
    most = int(len(values) * share)
    pop = np.repeat(np.array(old, np.uint8)[:, None], 9, axis=1)
    children = np.repeat(np.array(new, np.uint8)[:, None], 9, axis=1)
    fitness = np.array(old)
    replaced = replace(Chromosomes(pop, fitness), Chromosomes(children, np.array(new)), most)
    pairs = list(zip(sorted(old), sorted(new, reverse=True), strict=True))[:most]
    assert replaced == sum(b > a for a, b in pairs)
    assert sorted(fitness.tolist()) == sorted([max(pair) for pair in pairs] + sorted(old)[most:])
    assert pop[:, 0].tolist() == pop[:, -1].tolist() == fitness.tolist()


# Evaluations


@given(seed=seeds, evaluations=st.integers(1, 300))
def test_a_walk_ends_only_at_a_dead_end(seed: int, evaluations: int) -> None:
    search = repair(TourProblem(), seed, pop=10, generations=20)
    search.advance(evaluations)
    path, board = walked(search), squares_of(search.problem)
    assert len(set(path)) == len(path)
    assert all(b in around(board, a) for a, b in pairwise(path))
    assert len(path) == 64 or not around(board - set(path), path[-1])


@given(seed=seeds, evaluations=st.integers(1, 120), evolve=st.booleans())
def test_repaired_genes_give_the_walk(seed: int, evaluations: int, evolve: bool) -> None:
    search = repair(TourProblem(), seed, pop=10, generations=20, evolve=evolve)
    search.advance(evaluations)
    bred = bool(search.counter(RepairCounter.BRED))
    assert bred == (evolve and search.position()[1] > 0)
    genes = search.state["children" if bred else "pop"][search.position()[2]]
    path = walked(search)
    for (row, col), there, gene in zip(path, path[1:], genes, strict=False):
        down, right = MOVES[gene]
        assert (row + down, col + right) == there


def test_each_start_completes_its_iterations_before_the_next() -> None:
    search = repair(TourProblem(rows=5, cols=6), pop=2, generations=3, iterations=2)
    begun = []
    for _ in range(31 * 2 * 3 * 2):
        search.advance(1)
        begun.append(walked(search)[0])
    starts = [(row, col) for row in range(5) for col in range(6)]
    assert begun == [square for square in [*starts, starts[0]] for _ in range(12)]


def test_only_starts_of_the_majority_colour_are_tried() -> None:
    search = repair(TourProblem(rows=5, cols=5), pop=2, generations=1, iterations=1)
    begun = set()
    for _ in range(26):
        search.advance(1)
        begun.add(walked(search)[0])
    assert begun == {(row, col) for row in range(5) for col in range(5) if (row + col) % 2 == 0}


def test_all_iterations_use_the_given_start() -> None:
    search = repair(TourProblem(start="c2"), pop=2, generations=2, iterations=1)
    for _ in range(20):
        search.advance(1)
        assert walked(search)[0] == (6, 2)


# Tours


@pytest.mark.parametrize("evolve", [True, False])
def test_stored_tours_are_different_tours(evolve: bool) -> None:
    search = repair(TourProblem(rows=6, cols=6), evolve=evolve)
    search.advance(8_000)
    tours = [
        tuple(divmod(int(s), 6) for s in search.gallery().page(place).board.trail)
        for place in range(1, search.gallery().size)
    ]
    assert len(tours) == search.work()["distinct_tours"] > 10
    assert len(set(tours)) == len(tours)
    assert all(is_tour(tour, squares_of(search.problem), None, False) for tour in tours)
    assert search.by_start().sum() == search.work()["distinct_tours"]


def test_a_closed_problem_counts_only_closed_tours() -> None:
    search = repair(TourProblem(rows=6, cols=6, closed=True), tours=3)
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.problem.solves(search.answer())
    assert search.gallery().size == 4
    assert all(search.gallery().page(place).board.ring for place in range(1, 4))


def test_evolution_finds_more_tours_than_the_heuristic_alone() -> None:
    evolved, alone = repair(TourProblem()), repair(TourProblem(), evolve=False)
    for search in (evolved, alone):
        search.advance(50_000)
    assert evolved.work()["distinct_tours"] > 2 * alone.work()["distinct_tours"] > 0
    assert alone.work()["tours"] == alone.work()["distinct_tours"]


def test_the_default_limit_is_five_iterations_from_64_starts() -> None:
    s = RepairSettings()
    assert s.evaluations == s.pop * s.generations * s.iterations * 64 == 800_000


# Frames


def test_the_board_shows_walk_and_knight() -> None:
    search = repair(TourProblem(holes="a1:a8"))
    search.advance(333)
    board = search.frame().board
    assert board.trail.tolist() == search.walk().tolist()
    knights = board.squares[board.kinds == board.marks.index(KNIGHT)]
    assert knights.tolist() == board.trail[-1:].tolist()


def test_a_solved_search_shows_its_tour() -> None:
    search = repair(TourProblem(), tours=2)
    search.advance(search.limit)
    board = search.frame().board
    assert search.status is Status.SOLVED
    assert [list(divmod(int(square), 8)) for square in board.trail] == search.answer()["path"]
    assert Tone.PIECE not in {board.marks[kind].tone for kind in board.kinds}
    assert search.frame().sentence.split(". ")[0].removesuffix(".").endswith("a new tour")


@given(seed=seeds, evaluations=st.integers(1, 400))
def test_the_sentence_names_parents_repairs_and_moves(seed: int, evaluations: int) -> None:
    search = repair(TourProblem(), seed, pop=10, generations=15)
    search.advance(evaluations)
    sentence, place = search.frame().sentence, (evaluations - 1) % 10
    generation = (evaluations - 1) // 10 % 15
    assert sentence.startswith(f"Generation {generation}, chromosome {place + 1}: ")
    assert ("random;" in sentence) == (generation == 0)
    repaired = search.counter(RepairCounter.REPAIRED)
    assert (f"; {repaired} move" if repaired else "; no move repaired;") in sentence
    assert ("repaired by Warnsdorff's rule;" in sentence) == (repaired > 0)
    cut_words = r": number (\d+) \((\d+) moves?\) up to move (\d+), then number (\d+) \((\d+) moves?\)"
    if cut := re.search(cut_words, sentence):
        before = repair(TourProblem(), seed, pop=10, generations=15)
        before.advance(evaluations - 1 - place)
        one, moves, _, other, other_moves = (int(group) for group in cut.groups())
        assert before.state["fitness"][[one - 1, other - 1]].tolist() == [moves, other_moves]
    made, end = len(search.walk()) - 1, search.problem.name(int(search.walk()[-1]))
    assert (f"; dead end on {end} after {made} of 63 moves" if made < 63 else f"the last is {end}") in sentence


@given(evaluations=st.integers(0, 200), evolve=st.booleans())
def test_curves_have_a_point_for_every_evaluation(evaluations: int, evolve: bool) -> None:
    search = repair(TourProblem(), pop=6, generations=7, evolve=evolve)
    search.advance(evaluations)
    best, mean = search.frame().curves
    assert len(best.values) == len(mean.values) == evaluations
    assert (best.values >= mean.values).all()
    assert (best.values <= 63).all()


def test_one_square_is_solved_without_a_step() -> None:
    search = repair(TourProblem(rows=1, cols=1), tours=1)
    assert search.status is Status.SOLVED
    assert search.done == 0
    assert search.answer()["path"] == [[0, 0]]
    assert search.frame().sentence == "The knight stands on the only square."


def test_a_population_that_is_too_large_is_refused() -> None:
    sentence = r"squares x pop is 8,000,000, but must be at most 2,000,000: choose a smaller pop or board"
    with pytest.raises(BadInput, match=sentence):
        repair(TourProblem(rows=400, cols=400))
    assert repair(TourProblem(rows=200, cols=200)).status is Status.RUNNING
