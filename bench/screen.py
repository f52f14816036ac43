"""Subject `screen`: speed of a search on the screen, latency of keys, and bytes sent to the terminal.

The peer is the same search without the screen, in the same run.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from bench.start import SCRIPT
from bench.table import Comparison, Row, Skipped, in_turns, ratio, short, spread
from bench.terminal import Terminal
from knightwatch.engine.core.frame import Status
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan

SPEED_TARGET, KEY_TARGET, BYTES_TARGET = 0.9, 0.1, 40_000
"""Share of the speed without the screen; seconds at the 99th percentile; bytes a second."""
KEEPING_TARGET, KEEPING_SECONDS, KEEPING_TURNS = 0.98, 11.0, 15
"""Share of the speed of an unsaved run; seconds of a turn, in which a run is saved twice; turns."""
ENDLESS = {"n": "64", "pm": "1", "generations": "1000000000", "seed": "1"}
"""Mutating every individual prevents a solution of 64 queens."""
TURNS, SECONDS, PRESSES = 5, 4.0, 200
LOADING = 3.0
"""Seconds for loading the compiled code."""
WATCHED = 10.0
"""Seconds of a run at the default speed in which bytes are counted, or fewer if it ends."""
FULL_SPEED, PAUSE = "+" * 20, " "


def options(values: dict[str, str]) -> list[str]:
    """Return values as options of the command line."""
    return [word for name, value in values.items() for word in option(name, value)]


def option(name: str, value: str) -> tuple[str, ...]:
    """Return a value as an option; a flag has no value."""
    written = f"--{name.rstrip('_').replace('_', '-')}"
    return (written,) if value == "yes" else (written, value)


def opened(values: dict[str, str], state: str, of: str = "queens", kept: bool = True) -> Terminal:
    """Open a search on the screen, ready for the first step; save its run if `kept`."""
    runs = f"{state}/runs.sqlite" if kept else f"{os.devnull}/runs.sqlite"
    env = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": state, "KNIGHTWATCH_RUNS": runs}
    env.pop("COLORTERM", None)
    terminal = Terminal([str(SCRIPT), of, *options(values)], env)
    terminal.read_until(lambda: terminal.shows("paused") or terminal.shows("impossible"), 120)
    return terminal


def drain(terminal: Terminal, seconds: float) -> None:
    """Read the output of the program for some seconds."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        terminal.read(left)


def said(terminal: Terminal, words: bytes, since: int) -> float:
    """Read until the words appear after a position in the output; return the time."""
    return terminal.read_until(lambda: terminal.written.find(words, since) >= 0)


WITHOUT = """
import json, sys
from knightwatch.engine.compiled.tiers import compile_here
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan

compile_here(patience=0)
run = Run(Plan.read(puzzle("queens"), json.loads(sys.argv[1])).search())
for _ in run.slices():
    if run.seconds > float(sys.argv[2]):
        break
print(run.search.done / run.seconds)
"""
"""Runs compiled code for some seconds, without loading; prints generations a second."""


