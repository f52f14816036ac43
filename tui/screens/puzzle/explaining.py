"""The key `d`: explain the last step, part by part, and then the next steps."""

from collections.abc import Awaitable, Callable

from textual import work
from textual.binding import Binding

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.page import Page, Picture
from knightwatch.engine.core.parts import Pages
from knightwatch.engine.core.words import capitalised
from knightwatch.tui.key_order import OPENING
from knightwatch.tui.screens.base.code_keys import CodeKeys
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.puzzle.bookmarks import BookmarkScreen
from knightwatch.tui.screens.puzzle.run_view import RunView, masked_pages
from knightwatch.tui.workers.run import Report
from knightwatch.tui.workers.worker import LookBack, LookInto, ToSetback

NextPages = Callable[[], Awaitable[Pages]]
"""Does one or more steps and returns the pages of the last one; returns none if the search has ended."""


class StepScreen(CodeKeys[None], PagesScreen):
    """The pages of a step; `d` goes on to the next step."""

    BINDINGS = [
        Binding("d", "next_step", "Next step", tooltip="do the next step and explain it"),
        Binding("W", "setback", "Worse", show=False, tooltip="run to the next setback and explain it"),
        Binding("c", "turn_to(-1)", "Code", tooltip="the page with the code: the lines that did this step"),
    ]

    def __init__(self, pages: Pages, next_pages: NextPages | None, setback_pages: NextPages | None = None) -> None:
        """Show the pages of a step; without `next_pages`, users predict the next step first.

        `setback_pages` runs to the next setback; it is None if the solver knows none.
        """
        super().__init__(len(pages), pages.__getitem__)
        self._next_pages, self._setback_pages = next_pages, setback_pages

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the next steps, unless users predict them."""
        if action in ("next_step", "setback"):
            return self._next_pages is not None
        return super().check_action(action, parameters)

    def last_notice(self) -> str:
        """Return the notice for → on the last page."""
        if not self._next_pages:
            return super().last_notice()
        return "This is the last page: d explains the next step, q goes back to the search."

    @work(exclusive=True)
    async def action_next_step(self) -> None:
        """Do the next step and show its pages; on the page with the code, stay there."""
        assert self._next_pages
        await self._go_on(self._next_pages)

    @work(exclusive=True)
    async def action_setback(self) -> None:
        """Run to the next setback and show its pages."""
        if self._setback_pages:
            await self._go_on(self._setback_pages)
        else:
            self.notify("W knows no setbacks of this solver: d explains the next step.")

    async def _go_on(self, make_pages: NextPages) -> None:
        """Show the pages of a later step; on the page with the code, stay there."""
        on_code = self._page(self._index).code is not None
        if pages := await make_pages():
            self.replace_pages(pages, len(pages) - 1 if on_code else 0)
        else:
            self.notify("The search has ended: there is no next step.")


class ExplainingScreen(BookmarkScreen):
    """The screen of a run whose steps can be explained."""

    @work(exclusive=True, group=OPENING)
    async def action_detail(self) -> None:
        """Replay the last step and show its parts."""
        if not await self.wait_until_paused():
            return
        if not self.runner.moment:
            self._explain_beginning(self.runner.report)
            return
        if pages := await self._look_into_last():
            predicted = self.query_one(RunView).quiz is not None
            setbacks = self._setback_pages if self.runner.plan.parts.setback else None
            self.app.push_screen(StepScreen(pages, None if predicted else self._next_pages, setbacks))

    def _explain_beginning(self, report: Report) -> None:
        """Show the proof if there is no solution; else say that there is no step yet."""
        if report.status is Status.IMPOSSIBLE:
            proof = Page("the proof", f"{capitalised(report.reason)}.", (Picture("", report.frame.board),))
            self.app.push_screen(PagesScreen(1, (proof,).__getitem__))
        elif report.status is Status.RUNNING:
            self.notify("There is no step to explain yet: → does one.")
        else:
            self.notify("The run ended before its first step: s opens the settings.")

    @work(exclusive=True, group=OPENING)
    async def action_family(self) -> None:
        """Replay the last generations and show the family tree of the best individual."""
        if not await self.wait_until_paused():
            return
        if not self.runner.plan.parts.family:
            self.notify(f"{self.runner.plan.solver.name} has no population, so there is no family tree.")
        elif not self.runner.moment:
            self.notify("The first generation is random: → breeds the next one.")
        elif pages := await self._collect(LookBack(self.runner.moment)):
            self.app.push_screen(PagesScreen(len(pages), pages.__getitem__))

    async def _next_pages(self) -> Pages:
        """Do one step and return its pages; return none if the search has ended."""
        if not await self.wait_until_paused() or self.runner.report.status is not Status.RUNNING:
            return ()
        self.runner.step(1)
        return await self._look_into_last() if await self.wait_until_paused() else ()

    async def _setback_pages(self) -> Pages:
        """Run to the next setback and return its pages; return none if the search has ended."""
        if not await self.wait_until_paused() or self.runner.report.status is not Status.RUNNING:
            return ()
        order = ToSetback()
        self.send(order)
        return await self._look_into_last() if await self.wait_until_done(order) else ()

    async def _look_into_last(self) -> Pages:
        """Replay the last step and return its pages; while users predict steps, without what tells the next one."""
        pages, quiz = await self._collect(LookInto(self.runner.moment)), self.query_one(RunView).quiz
        return masked_pages(pages, quiz) if quiz else pages

    async def _collect(self, order: LookInto | LookBack) -> Pages:
        """Send an order and return the pages that it made; return none if another order came first."""
        self.send(order)
        return self.runner.pages if await self.wait_until_done(order) else ()
