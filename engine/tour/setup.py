"""Editing a tour problem by hand: its start and its holes."""

import numpy as np

from knightwatch.engine.boards import square_names
from knightwatch.engine.byhand.setup import Setup, complaint
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board
from knightwatch.engine.tour.problem import KNIGHT, PROOF, TourProblem


class TourSetup(Setup[TourProblem]):
    """A tour problem that the user edits square by square, with undo."""

    def problem(self) -> TourProblem:
        return self.draft

    def start(self, square: int) -> str:
        """Make a square the start; if it is the start already, remove the start."""
        if not self.draft.free.flat[square]:
            return f"{self.draft.name(square)} is a hole."
        if self.draft.first == square:
            return self._change(start=None)
        return self._change(start=self.draft.name(square))

    def hole(self, square: int) -> str:
        """Make a square a hole, or fill the hole."""
        free = self.draft.free.copy()
        free.flat[square] ^= True
        holes = np.flatnonzero(~free)
        start = None if self.draft.first == square else self.draft.start
        return self._change(holes=square_names(holes, *free.shape) if len(holes) else None, start=start)

    def clear(self) -> str:
        """Remove the start and all holes."""
        return self._change(start=None, holes=None)

    def _change(self, **values: str | None) -> str:
        try:
            changed = TourProblem(**(self.draft.model_dump() | values))
        except BadInput as error:
            return complaint(error)
        return self.change(changed)

    def board(self) -> Board:
        """Return the board with a knight on the start."""
        problem = self.draft
        proof = [(PROOF, problem.refusal.squares)] if problem.refusal else []
        return problem.walk([], [*proof, (KNIGHT, [] if problem.first is None else [problem.first])])
