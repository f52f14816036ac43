"""Solver `genetic`: the published behaviour, and agreement with a second version of it in plain Python."""

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards import unpadded
from engine.errors import BadInput
from engine.evolution import Selection, code
from engine.frame import Board, Mark, Status, Tone
from engine.rng import Generator, below, generator, uniform
from engine.settings import read
from engine.tour.genetic import MAX_GENES, Genetic, GeneticSettings, Survival
from engine.tour.problem import FROM_FIRST, FROM_SECOND, MUTATED, REPEATED, TourProblem
from tests.catalogued import plain
from tests.engine.tour.reference import Square, around, asked, full, is_tour, named, squares_of

MANY = 10**6
WITH_HOLES = asked(5, 6, holes=[(0, 0), (2, 3)])
BOARDS = [
    asked(5, 5),
    asked(4, 5, start=(0, 0)),
    asked(3, 4),
    asked(3, 3, holes=[(1, 1)], closed=True),
    asked(5, 6, closed=True),
    WITH_HOLES,
    asked(6, 6, start=(2, 3), holes=[(0, 1), (5, 5)]),
    asked(2, 3, holes=[(0, 1), (0, 2), (1, 0), (1, 1)]),
]


def genetic(problem: TourProblem | None = None, seed: int = 1, **values: Any) -> Genetic:
    """Return a search at its beginning."""
    search = Genetic(problem or TourProblem(), read(GeneticSettings, values), seed)
    search.prepare()
    return search


def squares(search: Genetic, name: str) -> list[list[Square]]:
    """Return some walks of the state by row and column."""
    cols = search.problem.cols
    return [[divmod(int(square), cols) for square in unpadded(walk, cols)] for walk in search.state[name]]


def figures(search: Genetic) -> dict[str, str]:
    return {figure.name: figure.value for figure in search.frame().figures}


def marked(board: Board) -> dict[Square, Mark]:
    """Return the marks on a board, without holes."""
    placed = zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
    return {divmod(s, board.cols): board.marks[k] for s, k in placed if board.marks[k].tone is not Tone.HOLE}


def recounted(walk: list[Square], closed: bool) -> int:
    """Return the fitness of a walk."""
    back = (walk[0][0] - walk[-1][0]) ** 2 + (walk[0][1] - walk[-1][1]) ** 2 == 5
    return len(set(walk)) + (closed and back)


# A second version


