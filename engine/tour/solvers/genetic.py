"""Solver `genetic`: tours by evolution, after Palić, "Solving the knight's tour problem by using genetic algorithms".

The default settings give the published algorithm (2018), whose operators never make an illegal walk. The thesis does
not give the population size and the mutation rate; these are ours. Further settings, off by default, address the
weaknesses that the thesis names.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from knightwatch.engine.boards import Squares, padded, unpadded
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.clock import DONE
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.frame import Board, Event, Figure, Frame
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.search import State
from knightwatch.engine.core.state_rules import within
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution.ranking import DIVERSITY, ranked
from knightwatch.engine.evolution.settings import within_population
from knightwatch.engine.tour.kernels import genetic as kernels
from knightwatch.engine.tour.kernels import genetic_interpreted  # noqa: F401, adds its stand-ins
from knightwatch.engine.tour.kernels.collection import CollectionCounter
from knightwatch.engine.tour.kernels.genetic import Breeding, Counter, Generation, GeneticOperators, Survival
from knightwatch.engine.tour.kernels.genetic_operators import GeneticConstants, GeneticSummary, WalkSelection
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.problem import REPEATED, TourProblem
from knightwatch.engine.tour.solvers.base import fresh_ways, scattered
from knightwatch.engine.tour.solvers.collecting import CollectingSearch, CollectingSettings, refuse_genes
from knightwatch.engine.tour.solvers.collection import collection, collection_of, images, make_room, stored
from knightwatch.engine.tour.solvers.walk_rules import are_walks, different_squares, signed, visits_once

MAX_GENES = 400_000
"""Most squares of all walks together: one generation must fit into a time slice."""

UNREPEATED = "squares before the first repeat, longest of all walks so far: the answer if no tour is found"


class GeneticSettings(CollectingSettings):
    """Parameters of `genetic`; the defaults are the published ones where the thesis gives them.

    It gives neither pop nor pm nor the formula of the fitness. Ours are 100, 10 % and the number of different squares.

    With `falling`, pm is multiplied by (m + 1) / (f + 1), at most 1. Here m is the number of squares that the best walk
    of the last generation misses, and f is the same for the first generation. So pm never falls to 0.
    """

    pop: int = Field(100, ge=2, le=20_000, description="walks in the population")
    generations: int = Field(5000, ge=0, le=1_000_000_000, description="generations before giving up")
    k: int = Field(3, ge=2, le=100, description="walks in a tournament; the best two are the parents")
    field: int = Field(3, ge=1, le=10_000, description="genes that a child copies before it may switch parents")
    late: bool = Field(False, description="the first switch of parents comes one gene later, as in the printed listing")
    pm: float = Field(10.0, ge=0, le=100, description="mutation probability in per cent")
    rule: float = Field(
        30.0, ge=0, le=100, description="per cent of the generations before Warnsdorff's rule starts; 100: never"
    )
    selection: WalkSelection = Field(
        WalkSelection.TOURNAMENT,
        description="how parents are chosen: roulette and universal by the fitness above the worst, proportional and "
        "proportional-universal by the fitness; comma and plus from the mu best; random-comma and random-plus from mu "
        "random walks, and only the mu best of the children (plus: and of those walks) form the next generation",
    )
    mu: int | None = Field(
        None, ge=1, le=20_000, description="parents in comma and plus selections; empty: half the population"
    )
    distinct: bool = Field(
        False,
        description="the two parents of a pair are different individuals: in a tournament the best two, "
        "otherwise a random other one",
    )
    survival: Survival = Field(
        Survival.CHILD,
        description="what survives of each pair: the child; the child and the better parent; or the better of two "
        "children and the better parent",
    )
    elitism: int = Field(0, ge=0, le=20_000, description="best walks that survive unchanged")
    protect: int = Field(0, ge=0, le=20_000, description="best children of a generation that are never mutated")
    falling: bool = Field(False, description="mutate less when the best walk misses fewer squares")

    _within_population = field_validator("mu", "elitism", "protect")(within_population)

    @field_validator("protect", mode="before")
    @classmethod
    def _one_is_yes(cls, protect: object) -> object:
        """Read yes and no, the values of older versions."""
        return {"yes": 1, "no": 0}.get(protect, protect) if isinstance(protect, str) else protect


class Genetic(CollectingSearch[GeneticSettings]):
    """A population of walks with as many squares as the board; the fitness is the number of different squares.

    For closed tours a closing move adds 1. The state has the generation (`walks`), the generation before, and the
    origin of each child: the `entrants` of the tournament, the `parents`, and the gene where mutation began (`grown`,
    0 for no mutation). `longest` is the walk with the longest beginning without a repeat.
    """

    name = "genetic"
    summary = "genetic algorithm: crossover and mutation of legal walks, later helped by Warnsdorff's rule"
    unit = "generation"
    milestone = "improvement"
    settings_type = GeneticSettings
    fitness = ("best", "mean")

    @classmethod
    def check(cls, problem: TourProblem, settings: GeneticSettings) -> None:
        refuse_genes(problem.squares, settings.pop, MAX_GENES)

    def __init__(self, problem: TourProblem, settings: GeneticSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.goal = problem.squares + problem.closed
        """The fitness of a tour."""
        self.joins_after = int(settings.generations * settings.rule / 100)
        """Generations before Warnsdorff's rule starts."""

    @property
    def limit(self) -> int:
        return self.settings.generations

    @property
    def mu(self) -> int:
        """The number of parents in comma and plus selections."""
        return self.settings.mu or max(1, self.settings.pop // 2)

    @property
    def living(self) -> int:
        """The number of walks in the population."""
        return self.mu if self.done and self.settings.selection.shrinks else self.settings.pop

    def begin(self) -> State:
        s, n = self.settings, self.problem.squares
        pairs = s.pop if s.survival is Survival.CHILD else (s.pop + 1) // 2
        children = pairs * (2 if s.survival is Survival.TWO_CHILDREN else 1)
        fresh = fresh_ways(self.problem.free)
        self.constants = GeneticConstants(
            fresh=fresh,
            around=self._neighbours(fresh < VISITED),
            offsets=self.offsets,
            images=images(self.problem),
            closed=self.problem.closed,
            goal=self.goal,
            tours=s.tours,
        )
        points, extent = trace(Merge.MOST, Merge.MEAN)
        state: State = {
            "walks": np.zeros((s.pop, n), np.uint32),
            "fitness": np.zeros(s.pop, np.int64),
            "before": np.zeros((s.pop, n), np.uint32),
            "before_fitness": np.zeros(s.pop, np.int64),
            "children": np.zeros((children, n), np.uint32),
            "children_fitness": np.zeros(children, np.int64),
            "grown": np.zeros(children, np.int64),
            "entrants": np.zeros((pairs, s.k if s.selection is WalkSelection.TOURNAMENT else 0), np.uint32),
            "parents": np.zeros((pairs, 2), np.uint32),
            "longest": np.zeros(n, np.uint32),
            "summary": np.zeros(len(GeneticSummary)),
            "counters": np.zeros(len(Counter), np.int64),
            "points": points,
            "extent": extent,
            "rng": generator(self.seed),
            **collection(self.problem, len(fresh)),
        }
        now = Generation(state["walks"], state["fitness"])
        self.tier(kernels.first_generation)(now, _breeding(state), self.constants, self.start())
        return state

    def rules(self, state: State) -> Iterator[bool]:
        yield from super().rules(state)
        s, n, counters, bred = self.settings, self.problem.squares, state["counters"], state["clock"][DONE] > 0
        yield within(counters[[Counter.BEST_EVER, Counter.FIRST, Counter.EARLIER, Counter.UNAIDED]], 0, self.goal)
        yield within(state["summary"], 0, self.goal)
        yield counters[Counter.LONGEST] <= n and counters[Counter.CHECKED] <= len(
            state["children" if bred else "walks"]
        )
        yield within(state["grown"], 0, n - 1)
        yield within(state["entrants"], 0, s.pop - 1) and within(state["parents"], 0, s.pop - 1)
        yield visits_once(state["longest"][: counters[Counter.LONGEST]], self.constants.fresh, self.offsets)
        for name in ("walks", "before", "children") if bred else ("walks",):
            walks, fitness = state[name], state["fitness" if name == "walks" else f"{name}_fitness"]
            yield bool((walks[:, 0] == self.start()).all())
            yield are_walks(walks, self.constants.fresh, self.offsets)
            closing = np.isin(walks[:, 0].astype(np.int64) - walks[:, -1], signed(self.offsets))
            yield bool((fitness == different_squares(walks) + (closing & self.problem.closed)).all())

    def start(self) -> int:
        """Return the start of all walks, numbered with the border: as given, or chosen by the seed."""
        return int(padded(scattered(self.problem.possible_starts, self.seed)[:1], self.problem.cols)[0])

    def _neighbours(self, free: NDArray[np.bool_]) -> NDArray[np.uint32]:
        """Return for each square its free neighbours in the order of moves, then zeros."""
        around, ways = np.zeros((len(free), len(self.offsets)), np.uint32), np.zeros(len(free), np.int64)
        for offset in self.offsets.view(np.int32):
            here = np.flatnonzero(free)
            here = here[free[here + offset]]
            around[here, ways[here]] = here + offset
            ways[here] += 1
        return around

    def step(self, budget: int, halt: bool) -> None:
        s = self.settings
        until, milestones = self.done + budget, self.milestones
        operators = GeneticOperators(
            selection=s.selection.code,
            mu=self.mu,
            distinct=s.distinct,
            field=s.field,
            late=s.late,
            pm=s.pm,
            falling=s.falling,
            joins_after=self.joins_after,
            survival=s.survival.code,
            elite=s.elitism,
            protect=s.protect,
        )
        while self._breed(operators, budget, halt):
            make_room(self.state, self.tier)
            budget = 0 if halt and self.milestones > milestones else until - self.done

    def _breed(self, operators: GeneticOperators, budget: int, halt: bool) -> bool:
        """Breed up to `budget` generations; return True if it stopped only because the collection is full."""
        s, done = self.state, self.done
        again = self.tier(kernels.generations)(
            Generation(s["walks"], s["fitness"]),
            Generation(s["before"], s["before_fitness"]),
            _breeding(s),
            collection_of(s),
            self.constants,
            operators,
            s["clock"],
            budget,
            halt,
        )
        if (self.done - done) % 2:
            s["walks"], s["before"] = s["before"], s["walks"]
            s["fitness"], s["before_fitness"] = s["before_fitness"], s["fitness"]
        return again

    def best(self) -> Squares:
        return unpadded(self.state["longest"][: self._unrepeated], self.problem.cols)

    def answer(self) -> dict[str, Any]:
        """Return the tour; without one, also the best walk of the last generation and its fitness."""
        answer = super().answer() | {"best_walk": None, "fitness": None}
        if self.ready and not self.tally(CollectionCounter.DISTINCT):
            walk = unpadded(self.shown(), self.problem.cols)
            answer["best_walk"] = np.stack(np.divmod(walk, self.problem.cols), axis=1).tolist()
            answer["fitness"] = int(self.state["fitness"][: self.living].max())
        return answer

    @property
    def _unrepeated(self) -> int:
        """Squares of the longest beginning of any walk without a repeat."""
        return self.counter(Counter.LONGEST)

    def reached(self) -> str:
        if self.tally(CollectionCounter.DISTINCT):
            return super().reached()
        squares = f"{self._unrepeated:,} of {counted_noun(self.problem.squares, 'square')}"
        return f"no tour, but a walk over {squares} without a repeat,"

    def work(self) -> dict[str, int]:
        evaluations = self.counter(Counter.EVALUATIONS) if self.ready else 0
        return {"generations": self.done, "evaluations": evaluations} | self.tours_work()

    def common_work(self) -> int:
        return self.work()["evaluations"] * self.problem.squares  # a walk counts with all its squares

    def spending(self) -> str:
        return f"{counted_noun(self.work()['evaluations'], 'walk')} of {self.problem.squares:,} squares"

    def shown(self) -> NDArray[np.uint32]:
        """Return the walk on the board: the best walk or, at the end of the search, the last tour."""
        s = self.state
        walk: NDArray[np.uint32] = s["tour_paths"][stored(s) - 1] if self.found() else s["walks"][s["fitness"].argmax()]
        return walk

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        s = self.state
        best, mean = s["summary"]
        here = ranked(s["walks"][: self.living], s["fitness"][: self.living], "different squares", high=True)
        back = ", plus 1 for a closing move" if self.problem.closed else ""
        fitness = f"different squares of the best walk{back}; the walk may repeat squares"
        return Frame(
            self.done,
            self.verdict,
            walk_board(self.problem, self.shown()),
            (
                Figure("generation", f"{self.done:,}", "generations since the random one"),
                Figure("best", f"{best:,.0f} of {self.goal:,}", fitness),
                Figure("before repeat", f"{self._unrepeated:,} of {self.problem.squares:,}", UNREPEATED),
                Figure("mean", f"{mean:,.2f}", f"mean fitness of the population: different squares{back}"),
                Figure("diversity", f"{here.diversity:.0%}", DIVERSITY),
                Figure("evaluations", f"{self.work()['evaluations']:,}", "walks made and evaluated"),
                *self.tours_figures(),
            ),
            curves(s["points"], s["extent"], "best", "mean", of="different squares", most=self.goal),
            f"{self._sentence()} {here.convergence(self.settings.pm > 0)}".rstrip(),
            (Event(self.joins_after + 1, "Warnsdorff's rule"),) if self.by_rule else (),
            population=here,
        )

    def individuals(self) -> Gallery:
        walks, fitness = self.state["walks"], self.state["fitness"][: self.living]
        order = np.argsort(-fitness, kind="stable")

        def page(place: int) -> Page:
            at = int(order[place])
            sentence = f"Number {at + 1:,} in the population: {int(fitness[at]):,} of {self.goal:,} different squares."
            title = f"rank {place + 1:,} of {len(order):,}, no. {at + 1:,}"
            return Page.single(title, walk_board(self.problem, walks[at]), sentence)

        return Gallery(len(order), page)

    @property
    def by_rule(self) -> bool:
        """Whether the last generation was mutated by Warnsdorff's rule."""
        return self.done > self.joins_after

    def _sentence(self) -> str:
        s = self.state
        best, goal = int(s["summary"][GeneticSummary.BEST]), f"{self.goal:,}{'' if self.problem.closed else ' squares'}"
        back = ", the closing move included" if self.problem.closed else ""
        if not self.done:
            start = self.problem.name(int(unpadded(s["walks"][0], self.problem.cols)[0]))
            return f"Generation 0: {self.settings.pop:,} random walks from {start}; best {best:,} of {goal}{back}."
        more = best - self.counter(Counter.EARLIER)
        change = f"{abs(more):,} {'more' if more > 0 else 'fewer'} than before" if more else "as before"
        made, mutated, survived = len(s["children"]), self.counter(Counter.MUTATED), self.counter(Counter.SURVIVED)
        old = f", {counted_noun(survived, 'old walk')} survived" if survived else ""
        complete = int((s["children_fitness"] == self.goal).sum())
        tours = f" {complete:,} of the children {'is a tour' if complete == 1 else 'are tours'}." if complete else ""
        return (
            f"Generation {self.done:,}: best {best:,} of {goal}{back}, {change}; {mutated:,} of {made:,} "
            f"children mutated{old}{self._rule()}.{tours}"
        )

    def _rule(self) -> str:
        """Say when mutation begins to use Warnsdorff's rule and, once it does, what that changed."""
        first, s = f"generation {self.joins_after + 1:,}", self.settings
        if not self.by_rule:
            if self.joins_after >= self.limit:
                return "; without Warnsdorff's rule"
            return f"; Warnsdorff's rule starts at {first}"
        if not self.joins_after:
            return "; mutation follows Warnsdorff's rule"
        unaided, best = self.counter(Counter.UNAIDED), self.counter(Counter.BEST_EVER)
        change = f"the best rose from {unaided:,} to {best:,}" if best > unaided else f"the best is still {best:,}"
        share = f"{s.rule:g} % of {s.generations:,}"
        return f". Since {first} ({share}), mutation follows Warnsdorff's rule: {change}"


def walk_board(problem: TourProblem, walk: NDArray[np.uint32]) -> Board:
    """Return the board with a walk, numbered with the border, and marks on the squares that it repeats."""
    trail = unpadded(walk, problem.cols)
    squares, visits = np.unique(trail, return_counts=True)
    return problem.walk(trail, [(REPEATED, squares[visits > 1])])


def _breeding(state: State) -> Breeding:
    """Return the children, their parents and the counters, as kernels take them."""
    children = Generation(state["children"], state["children_fitness"])
    return Breeding(children, *(state[name] for name in Breeding._fields[1:]))
