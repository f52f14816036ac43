"""Draws the positions and moves of an author's solver for knights that change places."""

from typing import Any

from knightwatch.engine.core.frame import Board, Figure, Kind
from knightwatch.engine.core.yield_drawing import YieldDrawing
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.task import SwapTask
from knightwatch.engine.swap.yields import SwapReader


class SwapDrawing(YieldDrawing[SwapProblem]):
    """Draws the last position of a value; a value has the moves so far and all positions."""

    reader = "knightwatch.engine.swap.yields:SwapReader"
    curves = "moves", Kind.LINE

    @property
    def task(self) -> SwapTask:
        return self.problem.task

    def checked(self, value: Any) -> dict[str, Any]:
        reader = SwapReader(self.task)
        reader.check(value["moves"] or str(value["positions"][-1]))
        plain = reader.plain(value["moves"] or str(value["positions"][-1]))
        return dict(plain)

    def answer(self, value: Any) -> dict[str, Any]:
        if value is None or not value["moves"]:
            return {"moves": [], "positions": [self.problem.from_]}
        return {"moves": value["moves"], "positions": value["positions"]}

    def board(self, value: Any) -> Board:
        if value is None:
            return self.problem.board()
        if not value["moves"]:
            return self.problem.position(value["positions"][-1])
        return self.problem.pictures(value)[-1][1]

    def figures(self, value: Any) -> tuple[Figure, ...]:
        if value is None or not value["moves"]:
            return ()
        return (Figure("moves", f"{len(value['moves']):,}", "moves so far"),)

    def attained(self, value: Any) -> float:
        return len(value["moves"]) if value else 0

    def fault(self, value: Any) -> str:
        return "its moves do not lead to the goal" if value and value["moves"] else "it has no moves"


DRAWING = SwapDrawing
