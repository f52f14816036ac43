"""Solver `evolve`: n-queens by evolution, after J. Kołodziejczyk's course assignment.

The default settings are the published algorithm; the other operators and elitism go beyond it.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from pydantic import Field, field_validator

from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Figure, Frame, Kind
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.core.state_rules import are_permutations, within
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution import Crossover, Mutation, Section, Selection
from knightwatch.engine.evolution.ranking import DIVERSITY, ranked
from knightwatch.engine.evolution.settings import within_population
from knightwatch.engine.queens.kernels import evolve as kernels
from knightwatch.engine.queens.kernels.attacks import diagonal_attacks
from knightwatch.engine.queens.kernels.evolve import EvolveCounter as Counter
from knightwatch.engine.queens.kernels.evolve import EvolveSummary as Summary
from knightwatch.engine.queens.kernels.evolve import Operators, Population
from knightwatch.engine.queens.problem import QueensProblem

MAX_GENES = 2_000_000
"""Queens in all individuals together, at most: a generation must fit into a slice of time."""


class EvolveSettings(Settings):
    """Parameters of `evolve`; the defaults are the published ones."""

    pop: int = Field(100, ge=2, le=20_000, description="individuals in the population")
    generations: int = Field(1000, ge=0, le=1_000_000_000, description="generations before giving up")
    pc: float = Field(0.7, ge=0, le=1, description="probability that a pair is crossed")
    pm: float = Field(0.2, ge=0, le=1, description="probability that an individual is mutated")
    selection: Selection = Field(Selection.TOURNAMENT, description="how parents are chosen")
    k: int = Field(2, ge=1, le=32, description="individuals in a tournament")
    mu: int | None = Field(
        None, ge=1, le=20_000, description="parents in comma and plus selection; empty: half the population"
    )
    crossover: Crossover = Field(Crossover.PMX, description="how two parents make two children")
    section: Section = Field(
        Section.SIZE, description="how pmx and ox choose their section: its size and then its place, or two cuts"
    )
    mutation: Mutation = Field(Mutation.SWAP, description="how an individual is changed")
    elitism: int = Field(0, ge=0, le=20_000, description="best individuals that survive unchanged")
    decay: bool = Field(False, description="mutate less as the best nears 0 attacks")

    _within_population = field_validator("k", "mu", "elitism")(within_population)


class Evolve(Search[QueensProblem, EvolveSettings]):
    """A population of permutations. The fitness is the number of attacking pairs; 0 is a solution."""

    name = "evolve"
    summary = "evolution: selection, crossover and mutation of whole placements"
    unit = "generation"
    milestone = "improvement"
    settings_type = EvolveSettings
    fitness = ("best", "mean")

    @classmethod
    def check(cls, problem: QueensProblem, settings: EvolveSettings) -> None:
        genes = problem.n * settings.pop
        if genes > MAX_GENES:
            raise BadInput(f"n x pop is {genes:,}, but must be at most {MAX_GENES:,}: choose a smaller pop or n")

    @property
    def limit(self) -> int:
        return self.settings.generations

    def begin(self) -> State:
        n, pop = self.problem.n, self.settings.pop
        points, extent = trace(Merge.LEAST, Merge.MEAN)
        state: State = {
            "pop": np.empty((pop, n), np.int32),
            "fitness": np.empty(pop, np.int64),
            "champion": np.empty(n, np.int32),
            "summary": np.zeros(len(Summary)),
            "counters": np.zeros(len(Counter), np.int64),
            "points": points,
            "extent": extent,
            "rng": generator(self.seed),
        }
        self.tier(kernels.first_generation)(_population(state))
        return state

    def step(self, budget: int, halt: bool) -> None:
        s = self.settings
        operators = Operators(
            selection=s.selection.code,
            k=s.k,
            mu=s.mu or max(1, s.pop // 2),
            plus=s.selection is Selection.PLUS,
            crossover=s.crossover.code,
            section=s.section.code,
            pc=s.pc,
            mutation=s.mutation.code,
            pm=s.pm,
            decay=s.decay,
            elite=s.elitism,
        )
        self.tier(kernels.generations)(_population(self.state), operators, self.state["clock"], budget, halt)

    def rules(self, state: State) -> Iterator[bool]:
        n, counters = self.problem.n, state["counters"]
        yield are_permutations(state["pop"], n) and are_permutations(state["champion"], n)
        yield bool((state["fitness"] == diagonal_attacks(state["pop"])).all())
        yield bool((counters[Counter.BEST_EVER] == diagonal_attacks(state["champion"][None])).all())
        yield within(state["summary"], 0, n * n) and within(counters, 0, max(n * n, self.settings.pop))

    def found(self) -> bool:
        return self._counter(Counter.BEST_EVER) == 0

    def answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"queens": None, "attacks": None}
        return {"queens": self.state["champion"].tolist(), "attacks": self._counter(Counter.BEST_EVER)}

    def gallery(self) -> Gallery:
        """Return the population; pages go from the worst to the best, as the last page is shown first."""
        if not self.ready:
            return Gallery(answers=lambda: {"population": []})
        order = np.argsort(self.state["fitness"], kind="stable")
        pop, attacks, vector = self.state["pop"][order], self.state["fitness"][order], self.problem.vector

        def page(place: int) -> Page:
            rank = len(pop) - 1 - place
            named = f"rank {rank + 1:,} of {len(pop):,}, no. {int(order[rank]) + 1:,}"
            title = f"{named}, {counted_noun(int(attacks[rank]), 'attacking pair')}"
            board = self.problem.placement(pop[rank])
            return Page.single(title, board, f"Rows from 1 at the bottom: {vector(pop[rank].tolist())}.")

        def table() -> list[tuple[Any, ...]]:
            rows = zip(attacks.tolist(), map(vector, pop.tolist()), strict=True)
            return [("individual", "attacks", "rows"), *((k, *row) for k, row in enumerate(rows, 1))]

        about = "the individuals of this generation, from the worst to the best, each with its vector of rows"
        return Gallery(len(pop), page, False, lambda: {"population": pop.tolist()}, table, about)

    def attained(self) -> float:
        return self._counter(Counter.BEST_EVER)

    def work(self) -> dict[str, int]:
        return {"generations": self.done, "evaluations": (self.done + self.ready) * self.settings.pop}

    def common_work(self) -> int:
        return self.work()["evaluations"]

    def spending(self) -> str:
        return f"about {self.settings.pop:,} placements in each of {counted_noun(self.done + 1, 'generation')}"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        s = self.state
        pop, fitness = s["pop"], s["fitness"]
        best, mean, worst = s["summary"]
        here = ranked(pop, fitness, "attacking pairs", high=False)
        return Frame(
            self.done,
            self.verdict,
            self.problem.placement(pop[np.argmin(fitness)]),
            (
                Figure("generation", f"{self.done:,}", "generations after the random first one"),
                Figure("best now", f"{best:.0f}", "attacking pairs of the best of this generation, on the board"),
                Figure("best ever", f"{self._counter(Counter.BEST_EVER)}", "fewest attacking pairs in any generation"),
                Figure("mean", f"{mean:.2f}", "attacking pairs, mean of the population"),
                Figure("worst", f"{worst:.0f}", "attacking pairs of the worst individual"),
                Figure("diversity", f"{here.diversity:.0%}", DIVERSITY),
                Figure("evaluations", f"{self.work()['evaluations']:,}", "individuals evaluated"),
            ),
            curves(s["points"], s["extent"], "best", "mean", of="attacking pairs", kind=Kind.COUNT),
            f"{self._sentence()} {here.convergence(self.settings.pm > 0)}".rstrip(),
            population=here,
        )

    def individuals(self) -> Gallery:
        pop, fitness = self.state["pop"], self.state["fitness"]
        order = np.argsort(fitness, kind="stable")

        def page(place: int) -> Page:
            at = int(order[place])
            sentence = f"Number {at + 1:,} in the population: {counted_noun(int(fitness[at]), 'attacking pair')}."
            title = f"rank {place + 1:,} of {len(order):,}, no. {at + 1:,}"
            return Page.single(title, self.problem.placement(pop[at]), sentence)

        return Gallery(len(order), page)

    def _counter(self, place: Counter) -> int:
        return int(self.state["counters"][place])

    def _sentence(self) -> str:
        s, best, earlier = self.settings, int(self.state["summary"][Summary.BEST]), self._counter(Counter.EARLIER)
        if not self.done:
            return f"Generation 0: {s.pop:,} random placements; the best has {counted_noun(best, 'attacking pair')}."
        change = {-1: f"better than the {earlier} before", 0: "as before", 1: f"worse than the {earlier} before"}
        crossed, mutated, survived = map(self._counter, (Counter.CROSSED, Counter.MUTATED, Counter.SURVIVED))
        survival = f", {survived} survived unchanged" if survived else ""
        return (
            f"Generation {self.done:,}: parents by {s.selection}; {crossed} of {s.pop // 2} pairs crossed by "
            f"{s.crossover}, {mutated} of {s.pop} mutated by {s.mutation}{survival}. "
            f"Best {best}, {change[int(np.sign(best - earlier))]}."
        )


def _population(state: State) -> Population:
    """Return the state as the kernels take it."""
    return Population(*(state[name] for name in Population._fields))
