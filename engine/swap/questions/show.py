"""Read moves that the user gives, like c4-b2, or the JSON of a result."""

import re
from functools import partial
from typing import Any

from knightwatch.engine.boards import read_square
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import counted_noun, quoted
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer, as_json, given
from knightwatch.engine.swap.problem import Moves, Names, SwapProblem
from knightwatch.engine.swap.refutations import BLACK, EMPTY, WHITE

HOW = "moves like a4-b2 c4-b2, or the JSON of a result"


def show(plan: Plan, text: str) -> ShownAnswer:
    """Return moves with their faults; raise BadInput if the text has no moves."""
    assert isinstance(plan.problem, SwapProblem)
    problem = plan.problem
    if problem.moves is Moves.FILES:
        raise BadInput("show needs knights on a board, but moves is files")
    value = as_json(text := given(text))
    if isinstance(value, dict) and isinstance(settings := value.get("settings"), dict):
        known = {"from_": settings.get("from", problem.from_), "to": settings.get("to", problem.to)}
        problem = SwapProblem(names=problem.names, **known)
    moves = _from_json(value["moves"]) if isinstance(value, dict) and "moves" in value else _from_text(text, problem)
    board, positions, faults = [list(row) for row in problem.from_.split("/")], [problem.from_], list[str]()
    last: list[tuple[int, int] | None] = [None]
    for place, (here, there) in enumerate(moves, 1):
        if fault := _fault(board, here, there):
            faults.append(f"Move {place} is not legal: {fault}.")
            break
        board[there[0]][there[1]], board[here[0]][here[1]] = board[here[0]][here[1]], EMPTY
        positions.append("/".join("".join(row) for row in board))
        last.append((here[0] * len(board[0]) + here[1], there[0] * len(board[0]) + there[1]))
    if not faults and positions[-1] != problem.goal:
        faults.append(f"After the last move the position is {positions[-1]}, but the goal is {problem.goal}.")
    made = [[list(here), list(there)] for here, there in moves]
    facts = [f"{counted_noun(len(positions) - 1, 'legal move')}."]
    answer = {"moves": made, "positions": positions}
    boards = [partial(problem.position, text, move) for text, move in zip(positions, last, strict=True)]
    return ShownAnswer(problem, answer, faults, facts, boards[-1](), boards)


Cell = tuple[int, int]


def _fault(board: list[list[str]], here: Cell, there: Cell) -> str:
    """Return why a move is not legal, or nothing."""
    if not all(0 <= row < len(board) and 0 <= col < len(board[0]) for row, col in (here, there)):
        return "it leaves the board"
    if board[here[0]][here[1]] not in (BLACK, WHITE):
        return "its first square has no knight"
    if board[there[0]][there[1]] != EMPTY:
        return "its last square is not empty"
    if sorted((abs(here[0] - there[0]), abs(here[1] - there[1]))) != [1, 2]:
        return "it is not a knight's move"
    return ""


def _from_json(moves: Any) -> list[tuple[Cell, Cell]]:
    try:
        return [((int(a), int(b)), (int(c), int(d))) for (a, b), (c, d) in moves]
    except (TypeError, ValueError):
        raise BadInput("show has a wrong move: each must be two squares, like [[0,0],[2,1]]") from None


def _from_text(text: str, problem: SwapProblem) -> list[tuple[Cell, Cell]]:
    rows, cols = problem.free.shape
    words = re.sub(r"\b[0-9]+\.(?=\s*\S)", " ", text).split()
    if not words:
        raise BadInput(f"show has nothing, but must have {HOW}")
    moves = []
    for word in words:
        ends = word.split("-")
        if len(ends) != 2:
            raise BadInput(f"show has {quoted(word)}, but must have {HOW}")
        if problem.names is Names.NUMBERS and all(end.isdecimal() and len(end) < 5 for end in ends):
            here, there = (divmod(int(end), cols) for end in ends)
        else:
            here, there = (divmod(read_square(end, rows, cols, "show"), cols) for end in ends)
        moves.append((here, there))
    return moves
