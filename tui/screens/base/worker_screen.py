"""Screens of what goes on in a worker: keys become orders to it, and its reports become what is shown."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from textual.message import Message

from knightwatch.tui.screens.base.exporting import ExportingScreen
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.views import next_view
from knightwatch.tui.screens.base.zoom import ZoomScreen
from knightwatch.tui.workers.worker import FRAME_SECONDS, Order, Pause, Quit, RunAt, Worker

PACES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, None)
"""Steps a second; None is as fast as it goes."""
USUAL_PACE = PACES.index(10)
BYTES = 36_000
"""Bytes a second that a line can take; what shows more is shown less often."""
LONG = 3.0
"""Seconds of searching that are not thrown away without a word."""
LONGEST = 0.25
"""Seconds between two reports, at most."""

Subject = TypeVar("Subject")
W = TypeVar("W", bound=Worker[Any])


class WorkerScreen(ZoomScreen[None], ExportingScreen[None], Generic[Subject, W]):
    """One worker at a time, about one subject."""

    app: Program

    @dataclass
    class Reported(Message):
        """The worker has something new to show."""

        runner: Worker[Any]

        def can_replace(self, message: Message) -> bool:
            """Tell that the newest report is the only one that counts."""
            return isinstance(message, WorkerScreen.Reported)

    def __init__(self, subject: Subject) -> None:
        super().__init__()
        self._pace = USUAL_PACE
        self._sent = 0
        self.runner = self._employ(subject)

    @abstractmethod
    def make_runner(self, subject: Subject, tell: Callable[[], object]) -> W:
        """Return the worker for a subject; it calls `tell` after each report."""

    @abstractmethod
    def get_ready(self) -> None:
        """Get ready for the first report."""

    @abstractmethod
    def show(self) -> None:
        """Show the newest report."""

    @abstractmethod
    def show_state(self) -> None:
        """Show in a word how the worker stands."""

    @abstractmethod
    def go_on(self, order: Order) -> None:
        """Give an order to run, if there is anything left to do."""

    # One worker after the other.

    def _employ(self, subject: Subject) -> W:
        def tell() -> None:
            self.post_message(self.Reported(runner))

        runner = self.make_runner(subject, tell)
        return runner

    def on_mount(self) -> None:
        """Start the first worker, which waits for a key, unless the program is already being left."""
        if self.is_attached:
            self._start()

    def on_unmount(self) -> None:
        """Stop the worker."""
        self.runner.order(Quit())

    def begin(self, subject: Subject) -> None:
        """Leave what goes on, and begin something else."""
        self.app.clear_notifications()
        self.runner.order(Quit())
        self.runner = self._employ(subject)
        self._start()

    def _start(self) -> None:
        self.get_ready()
        self.run_worker(self.runner.work, thread=True, group="search")
        self.show()

    def on_worker_screen_reported(self, message: Reported) -> None:
        """Show the newest report, unless it is of a worker that was left."""
        if message.runner is self.runner:
            self._spare_the_line()
            self.show()
            self.app.when_drawn = message.runner.on_drawn

    def _spare_the_line(self) -> None:
        """Let the next report wait until the last one is sent over a slow line; steps seen one by one do not wait."""
        last, self._sent = self.app.sent - self._sent, self.app.sent
        hurried = self.pace is None or self.pace * FRAME_SECONDS > 1
        self.runner.frame_seconds = min(max(FRAME_SECONDS, last / BYTES), LONGEST) if hurried else FRAME_SECONDS

    # What the keys do.

    @property
    def pace(self) -> int | None:
        """Steps a second; None is as fast as it goes."""
        return PACES[self._pace]

    def play(self, order: Order, pace: float | None) -> None:
        """Give an order, and go on from there at the nearest of the paces, also before anything is in sight."""
        paces = enumerate(PACES)
        self._pace = next(place for place, each in paces if each is None or (pace is not None and each >= pace))
        self.runner.order(order)

    def give(self, order: Order) -> None:
        """Give an order, and show at once what it changes; notices about earlier moments are out of date."""
        self.app.clear_notifications()
        self.runner.order(order)
        self.show_state()

    def action_run(self) -> None:
        """Run, or pause."""
        if self.runner.playing:
            self.give(Pause())
        else:
            self.go_on(RunAt(self.pace))

    def action_step(self, by: int) -> None:
        """Go a step on or back."""
        self.app.clear_notifications()
        self.runner.step(by)

    def action_pace(self, by: int) -> None:
        """Run faster or slower."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)
        self.runner.change_pace(self.pace)
        self.show_state()

    @property
    @abstractmethod
    def spent(self) -> float:
        """Seconds of searching that would have to be spent again after leaving now: none once all has ended."""

    @property
    @abstractmethod
    def parting(self) -> str:
        """What to say before so much is left: how to come back to it."""

    def action_leave(self) -> None:
        """Go back; what took long and has not ended is left only by who asks again while the question is in sight."""
        if self.spent < LONG or self.parting in self.app.notices:
            self.app.pop_screen()
            return
        self.notify(self.parting, markup=False)

    def pause(self) -> None:
        """Stop what goes on by itself; a step that is under way is still done."""
        if self.runner.playing:
            self.give(Pause())

    async def at_rest(self) -> bool:
        """Pause, and wait until all can be looked at from here; tell whether it can."""
        if self.runner.report.preparing:
            self.notify("The kernels are being prepared; try again in a moment.")
            return False
        self.pause()
        self.app.clear_notifications()
        while not self.runner.idle:
            await asyncio.sleep(0.005)
        return True

    async def carried_out(self, order: Order) -> bool:
        """Wait until an order is carried out; tell whether it was, and not replaced by another."""
        while self.runner.obeys(order):
            await asyncio.sleep(0.005)
        return self.runner.idle

    def action_fold(self) -> None:
        """Show board and side, the board alone, the side alone, in turn."""
        next_view(self, ["-side-only"] if self.has_class("-narrow") else ["-board-only", "-side-only"])
