"""Read moves that the user gives, like c4-b2, and check them; every wrong move is named and drawn."""

import re
from dataclasses import replace
from functools import partial
from typing import Any

from knightwatch.engine.boards import read_square
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Links, Tone
from knightwatch.engine.core.words import counted_noun, quoted
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import (
    ShownAnswer,
    ShownAnswers,
    all_of,
    as_json,
    csv_rows,
    given,
    limited,
    printed_options,
)
from knightwatch.engine.swap.problem import Moves, SwapProblem
from knightwatch.engine.swap.refutations import BLACK, EMPTY, WHITE

HOW = "moves like a4-b2 c4-b2, a list of moves, or our text, CSV or JSON"
PRINTED = re.compile(r"(?<!\S)([0-9]+)\.([a-z]*[0-9]+-[a-z]*[0-9]+)(?!\S)")
"""A move of a printed result with its number."""

Cell = tuple[int, int]
Move = tuple[Cell, Cell]


def show(plan: Plan, text: str) -> ShownAnswer | ShownAnswers:
    """Return moves with their faults; raise BadInput if the text has no moves.

    The JSON of --solutions has several answers.
    """
    assert isinstance(plan.problem, SwapProblem)
    problem, text = _printed(plan.problem, given(text))
    if problem.moves is Moves.FILES:
        raise BadInput("show needs knights on a board, but moves is files")
    value = as_json(text)
    if isinstance(value, dict) and isinstance(settings := value.get("settings"), dict):
        known = {"from_": settings.get("from", problem.from_), "to": settings.get("to", problem.to)}
        problem = SwapProblem(names=problem.names, writing=problem.writing, **known)
    listed = value.get("listed") if isinstance(value, dict) else None
    if isinstance(listed, list) and listed and all(isinstance(moves, list) for moves in listed):
        return all_of("solution", [_checked(problem, _from_list(moves, problem)) for moves in listed])
    return _checked(problem, _read(text, value, problem))


def _printed(problem: SwapProblem, text: str) -> tuple[SwapProblem, str]:
    """Return the problem and the moves of a printed result; of another text, the given problem and the text itself."""
    options, moves = printed_options(text, "swap"), PRINTED.findall(text)
    if not options or [number for number, _ in moves] != [str(place) for place in range(1, len(moves) + 1)]:
        return problem, text
    fields = {"from": "from_", "to": "to", "moves": "moves", "names": "names"}
    known: dict[str, Any] = {field: options[name] for name, field in fields.items() if options.get(name)}
    return SwapProblem(writing=problem.writing, **known), " ".join(move for _, move in moves) or text


def _checked(problem: SwapProblem, moves: list[Move]) -> ShownAnswer:
    positions, faults, drawn = _made(problem, moves)
    if not faults and positions[-1] != problem.goal:
        faults.append(
            f"After the last move the position is {problem.written(positions[-1])}, but the goal is "
            f"{problem.written(problem.goal)}."
        )
    answer = {"moves": [[list(here), list(there)] for here, there in moves], "positions": positions}
    wrong = [move for move, fault in zip(moves, drawn, strict=True) if fault]
    facts = [f"{counted_noun(len(moves) - len(wrong), 'legal move')}."]
    boards = [partial(problem.position, positions[0])]
    boards += [
        partial(_board, problem, position, move, bool(fault))
        for position, move, fault in zip(positions[1:], moves, drawn, strict=True)
    ]
    picture = replace(boards[-1](), links=(_links(problem, wrong),)) if wrong else boards[-1]()
    return ShownAnswer(problem, answer, limited(faults, "wrong moves"), facts, picture, boards)


def _made(problem: SwapProblem, moves: list[Move]) -> tuple[list[str], list[str], list[str]]:
    """Return the position after each move, a sentence for each fault, and for each move its fault, or nothing.

    A wrong move is made too if a knight can leave its first square and stand on its last one, so that later moves of
    that knight are judged from there.
    """
    board, positions, faults, drawn = [list(row) for row in problem.from_.split("/")], [problem.from_], [], []
    for place, (here, there) in enumerate(moves, 1):
        fault = _fault(board, here, there)
        if fault:
            names = "-".join(map(problem.named, (here, there)))
            faults.append(f"Move {place}, {names}, is not legal: {fault}.")
        if fault in ("", NO_KNIGHTS_MOVE):
            board[there[0]][there[1]], board[here[0]][here[1]] = board[here[0]][here[1]], EMPTY
        positions.append("/".join("".join(row) for row in board))
        drawn.append(fault)
    return positions, faults, drawn


