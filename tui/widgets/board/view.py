"""The board of every puzzle: one widget that shows one board after the other, and is pointed at, zoomed and clicked."""

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
from knightwatch.tui.widgets.board.scale import fitting


class BoardView(DrawnBoard):
    """A board that fills its place, and can be zoomed and scrolled."""

    @dataclass
    class Pressed(Message):
        """A square was clicked."""

        view: "BoardView"
        row: int
        col: int
        button: int = 1

    @dataclass
    class Dragged(Message):
        """The mouse was dragged to a square, or, where that is the `first`, away from it."""

        view: "BoardView"
        row: int
        col: int
        first: bool

    def __init__(self, board: Board, look: Look, signs: bool = False, *, id: str | None = None) -> None:  # noqa: A002
        """Show a board; with `signs`, never so small that there is no room for them."""
        super().__init__(board, look, signs, id=id)
        self._shown = 0.0
        """When the last board was shown."""
        self._moving: Timer | None = None
        self._held: tuple[int, int] | None = None
        """The square where a button of the mouse is held down."""
        self._dragging = False

    # What is shown.

    def show(self, board: Board) -> None:
        """Show a board; where it is of the kind of the one before, only squares in view that changed are drawn."""
        last, self.board = self.board, board
        self._rest()
        if (board.rows, board.cols) != (last.rows, last.cols):
            self._choices = self._scales()
            self._zoom = 0
            self.cursor = None
            self._rescale()
        elif board.marks != last.marks or self._kind(board) != self._kind(last):
            self._rescale()
        else:
            before, self._grid = self._grid, self.scale.grid(board)
            drawn, self._drawn = self._drawn, None
            self._refresh_changes(before, drawn[1] if drawn and drawn[0] == self._window else None)
        self._move(last)

    def _move(self, last: Board) -> None:
        """Let move what can be seen to have moved since the last board, unless animations are off."""
        before, self._shown = self._shown, time.monotonic()
        if self.scale.signs and self._look.colour and self.is_attached and self.app.animation_level == "full":
            stills = motion(last, self.board, slow=self._shown - before >= SLOW_SECONDS)
            if stills:
                self._go_through(stills)

    def _go_through(self, stills: list[Still]) -> None:
        """Show a still, and the others after it."""
        self._show_still(stills[0])
        then = (lambda: self._go_through(stills[1:])) if stills[1:] else self._rest
        self._moving = self.set_timer(STILL_SECONDS, then)

    def _rest(self) -> None:
        """Let nothing move any more."""
        if self._moving:
            self._moving.stop()
            self._moving = None
            self._show_still(None)

    def _show_still(self, still: Still | None) -> None:
        regions = self._still_regions()
        self._still = still
        if regions := [*regions, *self._still_regions()]:
            self.refresh(*regions)

    def _still_regions(self) -> list[Region]:
        """Return where something is drawn on top of the board."""
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

    # The cursor, and how large the board is.

    def point_at(self, square: int | None) -> None:
        """Put the cursor on a square and bring it into view, or take it away."""
        if square is not None:
            self.point(*divmod(square, self.board.cols))
        elif self.cursor is not None:
            self.refresh(self._region(*self.cursor))
            self.cursor = None

    def point(self, row: int, col: int) -> None:
        """Put the cursor on a square and bring it into view."""
        self.point_at(None)
        self.cursor = row, col
        self.refresh(self._region(row, col))
        x, y = self._cell_offset(row // self.scale.covers, col // self.scale.covers)
        left, below = self.scale.margin
        width, height = self.scale.width + left, max(1, int(self.scale.height)) + below
        self.scroll_to_region(Region(x - left, y, width + left, height), animate=False)

    def label(self, labels: bool) -> None:
        """Name rows and columns beside the board, or leave them out where the squares are to be as large as can be."""
        self._labels = labels
        self._choices = self._scales()
        self._rest()
        self._rescale()

    def zoom(self, by: int) -> None:
        """Draw the board larger or smaller, from the size that fits, with the cursor or the knight in the middle."""
        fit = fitting(self._choices, *self.size)
        self._zoom = min(max(self._zoom + by, -fit), len(self._choices) - 1 - fit)
        self._rest()
        self._rescale()
        self.call_after_refresh(self._centre)

    def _centre(self) -> None:
        """Bring the cursor, or else the last square of the trail, into the middle, as far as the board goes."""
        if self.cursor is None and not len(self.board.trail):
            return
        row, col = self.cursor or divmod(int(self.board.trail[-1]), self.board.cols)
        scale = self.scale
        corner = self._cell_offset(row // scale.covers, col // scale.covers)
        x, y = corner + Offset(scale.width // 2, int(scale.height) // 2)
        left, below = scale.margin
        across, down = (self._view.width + left) // 2, (self._view.height - below) // 2
        self.scroll_to(x - across, y - down, animate=False, force=True)

    # The mouse.

    def on_resize(self) -> None:
        """Fit the board to the new size."""
        self._rest()
        self._rescale()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where the mouse may be dragged from."""
        self._held = self._square_under(event) if event.button == 1 else None
        self._dragging = False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell which squares the mouse is dragged over."""
        square = self._square_under(event)
        if not self._held or not square or square == self._held or not event.button:
            return
        if not self._dragging:
            self._dragging = True
            self.post_message(self.Dragged(self, *self._held, first=True))
        self._held = square
        self.post_message(self.Dragged(self, *square, first=False))

    def on_mouse_up(self) -> None:
        """Let go of the mouse."""
        self._held = None

    def on_click(self, event: events.Click) -> None:
        """Tell which square was clicked."""
        square = self._square_under(event)
        if square and not self._dragging:
            self.post_message(self.Pressed(self, *square, event.button))

    def _square_under(self, event: events.MouseEvent) -> tuple[int, int] | None:
        return self.square_at(event.get_content_offset(self) or Offset(-1, -1))
