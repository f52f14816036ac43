"""Reading what an author's swap solver yields: a position, or the moves so far. Standard library only."""

from functools import cached_property
from typing import Any

from knightwatch.engine.core.reader import WrongYield, listed, plain_text, shown, whole
from knightwatch.engine.notation import file_name
from knightwatch.engine.swap.task import Move, SwapTask


class SwapReader:
    """Reads positions and lists of moves. Each move must be possible in the position before it."""

    def __init__(self, task: SwapTask) -> None:
        self._task = task
        self._shape = [len(row) for row in task.start.split("/")]
        self._holes = [place for place, letter in enumerate(task.start) if letter == "#"]
        self._given: list[Any] = []
        """The moves that were checked last, as the author wrote them."""
        self._moves: list[Move] = []
        """The same moves, as the task writes them, and the position after each; the start first."""
        self._positions = [task.start]

    def check(self, value: Any) -> None:
        if isinstance(value, str):
            self._check_position(plain_text(value))
            return
        moves = listed(value)
        if type(moves) is not list:
            raise WrongYield(f"yielded {shown(value)}, but a value is a position or a list of moves")
        shared = self._shared(moves)
        del self._given[shared:], self._moves[shared:], self._positions[shared + 1 :]
        for number, given in enumerate(moves[shared:], shared + 1):
            position, known = self._positions[-1], self._known(given)
            move = next((move for move in self._task.moves(position) if move == known), None)
            if move is None:
                raise WrongYield(f"yielded {shown(given)} as move {number}, which is not possible in {position}")
            self._given.append(given)
            self._moves.append(move)
            self._positions.append(self._task.after(position, move))

    def _shared(self, moves: list[Any]) -> int:
        """Return how many of the first moves are those that were checked last."""
        for place, (here, there) in enumerate(zip(moves, self._given, strict=False)):
            if type(here) is not tuple or here != there:  # a list may have changed since
                return place
        return min(len(moves), len(self._given))

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
        self.check(value)
        if isinstance(value, str):
            return {"positions": [plain_text(value)], "moves": []}
        return {"positions": self._positions.copy(), "moves": [list(move) for move in self._moves]}

    def measures(self, value: Any) -> dict[str, float]:
        return {} if isinstance(value, str) else {"moves": float(len(listed(value)))}

    def square(self, square: Any) -> int:
        place = listed(square)
        try:
            return self._places[tuple(map(whole, place)) if type(place) is list else place]
        except (KeyError, TypeError):
            raise WrongYield(f"yielded the square {shown(square)}, which is not on the board") from None

    @cached_property
    def _places(self) -> dict[Any, int]:
        """The number of each square, by row and column and by name."""
        places: dict[Any, int] = {}
        for place in range(len(self._shape) * self._shape[0]):
            cell = divmod(place, self._shape[0])
            places[cell] = places[self._task.name(cell)] = place
            if self._task.files:
                places[file_name(cell[1])] = place
        return places
