"""Reading what an author's swap solver yields: a position, or the moves so far. Standard library only."""

from typing import Any

from knightwatch.engine.core.reader import WrongYield, listed, shown
from knightwatch.engine.notation import file_name
from knightwatch.engine.swap.task import SwapTask


class SwapReader:
    """Reads positions and lists of moves. Each move must be possible in the position before it."""

    def __init__(self, task: SwapTask) -> None:
        self._task = task
        self._shape = [len(row) for row in task.start.split("/")]
        self._holes = [place for place, letter in enumerate(task.start) if letter == "#"]
        self._moves: list[Any] = []
        """The moves that were checked last, and the position after each; the start first."""
        self._positions = [task.start]

    def check(self, value: Any) -> None:
        if isinstance(value, str):
            self._check_position(value)
            return
        moves = listed(value)
        if type(moves) is not list:
            raise WrongYield(f"yielded {shown(value)}, but a value is a position or a list of moves")
        shared = 0
        for here, there in zip(moves, self._moves, strict=False):
            if here is not there and here != there:
                break
            shared += 1
        del self._moves[shared:], self._positions[shared + 1 :]
        for number, move in enumerate(moves[shared:], shared + 1):
            position = self._positions[-1]
            known = self._known(move)
            if known not in self._task.moves(position):
                raise WrongYield(f"yielded {shown(move)} as move {number}, which is not possible in {position}")
            self._moves.append(move)
            self._positions.append(self._task.after(position, known))

    def _known(self, move: Any) -> Any:
        """Return a move with tuples for lists."""
        ends = listed(move)
        if type(ends) is not list:
            return move
        return tuple(end if isinstance(end, str) else tuple(listed(end)) for end in ends)

    def _check_position(self, position: str) -> None:
        start = self._task.start
        same_board = [len(row) for row in position.split("/")] == self._shape
        if not same_board or [i for i, letter in enumerate(position) if letter == "#"] != self._holes:
            raise WrongYield(f"yielded the position {shown(position)}, but positions have the shape of {start}")
        if sorted(position) != sorted(start):
            raise WrongYield(f"yielded the position {shown(position)}, but positions have the knights of {start}")

    def plain(self, value: Any) -> Any:
        if isinstance(value, str):
            return {"positions": [value], "moves": []}
        self.check(value)
        return {"positions": list(self._positions), "moves": [list(self._known(move)) for move in self._moves]}

    def measures(self, value: Any) -> dict[str, float]:
        return {} if isinstance(value, str) else {"moves": float(len(value))}

    def square(self, square: Any) -> int:
        cols = self._shape[0]
        for place in range(len(self._shape) * cols):
            row, col = cell = divmod(place, cols)
            names = self._task.name(cell), file_name(col) if self._task.files else ""
            if listed(square) == [row, col] or square in names:
                return place
        raise WrongYield(f"yielded the square {shown(square)}, which is not on the board")
