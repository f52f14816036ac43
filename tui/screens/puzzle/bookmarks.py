"""Bookmarks: steps of a run that the user marked with a note. They are saved with the run."""

from textual import work

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.saving import RunSaver
from knightwatch.tui.key_order import OPENING
from knightwatch.tui.screens.base.worker_screen import WorkerScreen
from knightwatch.tui.screens.puzzle.bookmark_note import NoteScreen
from knightwatch.tui.widgets.timeline import Timeline
from knightwatch.tui.workers.run import Runner
from knightwatch.tui.workers.worker import Seek


class BookmarkScreen(WorkerScreen[Plan | RunSaver, Runner]):
    """The screen of a run with bookmarks."""

    @work(exclusive=True, group=OPENING)
    async def action_mark(self) -> None:
        """Set a bookmark with a note at the current step, or remove it."""
        if not await self.wait_until_paused():
            return
        step = self.runner.moment
        if step in self.runner.keeper.bookmarks:
            self._mark(step, None)
        else:
            note = await self.app.push_screen_wait(NoteScreen(f"{self.runner.plan.solver.unit} {step:,}"))
            if note is not None:
                self._mark(step, note)

    def _mark(self, step: int, note: str | None) -> None:
        keeper = self.runner.keeper
        try:
            keeper.mark(self.runner.run, step, note)
        except BadInput as error:
            self.notify(f"The bookmark is not saved: {error}.", markup=False)
            return
        self.query_one(Timeline).mark(keeper.bookmarks)
        self.notify("Bookmark removed." if note is None else "Bookmark set: J goes to the next one, M removes it.")

    def action_next_mark(self) -> None:
        """Go to the next bookmark; after the last, to the first."""
        marks = sorted(self.runner.keeper.bookmarks.items())
        if not marks:
            self.notify("There are no bookmarks yet: M sets one at this step.")
            return
        step, note = next((mark for mark in marks if mark[0] > self.runner.moment), marks[0])
        self.send(Seek(step))
        self.notify(note or "Bookmark without a note.", markup=False)
