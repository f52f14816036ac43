"""Subject `commands`: whole commands against the program that a person would write or use instead.

Both sides are processes, from start to exit: imports count. The peers are short programs in `bench/peers`. The figure
is processor time. Our compiled code is in the cache, as from the second use on. Each answer is checked.
"""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from bench.start import SCRIPT
from bench.table import Comparison, Row, Skipped, in_turns, ratio, spread
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan

TURNS = 3
PEERS = Path(__file__).parent / "peers"
PLAIN = ""
"""Plain Python needs no library."""

Answer = dict[str, Any]


@dataclass(frozen=True)
class WholeCommand:
    """A command, the peers that do the same, and the check of both answers."""

    puzzle: str
    options: dict[str, str]
    peers: Sequence[tuple[str, str, str]]
    """The name of each peer, the module that it needs, and its program with arguments."""
    right: Callable[[Answer], bool]

    @property
    def command(self) -> list[str]:
        given = [part for name, value in self.options.items() for part in (f"--{name}", value) if part]
        return [str(SCRIPT), self.puzzle, *given, "--json"]


def attacks(queens: Sequence[int]) -> int:
    """Return the number of pairs of queens on a row or diagonal."""
    return sum(abs(a - b) in (0, j - i) for (i, a), (j, b) in combinations(enumerate(queens), 2))


def evolved(n: int) -> Callable[[Answer], bool]:
    return lambda answer: sorted(answer["queens"]) == list(range(n)) and attacks(answer["queens"]) == answer["attacks"]


def placed(n: int) -> Callable[[Answer], bool]:
    return lambda answer: len(answer["queens"]) == n and attacks(answer["queens"]) == 0


def tour(side: int, closed: bool) -> Callable[[Answer], bool]:
    def right(answer: Answer) -> bool:
        path = [tuple(square) for square in answer["path"]]
        moves = pairwise([*path, path[0]] if closed else path)
        board = {(x, y) for x in range(side) for y in range(side)}
        return set(path) == board and len(path) == side**2 and all(
            {abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in moves
        )  # fmt: skip

    return right


def counted(solutions: int) -> Callable[[Answer], bool]:
    return lambda answer: bool(answer["solutions"] == solutions)


def sixteen_moves(answer: Answer) -> bool:
    moves = answer["moves"]
    return (moves if isinstance(moves, int) else len(moves)) == 16


CASES = (
    WholeCommand(
        "queens",
        {"solver": "evolve", "n": "64", "generations": "500"},
        (("DEAP", "deap", "queens_deap 64 100 500"), ("pygad", "pygad", "queens_pygad 64 100 500")),
        evolved(64),
    ),
    *(
        WholeCommand(
            "queens",
            {"solver": "backtrack", "n": f"{n}"},
            (
                ("python-constraint", "constraint", f"queens_constraint {n}"),
                ("plain script", PLAIN, f"queens_plain {n}"),
            ),
            placed(n),
        )
        for n in (20, 28)
    ),
    WholeCommand(
        "queens",
        {"count": "", "n": "10"},
        (
            ("python-constraint", "constraint", "queens_constraint 10 count"),
            ("plain script", PLAIN, "queens_plain 10 count"),
        ),
        counted(724),
    ),
    WholeCommand(
        "queens", {"count": "", "n": "12"}, (("plain script", PLAIN, "queens_plain 12 count"),), counted(14_200)
    ),
    *(
        WholeCommand(
            "tour",
            {"rows": f"{side}", "cols": f"{side}", "closed": ""},
            (("CP-SAT, 1 core", "ortools", f"tour_cpsat {side}"),),
            tour(side, closed=True),
        )
        for side in (8, 16)
    ),
    *(
        WholeCommand(
            "tour",
            {"solver": "warnsdorff", "rows": f"{side}", "cols": f"{side}"},
            (("plain script", PLAIN, f"tour_plain {side}"),),
            tour(side, closed=False),
        )
        for side in (8, 50)
    ),
    WholeCommand(
        "swap",
        {"solver": "breadth"},
        (("networkx", "networkx", "swap_networkx"), ("plain script", PLAIN, "swap_plain")),
        sixteen_moves,
    ),
)


def compile_code(case: WholeCommand) -> None:
    """Compile what a command needs, in this process; a count of few queens needs nothing."""
    if "count" not in case.options:
        values = {name: value or "yes" for name, value in case.options.items()}
        for _ in Run(Plan.read(puzzle(case.puzzle), values).search()).slices():
            pass


def processor_seconds(command: Sequence[str], right: Callable[[Answer], bool]) -> float:
    """Return the processor time of a command; raise AssertionError if its answer is wrong."""
    before = os.times()
    ran = subprocess.run(command, capture_output=True, check=False)  # evolution without a solution exits with 1
    after = os.times()
    if not ran.stdout or not right(json.loads(ran.stdout)):
        raise AssertionError(f"wrong answer: {' '.join(command)}\n{ran.stderr.decode()}")
    return after.children_user + after.children_system - before.children_user - before.children_system


def rows(case: WholeCommand) -> list[Row]:
    """Return a row for each peer; a peer without its library has no figures, but the reason."""
    words = " ".join(case.command[1:-1])
    here = [peer for peer in case.peers if not peer[1] or importlib.util.find_spec(peer[1])]
    compile_code(case)
    commands = [case.command]
    for _, _, program in here:
        name, *arguments = program.split()
        commands.append([sys.executable, "-P", str(PEERS / f"{name}.py"), *arguments])
    mine, *theirs = in_turns(
        TURNS, *(lambda _, command=command: processor_seconds(command, case.right) for command in commands)
    )
    found = [
        Row(words, spread(mine, " s"), f"{name}: {spread(peer, ' s')}", f"{ratio(peer, mine):.2f} x")
        for (name, _, _), peer in zip(here, theirs, strict=True)
    ]
    missing = [peer for peer in case.peers if peer not in here]
    return found + [Row(words, spread(mine, " s"), f"{name}: skipped, not installed") for name, _, _ in missing]


def table() -> Comparison:
    if not SCRIPT.exists():
        raise Skipped(f"{SCRIPT} does not exist: install knightwatch into this environment first.")
    title = "commands: processor time of the whole command, less is better; ratio: theirs to ours"
    return Comparison(title, "instead", tuple(row for case in CASES for row in rows(case)))
