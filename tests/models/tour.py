"""Tours in plain Python, independent of the engine, to compare it with.

A board is the set of its squares; a square is a row and a column. The searches are simple and slow.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from knightwatch.engine.tour.problem import TourProblem

Square = tuple[int, int]
Squares = frozenset[Square]

PUBLISHED = ((2, 1), (-2, 1), (1, 2), (-1, 2), (2, -1), (-2, -1), (1, -2), (-1, -2))
"""The order of moves in the published tours."""


def full(rows: int, cols: int) -> Squares:
    """Return a board without holes."""
    return frozenset((row, col) for row in range(rows) for col in range(cols))


@cache
def jumps(square: Square, moves: tuple[Square, ...]) -> list[Square]:
    """Return the squares that moves lead to, on an infinite board."""
    return [(square[0] + down, square[1] + right) for down, right in moves]


def around(board: Container[Square], square: Square, moves: tuple[Square, ...] = PUBLISHED) -> list[Square]:
    """Return the squares of a board one knight's move away."""
    return [there for there in jumps(square, moves) if there in board]


def is_tour(path: Sequence[Square], board: Squares, start: Square | None, closed: bool) -> bool:
    """Return whether a path visits each square once, by knight's moves, from its start and, if closed, back."""
    if len(path) != len(board) or (closed and len(path) < 3):  # a move and its reverse are not a closed tour
        return False
    legs = [*pairwise(path), *([(path[-1], path[0])] if closed else [])]
    return (
        set(path) == board
        and start in (None, path[0])
        and all((a - c) ** 2 + (b - d) ** 2 == 5 for (a, b), (c, d) in legs)
    )


@cache
def completion(tip: Square, left: Squares, home: Square | None) -> tuple[Square, ...] | None:
    """Return a path from `tip` over all squares left, ending a knight's move from `home`; None if there is none.

    It tries all paths. The cache saves each set of squares left per tip, and squares with few moves come first.
    """
    if not left:
        return () if home is None or home in around({home}, tip) else None
    for there in sorted(around(left, tip), key=lambda square: len(around(left, square))):
        rest = completion(there, left - {there}, home)
        if rest is not None:
            return there, *rest
    return None


def tour(board: Squares, start: Square, closed: bool) -> list[Square] | None:
    """Return a tour from a square, or None if there is none; for small boards only."""
    if closed and len(board) < 3:
        return None
    rest = completion(start, board - {start}, start if closed else None)
    return None if rest is None else [start, *rest]


def starts_with_a_tour(board: Squares, closed: bool) -> set[Square]:
    """Return the squares of a small board from which there is a tour."""
    try:
        if closed:  # a closed tour can start on any square
            return set(board) if tour(board, min(board), closed) else set()
        return {start for start in board if tour(board, start, closed)}
    finally:
        completion.cache_clear()


@cache
def toured(problem: TourProblem) -> bool:
    """Return whether a small problem has a solution, by trying all paths."""
    starts = starts_with_a_tour(squares_of(problem), problem.closed)
    return bool(starts) if problem.start is None else start_of(problem) in starts


def tours(problem: TourProblem, answer: dict[str, Any]) -> bool:
    """Return whether an answer solves the problem."""
    return is_tour(walked(answer), squares_of(problem), start_of(problem), problem.closed)


def stuck(problem: TourProblem, answer: dict[str, Any]) -> bool:
    """Return whether the walk of an answer ends in a dead end."""
    path = walked(answer)
    return not around(squares_of(problem) - set(path), path[-1])


