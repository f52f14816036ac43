"""Read a tour in the notations that people have: a grid of numbers, squares in order, moves, lists, CSV or JSON."""

import re
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import SquareNames, file_number, read_square, square_names
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.shown import as_json, csv_rows, numbers, printed_board, printed_options
from knightwatch.engine.tour.problem import TourProblem

HOW = "numbers in a grid, squares as a1 c2 ..., moves as a1-c2 ..., a list of pairs, or our text, CSV or JSON"
SQUARE = re.compile(
    r"[a-z]+[0-9]+(?![a-z0-9])|\[\s*[0-9]+\s*,\s*[0-9]+\s*\]|[0-9]+\s*,\s*[0-9]+|[^\s,;:>→–-]+", re.IGNORECASE
)
"""A square in any notation, or a word that is none."""
X_Y_SQUARES = re.compile(r"(?:\s*+\[\s*+[0-9]++\s*+,\s*+[0-9]++\s*+\][\s,;:]*+){2,}")
"""Squares as [x,y], which are no list of pairs: that has brackets around it."""

NOT_VISITED = ".·"
"""The signs of squares that a printed walk does not visit."""
PRINTED_CELL = re.compile(rf"[0-9]{{1,9}}|[{NOT_VISITED}#]")

Path = NDArray[np.int64]


def read_tours(text: str, asked: TourProblem) -> list[tuple[TourProblem, Path]]:
    """Return each tour of a text: its problem, and its squares in order. Raise BadInput if the text has no tour."""
    if not text.strip():
        raise BadInput(f"show has {quoted(text)}, but must have {HOW}")
    if X_Y_SQUARES.fullmatch(text):
        return [_from_words(text, asked)]
    board = printed_board(text)
    if board and all(PRINTED_CELL.fullmatch(cell) for row in board for cell in row):
        closed = asked.closed or "closed" in printed_options(text, "tour")
        return [_from_grid(board, closed, NOT_VISITED)]
    value, rows = as_json(text), csv_rows(text)
    if isinstance(value, dict):
        return _from_json(value, asked)
    if rows and "squares" in rows[0]:
        return [_from_words(row["squares"], asked) for row in rows]
    if rows:
        names = ("row", "column") if "row" in rows[0] else ("y", "x")
        return [_fitted(_cells([[row.get(name, "") for name in names] for row in rows]), asked)]
    return [_from_text(text, value, asked)]


def _from_json(value: dict[str, Any], asked: TourProblem) -> list[tuple[TourProblem, Path]]:
    """Return the tours of our JSON: of a result, with or without --all, or of ten starts."""
    settings, tours = value.get("settings"), value.get("tours")
    names = ("rows", "cols", "holes", "closed")
    known = {n: settings[n] for n in names if n in settings} if isinstance(settings, dict) else {}
    problem = TourProblem(**(asked.model_dump(exclude={"start"}) | known))
    listed = [each.get("path") if isinstance(each, dict) else each for each in tours] if isinstance(tours, list) else []
    paths = [path for path in listed if path is not None] or [value.get("path")]
    return [(problem, _on_board(_cells(path), problem)) for path in paths]


def _from_text(text: str, value: Any, asked: TourProblem) -> tuple[TourProblem, Path]:
    """Return the tour of a text, whose value as JSON or as a Python list is given; None: it is neither."""
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        text = " ".join(value)
    elif listed := numbers(value):
        return _fitted([divmod(square, asked.cols) for square in listed], asked)
    elif isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        if all(len(row) == 2 for row in value):
            return _fitted(_ordered(_cells(value), asked), asked)
        return _from_grid([[str(cell) for cell in row] for row in value], asked.closed)
    lines = [re.split(r"[\s,;|]+", line.strip(" \t|,;")) for line in text.splitlines() if line.strip()]
    if lines and all(re.fullmatch(r"[0-9]{1,9}|[.#-]", cell) for row in lines for cell in row):
        if _are_pairs(text, lines):
            found = re.findall(r"([0-9]+)\s*,\s*([0-9]+)", text)
            return _fitted(_ordered([(int(a), int(b)) for a, b in found], asked), asked)
        unranked = _without_ranks(lines)
        return _from_grid(unranked or lines, asked.closed, NOT_VISITED if unranked else "")
    return _from_words(text, asked)


def _are_pairs(text: str, lines: list[list[str]]) -> bool:
    """Tell whether numbers are pairs, as 0,0 2,1 ...: separated by commas, and no grid."""
    pairs = re.fullmatch(r"(?:\s*[0-9]+\s*,\s*[0-9]+[\s;:]*)+", text) is not None
    flat = [cell for row in lines for cell in row]
    return pairs and len(set(flat)) < len(flat)


