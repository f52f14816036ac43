"""Our side of `evolve` and `c`: evolution that does not stop at a solution.

At n = 8 a run is solved after a few generations, and starting the next run would take most of the time. Therefore both
sides breed a given number of generations. The random first generation is not timed.
"""

import time

from knightwatch.engine.queens.kernels.evolve import EvolveCounter
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.evolve import Evolve, EvolveSettings

PC, PM = 0.7, 0.2
UNBEATABLE = -1
"""A best fitness that no generation can beat: the kernel stops only if a new best is a solution."""


def prepared(n: int, pop: int, seed: int) -> Evolve:
    """Return a search before its first generation that will not end."""
    search = Evolve(QueensProblem(n=n), EvolveSettings(pop=pop, generations=1_000_000_000, pc=PC, pm=PM), seed)
    search.prepare()
    search.state["counters"][EvolveCounter.BEST_EVER] = UNBEATABLE
    search.verdict = search.judge()  # the first generation may have a solution
    return search


def seconds(search: Evolve, generations: int) -> float:
    """Breed some generations; return the seconds."""
    begun = time.perf_counter()
    search.advance(generations)
    spent = time.perf_counter() - begun
    if search.done != generations:
        raise AssertionError(f"{search.done} generations were bred, not {generations}")
    return spent