def between_parts(problem: TourProblem, answer: dict[str, Any]) -> bool:
    """Return whether a walk of `divide` by paths cannot enter its next part, or cannot close."""
    path = walked(answer)
    rows, cols = problem.rows, problem.cols
    height, width = (next(k for k in (n, 8, 6, 10, 7, 9, 11, 5) if k <= 11 and n % k == 0) for n in (rows, cols))
    if len(path) == problem.squares:
        return True
    laid = len(path) // (height * width)
    band, place = divmod(laid, cols // width)
    top, left = band * height, (place if band % 2 == 0 else cols // width - 1 - place) * width
    part = {(top + row, left + col) for row in range(height) for col in range(width)}
    entries = around(part, path[-1]) if laid else [path[0]] if path[0] in part else []
    odd = height * width % 2
    return not [entry for entry in entries if not odd or (entry[0] - top + entry[1] - left) % 2 == 0]


def walked(answer: dict[str, Any]) -> list[Square]:
    """Return the squares of an answer."""
    return [(row, col) for row, col in answer["path"]]


def start_of(problem: TourProblem) -> Square | None:
    """Return the start square, or None if any will do."""
    return None if problem.start is None else written(problem.start, problem.rows)


def written(name: str, rows: int) -> Square:
    """Return the square with a name: `row,column`, or file and rank."""
    if "," in name:
        row, col = map(int, name.split(","))
        return row, col
    return rows - int(name[1:]), ord(name[0]) - ord("a")


def reached(board: Squares, square: Square) -> set[Square]:
    """Return the squares that a knight can reach from a square."""
    found, before = {square}, [square]
    while before:
        before = [there for here in before for there in around(board, here)]
        before = [there for there in dict.fromkeys(before) if there not in found]
        found.update(before)
    return found


def squares_of(problem: TourProblem) -> Squares:
    """Return the squares that are not holes."""
    holes = {written(name, problem.rows) for name in (problem.holes or "").split(":") if name}
    return full(problem.rows, problem.cols) - holes


def named(square: Square, rows: int) -> str:
    """Return the name of a square; for up to 26 columns."""
    return f"{chr(ord('a') + square[1])}{rows - square[0]}"


def asked(
    rows: int, cols: int, *, start: Square | None = None, holes: Iterable[Square] = (), closed: bool = False
) -> TourProblem:
    """Return a problem; squares are given by row and column."""
    written = ":".join(f"{row},{col}" for row, col in sorted(holes))
    begin = None if start is None else f"{start[0]},{start[1]}"
    return TourProblem(rows=rows, cols=cols, start=begin, holes=written or None, closed=closed)


def sizes(squares: int, least: int = 1) -> Iterator[tuple[int, int]]:
    """Yield all sizes of boards with at most `squares` squares and at least `least` rows and columns."""
    for rows in range(least, squares + 1):
        for cols in range(least, squares // rows + 1):
            yield rows, cols


@st.composite
def with_holes(
    draw: st.DrawFn,
    shapes: Sequence[tuple[int, int]] = ((3, 3), (3, 4), (4, 4), (3, 5), (3, 6), (4, 5), (5, 4)),
    most: int | None = None,
) -> tuple[int, int, Squares]:
    """Return the rows, columns and squares of a small board with at most `most` holes."""
    rows, cols = draw(st.sampled_from(shapes))
    every = sorted(full(rows, cols))
    holes = draw(st.sets(st.sampled_from(every), max_size=most or len(every) // 2))
    return rows, cols, frozenset(every) - holes


@st.composite
def walks(draw: st.DrawFn) -> tuple[int, int, Squares]:
    """Return the rows, columns and squares of a small board: the squares of a walk and a few more."""
    rows, cols = draw(st.sampled_from([(1, 1), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)]))
    every = full(rows, cols)
    path = [draw(st.sampled_from(sorted(every)))]
    while len(path) < 14 and (ways := around(every - set(path), path[-1])) and draw(st.integers(0, 9)):
        path.append(draw(st.sampled_from(ways)))
    return rows, cols, frozenset(path) | draw(st.sets(st.sampled_from(sorted(every)), max_size=2))


@st.composite
def problems(draw: st.DrawFn) -> TourProblem:
    """Return a problem, with a tour or without, that brute force decides quickly."""
    rows, cols, squares = draw(walks() | with_holes(((3, 4), (4, 4), (3, 5)), most=4))
    start = draw(st.none() | st.sampled_from(sorted(squares)))
    return asked(rows, cols, start=start, holes=full(rows, cols) - squares, closed=draw(st.booleans()))


@st.composite
def whole_boards(draw: st.DrawFn) -> TourProblem:
    """Return a problem without holes, large enough for `divide`."""
    rows, cols = draw(st.integers(5, 15)), draw(st.integers(5, 15))
    start = draw(st.none() | st.sampled_from(sorted(full(rows, cols))))
    return asked(rows, cols, start=start, holes=(), closed=draw(st.booleans()))


def numbers(board: Squares) -> tuple[dict[Square, int], int]:
    """Return the number of tours from each square, and of undirected closed tours, by trying all paths.

    The cache saves each set of squares left per tip; sets with an isolated square are skipped.
    """
    squares = sorted(board)
    place = {square: k for k, square in enumerate(squares)}
    near = [sum(1 << place[there] for there in around(board, square)) for square in squares]

    @cache
    def ways(tip: int, left: int, home: int) -> int:
        if not left:
            return int(home < 0 or near[tip] >> home & 1)
        if any(left >> k & 1 and not near[k] & (left | 1 << tip) for k in range(len(squares))):
            return 0
        return sum(ways(k, left & ~(1 << k), home) for k in range(len(squares)) if near[tip] & left & 1 << k)

    everything = (1 << len(squares)) - 1
    starts = {square: ways(k, everything & ~(1 << k), -1) for square, k in place.items()}
    return starts, ways(0, everything & ~1, 0) // 2 if len(squares) > 2 else 0
