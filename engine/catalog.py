"""The catalogue: every puzzle and solver by name. It is the only place that lists them."""

from dataclasses import dataclass
from typing import Any

from engine.play import Play
from engine.queens.evolve import Evolve
from engine.queens.min_conflicts import MinConflicts
from engine.queens.play import QueensPlay
from engine.queens.problem import QueensProblem
from engine.search import Problem, Search
from engine.settings import BadInput


@dataclass(frozen=True)
class Puzzle:
    """A puzzle with its solvers, the default one first."""

    name: str
    title: str
    summary: str
    problem: type[Problem]
    solvers: tuple[type[Search[Any, Any]], ...]
    play: type[Play[Any]]

    def solver(self, name: str) -> type[Search[Any, Any]]:
        """Return the solver of that name; raises BadInput if there is none."""
        for solver in self.solvers:
            if solver.name == name:
                return solver
        raise BadInput(f"solver is {name}, but must be one of {', '.join(s.name for s in self.solvers)}")


PUZZLES = (
    Puzzle(
        "queens",
        "N-queens",
        "n queens on an n x n board, none attacking another",
        QueensProblem,
        (Evolve, MinConflicts),
        QueensPlay,
    ),
)


def puzzle(name: str) -> Puzzle:
    """Return the puzzle of that name; raises BadInput if there is none."""
    for each in PUZZLES:
        if each.name == name:
            return each
    raise BadInput(f"puzzle is {name}, but must be one of {', '.join(p.name for p in PUZZLES)}")
