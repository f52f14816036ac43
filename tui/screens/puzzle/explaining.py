"""The key `d`: explain the last step, part by part, and then the next steps."""

from collections.abc import Awaitable, Callable

from textual import work
from textual.binding import Binding

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.parts import Pages
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.puzzle.bookmarks import BookmarkScreen
from knightwatch.tui.workers.worker import LookInto

NextPages = Callable[[], Awaitable[Pages]]
"""Does the next step and returns its pages; returns none if the search has ended."""


class StepScreen(PagesScreen):
    """The pages of a step; `d` goes on to the next step."""

    BINDINGS = [Binding("d", "next_step", "Next step", tooltip="do the next step and explain it")]

    def __init__(self, pages: Pages, next_pages: NextPages) -> None:
        super().__init__(len(pages), pages.__getitem__)
        self._next_pages = next_pages

    def last_notice(self) -> str:
        """Return the notice for → on the last page."""
        return "This is the last page: d explains the next step, q goes back to the search."

    @work(exclusive=True)
    async def action_next_step(self) -> None:
        """Do the next step and show its pages."""
        if pages := await self._next_pages():
            self.replace_pages(pages)
        else:
            self.notify("The search has ended: there is no next step.")


class ExplainingScreen(BookmarkScreen):
    """The screen of a run whose steps can be explained."""

    @work(exclusive=True, group="look")
    async def action_detail(self) -> None:
        """Replay the last step and show its parts."""
        if not await self.wait_until_paused():
            return
        if not self.runner.moment:
            ended = self.runner.report.status is not Status.RUNNING
            self.notify(
                "The run ended before its first step." if ended else "There is no step to explain yet: → does one."
            )
            return
        if pages := await self._look_into_last():
            self.app.push_screen(StepScreen(pages, self._next_pages))

    async def _next_pages(self) -> Pages:
        """Do one step and return its pages; return none if the search has ended."""
        if not await self.wait_until_paused() or self.runner.report.status is not Status.RUNNING:
            return ()
        self.runner.step(1)
        return await self._look_into_last() if await self.wait_until_paused() else ()

    async def _look_into_last(self) -> Pages:
        """Replay the last step and return its pages; return none if another order came first."""
        order = LookInto(self.runner.moment)
        self.send(order)
        return self.runner.pages if await self.wait_until_done(order) else ()
