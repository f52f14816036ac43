"""The board widget of every puzzle: it shows boards, animates steps, and handles zoom, cursor and mouse."""

import time
from dataclasses import dataclass

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.timer import Timer

from knightwatch.engine.core.frame import Board
from knightwatch.tui.look import Look
from knightwatch.tui.widgets.board.drawing import DrawnBoard
from knightwatch.tui.widgets.board.motion import SLOW_SECONDS, STILL_SECONDS, Still, motion


class BoardView(DrawnBoard):
    """A board that fits its widget, and can be zoomed and scrolled."""

    @dataclass
    class Pressed(Message):
        """Posted when a square is clicked."""

        view: "BoardView"
        row: int
        col: int
        button: int = 1

    @dataclass
    class Dragged(Message):
        """Posted for each square that the mouse is dragged over; `first` marks the square where it started."""

        view: "BoardView"
        row: int
        col: int
        first: bool

    def __init__(self, board: Board, look: Look, signs: bool = False, *, id: str | None = None) -> None:  # noqa: A002
        """Show a board; with `signs`, never so small that they do not fit."""
        super().__init__(board, look, signs, id=id)
        self._shown_at = 0.0
        """When the current board was shown."""
        self._motion_timer: Timer | None = None
        self._held: tuple[int, int] | None = None
        """The last square under the pressed mouse button."""
        self._dragging = False

    # Boards and motions.

    def show(self, board: Board) -> None:
        """Show a board; if it is of the same kind as before, redraw only visible squares that changed."""
        last, self.board = self.board, board
        self._stop_motion()
        if (board.rows, board.cols) != (last.rows, last.cols):
            self._choices = self._scales()
            self._zoom = 0
            self.cursor = None
            self._rescale()
        elif board.marks != last.marks or self._kind(board) != self._kind(last):
            self._rescale()
        else:
            before, self._grid = self._grid, self.scale.grid(board)
            cached, self._lines_cache = self._lines_cache, None
            self._refresh_changes(before, cached[1] if cached and cached[0] == self._window else None)
        self._start_motion(last)

    def _start_motion(self, last: Board) -> None:
        """Start the motion from the last board, unless animation is off or would not be visible."""
        before, self._shown_at = self._shown_at, time.monotonic()
        if self.scale.signs and self._look.colour and self.is_attached and self.app.animation_level == "full":
            stills = motion(last, self.board, slow=self._shown_at - before >= SLOW_SECONDS)
            if stills:
                self._play(stills)

    def _play(self, stills: list[Still]) -> None:
        """Show the first still, then the others."""
        self._show_still(stills[0])
        then = (lambda: self._play(stills[1:])) if stills[1:] else self._stop_motion
        self._motion_timer = self.set_timer(STILL_SECONDS, then)

    def _stop_motion(self) -> None:
        """End the motion."""
        if self._motion_timer:
            self._motion_timer.stop()
            self._motion_timer = None
            self._show_still(None)

    def _show_still(self, still: Still | None) -> None:
        regions = self._still_regions()
        self._still = still
        if regions := [*regions, *self._still_regions()]:
            self.refresh(*regions)

    def _still_regions(self) -> list[Region]:
        """Return the regions of the current still."""
        if not self._still:
            return []
        cols = self.board.cols
        squares = [*self._still.lit, *(self._still.glide[1:2] if self._still.glide else ())]
        regions = [self._region(*divmod(square, cols)) for square in squares]
        if self._still.glide:
            x, y = (
                self._glide_offset(self._still.glide)
                + Offset(self.scale.margin[0], 0)
                - self.scroll_offset
                + self._indent
            )
            regions.append(Region(x, y, self.scale.width, int(self.scale.height)))
        return regions

    # Cursor and zoom.

    def point_at(self, square: int | None) -> None:
        """Move the cursor to a square, and scroll to it; None removes the cursor."""
        if square is not None:
            self.point(*divmod(square, self.board.cols))
        elif self.cursor is not None:
            self.refresh(self._region(*self.cursor))
            self.cursor = None

    def point(self, row: int, col: int) -> None:
        """Move the cursor to a square, and scroll to it."""
        self.point_at(None)
        self.cursor = row, col
        self.refresh(self._region(row, col))
        x, y = self._cell_offset(row // self.scale.covers, col // self.scale.covers)
        left, below = self.scale.margin
        width, height = self.scale.width + left, max(1, int(self.scale.height)) + below
        self.scroll_to_region(Region(x - left, y, width + left, height), animate=False)

    def label_inside(self, inside: bool) -> None:
        """Write the labels of rows and columns into squares at the edge, or beside the board."""
        self._inside, self._labels = inside, not inside
        self._choices = self._scales()
        self._stop_motion()
        self._rescale()

    def zoom(self, by: int) -> None:
        """Draw the board larger (negative) or smaller, centred on the cursor or the knight."""
        fit = self._fitting_place()
        self._zoom = min(max(self._zoom + by, -fit), len(self._choices) - 1 - fit)
        self._stop_motion()
        self._rescale()
        self.call_after_refresh(self._centre)

    def _centre(self) -> None:
        """Scroll the cursor, or else the last square of the trail, to the centre."""
        if self.cursor is None and not len(self.board.trail):
            return
        row, col = self.cursor or divmod(int(self.board.trail[-1]), self.board.cols)
        scale = self.scale
        corner = self._cell_offset(row // scale.covers, col // scale.covers)
        x, y = corner + Offset(scale.width // 2, int(scale.height) // 2)
        left, below = scale.margin
        across, down = (self._view.width + left) // 2, (self._view.height - below) // 2
        self.scroll_to(x - across, y - down, animate=False, force=True)

    def on_resize(self) -> None:
        """Fit the board to the new size."""
        self._stop_motion()
        self._rescale()

    # The mouse.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where a drag may start."""
        self._held = self._square_under(event) if event.button == 1 else None
        self._dragging = False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the squares that the mouse is dragged over."""
        square = self._square_under(event)
        if not self._held or not square or square == self._held or not event.button:
            return
        if not self._dragging:
            self._dragging = True
            self.post_message(self.Dragged(self, *self._held, first=True))
        self._held = square
        self.post_message(self.Dragged(self, *square, first=False))

    def on_mouse_up(self) -> None:
        """End the drag."""
        self._held = None

    def on_click(self, event: events.Click) -> None:
        """Report the clicked square."""
        square = self._square_under(event)
        if square and not self._dragging:
            self.post_message(self.Pressed(self, *square, event.button))

    def _square_under(self, event: events.MouseEvent) -> tuple[int, int] | None:
        return self.square_at(event.get_content_offset(self) or Offset(-1, -1))
