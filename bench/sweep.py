"""Subject `sweep`: speed of two processes against one, overhead of a run, and memory growth.

The peer is the same sweep on one process. Empty loops show what the machine can give at the moment. Workers start and
load their kernels before the measurement.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench.table import Comparison, Row, in_turns, ratio, spread
from knightwatch.engine.core.run import Run
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.plans.catalog import find_solver
from knightwatch.engine.pool import Pool, processes
from knightwatch.engine.store.outcomes import Store

SPEED_TARGET, OVERHEAD_TARGET, MEMORY_TARGET = 1.8, 2.0, 1.0
"""Ratio; milliseconds a run; KiB a run, about the size of a result."""
RUN_SECONDS, SHORT_SECONDS = 0.05, 0.001
LONG = {"solver": "evolve", "n": "64", "pc": "0", "pm": "0"}
"""Evolution that changes nothing, so it always ends at its limit."""
SHORT = {"solver": "min-conflicts", "n": "8"}
LONG_RUNS, SHORT_RUNS, MANY_RUNS = 60, 1000, 10_000
TURNS = 3


def experiment(store: Store, pool: Pool, values: dict[str, str], runs: int, seed: int) -> Experiment:
    """Run one cell some times, each time with new seeds."""
    puzzle, axes = find_solver(values["solver"])[0], [Axis("n", (values["n"],))]
    rest = {name: value for name, value in values.items() if name != "n"}
    done = Experiment(Sweep.read(puzzle, rest | {"seed": str(seed)}, axes, runs), store, pool)
    for _ in done.slices():
        pass
    return done


@contextmanager
def warm(workers: int, values: dict[str, str]) -> Iterator[tuple[Store, Pool]]:
    """Yield a pool whose workers have all done some runs."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "store") as store, processes(workers) as pool:
        experiment(store, pool, values, 50 * workers, 0)
        yield store, pool


def runs_of(seconds: float) -> dict[str, str]:
    """Return the settings of a run that takes about so many seconds on this machine."""
    sweep = Sweep.read(find_solver("evolve")[0], LONG | {"generations": "2000"}, [])
    run = Run(sweep.cells[0].run(0).search())
    for _ in run.slices():
        pass
    return LONG | {"generations": str(round(2000 * seconds / run.seconds))}


def busy(_: int) -> None:
    """Loop for as long as a run takes."""
    begun = time.process_time()
    while time.process_time() - begun < RUN_SECONDS:
        pass


def bare(pool: Pool) -> float:
    """Return the seconds of an empty loop, measured over many on the same processes."""
    begun = time.perf_counter()
    for _ in pool.executor.map(busy, range(LONG_RUNS)):
        pass
    return (time.perf_counter() - begun) / LONG_RUNS


def speed() -> tuple[Row, Row]:
    values = runs_of(RUN_SECONDS)
    with warm(1, values) as one, warm(2, values) as two:
        ones, twos, bare_ones, bare_twos = in_turns(
            TURNS,
            lambda turn: experiment(*one, values, LONG_RUNS, turn + 1).seconds / LONG_RUNS,
            lambda turn: experiment(*two, values, LONG_RUNS, turn + 1).seconds / LONG_RUNS,
            lambda _: bare(one[1]),
            lambda _: bare(two[1]),
        )
    gain, most = ratio(ones, twos), ratio(bare_ones, bare_twos)
    ours, peer, ours_bare, peer_bare = (
        spread([1000 * figure for figure in figures], " ms") for figures in (twos, ones, bare_twos, bare_ones)
    )
    case = f"{1000 * RUN_SECONDS:.0f} ms, two processes"
    return (
        Row(f"runs of {case}", ours, peer, f"{gain:.2f} x", f">= {SPEED_TARGET} x", gain >= SPEED_TARGET),
        Row(f"empty loops of {case}", ours_bare, peer_bare, f"{most:.2f} x"),
    )


def overhead() -> Row:
    def beside(turn: int) -> float:
        done = experiment(store, pool, SHORT, SHORT_RUNS, turn + 1)
        searching = sum(outcome.seconds for outcome in done.outcomes[0].values())
        return 1000 * (done.seconds - searching) / SHORT_RUNS

    with warm(1, SHORT) as (store, pool):
        (figures,) = in_turns(TURNS, beside)
    met = median(figures) <= OVERHEAD_TARGET
    return Row("short runs, beside the search", spread(figures, " ms"), target=f"<= {OVERHEAD_TARGET} ms", met=met)


class Forgetful(Store):
    """A store that keeps no run."""

    def add(self, *_: object) -> None:
        pass


def spent() -> tuple[int, float]:
    """Return this process's id and its processor time."""
    return os.getpid(), time.process_time()


def beside_a_millisecond(workers: int, kind: type[Store]) -> Row:
    """Return the processor time of a run beside its search, of all processes together."""
    values = runs_of(SHORT_SECONDS)
    with tempfile.TemporaryDirectory() as folder, kind(Path(folder) / "store") as store, processes(workers) as pool:

        def total() -> float:
            found = dict([spent()])
            while len(found) <= workers:
                found |= dict(each.result() for each in [pool.executor.submit(spent) for _ in range(50)])
            return sum(found.values())

        def beside(turn: int) -> float:
            before = total()
            done = experiment(store, pool, values, SHORT_RUNS, turn + 1)
            searching = sum(outcome.seconds for outcome in done.outcomes[0].values())
            return 1000 * (total() - before - searching) / SHORT_RUNS

        experiment(store, pool, values, 50 * workers, 0)
        (figures,) = in_turns(TURNS, beside)
    where = f"{'one process' if workers == 1 else 'two processes'}, {'with' if kind is Store else 'without'} a store"
    return Row(f"runs of 1 ms, processor time beside the search, {where}", spread(figures, " ms"))


def resident() -> tuple[int, int]:
    """Return this process's id and its memory in KiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return os.getpid(), pages * os.sysconf("SC_PAGE_SIZE") // 1024


def memory() -> Row:
    with warm(2, SHORT) as (store, pool):

        def held() -> dict[int, int]:
            return dict([resident(), *(pool.executor.submit(resident).result() for _ in range(50))])

        experiment(store, pool, SHORT, SHORT_RUNS, 1)
        before = held()
        done = experiment(store, pool, SHORT, MANY_RUNS, 2)
        after = held()
    assert done.complete
    growth = {each: after[each] - before[each] for each in before.keys() & after.keys()}
    own = growth.pop(os.getpid())
    words = f"{own / MANY_RUNS:.2f} KiB a run; workers {max(growth.values(), default=0)} KiB in all"
    met = max(own, *growth.values()) / MANY_RUNS <= MEMORY_TARGET
    return Row(f"{MANY_RUNS:,} short runs, memory grown", words, target=f"<= {MEMORY_TARGET} KiB a run", met=met)


def table() -> Comparison:
    small = (beside_a_millisecond(workers, kind) for workers in (1, 2) for kind in (Store, Forgetful))
    rows = (*speed(), overhead(), *small, memory())
    return Comparison("sweep: time of a run, in a sweep; ratio: one process to two", "one process", rows)
