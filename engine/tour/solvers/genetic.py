"""Solver `genetic`: tours by evolution, after Palić, "Solving the knight's tour problem by using genetic algorithms".

With the default settings it is the published algorithm (2018), whose operators never make an impossible walk; the size
of the population and the rate of mutation, which the text does not give, are ours. What the thesis names as its
weaknesses can be mended by settings that are off by default.
"""

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from knightwatch.engine.boards import Squares, padded, unpadded
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.frame import Board, Event, Figure, Frame
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution.crowd import DIVERSITY, crowd
from knightwatch.engine.evolution.settings import within_population
from knightwatch.engine.tour.kernels import genetic as kernels
from knightwatch.engine.tour.kernels.collection import CollectionCounter
from knightwatch.engine.tour.kernels.genetic import Breeding, Counter, Generation, GeneticOperators, Survival
from knightwatch.engine.tour.kernels.genetic_operators import GeneticConstants, GeneticSummary, WalkSelection
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.problem import REPEATED, TourProblem
from knightwatch.engine.tour.solvers.base import fresh_ways, scattered
from knightwatch.engine.tour.solvers.collecting import CollectingSearch, CollectingSettings, refuse_genes
from knightwatch.engine.tour.solvers.collection import collection, collection_of, images, kept, make_room

MAX_GENES = 400_000
"""Squares of all walks together: what keeps one generation within a slice of time."""

UNREPEATED = "squares of the longest walk so far that ends before its first repeat: the answer if there is no tour"


class GeneticSettings(CollectingSettings):
    """Parameters of `genetic`; the defaults are the published ones, but for pop and pm, which the thesis does not tell.

    With `falling`, pm is multiplied by (m + 1) / (f + 1), at most 1, where the best walk of the generation before is
    missing m squares, and that of the first generation f. So some mutation is left even when a tour was found.
    """

    pop: int = Field(100, ge=2, le=20_000, description="walks in the population")
    generations: int = Field(5000, ge=0, le=1_000_000_000, description="generations planned; then it gives up")
    k: int = Field(3, ge=2, le=100, description="walks in a tournament, of which the best two are parents")
    field: int = Field(3, ge=1, le=10_000, description="genes that a child copies before it may switch parents")
    pm: float = Field(10.0, ge=0, le=100, description="probability of mutation in per cent")
    rule: float = Field(
        30.0, ge=0, le=100, description="Warnsdorff's rule joins in after so many per cent of generations; 100: never"
    )
    selection: WalkSelection = Field(
        WalkSelection.TOURNAMENT,
        description="how parents are chosen: roulette by what a walk has more than the worst, proportional by its "
        "fitness itself; comma and plus from the mu best, random-comma and random-plus from mu drawn at random",
    )
    mu: int | None = Field(
        None, ge=1, le=20_000, description="parents in comma and plus selections; empty: half the population"
    )
    distinct: bool = Field(False, description="a second parent that would be the first again is any other walk instead")
    survival: Survival = Field(
        Survival.CHILD,
        description="who survives of parents and child: the child, it and the better parent, or that and the better "
        "of two children",
    )
    elitism: int = Field(0, ge=0, le=20_000, description="best walks that survive unchanged")
    protect: bool = Field(False, description="the best child of a generation is never mutated")
    falling: bool = Field(False, description="mutate less the fewer squares the best walk is missing")

    _within_population = field_validator("mu", "elitism")(within_population)


