"""A puzzle in the catalogue: its problem, solvers, questions and examples, given as names of Python objects.

The names are resolved on first use, so that listing the puzzles imports nothing.
"""

from dataclasses import dataclass, field
from functools import cached_property
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Protocol

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from knightwatch.engine.byhand.play import Play
    from knightwatch.engine.core.parts import Parts
    from knightwatch.engine.core.quiz import Quiz
    from knightwatch.engine.core.search import Problem, Search
    from knightwatch.engine.plans.installed import InstalledSolver


def is_file(solver: str) -> bool:
    """Tell whether the name of a solver is the path of a user's file."""
    return solver.endswith(".py")


class Offer(Protocol):
    """A solver in a list: its class, or a solver of another package that is not imported yet."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def address(self) -> str:
        """How a command line names it, if not by `name`."""

    @property
    def summary(self) -> str:
        """One line about it."""

    @property
    def unit(self) -> str:
        """What one step is called, in the singular."""

    @property
    def milestone(self) -> str:
        """An event worth stopping at, in the singular."""


@dataclass(frozen=True)
class Question:
    """A question about a plan that a single run does not answer."""

    name: str
    at: str
    """The name of the function that makes the inquiry from a plan and, if the question takes one, a number."""
    summary: str
    number: str = ""
    """What the number is called in help; empty if the question takes none."""
    options_at: str = ""
    """The name of the declaration of its options; empty if it has none."""


@dataclass(frozen=True)
class Example:
    """A plan to begin with, for the home screen."""

    words: str
    """Its title in a list."""
    values: dict[str, str]
    """The values of the plan."""
    pace: float | None
    """Steps a second at which it is good to watch; None: full speed."""
    seen: str
    """What it shows, in one or two short sentences."""


@dataclass(frozen=True)
class RaceExample:
    """A race to begin with, for the home screen."""

    words: str
    racers: tuple[str, ...]
    values: dict[str, str]
    """The values that all racers share."""
    seen: str


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A puzzle with its solvers, the default one first. Two puzzles are equal only if they are the same object."""

    name: str
    title: str
    summary: str
    problem_at: str
    solvers_at: dict[str, str]
    """The names of the solver classes, by solver."""
    play_at: str
    section: str
    """The heading of its examples on the home screen."""
    examples: tuple[Example, ...]
    questions: tuple[Question, ...] = ()
    presets: dict[str, dict[str, str]] = field(default_factory=dict)
    """Named sets of values of a plan."""
    races: tuple[RaceExample, ...] = ()
    parts_at: dict[str, str] = field(default_factory=dict)
    """The names of the `PARTS` of solvers, by solver."""
    quiz_at: dict[str, str] = field(default_factory=dict)
    """The names of the `QUIZ` of solvers, by solver."""

    @cached_property
    def problem(self) -> "type[Problem]":
        """The class of its problems."""
        problem: type[Problem] = self.resolve(self.problem_at)
        return problem

    @cached_property
    def solvers(self) -> "tuple[type[Search[Any, Any]], ...]":
        """The classes of its solvers, the default one first."""
        return tuple(map(self.solver, self.solvers_at))

    @property
    def installed(self) -> "Mapping[str, InstalledSolver]":
        """The solvers of other packages, by name."""
        from knightwatch.engine.plans.installed import installed

        return installed(self.name, self.solvers_at)

    @property
    def solver_names(self) -> tuple[str, ...]:
        """The names of all solvers: the built-in ones, then those of other packages."""
        return (*self.solvers_at, *self.installed)

    @property
    def offers(self) -> "tuple[Offer, ...]":
        """All solvers for a list. A solver of another package is a class only once it was used."""
        return (*self.solvers, *(self._loaded.get(name, each) for name, each in self.installed.items()))

    @cached_property
    def _loaded(self) -> "dict[str, type[Search[Any, Any]]]":
        """The classes of the solvers of other packages that were used."""
        return {}

    @cached_property
    def play(self) -> "type[Play[Any]]":
        """The class for playing it by hand."""
        play: type[Play[Any]] = self.resolve(self.play_at)
        return play

    def solver(self, name: str) -> "type[Search[Any, Any]]":
        """Return the class of a solver, by its name or the path of a user's file. Raise BadInput if there is none."""
        if is_file(name):
            own: type[Search[Any, Any]] = resolve_name("knightwatch.engine.own.sources:file_solver")(self, name)
            return own
        if name not in self.solvers_at and (other := self.installed.get(name)):
            if name not in self._loaded:
                self._loaded[name] = resolve_name("knightwatch.engine.own.packages:installed_solver")(self, other)
            return self._loaded[name]
        if name not in self.solvers_at:
            names = ", ".join(self.solver_names)
            raise BadInput(f"solver is {quoted(name)}, but must be one of {names}, or a Python file such as mine.py")
        solver: type[Search[Any, Any]] = self.resolve(self.solvers_at[name])
        return solver

    def parts(self, solver: str) -> "Parts":
        """Return how to look into the steps of a solver."""
        from knightwatch.engine.core.parts import BEFORE_AND_AFTER

        parts: Parts = self.resolve(self.parts_at[solver]) if solver in self.parts_at else BEFORE_AND_AFTER
        return parts

    def quiz(self, solver: str) -> "Quiz | None":
        """Return how to ask about the steps of a solver; None if nothing can be predicted."""
        quiz: Quiz | None = self.resolve(self.quiz_at[solver]) if solver in self.quiz_at else None
        return quiz

    @property
    def usual_solver(self) -> str:
        """The name of the default solver."""
        return next(iter(self.solvers_at))

    def preset(self, name: str) -> dict[str, str]:
        """Return the values of a preset. Raise BadInput if the name is unknown."""
        if name in self.presets:
            return self.presets[name]
        raise BadInput(f"preset is {quoted(name)}, but must be one of {', '.join(self.presets) or 'none'}")

    def resolve(self, place: str) -> Any:
        """Return the Python object with a name in the package of the puzzle."""
        return resolve_name(f"knightwatch.engine.{self.name}.{place}")
