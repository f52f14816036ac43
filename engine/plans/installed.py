"""Solvers of other packages: entry points of the group `knightwatch.solvers`, named puzzle.solver, as queens.swarm.

Finding them imports none. A package that cannot be used is a line with the reason, never a crash.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from knightwatch.engine.core.words import one_line

GROUP = "knightwatch.solvers"


@dataclass
class InstalledSolver:
    """A solver of another package that is not imported yet. It stands in lists beside the classes of solvers."""

    puzzle: str
    name: str
    value: str
    """The name of its object, as module:attribute."""
    package: str
    """The package and its version."""
    fault: str = ""
    """Why it cannot be used; empty as long as it can."""

    address = ""
    unit = "step"
    milestone = "milestone"

    @property
    def summary(self) -> str:
        """One line about the solver."""
        return f"cannot be used: {self.fault}" if self.fault else f"a solver of the package {self.package}"


@cache
def entries() -> tuple[InstalledSolver, ...]:
    """Return all entry points of the group, in the order of their names."""
    from importlib.metadata import entry_points  # slow to import, and only lists need it

    found = []
    for each in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        puzzle, _, name = each.name.partition(".")
        package = f"{each.dist.name} {each.dist.version}" if each.dist else "unknown"
        found.append(InstalledSolver(one_line(puzzle), one_line(name), one_line(each.value), one_line(package)))
    return tuple(found)


def installed(puzzle: str, built_in: Collection[str]) -> Mapping[str, InstalledSolver]:
    """Return the solvers for a puzzle by name. Names of built-in solvers and second solvers of a name are left out."""
    solvers: dict[str, InstalledSolver] = {}
    for each in entries():
        if each.puzzle == puzzle and each.name not in built_in and is_name(each.name):
            solvers.setdefault(each.name, each)
    return solvers


def is_name(text: str) -> bool:
    """Tell whether a text can be the name of a solver: letters, digits, - and _."""
    return text.replace("-", "").replace("_", "").isalnum() and text.isascii()


def complaints(solvers: Mapping[str, Collection[str]]) -> list[str]:
    """Return a sentence for each entry point that is left out; `solvers` has the built-in ones by puzzle."""
    sentences = []
    for each in entries():
        named = f"{each.puzzle}.{each.name}" if each.name else each.puzzle
        if each.puzzle not in solvers or not is_name(each.name):
            why = f"its name must be puzzle.solver, as {next(iter(solvers))}.swarm"
        elif each.name in solvers[each.puzzle]:
            why = "a built-in solver has this name"
        elif installed(each.puzzle, solvers[each.puzzle])[each.name] is not each:
            why = "another package has this name"
        else:
            continue
        sentences.append(f"{named} of the package {each.package} is left out: {why}.")
    return sentences
