"""Play by hand: a board with a cursor, a coach and hints."""

from typing import Any

import numpy as np
from textual import work
from textual.binding import Binding
from textual.message import Message
from textual.worker import get_current_worker

from knightwatch.engine.byhand.play import Play, Position
from knightwatch.engine.core.frame import Board, Figure
from knightwatch.tui.screens.base.cursor import CHANGES, CursorScreen, with_key
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.words import Words
from knightwatch.tui.workers.worker import report_progress


class PlayScreen(CursorScreen[None]):
    """A board that the user plays on."""

    class Updated(Message):
        """The coach has new figures."""

    BINDINGS = [
        Binding("space,enter", "choose", "Choose", key_display="space", tooltip="choose the square under the cursor"),
        Binding("h", "hint", "Hint", tooltip="mark a good move on the board"),
        *CHANGES,
        Binding("w", "winnable", "Solvable", tooltip="go back to the last position that can still be solved"),
        Binding("q,p,escape", "leave", "Back", key_display="q", tooltip="back to the search"),
    ]

    def __init__(self, play: Play[Any]) -> None:
        self._play = play
        super().__init__(f"{play.problem.title()}, by hand", with_key(play.how, "h gives a hint"))
        self._cursor = play.cursor()
        self._left = False
        self._said, self._explained = "", False

    def on_mount(self) -> None:
        """Show the position, and prepare figures and hints in a thread."""
        super().on_mount()
        self.run_worker(self._prepare, thread=True)

    def on_unmount(self) -> None:
        """Stop the threads."""
        self._left = True

    def _prepare(self) -> None:
        report_progress(self._play.preparing(), lambda: self.post_message(self.Updated()), lambda: self._left)

    def on_play_screen_updated(self) -> None:
        """Show the new figures; say it if no solution is possible, and why."""
        self.show_board(self.board())
        self.query_one(Figures).show(self.figures())
        advice = self._play.advice
        if advice is None or advice.possible is not False or self._play.hinted or self._explained:
            return
        keys = ["w goes back"] if self._play.may_go_back() else []
        if self._play.has_just_lost():
            lost, keys = f"This move loses: {self._play.won} is no longer possible.", [*keys, "u undoes it"]
        else:
            lost = f"From here {self._play.won} is not possible."
        lost = f"{lost}{self._play.because(advice)}"
        self.query_one("#sentence", Words).show(f"{self._said} {with_key(lost, ', '.join(keys)) if keys else lost}")

    def show(self, sentence: str) -> None:
        """Show the position, and start the coach."""
        super().show(sentence)
        self._said, self._explained = sentence, False
        self.run_worker(self._coach, thread=True, exclusive=True, group="coach")

    def _coach(self) -> None:
        """Find out whether the position can be solved; stop when the position changes."""
        position, worker = self._play.position.copy(), get_current_worker()
        report_progress(
            self._play.coach(),
            lambda: self.post_message(self.Updated()),
            lambda: self._left or worker.is_cancelled or not np.array_equal(position, self._play.position),
        )

    def board(self) -> Board:
        """Return the position."""
        return self._play.board()

    def figures(self) -> tuple[Figure, ...]:
        """Return the figures of the position and of the coach."""
        return (*self._play.figures(), *self._play.coached())

    def action_leave(self) -> None:
        """Go back to the search; the position is kept until the program ends."""
        self.app.pop_screen()
        if self._play.has_moves:
            self.app.notify("Your moves by hand are kept: p goes on with them.")

    def action_choose(self) -> None:
        """Choose the square under the cursor."""
        was_stuck = self._play.is_stuck()
        sentence = self._play.choose(*self._cursor)
        self.show(with_key(sentence, "u undoes it") if self._play.is_stuck() and not was_stuck else sentence)

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Choose the clicked square."""
        self.move_to(event.row, event.col)
        self.action_choose()

    def action_hint(self) -> None:
        """Mark a good move, explain it and put the cursor on its target, so that space makes the move."""
        sentence, advice = self._play.hint(), self._play.advice
        lost = advice is not None and advice.possible is False
        back = lost and self._play.may_go_back()
        self.show(with_key(sentence, "w goes back to a position where it was possible") if back else sentence)
        self._explained = lost  # the hint says why
        if self._play.hinted:
            self.move_to(*divmod(self._play.hinted[-1], self.board().cols))

    def action_winnable(self) -> None:
        """Go back to the last position that can still be solved, unless this one can."""
        advice = self._play.advice
        if advice is not None and advice.possible:
            self.show(f"From here {self._play.won} is still possible: no need to go back.")
        else:
            self._look_back()

    @work(thread=True, exclusive=True, group="coach")
    def _look_back(self) -> None:
        worker = get_current_worker()
        for position in self._play.winnable():
            if self._left or worker.is_cancelled:
                return
            if position is not None:
                self.app.call_from_thread(self._go_back, position)
                return
        self.app.call_from_thread(self.show, "No earlier position is known to have a solution.")

    def _go_back(self, position: Position) -> None:
        self.show(with_key(self._play.go_back(position), "u undoes it"))

    def action_undo(self) -> None:
        """Undo the last change."""
        self.show(self._play.undo())

    def action_clear(self) -> None:
        """Empty the board."""
        self.show(with_key(self._play.clear(), "u undoes it"))
