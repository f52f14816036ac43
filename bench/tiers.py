"""Subject `tiers`: waiting times with an empty cache of compiled code, against a full cache.

Without the screen, the peer is Python with the imports that every search needs. On the screen, it is the same program
with a full cache. Keys are pressed at full speed while a background process compiles everything.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from bench.screen import ENDLESS, FULL_SPEED, PAUSE, drain, options, said
from bench.start import SCRIPT
from bench.table import Comparison, Row, Skipped, in_turns, ratio, spread
from bench.terminal import Terminal
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.output.command_line import plan_command

IMPORTS = "import numpy, pydantic, cyclopts"
TURNS = 5
PRESSES = 200
FIRST_RUNS = ("tour --solver genetic --seed 1 --json", "queens --n 40 --generations 300 --seed 2 --json")
"""Commands that end before their compiled code arrives, when the cache is empty."""
FIRST_TARGET = 3.0
HEADLESS_TARGET, STEP_TARGET, STEP_SECONDS, KEY_TARGET, TAKEOVER_TARGET = 1.5, 1.3, 1.5, 0.05, 1.0

TAKEOVER = """
import json, sys, time
from knightwatch.engine.compiled.background import _compiler
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan

run, ready, points = Run(Plan.read(puzzle("queens"), json.loads(sys.argv[1])).search()), 0.0, []
for _ in run.slices():
    now = time.perf_counter()
    if not ready and _compiler.requested and _compiler.requested <= _compiler.ready:
        ready = now
    points.append([now - ready, run.search.done])
    if ready and now - ready > 3:
        break
print(json.dumps([point for point in points if point[0] < 10]))
"""
"""Runs with an empty cache; prints the work of each slice once everything is compiled."""


def processor_seconds(command: list[str], cache: Callable[[], Path], _: int) -> float:
    """Return the processor time of a command."""
    before = os.times()
    environment = os.environ | {"XDG_CACHE_HOME": str(cache())}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def emptied(folder: Path) -> Path:
    """Return a folder after emptying it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def first_step(puzzle: Puzzle, values: dict[str, str], state: str, cache: Callable[[], Path], _: int) -> float:
    """Return the seconds from the start of the program until the first step is drawn."""
    plan = Plan.read(puzzle, {"seed": "1"} | values)
    command = [str(SCRIPT), *shlex.split(plan_command(plan))[1:]]
    solver = puzzle.solver(values.get("solver", puzzle.usual_solver))
    environment = {**os.environ, "XDG_STATE_HOME": state, "XDG_CACHE_HOME": str(cache())}
    with Terminal(command, environment) as terminal:
        terminal.read_until(lambda: terminal.shows(f" {solver.unit} 0"))
        terminal.send("n")
        return terminal.read_until(lambda: terminal.shows(f" {solver.unit} 1"), 120) - terminal.started


def key_seconds(state: str, cache: Path) -> list[float]:
    """Return the latencies of keys at full speed during a compile."""
    environment = {**os.environ, "XDG_STATE_HOME": state, "XDG_CACHE_HOME": str(cache)}
    reactions = []
    with Terminal([str(SCRIPT), "queens", *options(ENDLESS)], environment) as terminal:
        terminal.read_until(lambda: terminal.shows("generation 0"))
        terminal.send(FULL_SPEED)
        for _ in range(PRESSES // 2):
            for words in (b"running", b"paused"):
                drain(terminal, 0.1)
                place, begun = len(terminal.written), time.perf_counter()
                terminal.send(PAUSE)
                reactions.append(said(terminal, words, place) - begun)
    return reactions


def takeover_seconds(cache: Path) -> float:
    """Return the seconds from the end of the compile until most of the full speed is reached."""
    command = [sys.executable, "-c", TAKEOVER, json.dumps(ENDLESS)]
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    points: list[tuple[float, int]] = json.loads(ran.stdout)
    speeds = [((end - begin) / (late - early), late) for (early, begin), (late, end) in pairwise(points)]
    full = median(speed for speed, late in speeds if late > TAKEOVER_TARGET)
    return next(late for speed, late in speeds if speed > 0.8 * full)


def table() -> Comparison:
    if not SCRIPT.exists():
        raise Skipped(f"{SCRIPT} does not exist: install knightwatch into this environment first.")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        state, empty, full = folder, Path(folder) / "empty", Path(folder) / "full"
        prepare = (
            "from knightwatch.engine.compiled import dispatchers\n"
            "from knightwatch.engine.plans.warm import everything\n"
            "for request in everything(): dispatchers.compile_now(*dispatchers.decode(request))"
        )
        processor_seconds([sys.executable, "-c", prepare], lambda: full, 0)
        for case, cache in (("empty", lambda: emptied(empty)), ("full", lambda: full)):
            mine, peer = in_turns(
                TURNS,
                partial(processor_seconds, [str(SCRIPT), "tour", "--seed", "1", "--json"], cache),
                partial(processor_seconds, [sys.executable, "-c", IMPORTS], cache),
            )
            times = ratio(mine, peer)
            figures = spread(mine, " s"), spread(peer, " s"), f"{times:.2f} x"
            rows.append(Row(f"tour --json, cache {case}", *figures, "<= 1.5 x", times <= HEADLESS_TARGET))
        for command in FIRST_RUNS:
            mine, peer = in_turns(
                TURNS,
                partial(processor_seconds, [str(SCRIPT), *shlex.split(command)], lambda: emptied(empty)),
                partial(processor_seconds, [str(SCRIPT), *shlex.split(command)], lambda: full),
            )
            times = ratio(mine, peer)
            figures = spread(mine, " s"), spread(peer, " s"), f"{times:.2f} x"
            rows.append(Row(f"{command[:27]}, first run", *figures, "<= 3 x", times <= FIRST_TARGET))
        for puzzle in PUZZLES:
            for words, values in ((example.words, example.values) for example in puzzle.examples):
                if puzzle.name == "tour" and "holes" in values:  # refuted before the first step
                    continue
                cold, warm = in_turns(
                    TURNS,
                    partial(first_step, puzzle, values, state, lambda: emptied(empty)),
                    partial(first_step, puzzle, values, state, lambda: full),
                )
                times = ratio(cold, warm)
                met = times <= STEP_TARGET and median(cold) <= STEP_SECONDS
                figures = spread(cold, " s"), spread(warm, " s"), f"{times:.2f} x"
                rows.append(Row(words[:40], *figures, "<= 1.3 x, 1.5 s", met))
        keys = key_seconds(state, emptied(empty))
        takeover = takeover_seconds(emptied(empty))
    slowest = quantiles(keys, n=100, method="inclusive")[98]
    latency = f"{slowest * 1000:.0f} ms (median {median(keys) * 1000:.0f})"
    rows.append(Row("key to effect, p99, compiling", latency, target="<= 50 ms", met=slowest <= KEY_TARGET))
    met = takeover <= TAKEOVER_TARGET
    rows.append(Row("compiled code ready to full speed", f"{takeover:.2f} s", target="<= 1 s", met=met))
    return Comparison(
        "tiers: processor time without the screen; to the first step drawn", "imports; full cache", tuple(rows)
    )