def without_screen(_: int) -> float:
    """Return generations a second without the screen."""
    command = [sys.executable, "-c", WITHOUT, json.dumps(ENDLESS), str(SECONDS)]
    return float(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def processor_seconds(process: int) -> float:
    """Return the processor seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def on_screen(state: str) -> float:
    """Return generations a second on the screen at full speed, without loading compiled code."""
    with opened(ENDLESS, state) as terminal:
        terminal.send(FULL_SPEED)
        speed(terminal, LOADING, by_the_clock)
        return speed(terminal, SECONDS, by_the_clock)


def by_the_clock(_: int) -> float:
    return time.perf_counter()


def speed(terminal: Terminal, seconds: float, clock: Callable[[int], float]) -> float:
    """Run for some seconds; return the generations a second by a given clock."""
    before, begun = generation(terminal), clock(terminal.process)
    terminal.send(PAUSE)
    drain(terminal, seconds)
    place = len(terminal.written)
    terminal.send(PAUSE)
    spent = clock(terminal.process) - begun
    said(terminal, b"paused", place)
    drain(terminal, 0.5)
    return (generation(terminal) - before) / spent


def generation(terminal: Terminal) -> int:
    """Return the generation that the timeline shows."""
    shown = re.search(r"generation ([\d,]+) ", terminal.screen.display[-2])
    if not shown:
        raise AssertionError("the timeline shows no generation")
    return int(shown[1].replace(",", ""))


def key_seconds(state: str) -> list[float]:
    """Return the seconds from a key to its effect on the screen, during a run at full speed."""
    waits = random.Random(1)
    reactions = []
    with opened(ENDLESS, state) as terminal:
        terminal.send(FULL_SPEED)
        for _ in range(PRESSES // 2):
            for words in (b"running", b"paused"):
                drain(terminal, waits.uniform(0.03, 0.2))
                place = len(terminal.written)
                begun = time.perf_counter()
                terminal.send(PAUSE)
                reactions.append(said(terminal, words, place) - begun)
    return reactions


def lasting() -> dict[str, str]:
    """Return settings that do not solve 8 queens during the measurement, while the board changes all the time."""
    for seed in range(1000):
        values = {"n": "8", "pop": "2", "seed": str(seed)}
        search = Plan.read(puzzle("queens"), values).search()
        search.advance(400)
        if search.status is Status.RUNNING:
            return values
    raise AssertionError("8 queens are solved too soon with every seed")


def watched() -> list[tuple[str, dict[str, str]]]:
    """Return the searches to watch at the default speed: 8 changing queens, and every example."""
    examples = [(each.name, example.values) for each in PUZZLES for example in each.examples]
    return [("queens", lasting()), *((name, {"seed": "1"} | values) for name, values in examples)]


def bytes_a_second(state: str, of: str, values: dict[str, str]) -> float:
    """Return the bytes a second sent to the terminal at the default speed."""
    with opened(values, state, of) as terminal:
        drain(terminal, 0.5)
        before = len(terminal.written)
        terminal.send(PAUSE)
        begun = last = time.perf_counter()
        while (left := begun + WATCHED - time.perf_counter()) > 0:
            last = terminal.read(left) or last
        return (len(terminal.written) - before) / max(last - begun, 1.0)


def keeping(state: str) -> list[list[float]]:
    """Return generations a second of processor time, of a saved run and of an unsaved one.

    They take turns: between two starts, speeds differ more than saving costs.
    """
    with opened(ENDLESS, state) as kept, opened(ENDLESS, state, kept=False) as lost:
        for each in (kept, lost):
            each.send(FULL_SPEED)
            speed(each, LOADING, processor_seconds)
        return in_turns(
            KEEPING_TURNS,
            lambda _: speed(kept, KEEPING_SECONDS, processor_seconds),
            lambda _: speed(lost, KEEPING_SECONDS, processor_seconds),
        )


def table() -> Comparison:
    if not SCRIPT.exists():
        raise Skipped(f"{SCRIPT} does not exist: install knightwatch into this environment first.")
    with tempfile.TemporaryDirectory() as state:
        on_screen(state)
        shown, bare = in_turns(TURNS, lambda _: on_screen(state), without_screen)
        kept, lost = keeping(state)
        keys = key_seconds(state)
        line = {f"{of} {' '.join(options(values))}": bytes_a_second(state, of, values) for of, values in watched()}
    share = ratio(shown, bare)
    slowest = quantiles(keys, n=100)[98]
    return Comparison(
        "screen: 64 queens, population 100, 80 x 24",
        "without the screen",
        (
            Row("generations a second", spread(shown), spread(bare), f"{share:.0%}", ">= 90 %", share >= SPEED_TARGET),
            Row(
                "the same per processor second, saved and unsaved",
                spread(kept),
                spread(lost),
                f"{ratio(kept, lost):.1%}",
                ">= 98 %",
                ratio(kept, lost) >= KEEPING_TARGET,
            ),
            Row(
                "key to effect, p99",
                f"{slowest * 1000:.0f} ms (median {median(keys) * 1000:.0f})",
                target="<= 100 ms",
                met=slowest <= KEY_TARGET,
            ),
            *(
                Row(f"bytes a second, {name}"[:60], short(sent), target="<= 40,000", met=sent <= BYTES_TARGET)
                for name, sent in line.items()
            ),
        ),
    )
