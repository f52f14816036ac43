"""Subject `follow`: a screen in 80 browsers, ten of them slow and five that stop reading, on one machine.

Delay is the time from the terminal to a visitor. The peer is the same program without `serve --follow`.
"""

import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from statistics import median, quantiles

from bench.audience import SLOW_BYTES, SLOW_SECONDS, Seen
from bench.following import lecturer, place
from bench.screen import ENDLESS, PAUSE, options, processor_seconds
from bench.soak import megabytes
from bench.start import SCRIPT
from bench.table import Comparison, Row, short
from bench.terminal import Terminal
from knightwatch.engine.children import module_command

VISITORS, SLOW, SILENT = 80, 10, 5
SECONDS, SETTLING = 20.0, 3.0
"""Seconds of a measurement; seconds before it."""
SIZE = 120, 40
FASTER = "++++"
"""200 generations a second: the screen changes at its full rate, but the search takes little of the processor."""
COMMAND = ["queens", *options(ENDLESS)]
DELAY_TARGET, MEMORY_TARGET, SERVER_TARGET, PROGRAM_TARGET = 0.5, 100.0, 0.5, 1.5
"""Seconds at the 99th percentile; megabytes and share of a core of the server; ratio of the program's shares."""
GENERATION = re.compile(r" generation ([\d,]+) ")

Output = list[tuple[float, bytes]]
"""What the program wrote, with times."""


def output(terminal: Terminal, seconds: float) -> Output:
    """Read the terminal for some seconds, without drawing: that takes longer than reading."""
    read: Output = []
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        data = terminal.receive(left)
        read.append((time.monotonic(), data))
    return read


def shown(terminal: Terminal, read: Output) -> dict[int, float]:
    """Return when the terminal showed each generation first."""
    times: dict[int, float] = {}
    for when, data in read:
        terminal.written += data
        if found := GENERATION.search(terminal.screen.display[-2]):
            times.setdefault(int(found[1].replace(",", "")), when)
        terminal.forget()
    return times


def delays(seen: list[Seen], times: dict[int, float]) -> list[float]:
    """Return the seconds from the terminal to each visitor, for all generations that both showed."""
    return [when - times[number] for one in seen for number, when in one if number in times]


def run(terminal: Terminal) -> Output:
    """Start the search, and read until it runs as usual."""
    terminal.read_until(lambda: terminal.shows("paused"), 120)
    terminal.send(FASTER + PAUSE)
    return output(terminal, SETTLING)


def measured(terminal: Terminal, processes: Sequence[int]) -> tuple[Output, list[float], list[float]]:
    """Read the terminal; return the output, and the share of a core and the megabytes of each process."""
    before, begun = [*map(processor_seconds, processes)], time.monotonic()
    read = output(terminal, SECONDS)
    spent = time.monotonic() - begun
    used = [(processor_seconds(each) - then) / spent for each, then in zip(processes, before, strict=True)]
    return read, used, [*map(megabytes, processes)]


def server_of(terminal: Terminal) -> int:
    """Return the server process of a lecturer's program."""
    found = subprocess.run(["pgrep", "-P", str(terminal.process), "-f", "follow.process"], stdout=subprocess.PIPE)
    return int(found.stdout)


def table() -> Comparison:
    with tempfile.TemporaryDirectory() as state:
        own = {f"XDG_{name}_HOME": state for name in ("STATE", "DATA", "CONFIG")}
        env = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **own}
        with Terminal([str(SCRIPT), *COMMAND], env, SIZE) as terminal:
            run(terminal)
            _, (plain,), _ = measured(terminal, [terminal.process])
        with lecturer([], COMMAND, own, SIZE) as terminal:
            host, port = place(terminal)
            terminal.send("\r")
            read = run(terminal)
            both = terminal.process, server_of(terminal)
            more, (alone, _), (_, empty) = measured(terminal, both)
            read += more
            numbers = [str(number) for number in (VISITORS, SLOW, SILENT, SECONDS + 2 * SETTLING)]
            audience = subprocess.Popen(
                module_command("bench.audience", host, str(port), *numbers), stdout=subprocess.PIPE, text=True
            )
            read += output(terminal, SETTLING)
            more, (watched, serving), (_, full) = measured(terminal, both)
            seen = json.loads(audience.communicate()[0])
            times = shown(terminal, read + more)
    late, slow = (sorted(delays(seen[kind], times)) for kind in ("quick", "slow"))
    p50, p99 = median(late), quantiles(late, n=100)[98]
    quick = VISITORS - SLOW - SILENT
    rate = SLOW_BYTES / SLOW_SECONDS / 1000
    rows = (
        Row(
            f"delay of {quick} visitors, p50, p99 and most, milliseconds",
            ", ".join(short(1000 * figure) for figure in (p50, p99, late[-1])),
            target=f"p99 <= {1000 * DELAY_TARGET:.0f}",
            met=p99 <= DELAY_TARGET,
        ),
        Row("screens a second that each of them saw", short(len(late) / (SECONDS + SETTLING) / quick)),
        Row(
            f"delay of {SLOW} visitors with {rate:.0f} kB a second, p50 and most, seconds",
            f"{short(median(slow))}, {short(slow[-1])}",
        ),
        Row(
            "memory of the server without and with visitors, MB",
            f"{short(empty)}, {short(full)}",
            target=f"<= {MEMORY_TARGET:.0f}",
            met=full <= MEMORY_TARGET,
        ),
        Row(
            "processor of the server, share of a core",
            f"{serving:.1%}",
            target=f"<= {SERVER_TARGET:.0%}",
            met=serving <= SERVER_TARGET,
        ),
        Row("processor of the program without visitors", f"{alone:.1%}", f"{plain:.1%}", f"{alone / plain:.2f}"),
        Row(
            "processor of the program with visitors",
            f"{watched:.1%}",
            f"{plain:.1%}",
            f"{watched / plain:.2f}",
            target=f"<= {PROGRAM_TARGET}",
            met=watched / plain <= PROGRAM_TARGET,
        ),
    )
    title = f"follow: {VISITORS} visitors ({SLOW} slow, {SILENT} do not read) of a search, {SIZE[0]} x {SIZE[1]}"
    return Comparison(title, "without --follow", rows)
