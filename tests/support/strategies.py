"""Random searches for all solvers of the catalogue, derived from their declarations.

No solver is named here. A new text field needs a line in `TEXTS`. Bounds are capped, so that searches are small. Values
that do not fit together are replaced by their defaults.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from annotated_types import Ge, Le
from hypothesis import reject
from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from knightwatch.engine.core.declaration import Declared, Settings, choices, complaints, kind
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Plan, declarations
from knightwatch.engine.plans.puzzle import Puzzle

AnySearch = Search[Any, Any]
SOLVERS = [(puzzle, solver) for puzzle in PUZZLES for solver in puzzle.solvers]
NAMES = [f"{puzzle.name}-{solver.name}" for puzzle, solver in SOLVERS]
every_solver = pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)

splits = st.lists(st.tuples(st.integers(0, 30), st.booleans()), max_size=8)
"""Budgets, each with a flag to halt at milestones."""

PROBLEM_SPAN = 20
"""The range of numbers of problems, above their lower bounds."""
SETTINGS_SPAN = 100
"""The range of numbers of settings, above their lower bounds."""


def in_rows(cols: int, letters: Sequence[str]) -> str:
    """Return letters as rows of `cols` letters."""
    return "/".join("".join(letters[at : at + cols]) for at in range(0, len(letters), cols))


squares = st.sampled_from(["a1", "b1", "c2", "a3", "0,0", "1,0", "2,1", "3,3"])
positions = st.one_of(
    *(
        st.permutations(letters).map(partial(in_rows, cols))
        for cols, letters in ((3, "BBWW....."), (4, "BW.........."), (6, "BBWW.."), (4, "BBWW..##...."))
    )
)
TEXTS: dict[str, st.SearchStrategy[str]] = {
    "start": squares,
    "holes": st.lists(squares, min_size=1, max_size=3).map(":".join),
    "moves": st.permutations("12345678").map("".join),
    "from_": positions,
    "to": positions,
}
"""Strategies for text fields. They cannot be derived from the declaration."""


def bounds(field: FieldInfo) -> tuple[Any, Any]:
    """Return the bounds of a number. Every number in the catalogue declares both."""
    least = next(m.ge for m in field.metadata if isinstance(m, Ge))
    most = next(m.le for m in field.metadata if isinstance(m, Le))
    return least, most


def empty_allowed(field: FieldInfo) -> bool:
    """Tell whether a field may be empty."""
    return field.get_default() is None


@cache
def fields_of(model: type[Declared], span: int) -> dict[str, st.SearchStrategy[Any]]:
    """Return a strategy per field. It is cached, because Hypothesis validates each new strategy slowly."""
    return {name: values_of(name, field, span) for name, field in model.model_fields.items()}


def values_of(name: str, field: FieldInfo, span: int) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a field, up to a span above the lower bound."""
    values: st.SearchStrategy[Any]
    if names := choices(field):
        values = st.sampled_from(names)
    elif kind(field) is bool:
        values = st.booleans()
    elif kind(field) is str:
        values = TEXTS[name]
    else:
        least, most = bounds(field)
        most = min(most, least + span)
        values = {int: st.integers(least, most), float: st.floats(least, most)}[kind(field)]
    return st.none() | values if empty_allowed(field) else values


@dataclass(frozen=True)
class Maker:
    """Makes a new search, an equal one each time."""

    solver: type[AnySearch]
    problem: Declared
    settings: Declared
    seed: int

    def __call__(self) -> AnySearch:
        return self.solver(self.problem, self.settings, self.seed)


@st.composite
def declared(draw: st.DrawFn, model: type[Declared], span: int, limited: bool = True) -> Declared:
    """Return a model with random values. Shared settings, such as limits of seconds, keep their defaults.

    If not `limited`, limits of states or positions keep their defaults too.
    """
    left = {*Settings.model_fields, *(name for name in model.model_fields if name.startswith("max_") and not limited)}
    own = {name: allowed for name, allowed in fields_of(model, span).items() if name not in left}
    values = {name: draw(allowed, label=name) for name, allowed in own.items()}
    for name in complaints(model, values):
        del values[name]
    try:
        return model(**values)
    except BadInput:  # the other values do not fit the defaults
        reject()


@st.composite
def makers(
    draw: st.DrawFn,
    puzzle: Puzzle,
    solver: type[AnySearch],
    problems: st.SearchStrategy[Declared] | None = None,
    limited: bool = True,
) -> Maker:
    """Return a maker of a small random search by a solver."""
    problem = draw(declared(puzzle.problem, PROBLEM_SPAN) if problems is None else problems)
    settings = draw(declared(solver.settings_type, SETTINGS_SPAN, limited))
    make = Maker(solver, problem, settings, draw(st.integers(0, 2**63 - 1), label="seed"))
    try:
        make()
    except BadInput:
        reject()
    return make


def default_search(puzzle: Puzzle, solver: type[AnySearch], seed: int) -> AnySearch:
    """Return a new search with default values."""
    return solver(puzzle.problem(), solver.settings_type(), seed)


def plain(value: Any) -> Any:
    """Return a comparable copy of a value: arrays by type, shape and bytes."""
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.tobytes()
    if is_dataclass(value):
        return [plain(getattr(value, f.name)) for f in fields(value)]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def digest(search: AnySearch) -> str:
    """Return a hash of the state of a search."""
    return hashlib.sha256(repr(plain(search.state)).encode()).hexdigest()


@st.composite
def plans(draw: st.DrawFn, puzzle: Puzzle, solver: type[AnySearch]) -> Plan:
    """Return a random plan with a solver."""
    values: dict[str, object] = {"solver": solver.name}
    for part in declarations(puzzle, solver):
        own = {name: draw(allowed) for name, allowed in fields_of(part, 1000).items()}
        values |= {name: value for name, value in own.items() if name not in complaints(part, own)}
    try:
        return Plan.read(puzzle, values)
    except BadInput:  # board and settings do not fit together
        return Plan.read(puzzle, {n: v for n, v in values.items() if n not in puzzle.problem.model_fields})


def assert_same(a: AnySearch, b: AnySearch) -> None:
    """Assert that two searches have equal states, frames and results."""
    assert plain(a.state) == plain(b.state)
    assert plain(a.frame()) == plain(b.frame())
    assert (a.status, a.reason, a.answer(), a.work()) == (b.status, b.reason, b.answer(), b.work())
