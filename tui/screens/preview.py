"""What an entry of the home screen is about, alive: its search on a small board, moving slowly, and a few words.

It is the real search, interpreted, so that nothing is compiled for something that is only looked at in passing; it is
left as soon as another entry is looked at. Where animations are off, one moment of it is shown, and stands still.
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
"""Makes what is to be shown; raises BadInput where that cannot be."""

PATIENCE = 0.12
"""Seconds that an entry is looked at before its search begins."""
BEAT = 0.25
"""Seconds between two moments."""
REST = 3.0
"""Seconds for which the end is shown, before it begins again."""
FRAMES = 64
"""About how many moments a search is shown in that has no pace of its own."""
STILL = 40
"""The moment that is shown where nothing moves."""
LEAST_BOARD = 24
"""Columns of a board that has another one beside it."""
MOST_SQUARES = 1_000_000
MOST_EFFORT = 0.2
"""Seconds that the beginning or a step may take, interpreted."""


class Preview(Vertical):
    """Boards, and below them what there is to see."""

    app: Program

    drawn = False
    """Whether the boards of the entry are there."""

    def __init__(self) -> None:
        super().__init__()
        # By name, neither would be found any more by a search that is made while the screen is being left.
        self._boards, self._words = Container(id="boards"), Words(id="sentence")

    def compose(self) -> ComposeResult:
        """Lay out the parts."""
        yield self._boards
        yield self._words

    def show(self, words: str, searches: Searches, pace: float | None = None) -> None:
        """Show words, and soon searches, at a pace that fits what they are usually run at; at 0 they stand still."""
        self.drawn = False
        self._words.show(to_ascii(words, self.app.look.ascii))
        self._play(searches, pace)

    def stop(self) -> None:
        """Let nothing move any more."""
        self.workers.cancel_node(self)

    @work(exclusive=True)
    async def _play(self, make: Searches, pace: float | None) -> None:
        await asyncio.sleep(PATIENCE)
        try:
            searches = await asyncio.to_thread(begun, make)
        except BadInput as error:
            await self._boards.remove_children()
            self._words.show(f"This choice cannot be opened any more: {error}.")
            return
        views = await self._lay(searches)
        if pace == 0 or self.app.animation_level == "none":
            steps = 0 if pace == 0 else STILL
            boards = await asyncio.to_thread(further, searches, [steps] * len(searches))
            for view, board in zip(views, boards, strict=True):
                view.show(board)
            self.drawn = True
            return
        self.drawn = True
        strides = [stride(search.problem.board(), pace) for search in searches]
        while True:
            await asyncio.sleep(BEAT)
            boards = await asyncio.to_thread(further, searches, strides)
            for view, board in zip(views, boards, strict=True):
                view.show(board)
            if not any(search.status == "running" for search in searches):
                await asyncio.sleep(REST)
                await asyncio.to_thread(again, searches)

    async def _lay(self, searches: "Sequence[Search[Any, Any]]") -> "list[BoardView]":
        """Put a board for each search where those of another entry were."""
        from knightwatch.tui.widgets.board.view import BoardView

        views = [BoardView(search.frame().board, self.app.look) for search in searches]
        place, several = self._boards, len(views) > 1
        with self.app.batch_update():
            await place.remove_children()
            place.styles.grid_size_columns = cols = columns(len(views), place.size.width)
            place.styles.grid_size_rows = -(-len(views) // cols)
            for view, search in zip(views, searches, strict=True):
                await place.mount(Vertical(Static(search.name, classes="caption"), view) if several else view)
        return views


def columns(boards: int, width: int) -> int:
    """Return how many boards to put side by side: all of them, two, or one, as there is room."""
    return next((cols for cols in (boards, 2) if cols <= boards and width >= cols * LEAST_BOARD), 1)


def begun(make: Searches) -> "Sequence[Search[Any, Any]]":
    """Return searches that can be shown; takes a while, since it is here that they are imported."""
    import knightwatch.tui.widgets.board.view  # noqa: F401

    searches = make()
    for search in searches:
        ready(search)
    return searches


def ready(search: "Search[Any, Any]") -> bool:
    """Get a search ready to be run without machine code; tell whether it is small enough for that."""
    from knightwatch.engine.compiled.tiers import Source

    search.tier.source = Source.NONE
    if small := lively(search):
        search.prepare()
    return small


def lively(search: "Search[Any, Any]") -> bool:
    """Tell whether a search is small enough to be run for a look."""
    board = search.problem.board()
    return board.rows * board.cols <= MOST_SQUARES and search.effort() <= MOST_EFFORT


def further(searches: "Sequence[Search[Any, Any]]", steps: Sequence[int]) -> "list[Board]":
    """Take searches some steps on; return their boards."""
    for search, more in zip(searches, steps, strict=True):
        if lively(search):
            search.advance(more)
    return [search.frame().board for search in searches]


def again(searches: "Sequence[Search[Any, Any]]") -> None:
    """Take searches back to their beginning."""
    for search in searches:
        if lively(search):
            search.rewind()


def stride(board: "Board", pace: float | None) -> int:
    """Return the steps from one moment on show to the next: one, unless the search is made to be run faster."""
    return max(1, board.rows * board.cols // FRAMES if pace is None else round(pace / 20))


def search_of(name: str, values: dict[str, str]) -> "Sequence[Search[Any, Any]]":
    """Make the search of a puzzle, by its name."""
    from knightwatch.engine.plans.plan import Plan

    return [Plan.read(puzzle(name), values).search()]


def racers_of(each: Puzzle, values: dict[str, str], racers: Sequence[str]) -> "Sequence[Search[Any, Any]]":
    """Make the searches of a race."""
    from knightwatch.engine.lab.races.entries import parse_racers

    return [plan.search() for plan in parse_racers(each, values, racers)]


def first_scene() -> "Sequence[Search[Any, Any]]":
    """Make the search that the first lecture begins with."""
    return search_of("tour", {"solver": "warnsdorff", "start": "a1", "seed": "1"})
