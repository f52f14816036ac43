"""The way of `divide` that Palić's thesis describes (2.3): equal parts, and a path in each.

A move leads from the last square of a path to the first of the next. The thesis does not say how to end a path near the
next part. Here `auto` finds any path; if it ends elsewhere, the search is stuck, and shows where.
"""

from collections.abc import Sequence
from typing import Protocol

from knightwatch.engine.boards import Squares, neighbours
from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.search import State
from knightwatch.engine.tour.division import BoardPart, equal_parts
from knightwatch.engine.tour.kernels.divide import Counter
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings


class Divided(Protocol):
    """The search of `divide`, as far as paths need it."""

    state: State
    seed: int
    tier: Tier

    @property
    def problem(self) -> TourProblem:
        """The board."""

    @property
    def parts(self) -> Sequence[BoardPart]:
        """The parts of the board, in the order of their paths."""

    @property
    def start(self) -> int:
        """The first square of the first path."""

    def counter(self, place: int) -> int:
        """Return one of the counters."""

    def found(self) -> bool:
        """Tell whether all paths are joined."""


def check_paths(problem: TourProblem) -> None:
    """Raise BadInput if the board has no equal parts."""
    if not equal_parts(problem.rows, problem.cols):
        size = f"{problem.rows} x {problem.cols}"
        raise BadInput(f"joins is paths, but {size} has no equal parts with sides from 5 to 11")


def lay_path(search: Divided) -> None:
    """Give the next part a path that begins a knight's move from the last path; mark the search if there is none."""
    counters, links, place = search.state["counters"], search.state["links"], search.counter(Counter.LAID)
    cols, part, last = search.problem.cols, search.parts[place], search.counter(Counter.HERE)
    near = neighbours(last, search.problem.rows, cols) if place else [search.start]
    entries = [square for square in near if is_inside(square, part, cols)]
    counters[Counter.LAST] = place
    for entry in entries:
        path = _path(search, part, entry)
        if path is None:
            continue
        before = last if place else -1
        for square in path:
            links[square, 0], links[square, 1] = before, -1
            if before >= 0:
                links[before, 1] = square
            before = int(square)
        counters[[Counter.LAID, Counter.JOINED]] = place + 1
        counters[Counter.SQUARES] += len(path)
        counters[[Counter.HERE, Counter.HERE + 1]] = before, entry
        return
    counters[Counter.STUCK] = 1


def is_inside(square: int, part: BoardPart, cols: int) -> bool:
    """Return whether a square is in a part."""
    row, col = divmod(square, cols)
    return part.top <= row < part.top + part.height and part.left <= col < part.left + part.width


def _path(search: Divided, part: BoardPart, entry: int) -> Squares | None:
    """Return a path through a part from a square; None if `auto` finds none."""
    cols = search.problem.cols
    row, col = entry // cols - part.top, entry % cols - part.left
    problem = TourProblem(rows=part.height, cols=part.width, start=f"{row},{col}")
    auto = Auto(problem, AutoSettings(), search.seed)
    auto.tier = search.tier
    auto.advance(auto.limit)
    if auto.status is not Status.SOLVED:
        return None
    rows, columns = auto.trail // part.width, auto.trail % part.width
    return (rows + part.top) * cols + columns + part.left


def stuck(search: Divided) -> str:
    """Return why no path of the next part can begin, as a clause."""
    laid, name = search.counter(Counter.LAID), search.problem.name
    if not laid:
        return f"the first part, at the top left, has no path from {name(search.start)}"
    end = f"the path of part {laid:,} ends on {name(search.counter(Counter.HERE))}"
    if laid == len(search.parts):
        return f"{end}, and no knight's move leads from there to the start"
    return f"{end}, and no path of part {laid + 1:,} begins a knight's move from there"


def path_sentence(search: Divided) -> str:
    """Say which path the last step laid."""
    laid = search.counter(Counter.LAID)
    if search.counter(Counter.STUCK) or (laid == len(search.parts) and not search.found()):
        return f"Stuck: {stuck(search)}."
    entry, end = (search.problem.name(search.counter(place)) for place in (Counter.HERE + 1, Counter.HERE))
    joined = " All parts are connected." if search.found() else ""
    return f"Part {laid:,} of {len(search.parts):,} gets a path from {entry} to {end}.{joined}"
