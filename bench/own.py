"""Subject `own`: users' solvers in a process of their own, against the bare generator in a plain Python process.

Also: one step back in a long run, the memory of its checkpoints, and the start of the process.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.table import Comparison, Row, in_turns, ratio, short, spread
from knightwatch.engine.children import SAFE
from knightwatch.engine.core.history import History
from knightwatch.engine.core.run import Run
from knightwatch.engine.own.parameters import OwnSettings
from knightwatch.engine.own.process import SolverProcess
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.own.template import template
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan

QUICK = """
def solve(problem, random):
    path, visited = [(0, 0)], {(0, 0)}
    pending = [problem.neighbours((0, 0))]
    while True:
        while pending[-1]:
            square = pending[-1].pop()
            if square not in visited:
                path.append(square)
                visited.add(square)
                pending.append(problem.neighbours(square))
                break
        else:
            pending.pop()
            visited.remove(path.pop())
        yield path
"""
"""A search that does little in a step, so that our part counts most."""
POPULATION = """
import numpy as np

def solve(problem, random):
    draw = np.random.default_rng(1)
    population = draw.integers(problem.n, size=(100, problem.n))
    columns = np.arange(problem.n)
    while True:
        lines = population, population + columns, population - columns
        attacks = sum((np.diff(np.sort(line, axis=1), axis=1) == 0).sum(axis=1) for line in lines)
        best = population[np.argsort(attacks)[:50]]
        children = best.copy()
        children[np.arange(50), draw.integers(problem.n, size=50)] = draw.integers(problem.n, size=50)
        population = np.concatenate([best, children])
        yield population
"""
BARE = """
import random, sys, time
sys.path[:0] = {path!r}
from {module} import {task}
space = {{}}
exec(compile({text!r}, "mine.py", "exec"), space)
generator = space["solve"]({task}(**{fields!r}), random.Random(1), **{settings!r})
for _ in range(100):
    next(generator)
begun = time.process_time()
for _ in range({steps}):
    next(generator)
print({steps} / (time.process_time() - begun))
"""
"""The bare generator; its first steps import and fill caches."""
TURNS = 5
QUICK_LEAST = 0.5
LEAST, BACK_TARGET, MEMORY_TARGET, START_TARGET = 0.7, 0.2, 64, 0.5
"""Share of the bare speed; seconds; MiB; seconds."""
LONG, SEEKS = 1_000_000, 20


def opened(folder: Path, name: str, text: str, **values: int | str) -> OwnSearch:
    """Return a search with a solver."""
    path = folder / f"{name}.py"
    path.write_text(text)
    given = {option: str(value) for option, value in values.items()}
    search = Plan.read(puzzle(name), {"seed": "1"} | given | {"solver": str(path)}).search()
    assert isinstance(search, OwnSearch)
    return search


def hosted_rate(search: OwnSearch, steps: int) -> float:
    """Return the steps per second of processor time in the solver's process."""
    run = Run(search, by_processor=True)
    for _ in run.slices(until=100):
        pass
    before = run.seconds
    for _ in run.slices(until=100 + steps):
        pass
    search.close()
    return steps / (run.seconds - before)


def bare_rate(search: OwnSearch, steps: int) -> float:
    """Return the steps per second of processor time of the same generator alone."""
    order, settings = search.drawing.order(), search.settings.model_dump(mode="json")
    module, _, task = order["type"].partition(":")
    script = BARE.format(
        path=[str(Path.cwd())],
        module=module,
        task=task,
        text=search.text,
        fields=order["fields"],
        settings={name: value for name, value in settings.items() if name not in OwnSettings.model_fields},
        steps=steps,
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, env=SAFE | {"PYTHONHASHSEED": "0"}
    )
    return float(done.stdout)


def speed(folder: Path, case: str, name: str, text: str, steps: int, least: float = LEAST, **values: int | str) -> Row:
    """Compare the speed of one solver."""
    hosted, bare = in_turns(
        TURNS,
        lambda _: hosted_rate(opened(folder, name, text, **values), steps),
        lambda _: bare_rate(opened(folder, name, text, **values), steps),
    )
    share = ratio(hosted, bare)
    return Row(case, spread(hosted, " /s"), spread(bare, " /s"), f"{share:.2f}", f">= {least}", share >= least)


def back(folder: Path) -> tuple[Row, Row]:
    """Go a million steps, then back by one step and to random ones, as the screen does."""
    search, history = opened(folder, "tour", QUICK), History()
    run = Run(search)
    begun = time.perf_counter()
    for _ in run.slices(until=LONG):
        history.note(search, run.seconds)
    whole = time.perf_counter() - begun
    driver = search.driver
    assert isinstance(driver, SolverProcess)
    mebibytes, number = driver.checkpoint_bytes / 2**20, driver.checkpoints

    def seek(moment: int) -> float:
        begun = time.perf_counter()
        for stop in history.approach(search, moment):
            for _ in run.slices(until=stop):
                pass
            history.visit(search)
        search.frame()
        return time.perf_counter() - begun

    steps = [seek(LONG - number) for number in range(1, SEEKS + 1)]
    draw = random.Random(1)
    anywhere = [seek(draw.randrange(LONG)) for _ in range(SEEKS)]
    search.close()
    return (
        Row(
            f"one step back of {LONG:,}", spread(steps, " s"), f"{run.seconds:.2f} s", "", f"<= {BACK_TARGET} s",
            median(steps) <= BACK_TARGET,
        ),
        Row(
            f"back to any of {LONG:,}, {number} checkpoints of {short(mebibytes)} MiB in all", spread(anywhere, " s"),
            f"{whole:.2f} s", "", f"<= {MEMORY_TARGET} MiB", mebibytes <= MEMORY_TARGET,
        ),
    )  # fmt: skip


def start(folder: Path) -> Row:
    """Return the seconds from nothing to a solver that is ready."""

    def ready(_: int) -> float:
        search, begun = opened(folder, "tour", QUICK), time.perf_counter()
        list(search.preparing())
        seconds = time.perf_counter() - begun
        search.close()
        return seconds

    def python(_: int) -> float:
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        return time.perf_counter() - begun

    ours, bare = in_turns(TURNS, ready, python)
    met = median(ours) <= START_TARGET
    return Row("start of the process", spread(ours, " s"), spread(bare, " s"), "", f"<= {START_TARGET} s", met)


def table() -> Comparison:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = (
            speed(folder, "tour, plain backtrack, 8 x 8", "tour", template("tour", "backtrack"), 50_000, order="fixed"),
            speed(folder, "queens, plain backtrack, n 24", "queens", template("queens", "backtrack"), 5000, n=24),
            speed(folder, "queens, NumPy population, 100 of 64", "queens", POPULATION, 8000, n=64),
            speed(folder, "tour, half a microsecond a step", "tour", QUICK, 300_000, least=QUICK_LEAST),
            *back(folder),
            start(folder),
        )
    return Comparison("own: steps of users' solvers a second, more is better; seconds", "the bare generator", rows)
