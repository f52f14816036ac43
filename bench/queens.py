"""Subject `queens`: the count of all solutions, and the whole command for large boards, against C compiled here.

The C loop of the count is the plain one: halves of the first row, and no classes. The C program for large boards draws
the same random numbers, so it must print the same queens. Starting Python and loading compiled code takes about a
second, so the goal for a million queens is in seconds.
"""

import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.c import compiled
from bench.processor import processor_seconds
from bench.table import Comparison, Row, Skipped, in_turns, ratio, spread
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.counting.resources import CountingOptions
from knightwatch.engine.queens.questions.count import SOLUTIONS, QueensCount

SIZES = ((14, 5), (15, 3), (16, 2))
"""n of the count, and turns."""
LARGE = ((1_000_000, 3), (10_000_000, 1))
"""n of the command, and turns."""
COUNT_TARGET = 1.0
"""The allowed ratio of our time to that of C."""
SECONDS, COMMAND_TARGET = 2.0, 3.0
"""The allowed seconds of the command for the first size, and the ratio to C for the others."""
SEED = 1


def count_row(library: ctypes.CDLL, n: int, turns: int) -> Row:
    library.count_queens.restype = ctypes.c_int64

    def ours(_turn: int) -> float:
        begun = time.process_time()
        inquiry = QueensCount(n, CountingOptions(threads=1))
        for _ in inquiry.slices():
            pass
        if inquiry.solutions != SOLUTIONS[n - 1]:
            raise AssertionError(f"{inquiry.solutions} solutions counted for {n} queens")
        return time.process_time() - begun

    def theirs(_: int) -> float:
        begun = time.process_time()
        if library.count_queens(ctypes.c_int64(n)) != SOLUTIONS[n - 1]:
            raise AssertionError(f"C counts another number of solutions for {n} queens")
        return time.process_time() - begun

    ours(0)  # loads the compiled code
    mine, peer = in_turns(turns, ours, theirs)
    times = ratio(mine, peer)
    case = f"count of {n} queens, one thread"
    met = times <= COUNT_TARGET
    return Row(case, spread(mine, " s"), spread(peer, " s"), f"{times:.2f} x", f"<= {COUNT_TARGET:g} x", met)


def command_row(program: Path, n: int, turns: int) -> Row:
    words = [str(word) for word in generator(SEED).tolist()]
    knightwatch = [sys.executable, "-m", "knightwatch", "queens", "--solver", "min-conflicts", "--json"]

    def ours(_: int) -> float:
        return processor_seconds([*knightwatch, "--n", str(n), "--seed", str(SEED)])[0]

    def theirs(_: int) -> float:
        return processor_seconds([str(program), str(n), *words])[0]

    mine, peer = in_turns(turns, ours, theirs)
    answers = [
        json.loads(processor_seconds(command)[1])["queens"]
        for command in ([*knightwatch, "--n", str(n), "--seed", str(SEED)], [str(program), str(n), *words])
    ]
    if answers[0] != answers[1]:
        raise AssertionError("C and knightwatch print different queens from the same seed")
    times = ratio(mine, peer)
    case = f"command, {n:,} queens"
    target, met = f"<= {COMMAND_TARGET:g} x", times <= COMMAND_TARGET
    if n == LARGE[0][0]:
        target, met = f"<= {SECONDS:g} s", min(mine) <= SECONDS
    return Row(case, spread(mine, " s"), spread(peer, " s"), f"{times:.2f} x", target, met)


def table() -> Comparison:
    compiler = shutil.which("cc")
    if compiler is None:
        raise Skipped("the C compiler cc is not installed.")
    with tempfile.TemporaryDirectory() as folder:
        library, program = compiled("queens_count", Path(folder)), Path(folder) / "queens_command"
        source = Path(__file__).with_name("queens_command.c")
        subprocess.run([compiler, "-O3", "-o", program, source], check=True)
        rows = [count_row(library, *case) for case in SIZES] + [command_row(program, *case) for case in LARGE]
    return Comparison("queens: seconds of processor time, less is better", "C, cc -O3", tuple(rows))
