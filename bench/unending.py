"""Our side of `evolve` and `c`: evolution that does not end at a solution, so that every generation asked for is bred.

At n = 8 a run is solved after a few generations, and what it costs to begin the next would be most of what is measured.
So neither side ends there: both breed a given number of generations, from a random first one that is not timed.
"""

import time

from knightwatch.engine.queens.kernels.evolve import EvolveCounter
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.evolve import Evolve, EvolveSettings

PC, PM = 0.7, 0.2
UNBEATABLE = -1
"""A record that no generation can break: the kernel ends a run only when a new record is a solution."""


def prepared(n: int, pop: int, seed: int) -> Evolve:
    """Return a search that is about to breed its first generation, and will not end."""
    search = Evolve(QueensProblem(n=n), EvolveSettings(pop=pop, generations=1_000_000_000, pc=PC, pm=PM), seed)
    search.prepare()
    search.state["counters"][EvolveCounter.RECORD] = UNBEATABLE
    return search


def seconds(search: Evolve, generations: int) -> float:
    """Breed so many generations; return how long that took."""
    begun = time.perf_counter()
    search.advance(generations)
    spent = time.perf_counter() - begun
    if search.done != generations:
        raise AssertionError(f"{search.done} generations were bred, not {generations}")
    return spent