@dataclass
class Model:
    """A population in plain lists, drawing the same numbers."""

    board: frozenset[Square]
    start: Square
    closed: bool
    settings: GeneticSettings
    rng: Generator
    done: int = 0
    parents: list[tuple[int, int]] = field(default_factory=list)
    entrants: list[list[int]] = field(default_factory=list)
    children: list[list[Square]] = field(default_factory=list)
    source: list[list[int]] = field(default_factory=list)
    grown: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.walks = [self.grow([self.start], False) for _ in range(self.settings.pop)]
        self.goal = len(self.board) + self.closed
        self.first_best = max(self.fitness)

    @property
    def fitness(self) -> list[int]:
        return self.judged(self.walks)

    def judged(self, walks: list[list[Square]]) -> list[int]:
        return [recounted(walk, self.closed) for walk in walks]

    def any_of(self, choices: list[Square]) -> Square:
        return choices[below(self.rng, len(choices))]

    def grow(self, walk: list[Square], rule: bool) -> list[Square]:
        """Return a walk that goes on to its full length."""
        walk = walk[:]
        while len(walk) < len(self.board):
            left = self.board - set(walk)
            onward = {there: len(around(left, there)) for there in around(left, walk[-1])}
            if len(left) > 1:
                onward = {there: on for there, on in onward.items() if on > 0}
            fewest = [there for there, on in onward.items() if on == min(onward.values())]
            walk.append(self.any_of(fewest if rule and fewest else around(self.board, walk[-1])))
        return walk

    def choose(self, pairs: int) -> None:
        """Choose the parents."""
        s, fitness = self.settings, self.fitness
        if s.selection is Selection.TOURNAMENT:
            self.entrants = [[below(self.rng, s.pop) for _ in range(s.k)] for _ in range(pairs)]
            ranked = [sorted(entrants, key=lambda e: -fitness[e]) for entrants in self.entrants]
            self.parents = [(best[0], best[1]) for best in ranked]
            return
        # Tested on its own in tests/engine/evolution; what matters here is what it is asked.
        from engine.evolution.selection import select

        chosen = np.empty(2 * pairs, np.uint32)
        missing = self.goal - np.array(fitness)
        select(code(s.selection), 1, s.mu or max(1, s.pop // 2), missing, chosen, self.rng)
        self.entrants = [[] for _ in range(pairs)]
        self.parents = [(int(a), int(b)) for a, b in chosen.reshape(-1, 2)]

    def cross(self, one: list[Square], other: list[Square], first: int) -> None:
        """Add the child of two parents; `first` is the number of the one that leads."""
        child, source = [one[0]], [first]
        for i in range(1, len(one)):
            copied = next((n for n, s in enumerate(reversed(source)) if s != source[-1]), len(source))
            mine, theirs = (one, other) if source[-1] == first else (other, one)
            switch = copied >= self.settings.field and theirs[i] in around([theirs[i]], child[-1])
            child.append(theirs[i] if switch else mine[i])
            source.append(1 - source[-1] if switch else source[-1])
        self.children.append(child)
        self.source.append(source)

    def breed(self) -> None:
        """Go on by one generation."""
        s, old, fitness = self.settings, self.walks, self.fitness
        rule = self.done + 1 > s.generations * s.rule / 100
        self.choose(s.pop if s.survival is Survival.CHILD else -(-s.pop // 2))
        self.children, self.source, self.grown = [], [], []
        for a, b in self.parents:
            self.cross(old[a], old[b], 0)
            if s.survival is Survival.TWO_CHILDREN:
                self.cross(old[b], old[a], 1)
        crossed = self.judged(self.children)
        pm = s.pm
        if s.falling:
            pm *= min(1, (self.goal - max(fitness) + 1) / (self.goal - self.first_best + 1))
        for c, child in enumerate(self.children):
            mutated = uniform(self.rng) * 100 < pm and not (s.protect and c == crossed.index(max(crossed)))
            self.grown.append(1 + below(self.rng, len(child) - 1) if mutated else 0)
            if mutated:
                self.children[c] = self.grow(child[: self.grown[c]], rule)
                self.source[c][self.grown[c] :] = [2] * (len(child) - self.grown[c])
        self.walks = self.survivors(old, fitness)
        self.keep(old, fitness)
        self.done += 1

    def survivors(self, old: list[list[Square]], fitness: list[int]) -> list[list[Square]]:
        """Return who of children and parents makes the next generation."""
        if self.settings.survival is Survival.CHILD:
            return self.children[:]
        walks = []
        for p, (a, b) in enumerate(self.parents):
            litter = [self.children[p]]
            if self.settings.survival is Survival.TWO_CHILDREN:
                litter = self.children[2 * p : 2 * p + 2]
            walks += [max(litter, key=lambda w: recounted(w, self.closed)), old[max(a, b, key=lambda i: fitness[i])]]
        return walks[: self.settings.pop]

    def keep(self, old: list[list[Square]], fitness: list[int]) -> None:
        """Let the best of the old take the places of the worst of the new."""
        s, new = self.settings, self.fitness
        best = sorted(range(s.pop), key=lambda i: -fitness[i])
        worst = sorted(range(s.pop), key=lambda i: -new[i])[::-1]
        mu = (s.mu or max(1, s.pop // 2)) if s.selection is Selection.PLUS else 0
        for rank in range(max(s.elitism, mu)):
            if rank >= s.elitism and fitness[best[rank]] <= new[worst[rank]]:
                break
            self.walks[worst[rank]] = old[best[rank]]


def model_of(search: Genetic) -> Model:
    start = squares(search, "walks")[0][0]
    problem = search.problem
    return Model(squares_of(problem), start, problem.closed, search.settings, generator(search.seed))


any_settings = st.fixed_dictionaries(
    {
        "pop": st.integers(3, 9),
        "generations": st.integers(6, 12),
        "k": st.integers(2, 5),
        "field": st.integers(1, 6),
        "pm": st.floats(0, 100),
        "rule": st.sampled_from([0, 30, 100]),
        "selection": st.sampled_from(Selection),
        "mu": st.none() | st.integers(1, 3),
        "survival": st.sampled_from(Survival),
        "elitism": st.integers(0, 3),
        "protect": st.booleans(),
        "falling": st.booleans(),
    }
)


@given(problem=st.sampled_from(BOARDS), values=any_settings, seed=st.integers(0, 2**63 - 1))
def test_each_generation_is_that_of_a_plain_model(problem: TourProblem, values: dict[str, Any], seed: int) -> None:
    search = genetic(problem, seed, tours=MANY, **values)
    model = model_of(search)
    assert squares(search, "walks") == model.walks
    for _ in range(4):
        search.advance(1)
        model.breed()
        state = search.state
        assert state["rng"].tolist() == model.rng.tolist()
        assert [tuple(pair) for pair in state["parents"].tolist()] == model.parents
        assert state["entrants"].tolist() == model.entrants
        assert squares(search, "children") == model.children
        assert (state["source"].tolist(), state["grown"].tolist()) == (model.source, model.grown)
        assert squares(search, "walks") == model.walks
        assert state["fitness"].tolist() == model.fitness
        assert state["children_fitness"].tolist() == model.judged(model.children)


def test_the_default_run_of_eight_by_eight_is_the_model_s_run() -> None:
    search = genetic(rule=0)
    model = model_of(search)
    search.advance(search.limit)
    assert 0 < search.done < 20
    for _ in range(search.done):
        assert max(model.fitness) < 64
        model.breed()
    assert squares(search, "walks") == model.walks
    assert [tuple(square) for square in search.answer()["path"]] in model.walks


# Operators


@pytest.mark.parametrize("selection", Selection)
@pytest.mark.parametrize("survival", Survival)
def test_walks_stay_legal_and_their_fitness_right_whatever_is_chosen(selection: Selection, survival: Survival) -> None:
    for place, problem in enumerate(BOARDS):
        values = {"elitism": place % 3, "protect": place % 2, "falling": place % 2, "rule": 50 * (place % 3), "pm": 40}
        search = genetic(problem, place, selection=selection, survival=survival, pop=11, tours=MANY, **values)
        board, total, found = squares_of(problem), 0, set()
        starts = {walk[0] for walk in squares(search, "walks")}
        assert len(starts) == 1
        for generation in range(12):
            made = squares(search, "children" if generation else "walks")
            for walk in [*squares(search, "walks"), *made]:
                assert len(walk) == len(board)
                assert {walk[0]} == starts
                assert all(b in around(board, a) for a, b in pairwise(walk))
            assert search.state["fitness"].tolist() == [
                recounted(walk, problem.closed) for walk in squares(search, "walks")
            ]
            tours = [tuple(walk) for walk in made if is_tour(walk, board, None, problem.closed)]
            total += len(tours)
            found.update(tours)
            assert search.work()["tours"] == total
            assert search.work()["distinct_tours"] == len(found)
            assert {tuple(map(tuple, path)) for path in shown(search)} == found
            search.advance(1)
        evaluations = 11 + 12 * (11 if survival is Survival.CHILD else 6 if survival is Survival.BETTER_PARENT else 12)
        assert search.work()["evaluations"] == evaluations


def shown(search: Genetic) -> list[list[Square]]:
    """Return the tours collected."""
    cols = search.problem.cols
    return [[divmod(int(s), cols) for s in search.find(i).board.trail] for i in range(1, search.finds())]


@given(fields=st.integers(1, 9), seed=st.integers(0, 2**32))
def test_a_child_switches_as_soon_as_it_may_and_never_sooner(fields: int, seed: int) -> None:
    search = genetic(asked(6, 6), seed, field=fields, pm=0, pop=20)
    search.advance(1)
    before, children = squares(search, "before"), squares(search, "children")
    for child, source, (a, b) in zip(children, search.state["source"], search.state["parents"], strict=True):
        parents, copied = (before[a], before[b]), 0
        assert source[0] == 0
        for i in range(36):
            assert child[i] == parents[source[i]][i]
            if i:
                may = copied >= fields and parents[1 - source[i - 1]][i] in around(full(6, 6), child[i - 1])
                assert (source[i] != source[i - 1]) == may
                copied = 0 if may else copied
            copied += 1


@given(elitism=st.integers(1, 10), selection=st.sampled_from(Selection), survival=st.sampled_from(Survival))
def test_the_elite_survive_whatever_else_is_chosen(elitism: int, selection: Selection, survival: Survival) -> None:
    search = genetic(pop=10, elitism=elitism, selection=selection, survival=survival, pm=100)
    for _ in range(5):
        ranked = np.argsort(-search.state["fitness"], kind="stable")[:elitism]
        elite = search.state["walks"][ranked].tolist()
        search.advance(1)
        new = search.state["walks"].tolist()
        for walk in elite:
            new.remove(walk)


def test_the_best_child_is_protected_from_mutation_that_none_else_escapes() -> None:
    search = genetic(pop=12, pm=100, protect=True, rule=100)
    for _ in range(20):
        search.advance(1)
        (spared,) = np.flatnonzero(search.state["grown"] == 0)
        model = model_of(search)
        before, parents = squares(search, "before"), search.state["parents"]
        for a, b in parents:
            model.cross(before[a], before[b], 0)
        crossed = model.judged(model.children)
        assert crossed[spared] == max(crossed)
        assert search.state["children_fitness"][spared] == crossed[spared]


def test_mutation_falls_with_what_the_best_walk_is_missing() -> None:
    steady, falling = (
        genetic(asked(6, 6), pop=400, pm=50, falling=falls, rule=0, tours=MANY) for falls in (False, True)
    )
    for search in (steady, falling):
        search.advance(30)
        assert search.state["summary"][0] == 36
    mutated = [int((search.state["grown"] > 0).sum()) for search in (steady, falling)]
    first = int(falling.frame().curves[0].values[0])
    assert abs(mutated[0] - 200) < 60
    assert abs(mutated[1] - 200 / (36 - first + 1)) < 30


def test_the_better_parent_survives_beside_its_child() -> None:
    search = genetic(pop=9, survival="better-parent", rule=100)
    for _ in range(10):
        search.advance(1)
        walks, before, fitness = (search.state[name] for name in ("walks", "before", "before_fitness"))
        for pair, parents in enumerate(search.state["parents"].tolist()):
            assert np.array_equal(walks[2 * pair], search.state["children"][pair])
            if 2 * pair + 1 < 9:
                better = max(parents, key=lambda parent: fitness[parent])
                assert np.array_equal(walks[2 * pair + 1], before[better])


# Published behaviour


def test_the_defaults_are_the_published_algorithm_with_all_options_beyond_it_off() -> None:
    assert GeneticSettings().model_dump() == {
        "max_seconds": None,
        "tours": 1,
        "pop": 100,
        "generations": 5000,
        "k": 3,
        "field": 3,
        "pm": 10,
        "rule": 30,
        "selection": Selection.TOURNAMENT,
        "mu": None,
        "survival": Survival.CHILD,
        "elitism": 0,
        "protect": False,
        "falling": False,
    }


def test_with_the_rule_from_the_start_every_run_soon_has_a_tour() -> None:
    searches = [genetic(seed=seed, rule=0) for seed in range(200)]
    for search in searches:
        search.advance(50)
        assert search.status is Status.SOLVED
        assert is_tour([(row, col) for row, col in search.answer()["path"]], full(8, 8), None, False)
    # Published: 2.5 generations on average.
    assert 1.5 < np.mean([search.done for search in searches]) < 3.5


def test_without_the_rule_there_is_no_tour_and_almost_no_progress() -> None:
    for seed in range(10):
        search = genetic(seed=seed, rule=100)
        search.advance(300)
        assert search.status is Status.RUNNING
        assert search.finds() == 0
        assert search.state["at"][0] < 60
        assert search.frame().events == ()


def test_the_best_jumps_when_the_rule_joins_in_and_a_tour_follows_soon() -> None:
    for seed in range(10):
        search = genetic(seed=seed, generations=200)
        search.advance(60)
        assert search.frame().events == ()
        earlier = search.state["at"][0]
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


# Searching


def test_all_tours_of_a_run_are_the_same_however_its_budget_is_split() -> None:
    whole, split = (genetic(rule=0, tours=700, pm=50) for _ in range(2))
    whole.advance(whole.limit)
    assert whole.finds() >= 700
    while split.status is Status.RUNNING:
        split.advance(1 + split.done % 3, halt=split.done % 2 == 0)
    assert plain(whole.state) == plain(split.state)
    assert len({tuple(path) for path in shown(whole)}) == whole.finds() - 1
    assert all(is_tour(path, full(8, 8), None, False) for path in shown(whole))


def test_it_ends_with_as_many_different_tours_as_asked_for_or_at_its_limit() -> None:
    search = genetic(rule=0, tours=5)
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.finds() >= 5
    search = genetic(rule=0, tours=MANY, generations=30)
    search.advance(29)
    assert search.finds() > 0
    assert not search.reason
    search.advance(1)
    assert search.status is Status.GAVE_UP
    found = search.work()["distinct_tours"]
    assert search.reason == f"{found:,} of {MANY:,} tours within the limit of 30 generations"
    search = genetic(rule=100, generations=3)
    search.advance(9)
    assert (search.status, search.reason) == (Status.GAVE_UP, "no solution within the limit of 3 generations")


def test_closed_tours_are_found_and_open_ones_do_not_count() -> None:
    for seed in range(5):
        search = genetic(asked(6, 6, closed=True), seed, rule=0, pm=50, survival="better-parent")
        search.advance(search.limit)
        assert search.status is Status.SOLVED
        assert search.answer()["closed"]
        assert all(is_tour(path, full(6, 6), None, True) for path in shown(search))
        assert figures(search)["best"] == "37 of 37"


def test_one_square_is_a_tour_at_once_and_two_are_as_well() -> None:
    for problem in (asked(1, 1), BOARDS[-1]):
        search = genetic(problem)
        assert (search.status, search.done, search.finds()) == (Status.SOLVED, 0, 2)
    search = genetic(asked(1, 1), tours=2, generations=3)
    search.advance(3)
    assert (search.status, search.reason) == (Status.GAVE_UP, "1 of 2 tours within the limit of 3 generations")


@given(seed=st.integers(0, 2**63 - 1))
def test_the_seed_chooses_a_start_of_the_colour_that_has_more_squares(seed: int) -> None:
    row, col = squares(genetic(asked(5, 5), seed), "walks")[0][0]
    assert (row + col) % 2 == 0
    row, col = squares(genetic(asked(5, 5, holes=[(0, 0), (4, 4)]), seed), "walks")[0][0]
    assert (row + col) % 2 == 1
    assert squares(genetic(asked(5, 5, start=(2, 2)), seed), "walks")[0][0] == (2, 2)


def test_any_square_may_be_the_start_where_colours_are_balanced() -> None:
    assert len({squares(genetic(asked(6, 6), seed, pop=2), "walks")[0][0] for seed in range(300)}) == 36


@given(seed=st.integers(0, 2**32), generations=st.integers(0, 4))
def test_the_answer_without_a_tour_is_the_longest_walk_that_repeats_nothing(seed: int, generations: int) -> None:
    search = genetic(asked(6, 6), seed, rule=100, pop=10)
    search.advance(generations)
    longest = 0
    for walk in squares(search, "walks"):
        longest = max(longest, next(n for n in range(36, 0, -1) if len(set(walk[:n])) == n))
    path = [(row, col) for row, col in search.answer()["path"]]
    assert len(path) == len(set(path)) == search.answer()["squares"] == longest
    assert path in [walk[:longest] for walk in squares(search, "walks")]


@pytest.mark.parametrize("name", ["mu", "elitism"])
def test_no_more_walks_than_there_are_can_be_asked_for(name: str) -> None:
    assert getattr(read(GeneticSettings, {"pop": 5, name: 5}), name) == 5
    with pytest.raises(BadInput, match=f"^{name} is 6, but must be at most pop, which is 5$"):
        read(GeneticSettings, {"pop": 5, name: 6})


def test_a_population_too_large_for_a_slice_of_time_is_refused() -> None:
    Genetic(asked(20, 20), GeneticSettings(pop=MAX_GENES // 400), 1)
    with pytest.raises(BadInput, match=r"^squares x pop is 400,400, but must be at most 400,000: choose a smaller pop"):
        Genetic(asked(20, 20), GeneticSettings(pop=MAX_GENES // 400 + 1), 1)


# Frames


def test_a_frame_shows_the_best_walk_and_what_it_visits_more_than_once() -> None:
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
        assert search.frame().figures[4:] == search.tours_figures()
        search.advance(1)


def test_the_sentence_of_a_generation_says_what_was_done_in_it() -> None:
    search = genetic(asked(8, 8, start=(0, 0)), pop=20, generations=20, rule=50, elitism=2, pm=50)
    best = int(search.state["summary"][0])
    assert search.frame().sentence == f"Generation 0: 20 random walks from a8; best {best} of 64 squares."
    for generation in range(1, 20):
        before, best = best, 0
        search.advance(1)
        if search.found():
            break
        best = int(search.state["summary"][0])
        more = best - before
        change = f"{abs(more)} {'more' if more > 0 else 'fewer'} than before" if more else "as before"
        mutated = int((search.state["grown"] > 0).sum())
        rule = "the rule has not joined in yet"
        if generation > 10:
            rule = "Warnsdorff's rule joined in at generation 11"
        assert search.frame().sentence == (
            f"Generation {generation}: best {best} of 64 squares, {change}; {mutated} of 20 children mutated, "
            f"2 walks kept from before; {rule}."
        )
    assert search.status is Status.SOLVED
    assert re.search(r"\. (1 of the children is a tour|\d+ of the children are tours)\.$", search.frame().sentence)
    assert "the rule never joins in" in never()


def never() -> str:
    search = genetic(rule=100)
    search.advance(1)
    return search.frame().sentence


def test_closed_tours_are_counted_with_the_way_back() -> None:
    search = genetic(asked(6, 6, closed=True), pop=5, rule=100)
    search.advance(1)
    assert re.match(r"Generation 1: best \d+ of 37, the way back included, ", search.frame().sentence)
    assert "(fitness " in search.detail()[0].sentence


@pytest.mark.parametrize("survival", Survival)
@pytest.mark.parametrize("rule", [0, 100])
def test_the_pages_tell_the_story_of_the_best_child(survival: Survival, rule: int) -> None:
    search = genetic(WITH_HOLES, pop=9, pm=50, survival=survival, rule=rule, tours=MANY, k=4)
    assert search.detail() == ()
    for _ in range(20):
        search.advance(1)
        state = search.state
        best = int(np.argmax(state["children_fitness"]))
        pair = best // 2 if survival is Survival.TWO_CHILDREN else best
        one, other = state["parents"][pair]
        before, fitness = squares(search, "before"), state["before_fitness"]
        pages = search.detail()
        assert [page.title for page in pages] == ["tournament", "first parent", "second parent", "child"]
        entrants = ", ".join(f"walk {e + 1} ({fitness[e]} squares)" for e in state["entrants"][pair])
        assert pages[0].sentence == (
            f"4 of 9 walks drawn: {entrants}. The best two are the parents: walks {one + 1} and {other + 1}."
        )
        for page, parent, letter in ((pages[1], one, "A"), (pages[2], other, "B")):
            assert page.sentence == (
                f"Walk {parent + 1} of generation {search.done - 1}: {fitness[parent]} squares. "
                f"Its genes are marked {letter} in the child."
            )
            assert [divmod(int(square), 6) for square in page.board.trail] == before[parent]
        child, source = squares(search, "children")[best], state["source"][best].tolist()
        signs = (FROM_FIRST, FROM_SECOND, MUTATED)
        assert marked(pages[3].board) == {square: signs[source[child.index(square)]] for square in child}
        grown = int(state["grown"][best])
        switches = [str(i + 1) for i in range(1, grown or len(child)) if source[i] != source[i - 1]]
        switched = f"switched parents at gene{'s' if len(switches) > 1 else ''} {', '.join(switches)}"
        how = "by Warnsdorff's rule" if rule == 0 else "at random"
        assert pages[3].sentence == (
            f"The best child, {state['children_fitness'][best]} squares: began with {'AB'[source[0]]}, "
            f"{switched if switches else 'never switched parents'}; "
            f"{f'grown anew {how} from gene {grown + 1} on' if grown else 'not mutated'}."
        )


def test_long_stories_are_cut_short_and_other_selections_name_the_parents() -> None:
    search = genetic(k=30, field=1, pm=0)
    search.advance(1)
    pages = search.detail()
    assert re.search(r" and 18 more\. The best two", pages[0].sentence)
    assert re.search(r"switched parents at genes [\d, ]+ and \d+ more; not mutated", pages[3].sentence)
    search = genetic(selection="roulette")
    search.advance(1)
    first = search.detail()[0]
    assert first.title == "roulette"
    assert re.fullmatch(
        r"By roulette, walk \d+ \(\d+ squares\) and walk \d+ \(\d+ squares\) are the parents\.", first.sentence
    )


def test_a_search_that_a_rule_forbids_shows_the_proof_and_does_nothing() -> None:
    search = genetic(asked(5, 5, start=(0, 1)))
    search.advance(100)
    assert (search.status, search.done, search.detail(), search.finds()) == (Status.IMPOSSIBLE, 0, (), 0)
    assert search.answer() == {"path": [], "squares": 0, "closed": False, "tours_per_start": []}
    assert set(search.work().values()) == {0}
    assert named((0, 1), 5) in search.frame().sentence
