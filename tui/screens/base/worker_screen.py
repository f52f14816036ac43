"""The base of screens with a worker thread: keys become orders to the worker, and its reports are shown."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from textual.message import Message
from textual.worker import Worker as TextualWorker

from knightwatch.tui.screens.base.exporting import ExportingScreen
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.views import next_view
from knightwatch.tui.screens.base.zoom import ZoomScreen
from knightwatch.tui.workers.worker import FRAME_SECONDS, Order, Pause, Quit, RunAt, Worker

PACES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, None)
"""Steps per second; None is full speed."""
USUAL_PACE = PACES.index(10)
BYTES = 36_000
"""Bytes per second that a slow line can take. If a report needs more, reports come less often."""
WARN_SECONDS = 3.0
"""Seconds of unsaved work from which leaving asks for a second key."""
MOST_FRAME_SECONDS = 0.25
"""Most seconds between two reports."""

Subject = TypeVar("Subject")
W = TypeVar("W", bound=Worker[Any])


class WorkerScreen(ZoomScreen[None], ExportingScreen[None], Generic[Subject, W]):
    """A screen with one worker at a time; the subject is what the worker runs."""

    app: Program

    introduction = ""
    """The first paragraph of help, for example about the lecture that the screen is part of."""
    on_begin: Callable[[], object] | None = None
    """Called when another worker has started, for example to correct the caption of a scene."""

    @dataclass
    class Reported(Message):
        """The worker has something new to show."""

        runner: Worker[Any]

        def can_replace(self, message: Message) -> bool:
            """Return True: the newest report replaces waiting ones."""
            return isinstance(message, WorkerScreen.Reported)

    def __init__(self, subject: Subject) -> None:
        super().__init__()
        self._pace = USUAL_PACE
        self._sent = 0
        self.thread: TextualWorker[None] | None = None
        """The thread of the newest worker."""
        self.runner = self._new_runner(subject)

    @abstractmethod
    def make_runner(self, subject: Subject, notify: Callable[[], object]) -> W:
        """Return the worker for a subject; it calls `notify` after each report."""

    @abstractmethod
    def get_ready(self) -> None:
        """Prepare the widgets for the first report."""

    @abstractmethod
    def show(self) -> None:
        """Show the newest report."""

    @abstractmethod
    def show_state(self) -> None:
        """Show the state of the worker: running, paused, solved."""

    @abstractmethod
    def run_unless_ended(self, order: Order) -> None:
        """Send an order to run, unless the work has ended."""

    # Start and replace the worker.

    def _new_runner(self, subject: Subject) -> W:
        def notify() -> None:
            self.post_message(self.Reported(runner))

        runner = self.make_runner(subject, notify)
        return runner

    def on_mount(self) -> None:
        """Start the first worker, unless the program is already closing."""
        if self.is_attached:
            self._start()

    def on_unmount(self) -> None:
        """Stop the worker."""
        self.runner.order(Quit())

    def begin(self, subject: Subject) -> None:
        """Stop the worker and start one for another subject."""
        self.app.clear_notifications()
        self.runner.order(Quit())
        self.runner = self._new_runner(subject)
        self._start()
        if self.on_begin:
            self.on_begin()

    def _start(self) -> None:
        self.get_ready()
        self.thread = self.run_worker(self.runner.work, thread=True, group="search")
        self.show()

    def on_worker_screen_reported(self, message: Reported) -> None:
        """Show the newest report, unless it comes from a stopped worker."""
        if message.runner is self.runner:
            self._limit_rate()
            self.show()
            if (fault := message.runner.fault) and fault not in self.app.notices:
                self.notify(fault, markup=False)
            self.app.when_drawn = message.runner.on_drawn

    def _limit_rate(self) -> None:
        """Set the time to the next report from the bytes of the last one; a pace of single steps is not slowed."""
        last_bytes, self._sent = self.app.sent - self._sent, self.app.sent
        skips_steps = self.pace is None or self.pace * FRAME_SECONDS > 1
        self.runner.frame_seconds = (
            min(max(FRAME_SECONDS, last_bytes / BYTES), MOST_FRAME_SECONDS) if skips_steps else FRAME_SECONDS
        )

    # Keys.

    @property
    def pace(self) -> int | None:
        """Steps per second; None is full speed."""
        return PACES[self._pace]

    def play(self, order: Order, pace: float | None) -> None:
        """Send an order and set the nearest pace; works before the screen is shown."""
        paces = enumerate(PACES)
        self._pace = next(place for place, each in paces if each is None or (pace is not None and each >= pace))
        self.runner.order(order)

    def send(self, order: Order) -> None:
        """Send an order and show the new state at once; clear notices about earlier steps."""
        self.app.clear_notifications()
        self.runner.order(order)
        self.show_state()

    def action_run(self) -> None:
        """Run, or pause."""
        if self.runner.playing:
            self.send(Pause())
        else:
            self.run_unless_ended(RunAt(self.pace))

    def action_step(self, by: int) -> None:
        """Go one step forwards or back."""
        self.app.clear_notifications()
        self.runner.step(by)

    def action_pace(self, by: int) -> None:
        """Run faster or slower."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)
        self.runner.change_pace(self.pace)
        self.show_state()

    @property
    @abstractmethod
    def unsaved_seconds(self) -> float:
        """Seconds of work that leaving now would lose; 0 after the end."""

    @property
    @abstractmethod
    def leave_warning(self) -> str:
        """The warning before work is lost: how to repeat it."""

    def action_leave(self) -> None:
        """Go back. If much work would be lost, warn first; a second key while the warning is visible leaves."""
        if self.unsaved_seconds < WARN_SECONDS or self.leave_warning in self.app.notices:
            self.app.clear_notifications()  # they are about this screen
            self.app.pop_screen()
        else:
            self.notify(self.leave_warning, markup=False)

    def pause(self) -> None:
        """Pause; the current step is still completed."""
        if self.runner.playing:
            self.send(Pause())

    async def wait_until_paused(self) -> bool:
        """Pause and wait until the worker is idle; return False while code is still being compiled."""
        if self.runner.report.preparing:
            self.notify("The code is being compiled; try again in a moment.")
            return False
        self.pause()
        self.app.clear_notifications()
        while not self.runner.idle:
            await asyncio.sleep(0.005)
        return True

    async def wait_until_done(self, order: Order) -> bool:
        """Wait for the end of an order; return whether it was completed and not replaced by another order."""
        while self.runner.obeys(order):
            await asyncio.sleep(0.005)
        return self.runner.idle

    def action_fold(self) -> None:
        """Show everything, only the board, only the side, in turn."""
        next_view(self, ["-side-only"] if self.has_class("-narrow") else ["-board-only", "-side-only"])
