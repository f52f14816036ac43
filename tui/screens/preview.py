"""The preview of the home screen: the search of the highlighted entry on a small board, and a short text.

It runs the real search, interpreted, so that nothing is compiled for a preview. It stops when another entry is
highlighted. If animations are off, it shows one step and does not move.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual import work
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import Static

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.widgets.words import Words

if TYPE_CHECKING:
    from knightwatch.engine.core.frame import Board
    from knightwatch.engine.core.search import Search
    from knightwatch.tui.widgets.board.view import BoardView

Searches = Callable[[], "Sequence[Search[Any, Any]]"]
"""Makes the searches to show; raises BadInput if it cannot."""

DELAY = 0.12
"""Seconds from the highlight to the start of the preview."""
BEAT = 0.25
"""Seconds between two frames."""
END_SECONDS = 3.0
"""Seconds for which the end is shown before the restart."""
FRAMES = 64
"""About how many frames show a search that has no pace."""
STILL = 40
"""The step to show if animations are off."""
LEAST_BOARD = 24
"""Least columns of a board beside another one."""
CAPTION_LINES = 2
"""Lines around a board below another one: its name, a blank."""
MOST_SQUARES = 1_000_000
MOST_EFFORT = 0.2
"""Most seconds for the start or a step, interpreted."""


class Preview(Vertical):
    """Boards, and a text below them."""

    app: Program

    ready = False
    """Whether the boards of the entry are shown."""

    def __init__(self) -> None:
        super().__init__()
        # Not by query: a preview may still run while the screen is being removed.
        self._boards, self._words = Container(id="boards"), Words(id="sentence")

    def compose(self) -> ComposeResult:
        """Lay out the widgets."""
        yield self._boards
        yield self._words

    def show(self, words: str, searches: Searches, pace: float | None = None) -> None:
        """Show a text at once and the searches after a delay. `pace` is the pace of the example; 0 shows one step."""
        self.ready = False
        self._words.show(to_ascii(words, self.app.look.ascii))
        self._play(searches, pace)

    def stop(self) -> None:
        """Stop the searches."""
        self.workers.cancel_node(self)

    @work(exclusive=True)
    async def _play(self, make: Searches, pace: float | None) -> None:
        await asyncio.sleep(DELAY)
        try:
            searches = await asyncio.to_thread(make_ready, make)
        except BadInput as error:
            await self._boards.remove_children()
            self._words.show(f"This entry cannot be opened: {error}.")
            return
        rows = searches[0].problem.board().rows
        named = len(searches) > 1
        searches = searches[: fitting_boards(len(searches), rows, *self._boards.size)]
        views = await self._add_boards(searches, named)
        if pace == 0 or self.app.animation_level == "none":
            steps = 0 if pace == 0 else STILL
            boards = await asyncio.to_thread(advance, searches, [steps] * len(searches))
            for view, board in zip(views, boards, strict=True):
                view.show(board)
            self.ready = True
            return
        self.ready = True
        strides = [stride(search.problem.board(), pace) for search in searches]
        while True:
            await asyncio.sleep(BEAT)
            boards = await asyncio.to_thread(advance, searches, strides)
            for view, board in zip(views, boards, strict=True):
                view.show(board)
            if not any(search.status == "running" for search in searches):
                await asyncio.sleep(END_SECONDS)
                await asyncio.to_thread(rewind, searches)

    async def _add_boards(self, searches: "Sequence[Search[Any, Any]]", named: bool) -> "list[BoardView]":
        """Replace the boards by one board for each search, below its name if asked."""
        from knightwatch.tui.widgets.board.view import BoardView

        views = [BoardView(search.frame().board, self.app.look) for search in searches]
        place = self._boards
        with self.app.batch_update():
            await place.remove_children()
            place.styles.grid_size_columns = cols = columns(len(views), place.size.width)
            place.styles.grid_size_rows = -(-len(views) // cols)
            for view, search in zip(views, searches, strict=True):
                if place.is_attached:  # the screen may be closing
                    await place.mount(Vertical(Static(search.name, classes="caption"), view) if named else view)
        return views


def columns(boards: int, width: int) -> int:
    """Return how many boards fit side by side: all, two, or one."""
    return next((cols for cols in (boards, 2) if cols <= boards and width >= cols * LEAST_BOARD), 1)


def fitting_boards(boards: int, rows: int, width: int, height: int) -> int:
    """Return how many boards have room for a line per row of squares; at least one."""
    return min(boards, columns(boards, width) * max(1, height // (rows + CAPTION_LINES)))


def make_ready(make: Searches) -> "Sequence[Search[Any, Any]]":
    """Make the searches and prepare them. This is slow, because it imports their modules."""
    import knightwatch.tui.widgets.board.view  # noqa: F401

    searches = make()
    for search in searches:
        prepare(search)
    return searches


def prepare(search: "Search[Any, Any]") -> bool:
    """Prepare a search to run interpreted; return whether it is small enough."""
    from knightwatch.engine.compiled.tiers import Source

    search.tier.source = Source.NONE
    if small := is_small(search):
        search.prepare()
    return small


def is_small(search: "Search[Any, Any]") -> bool:
    """Return whether a search is small enough to run interpreted. A user's code never runs in a preview."""
    board = search.problem.board()
    return not search.interpreted and board.rows * board.cols <= MOST_SQUARES and search.effort() <= MOST_EFFORT


def advance(searches: "Sequence[Search[Any, Any]]", steps: Sequence[int]) -> "list[Board]":
    """Advance the searches and return their boards."""
    for search, count in zip(searches, steps, strict=True):
        if is_small(search):
            search.advance(count)
    return [search.frame().board for search in searches]


def rewind(searches: "Sequence[Search[Any, Any]]") -> None:
    """Rewind the searches to their first step."""
    for search in searches:
        if is_small(search):
            search.rewind()


def stride(board: "Board", pace: float | None) -> int:
    """Return the steps from one frame to the next: one, unless the example runs fast."""
    return max(1, board.rows * board.cols // FRAMES if pace is None else round(pace / 20))


def search_of(name: str, values: dict[str, str]) -> "Sequence[Search[Any, Any]]":
    """Make the search of a puzzle, given its name."""
    from knightwatch.engine.plans.plan import Plan

    return [Plan.read(puzzle(name), values).search()]


def racers_of(each: Puzzle, values: dict[str, str], racers: Sequence[str]) -> "Sequence[Search[Any, Any]]":
    """Make the searches of a race."""
    from knightwatch.engine.lab.races.entries import parse_racers

    return [plan.search() for plan in parse_racers(each, values, racers)]


def first_scene(name: str) -> "Sequence[Search[Any, Any]]":
    """Make the search of the first scene of a built-in lecture."""
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.tui.lectures.lecture import Lecture

    lecture = Lecture.named(name)
    subject, _ = lecture.scenes[0].subject(lecture.folder)
    assert isinstance(subject, Plan)
    return [subject.search()]
