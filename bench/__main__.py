"""The command `python -m bench`: measures the subjects that are named, or all, and prints a table for each.

The exit code is 1 if a target was missed. A subject whose peer is not there is skipped, with a sentence.
"""

import argparse
import importlib
import sys

from bench.table import Comparison, Skipped
from knightwatch.engine.compiled.tiers import compile_here

SUBJECTS = {
    "evolve": "n-queens by evolution, against DEAP",
    "c": "n-queens by evolution and by local search, against the same loops in C",
    "c-tours": "knight's tours, against depth-first search and the bare rule in C",
    "min-conflicts": "n-queens by local search, against plain Python",
    "backtrack": "knight's tours by depth-first search, against plain Python",
    "closed": "closed knight's tours, against OR-tools CP-SAT",
    "counting": "exact numbers of tours, by two threads against one",
    "squares": "what a tour costs, from 8 x 8 to 1000 x 1000",
    "genetic": "knight's tours by the thesis's evolution, against plain Python",
    "repair": "knight's tours by evolution with repair, against plain Python",
    "published": "published results on tours by evolution and ants, beside ours",
    "swap": "knights that change places, against plain Python and the published seconds",
    "back": "going back in a run of a million generations, against running it again",
    "sweep": "a sweep on two processes, against one; what a run costs beside its search; memory",
    "screen": "a search on the screen, against the same search without it; keys; bytes",
    "tiers": "what is waited for where nothing was compiled, against where everything was",
    "soak": "an hour on the screen at full speed; only if it is named",
    "start": "the help text, the home screen and the first step, against an empty Python program",
}

SOAK = "soak"
"""Takes as long as it is told to, so it is not among all."""


def measured(subject: str, **options: float) -> Comparison | None:
    """Measure a subject, showing on standard error that it is under way, and print its table."""
    print(f"measuring {subject} ...", file=sys.stderr, flush=True)
    try:
        table: Comparison = importlib.import_module(f"bench.{subject.replace('-', '_')}").table(**options)
    except Skipped as why:
        print(f"{subject}: skipped, since {why}\n", flush=True)
        return None
    print(f"{table}\n", flush=True)
    return table


def main() -> int:
    """Do what the command line says, with machine code from the first call on; return the exit code."""
    compile_here(patience=0)
    width = max(map(len, SUBJECTS))
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure knightwatch beside its peers: medians, with the least and the most in brackets.",
        epilog="subjects:\n" + "\n".join(f"  {name:{width}}  {about}" for name, about in SUBJECTS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("subject", nargs="*", help="what to measure; all, if none is named")
    parser.add_argument("--minutes", type=float, default=60, help="how long to soak (default: 60)")
    given = parser.parse_args()
    subjects = given.subject or [subject for subject in SUBJECTS if subject != SOAK]
    for subject in subjects:
        if subject not in SUBJECTS:
            parser.error(f"subject is {subject}, but must be one of {', '.join(SUBJECTS)}")
    tables = [measured(subject, **({"minutes": given.minutes} if subject == SOAK else {})) for subject in subjects]
    return 0 if all(table is None or table.met for table in tables) else 1


if __name__ == "__main__":
    sys.exit(main())
