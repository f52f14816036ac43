"""Solver `genetic`: the end of a search, its settings and its frames."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.parts import look_into
from knightwatch.engine.tour.parts.genetic import PARTS
from knightwatch.engine.tour.problem import REPEATED
from knightwatch.engine.tour.solvers.genetic import MAX_GENES, Genetic, GeneticSettings
from tests.models.genetic import BOARDS, MANY, WITH_HOLES, genetic, marked, model_of, recounted, shown, squares
from tests.models.tour import asked, full, is_tour, named
from tests.support.strategies import plain


def figures(search: Genetic) -> dict[str, str]:
    return {figure.name: figure.value for figure in search.frame().figures}


# Searching


def test_splitting_a_budget_finds_the_same_tours() -> None:
    whole, split = (genetic(rule=0, tours=700, pm=50) for _ in range(2))
    whole.advance(whole.limit)
    assert whole.gallery().size >= 700
    while split.status is Status.RUNNING:
        split.advance(1 + split.done % 3, halt=split.done % 2 == 0)
    assert plain(whole.state) == plain(split.state)
    assert len({tuple(path) for path in shown(whole)}) == whole.gallery().size - 1
    assert all(is_tour(path, full(8, 8), None, False) for path in shown(whole))


def test_a_search_ends_with_enough_tours_or_at_its_limit() -> None:
    search = genetic(rule=0, tours=5)
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.gallery().size >= 5
    search = genetic(rule=0, tours=MANY, generations=30)
    search.advance(29)
    assert search.gallery().size > 0
    assert not search.reason
    search.advance(1)
    assert search.status is Status.GAVE_UP
    found = search.work()["distinct_tours"]
    assert f"{found:,} of {MANY:,} tours" in search.reason
    assert "limit of 30 generations" in search.reason
    search = genetic(rule=100, generations=3)
    search.advance(9)
    assert search.status is Status.GAVE_UP
    assert re.search(r"no tour, but a walk over \d+ of 64 squares .* limit of 3 generations", search.reason)


def test_a_closed_problem_counts_only_closed_tours() -> None:
    for seed in range(5):
        search = genetic(asked(6, 6, closed=True), seed, rule=0, pm=50, survival="better-parent")
        search.advance(search.limit)
        assert search.status is Status.SOLVED
        assert search.answer()["closed"]
        assert all(is_tour(path, full(6, 6), None, True) for path in shown(search))
        assert figures(search)["best"] == "37 of 37"


def test_one_or_two_squares_are_solved_without_a_step() -> None:
    for problem in (asked(1, 1), BOARDS[-1]):
        search = genetic(problem)
        assert (search.status, search.done, search.gallery().size) == (Status.SOLVED, 0, 2)
    search = genetic(asked(1, 1), tours=2, generations=3)
    search.advance(3)
    assert search.status is Status.GAVE_UP
    assert "1 of 2 tours" in search.reason


@given(seed=st.integers(0, 2**63 - 1))
def test_the_seed_chooses_a_start_of_the_majority_colour(seed: int) -> None:
    row, col = squares(genetic(asked(5, 5), seed), "walks")[0][0]
    assert (row + col) % 2 == 0
    row, col = squares(genetic(asked(5, 5, holes=[(0, 0), (4, 4)]), seed), "walks")[0][0]
    assert (row + col) % 2 == 1
    assert squares(genetic(asked(5, 5, start=(2, 2)), seed), "walks")[0][0] == (2, 2)


def test_seeds_reach_every_start_if_colours_are_balanced() -> None:
    assert len({squares(genetic(asked(6, 6), seed, pop=2), "walks")[0][0] for seed in range(300)}) == 36


@given(seed=st.integers(0, 2**32), protect=st.booleans(), generations=st.integers(0, 6))
def test_without_a_tour_the_longest_walk_is_the_answer(seed: int, protect: bool, generations: int) -> None:
    search = genetic(asked(6, 6), seed, rule=100, pop=10, pm=60, protect=protect, generations=generations)
    model = model_of(search)
    for _ in range(generations):
        model.breed()
    search.advance(generations)
    answer, longest = search.answer(), len(model.longest)
    assert [(row, col) for row, col in answer["path"]] == model.longest
    assert (answer["squares"], answer["closed"]) == (longest, False)
    assert figures(search)["before repeat"] == f"{longest} of 36"
    assert f"no tour, but a walk over {longest} of 36 squares without a repeat" in search.reason
    assert f"limit of {generations} generation" in search.reason


@pytest.mark.parametrize("name", ["mu", "elitism"])
def test_mu_and_elitism_are_at_most_pop(name: str) -> None:
    assert getattr(GeneticSettings(**{"pop": 5, name: 5}), name) == 5
    with pytest.raises(BadInput, match=f"^{name} is 6, but must be at most pop, which is 5$"):
        GeneticSettings(**{"pop": 5, name: 6})


def test_a_population_that_is_too_large_is_refused() -> None:
    Genetic(asked(20, 20), GeneticSettings(pop=MAX_GENES // 400), 1)
    with pytest.raises(BadInput, match=r"^squares x pop is 400,400, but must be at most 400,000: choose a smaller pop"):
        Genetic(asked(20, 20), GeneticSettings(pop=MAX_GENES // 400 + 1), 1)


# Frames


def test_a_frame_shows_the_best_walk_and_its_repeated_squares() -> None:
    search = genetic(WITH_HOLES, rule=100, pop=10)
    for generation in range(20):
        walks = squares(search, "walks")
        fitness = [recounted(walk, False) for walk in walks]
        best = walks[fitness.index(max(fitness))]
        board = search.frame().board
        assert [divmod(int(square), 6) for square in board.trail] == best
        assert marked(board) == {square: REPEATED for square in best if best.count(square) > 1}
        expected = {
            "generation": str(generation),
            "best": f"{max(fitness)} of 28",
            "mean": f"{sum(fitness) / 10:.2f}",
            "evaluations": str(10 * (generation + 1)),
        }
        assert {name: figures(search)[name] for name in expected} == expected
        assert search.frame().figures[6:] == search.tours_figures()
        search.advance(1)


def test_the_sentence_describes_the_generation() -> None:
    search = genetic(asked(8, 8, start=(0, 0)), pop=20, generations=20, rule=50, elitism=2, pm=50)
    best = int(search.state["summary"][0])
    assert search.frame().sentence == f"Generation 0: 20 random walks from a8; best {best} of 64 squares."
    ever = unaided = best
    for generation in range(1, 20):
        before, best = best, 0
        search.advance(1)
        if search.found():
            break
        best = int(search.state["summary"][0])
        more = best - before
        change = f"{abs(more)} {'more' if more > 0 else 'fewer'} than before" if more else "as before"
        mutated = int((search.state["grown"] > 0).sum())
        ever = max(ever, best)
        if generation <= 10:
            unaided = ever
            rule = "; Warnsdorff's rule starts at generation 11."
        else:
            rule = (
                f". Since generation 11 (50 % of 20), mutation follows Warnsdorff's rule: the best rose from {unaided} "
            )
            rule += f"to {ever}." if ever > unaided else ""
            rule = rule if ever > unaided else rule.replace(f"rose from {unaided} ", f"is still {ever}.")
        assert search.frame().sentence == (
            f"Generation {generation}: best {best} of 64 squares, {change}; {mutated} of 20 children mutated, "
            f"2 old walks survived{rule}"
        )
    assert search.status is Status.SOLVED
    assert re.search(r"\. (1 of the children is a tour|\d+ of the children are tours)\.$", search.frame().sentence)
    without_rule = genetic(rule=100)
    without_rule.advance(1)
    assert "without Warnsdorff's rule" in without_rule.frame().sentence


def test_the_fitness_of_a_closed_tour_includes_the_closing_move() -> None:
    search = genetic(asked(6, 6, closed=True), pop=5, rule=100)
    search.advance(1)
    assert re.match(r"Generation 1: best \d+ of 37, the closing move included, ", search.frame().sentence)
    assert look_into(search, PARTS)[0].pictures[0].name.endswith(" of 37")


def test_a_refuted_search_shows_the_proof_and_does_nothing() -> None:
    search = genetic(asked(5, 5, start=(0, 1)))
    search.advance(100)
    assert (search.status, search.done, search.gallery().size) == (Status.IMPOSSIBLE, 0, 0)
    assert search.answer() == {
        "path": [],
        "squares": 0,
        "closed": False,
        "tours_per_start": [],
        "best_walk": None,
        "fitness": None,
    }
    assert set(search.work().values()) == {0}
    assert named((0, 1), 5) in search.frame().sentence


def test_without_a_tour_the_best_walk_and_its_fitness_are_reported() -> None:
    search = genetic(asked(6, 6), 3, rule=100, pop=10, generations=20)
    search.advance(20)
    answer = search.answer()
    walk = [(row, col) for row, col in answer["best_walk"]]
    assert answer["fitness"] == len(set(walk)) == search.state["summary"][0]
    assert len(walk) == 36 > answer["squares"]
    assert f"fitness {answer['fitness']}" in search.problem.words(answer)
    solved = genetic(asked(6, 6), 3, rule=0)
    solved.advance(solved.limit)
    assert (solved.answer()["best_walk"], solved.answer()["fitness"]) == (None, None)