class Genetic(CollectingSearch[GeneticSettings]):
    """A population of walks of as many squares as the board has; the fitness is how many of those are different.

    Where closed tours are asked for, a closing move counts as one more. The state has the generation (`walks`), the
    one before, and the story of each child: who entered the tournament of its pair of parents, and at which gene
    mutation began (`grown`; 0 is nowhere). `longest` begins with the longest walk without a repeat that was ever made.
    """

    name = "genetic"
    summary = "evolution of walks: crossover and mutation that stay on the board, later by Warnsdorff's rule"
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
        """Generations without Warnsdorff's rule."""

    @property
    def limit(self) -> int:
        return self.settings.generations

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

    def start(self) -> int:
        """Return where all walks begin, numbered with the border: as given, or as the seed and the colours have it."""
        return int(padded(scattered(self.problem.beginnings, self.seed)[:1], self.problem.cols)[0])

    def _neighbours(self, free: NDArray[np.bool_]) -> NDArray[np.uint32]:
        """Return for each square the free ones a knight's move away, in the order of moves, then zeros."""
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
            mu=s.mu or max(1, s.pop // 2),
            distinct=s.distinct,
            field=s.field,
            pm=s.pm,
            falling=s.falling,
            joins_after=self.joins_after,
            survival=s.survival.code,
            elite=s.elitism,
            protect=s.protect,
        )
        while self._bred(operators, budget, halt):
            make_room(self.state, self.tier)
            budget = 0 if halt and self.milestones > milestones else until - self.done

    def _bred(self, operators: GeneticOperators, budget: int, halt: bool) -> bool:
        """Breed generations; tell whether there have to be more, once there is room for tours again."""
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

    @property
    def _unrepeated(self) -> int:
        """Squares of the longest beginning of any walk that has no repeat."""
        return self.counter(Counter.LONGEST)

    def reached(self) -> str:
        if self.tally(CollectionCounter.DISTINCT):
            return super().reached()
        squares = f"{self._unrepeated:,} of {counted_noun(self.problem.squares, 'square')}"
        return f"no tour, but a walk over {squares} without a repeat,"

    def work(self) -> dict[str, int]:
        evaluations = self.counter(Counter.EVALUATIONS) if self.ready else 0
        return {"generations": self.done, "evaluations": evaluations} | self.tours_work()

    def spending(self) -> str:
        return f"{self.work()['evaluations']:,} walks judged, {self.settings.pop:,} or so in each generation"

    def shown(self) -> NDArray[np.uint32]:
        """Return the best walk or, once there are tours enough, the last tour."""
        s = self.state
        walk: NDArray[np.uint32] = s["tour_paths"][kept(s) - 1] if self.found() else s["walks"][s["fitness"].argmax()]
        return walk

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        s = self.state
        best, mean = s["summary"]
        here = crowd(s["walks"], s["fitness"], "different squares", high=True)
        back = ", and 1 for a way back" if self.problem.closed else ""
        counted = f"different squares of the best walk, which may repeat some{back}"
        return Frame(
            self.done,
            self.status,
            self.reason,
            drawn(self.problem, self.shown()),
            (
                Figure("generation", f"{self.done:,}", "generations bred since the random one"),
                Figure("best", f"{best:,.0f} of {self.goal:,}", counted),
                Figure("no repeat", f"{self._unrepeated:,} of {self.problem.squares:,}", UNREPEATED),
                Figure("mean", f"{mean:,.2f}", "the same, mean of the population"),
                Figure("diversity", f"{here.diversity:.0%}", DIVERSITY),
                Figure("evaluations", f"{self.work()['evaluations']:,}", "walks made and judged"),
                *self.tours_figures(),
            ),
            curves(s["points"], s["extent"], "best", "mean", of="different squares"),
            self._sentence(),
            (Event(self.joins_after + 1, "Warnsdorff's rule"),) if self.by_rule else (),
            crowd=here,
        )

    @property
    def by_rule(self) -> bool:
        """Whether Warnsdorff's rule had joined in when the last generation was bred."""
        return self.done > self.joins_after

    def _sentence(self) -> str:
        s = self.state
        best, goal = int(s["summary"][GeneticSummary.BEST]), f"{self.goal:,}{'' if self.problem.closed else ' squares'}"
        back = ", the way back included" if self.problem.closed else ""
        if not self.done:
            start = self.problem.name(int(unpadded(s["walks"][0], self.problem.cols)[0]))
            return f"Generation 0: {self.settings.pop:,} random walks from {start}; best {best:,} of {goal}{back}."
        more = best - self.counter(Counter.EARLIER)
        change = f"{abs(more):,} {'more' if more > 0 else 'fewer'} than before" if more else "as before"
        made, mutated, kept = len(s["children"]), self.counter(Counter.MUTATED), self.counter(Counter.KEPT)
        kept_words = f", {kept:,} walks kept from before" if kept else ""
        complete = int((s["children_fitness"] == self.goal).sum())
        tours = f" {complete:,} of the children {'is a tour' if complete == 1 else 'are tours'}." if complete else ""
        return (
            f"Generation {self.done:,}: best {best:,} of {goal}{back}, {change}; {mutated:,} of {made:,} "
            f"children mutated{kept_words}; {self._rule()}.{tours}"
        )

    def _rule(self) -> str:
        """Say whether mutation goes by Warnsdorff's rule."""
        if self.by_rule:
            return f"Warnsdorff's rule joined in at generation {self.joins_after + 1:,}"
        return "the rule has not joined in yet" if self.joins_after < self.limit else "the rule never joins in"


def drawn(problem: TourProblem, walk: NDArray[np.uint32]) -> Board:
    """Return a picture of a walk, numbered with the border, and of the squares that it visits again."""
    trail = unpadded(walk, problem.cols)
    squares, visits = np.unique(trail, return_counts=True)
    return problem.walk(trail, [(REPEATED, squares[visits > 1])])


def _breeding(state: State) -> Breeding:
    """Return how the last generation came about, as kernels take it."""
    children = Generation(state["children"], state["children_fitness"])
    return Breeding(children, *(state[name] for name in Breeding._fields[1:]))
