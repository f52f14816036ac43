"""Bookmarks of a run: moments marked with a note, kept with it, and gone to by a key."""

from textual import work

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.keeping import Keeper
from knightwatch.tui.screens.base.worker_screen import WorkerScreen
from knightwatch.tui.screens.puzzle.bookmark_note import NoteScreen
from knightwatch.tui.widgets.timeline import Timeline
from knightwatch.tui.workers.run import Runner
from knightwatch.tui.workers.worker import Seek


class BookmarkScreen(WorkerScreen[Plan | Keeper, Runner]):
    """The screen of a run whose moments can be marked."""

    @work(exclusive=True, group="look")
    async def action_mark(self) -> None:
        """Mark the moment on show with a note, or take its mark away."""
        if not await self.at_rest():
            return
        moment = self.runner.moment
        if moment in self.runner.keeper.bookmarks:
            self._mark(moment, None)
        else:
            note = await self.app.push_screen_wait(NoteScreen(f"{self.runner.plan.solver.unit} {moment:,}"))
            if note is not None:
                self._mark(moment, note)

    def _mark(self, moment: int, note: str | None) -> None:
        keeper = self.runner.keeper
        try:
            keeper.mark(self.runner.run, moment, note)
        except BadInput as error:
            self.notify(f"The bookmark is not kept: {error}.", markup=False)
            return
        self.query_one(Timeline).mark(keeper.bookmarks)
        self.notify("The bookmark is gone." if note is None else "Bookmarked: J goes to the next one, M takes it away.")

    def action_next_mark(self) -> None:
        """Go to the next bookmark; after the last, to the first."""
        marks = sorted(self.runner.keeper.bookmarks.items())
        if not marks:
            self.notify("There are no bookmarks yet: M marks the moment on show.")
            return
        moment, note = next((mark for mark in marks if mark[0] > self.runner.moment), marks[0])
        self.give(Seek(moment))
        self.notify(note or "A bookmark without a note.", markup=False)
