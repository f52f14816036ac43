"""The command `python -m bench`: measures the named subjects, or all, and prints a table for each.

The exit code is 1 if a target was missed. A subject without its peer is skipped, with the reason.
"""

import argparse
import importlib
import sys

from bench.table import Comparison, Skipped
from knightwatch.engine.compiled.tiers import compile_here

SUBJECTS = {
    "commands": "whole commands, against DEAP, pygad, python-constraint, OR-tools, networkx and plain Python",
    "evolve": "n-queens by evolution, against DEAP",
    "c": "n-queens by evolution and by local search, against the same loops in C",
    "queens": "the count of n-queens and the whole command for large boards, against C",
    "c-tours": "knight's tours, against depth-first search and Warnsdorff's rule in C",
    "min-conflicts": "n-queens by local search, against plain Python",
    "backtrack": "knight's tours by depth-first search, against plain Python",
    "closed": "closed knight's tours, against OR-tools CP-SAT",
    "counting": "exact numbers of tours, by two threads against one",
    "squares": "time to a tour, from 8 x 8 to 1000 x 1000",
    "genetic": "knight's tours by the thesis's evolution, against plain Python",
    "repair": "knight's tours by evolution with repair, against plain Python",
    "published": "published results on tours by evolution and ants, beside ours",
    "swap": "knights that change places, against plain Python and the published seconds",
    "back": "stepping back in a run of a million generations, against a rerun",
    "own": "users' solvers in a process of their own, against the bare generator; steps back; memory; start",
    "sweep": "a sweep on two processes, against one; overhead and memory of a run",
    "screen": "a search on the screen, against the same search without it; keys; bytes",
    "follow": "a screen in 80 browsers, ten slow and five that stop reading, against none",
    "tiers": "waiting times with an empty cache of compiled code, against a full one",
    "soak": "an hour on the screen at full speed; runs only if named",
    "start": "the help text, the home screen and the first step, against an empty Python program",
}

SOAK = "soak"
"""Takes an hour by default, so it runs only if named."""


def measured(subject: str, **options: float) -> Comparison | None:
    """Measure a subject and print its table; report the start on standard error."""
    print(f"measuring {subject} ...", file=sys.stderr, flush=True)
    try:
        table: Comparison = importlib.import_module(f"bench.{subject.replace('-', '_')}").table(**options)
    except Skipped as why:
        print(f"{subject}: skipped: {why}\n", flush=True)
        return None
    print(f"{table}\n", flush=True)
    return table


def main() -> int:
    """Measure what the command line names, with compiled code from the first call; return the exit code."""
    compile_here(patience=0)
    width = max(map(len, SUBJECTS))
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure knightwatch beside its peers: medians, with minimum and maximum in brackets.",
        epilog="subjects:\n" + "\n".join(f"  {name:{width}}  {about}" for name, about in SUBJECTS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("subject", nargs="*", help="what to measure (default: all)")
    parser.add_argument("--minutes", type=float, default=60, help="length of soak in minutes (default: 60)")
    given = parser.parse_args()
    subjects = given.subject or [subject for subject in SUBJECTS if subject != SOAK]
    for subject in subjects:
        if subject not in SUBJECTS:
            parser.error(f"subject is {subject}, but must be one of {', '.join(SUBJECTS)}")
    tables = [measured(subject, **({"minutes": given.minutes} if subject == SOAK else {})) for subject in subjects]
    return 0 if all(table is None or table.met for table in tables) else 1


if __name__ == "__main__":
    sys.exit(main())
