"""Evolution of tours and of queens: the published settings and their published results."""

import numpy as np

from knightwatch import solve
from knightwatch.engine.core.frame import Status
from knightwatch.engine.evolution import Crossover, Mutation, Section, Selection
from knightwatch.engine.lab.papers.tour_thesis import THESIS
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.evolve import EvolveSettings
from knightwatch.engine.tour.kernels.genetic import GeneticCounter, Survival
from knightwatch.engine.tour.kernels.genetic_operators import WalkSelection
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.genetic import GeneticSettings
from knightwatch.engine.tour.solvers.repair import Repair, RepairSettings
from tests.models.genetic import genetic
from tests.models.tour import full, is_tour


def test_the_defaults_of_genetic_are_the_published_settings() -> None:
    assert GeneticSettings().model_dump() == {
        "max_seconds": None,
        "tours": 1,
        "pop": 100,
        "generations": 5000,
        "k": 3,
        "field": 3,
        "late": False,
        "pm": 10,
        "rule": 30,
        "selection": WalkSelection.TOURNAMENT,
        "mu": None,
        "distinct": False,
        "survival": Survival.CHILD,
        "elitism": 0,
        "protect": 0,
        "falling": False,
    }


def test_the_rule_from_the_start_needs_2_5_generations() -> None:
    searches = [genetic(seed=seed, rule=0) for seed in range(200)]
    for search in searches:
        search.advance(50)
        assert search.status is Status.SOLVED
        assert is_tour([(row, col) for row, col in search.answer()["path"]], full(8, 8), None, False)
    # Published: 2.5 generations on average.
    assert 1.5 < np.mean([search.done for search in searches]) < 3.5


def test_without_the_rule_no_tour_is_found() -> None:
    for seed in range(10):
        search = genetic(seed=seed, rule=100)
        search.advance(300)
        assert search.status is Status.RUNNING
        assert search.gallery().size == 0
        assert search.state["counters"][GeneticCounter.BEST_EVER] < 60
        assert search.frame().events == ()


def test_a_tour_follows_soon_after_the_rule_begins() -> None:
    for seed in range(10):
        search = genetic(seed=seed, generations=200)
        search.advance(60)
        assert search.frame().events == ()
        earlier = search.state["counters"][GeneticCounter.BEST_EVER]
        assert earlier < 60
        search.advance(140)
        assert search.status is Status.SOLVED
        assert 61 <= search.done <= 80
        (event,) = search.frame().events
        assert (event.step, event.name) == (61, "Warnsdorff's rule")
        best, mean = search.frame().curves
        assert max(best.values[:61]) == earlier
        assert best.values[-1] == 64
        assert (best.name, mean.name) == ("best", "mean")


def test_the_defaults_of_evolve_are_the_published_settings() -> None:
    assert QueensProblem().n == 8
    assert EvolveSettings().model_dump() == {
        "max_seconds": None,
        "pop": 100,
        "generations": 1000,
        "pc": 0.7,
        "pm": 0.2,
        "selection": Selection.TOURNAMENT,
        "k": 2,
        "mu": None,
        "crossover": Crossover.PMX,
        "section": Section.SIZE,
        "mutation": Mutation.SWAP,
        "elitism": 0,
        "decay": False,
    }


def solved(n: int, seeds: int, **settings: object) -> int:
    return sum(solve(QueensProblem(n=n), solver="evolve", seed=seed, **settings).solved for seed in range(seeds))


def test_the_published_settings_solve_eight_queens_in_most_runs() -> None:
    assert solved(8, seeds=20) >= 18


def test_elitism_and_k_3_solve_twenty_queens_in_every_run() -> None:
    assert solved(20, seeds=10, elitism=1, k=3, pc=0.9, pm=0.8) == 10


def test_a_chromosome_of_the_reference_has_3_bits_less_than_printed() -> None:
    """Printed: 63 moves and the start square in 64 x 3 = 192 bits. Here the start is no gene, and `papers` says so."""
    search = Repair(TourProblem(), RepairSettings(), 1)
    search.prepare()
    assert 3 * search.state["pop"].shape[1] == 189
    search.advance(3000)
    starts = {tuple(path[0]) for path in search.answer().get("tours", [])} | {divmod(int(search.walk()[0]), 8)}
    assert len(starts) == 1
    assert any("192 bits" in part.note and "189 bits" in part.note for part in THESIS.parts(full=False))


def test_random_pairs_come_nearest_to_the_printed_reference() -> None:
    """Printed: 12,084 tours, 1 % failed iterations, 4.9 generations to a tour."""
    found = {
        pairs: solve(
            TourProblem(closed=True),
            solver="repair",
            seed=1,
            tours=1_000_000,
            evaluations=800_000,
            replacement=pairs,
            way_back=True,
        ).work
        for pairs in ("pairs", "copies")
    }
    missed = {name: 12_084 - work["distinct_tours"] for name, work in found.items()}
    assert 0 < missed["pairs"] < missed["copies"]
    assert found["pairs"]["failed_iterations"] <= 320 * 0.02
    assert found["pairs"]["generations_to_a_tour"] / found["pairs"]["successful_iterations"] < 7


def test_without_repair_the_reference_finds_no_tour() -> None:
    work = solve(TourProblem(closed=True), solver="repair", seed=1, evaluations=100_000, repairs=False).work
    assert (work["tours"], work["repairs"]) == (0, 0)
