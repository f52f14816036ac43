"""The published generation against a plain-Python model that uses the same random numbers."""

from dataclasses import dataclass

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled.rng import Generator, below, generator, shuffle, uniform
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.evolve import Evolve, EvolveSettings
from tests.models.evolution import pmx, tournament_winner
from tests.models.queens import pairs


@dataclass
class Model:
    """A population in plain lists."""

    n: int
    settings: EvolveSettings
    rng: Generator

    def __post_init__(self) -> None:
        self.pop = []
        for _ in range(self.settings.pop):
            individual = np.arange(self.n, dtype=np.uint32)
            shuffle(individual, 0, self.n, self.rng)
            self.pop.append([int(y) for y in individual])
        self.first_best = min(self.fitness)

    @property
    def fitness(self) -> list[int]:
        return [pairs(individual) for individual in self.pop]

    def breed(self) -> None:
        """Breed one generation: selection, crossover, mutation."""
        s, n, fitness = self.settings, self.n, self.fitness
        selected = [self.pop[tournament_winner(s.k, fitness, self.rng)][:] for _ in range(s.pop)]
        for i in range(0, s.pop - 1, 2):
            if uniform(self.rng) < s.pc:
                size = 1 + below(self.rng, n - 1)
                first = below(self.rng, n - size + 1)
                a, b = selected[i], selected[i + 1]
                selected[i], selected[i + 1] = pmx(a, b, first, first + size), pmx(b, a, first, first + size)
        pm = s.pm * min(1, (min(fitness) + 1) / (self.first_best + 1)) if s.decay else s.pm
        for individual in selected:
            if uniform(self.rng) < pm:
                i, j = below(self.rng, n), below(self.rng, n - 1)
                j += j >= i
                individual[i], individual[j] = individual[j], individual[i]
        self.pop = selected


@given(
    n=st.integers(4, 12),
    pop=st.integers(2, 21),
    k=st.integers(1, 5),
    pc=st.floats(0, 1),
    pm=st.floats(0, 1),
    decay=st.booleans(),
    seed=st.integers(0, 2**63 - 1),
)
def test_each_generation_matches_the_model(
    n: int, pop: int, k: int, pc: float, pm: float, decay: bool, seed: int
) -> None:
    settings = EvolveSettings(pop=pop, k=min(k, pop), pc=pc, pm=pm, decay=decay)
    search = Evolve(QueensProblem(n=n), settings, seed)
    search.prepare()
    model = Model(n, settings, generator(seed))
    for generation in range(6):
        assert search.state["pop"].tolist() == model.pop
        assert search.state["fitness"].tolist() == model.fitness
        assert search.state["rng"].tolist() == model.rng.tolist()
        if min(model.fitness) == 0:
            break
        search.advance(1)
        assert search.done == generation + 1
        model.breed()


def test_the_default_run_of_eight_queens_matches_the_model() -> None:
    settings = EvolveSettings()
    search = Evolve(QueensProblem(), settings, 5)
    search.advance(settings.generations)
    assert search.found()
    assert search.done > 0
    model = Model(8, settings, generator(5))
    for _ in range(search.done):
        assert min(model.fitness) > 0
        model.breed()
    assert search.state["pop"].tolist() == model.pop
    assert search.answer() == {"queens": model.pop[model.fitness.index(0)], "attacks": 0}