def _links(problem: SwapProblem, moves: list[Move]) -> Links:
    cols = problem.free.shape[1]
    pairs = [[row * cols + col for row, col in move if _inside(problem, (row, col))] for move in moves]
    return Links.equal("a wrong move", Tone.ALARM, [pair for pair in pairs if len(pair) == 2])


def _inside(problem: SwapProblem, cell: Cell) -> bool:
    rows, cols = problem.free.shape
    return bool(0 <= cell[0] < rows and 0 <= cell[1] < cols)


def _board(problem: SwapProblem, position: str, move: Move, wrong: bool) -> Board:
    if wrong:
        return replace(problem.position(position), links=(_links(problem, [move]),))
    cols = problem.free.shape[1]
    here, there = (row * cols + col for row, col in move)
    return problem.position(position, (here, there))


NO_KNIGHTS_MOVE = "it is not a knight's move"


def _fault(board: list[list[str]], here: Cell, there: Cell) -> str:
    """Return why a move is not legal, or nothing."""
    if not all(0 <= row < len(board) and 0 <= col < len(board[0]) for row, col in (here, there)):
        return "it leaves the board"
    if board[here[0]][here[1]] not in (BLACK, WHITE):
        return "its first square has no knight"
    if board[there[0]][there[1]] != EMPTY:
        return "its last square is not empty"
    if sorted((abs(here[0] - there[0]), abs(here[1] - there[1]))) != [1, 2]:
        return NO_KNIGHTS_MOVE
    return ""


def _read(text: str, value: Any, problem: SwapProblem) -> list[Move]:
    """Return the moves of a text, or of its value as JSON."""
    if rows := csv_rows(text):
        if not {"from", "to"} <= rows[0].keys():
            raise BadInput(f"show has a table without the columns from and to; it must have {HOW}")
        return [(_square(row["from"], problem), _square(row["to"], problem)) for row in rows]
    if isinstance(value, dict) and "moves" in value:
        value = value["moves"]
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return _from_text(" ".join(value), problem)
    return _from_list(value, problem) if isinstance(value, list) else _from_text(text, problem)


def _from_list(moves: list[Any], problem: SwapProblem) -> list[Move]:
    """Return the moves of a list of pairs of squares; squares are pairs too, or names or numbers."""
    try:
        return [(_listed(here, problem), _listed(there, problem)) for here, there in moves]
    except (TypeError, ValueError):
        raise BadInput("show has a wrong move: each must be two squares, like [[0,0],[2,1]]") from None


def _listed(square: Any, problem: SwapProblem) -> Cell:
    if isinstance(square, str):
        return _square(square, problem)
    if isinstance(square, int):
        row, col = divmod(square - (problem.names.first or 0), problem.free.shape[1])
        return row, col
    row, col = square
    return int(row), int(col)


def _from_text(text: str, problem: SwapProblem) -> list[Move]:
    words = re.sub(r"\b[0-9]+\.(?=\s*\S)", " ", text).replace(",", " ").split()
    if not words:
        raise BadInput(f"show has nothing, but must have {HOW}")
    moves = []
    for word in words:
        ends = re.split("[-–>→x]+", word)
        if len(ends) != 2:
            raise BadInput(f"show has {quoted(word, marks=True)}, but must have {HOW}")
        moves.append((_square(ends[0], problem), _square(ends[1], problem)))
    return moves


def _square(name: str, problem: SwapProblem) -> Cell:
    """Return the square of a name, or of a number if squares have numbers."""
    rows, cols = problem.free.shape
    first = problem.names.first
    if first is not None and name.isdecimal() and len(name) < 5:
        row, col = divmod(int(name) - first, cols)
    else:
        row, col = divmod(read_square(name, rows, cols, "show"), cols)
    return row, col