def _without_ranks(lines: list[list[str]]) -> list[list[str]]:
    """Return a grid without the numbers of its ranks, which repeat numbers of the walk; empty if it has none."""
    flat = [cell for row in lines for cell in row if cell.isdecimal()]
    ranked = [row[0] for row in lines] == [str(rank) for rank in range(len(lines), 0, -1)]
    return [row[1:] for row in lines] if ranked and len(set(flat)) < len(flat) and len(lines[0]) > 1 else []


def _from_words(text: str, asked: TourProblem) -> tuple[TourProblem, Path]:
    """Return the tour of squares or moves, as a1 c2, a1-c2 or a1-c2 c2-e1."""
    text = re.sub(r"(?<![0-9,\[])[0-9]+\.(?=\s*\S)", " ", text)  # numbers of moves
    moves = [re.findall(SQUARE, word) for word in re.split(r"[\s;]+|,\s+|,(?=[a-z])", text.strip().strip(",;"))]
    chained = all(one[-1:] == other[:1] for one, other in pairwise(moves))
    if len(moves) > 1 and chained and all(len(move) == 2 for move in moves):
        words = [moves[0][0], *(move[1] for move in moves)]
    else:
        words = re.findall(SQUARE, text)
    problem = _sized(words, asked)
    return problem, np.array([read_square(word, problem.rows, problem.cols, "show") for word in words], np.int64)


def _sized(words: list[str], asked: TourProblem) -> TourProblem:
    """Return the problem of squares as a1 or [x,y]: the board that they fill, or the given one."""
    named = [re.fullmatch(r"([a-z]{1,2})([1-9][0-9]{0,3})", word.lower()) for word in words]
    pairs = [re.fullmatch(r"\[\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\]", word) for word in words]
    cells = [(int(name[2]) - 1, file_number(name[1])) for name in named if name]
    cells += [(int(pair[2]), int(pair[1])) for pair in pairs if pair]
    return _filled(cells if len(cells) == len(words) else [], asked)


def _fitted(cells: list[tuple[int, int]], asked: TourProblem) -> tuple[TourProblem, Path]:
    problem = _filled(cells, asked)
    return problem, _on_board(cells, problem)


def _filled(cells: list[tuple[int, int]], asked: TourProblem) -> TourProblem:
    """Return the given problem without its start. If the squares fill another board than 8 x 8, it has that board."""
    values = asked.model_dump(exclude={"start"})
    rows, cols = (max((cell[axis] for cell in cells), default=0) + 1 for axis in (0, 1))
    if (asked.rows, asked.cols, asked.holes) == (8, 8, None) and len(set(cells)) == rows * cols:
        values |= {"rows": rows, "cols": cols}
    return TourProblem(**values)


def _ordered(cells: list[tuple[int, int]], asked: TourProblem) -> list[tuple[int, int]]:
    """Return pairs as row and column; they are columns and rows if the problem names squares so."""
    return [(b, a) for a, b in cells] if asked.names is SquareNames.X_Y else cells


def _cells(path: Any) -> list[tuple[int, int]]:
    try:
        return [(int(row), int(col)) for row, col in path]
    except (TypeError, ValueError):
        raise BadInput(f"show has no path, a list of [row, column]; it must have {HOW}") from None


def _on_board(cells: list[tuple[int, int]], problem: TourProblem) -> Path:
    for row, col in cells:
        if not (0 <= row < problem.rows and 0 <= col < problem.cols):
            raise BadInput(f"show has [{row}, {col}], outside the board of {problem.rows} x {problem.cols}")
    return np.array([row * problem.cols + col for row, col in cells], np.int64)


def _from_grid(cells: list[list[str]], closed: bool, not_visited: str = "") -> tuple[TourProblem, Path]:
    """Return the tour of a grid; a cell without a number is a missing square, unless its sign is `not_visited`."""
    if len({len(row) for row in cells}) > 1:
        raise BadInput("show has rows of different lengths, but all rows of a grid must have the same length")
    flat = [cell for row in cells for cell in row]
    signs = [square for square, cell in enumerate(flat) if not cell.isdecimal() and cell not in not_visited]
    holes = np.array(signs, np.int64)
    order = sorted((int(cell), square) for square, cell in enumerate(flat) if cell.isdecimal())
    if not order:
        raise BadInput("show has no numbers")
    for place, (number, _) in enumerate(order, order[0][0]):
        if number != place or order[0][0] > 1:
            expected = place if order[0][0] <= 1 else 1
            raise BadInput(f"show must have each number from 1 or 0 once, but {expected} is missing or repeated")
    missing = square_names(holes, len(cells), len(cells[0])) if len(holes) else None
    problem = TourProblem(rows=len(cells), cols=len(cells[0]), holes=missing, closed=closed)
    return problem, np.array([square for _, square in order], np.int64)
