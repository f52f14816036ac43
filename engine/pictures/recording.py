"""Recordings: the frames of a run, thinned evenly while it runs, so that any run fits into a page or a film.

A recording takes a frame every `stride` steps. If it has too many frames, it drops every other one and doubles the
stride. So it needs neither a second run nor the number of steps in advance.
"""

import time
from collections.abc import Generator, Iterator
from dataclasses import replace

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Code, Frame, Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.own.companion import Companion
from knightwatch.engine.plans.plan import Plan

MOST_FRAMES = 1000
"""Frames of a recording at most, unless its user wants fewer."""
MOST_ENTRIES = 12_000_000
"""Marks, links and squares of trails in all frames together: this bounds the memory."""
MOST_SQUARES = 1_000_000
"""Squares of the largest board that is recorded."""
MOST_PLACED = 300_000
"""Marks, links and squares of the trail on one board at most."""
LINE_SECONDS = 10.0
"""Seconds in which the plain version may run beside the frames. It is slow, and a run may be long."""

Making = Generator[tuple[int, int], bool | None, str | bytes]
"""Makes a file: yields how much is done and the total, and returns the content. If it is sent True, it hurries."""


class FrameRecording:
    """Frames of one run, from its first step to its last."""

    def __init__(self, most: int = MOST_FRAMES, stride: int = 1) -> None:
        """Keep at most `most` frames, at first one every `stride` steps."""
        self.frames: list[Frame] = []
        self.stride = stride
        """Steps from one frame to the next; the last frame may be nearer."""
        self.codes: dict[int, Code] = {}
        """The source of the solver at a step, if it is a plain version that ran beside it."""
        self.note = ""
        """A sentence about what the recording lacks."""
        self.too_large = False
        """Whether the board is too large to be kept."""
        self._most = max(most, 2)
        self._entries: list[int] = []
        """The size of each frame's board, also if it is too large to be kept: a large frame takes long to make."""

    def add(self, frame: Frame) -> None:
        """Add the frame of the newest step. A frame of the same step replaces the one before."""
        entries = _entries(frame.board)
        if not self.too_large and (frame.board.rows * frame.board.cols > MOST_SQUARES or entries > MOST_PLACED):
            self.too_large = True
            self.note = "The board is too large for a recording."
            self.frames = [_without_board(each) for each in self.frames]
        if self.too_large:
            frame = _without_board(frame)
        if (self.frames and not self._is_kept(self.frames[-1])) or (
            self.frames and self.frames[-1].moment == frame.moment
        ):
            self.frames.pop()
            self._entries.pop()
        if self.frames:  # only the last frame needs curves: they hold all points from the start
            self.frames[-1] = replace(self.frames[-1], curves=(), profile=None, population=None)
        self.frames.append(frame)
        self._entries.append(entries)
        while len(self.frames) > self._most or (sum(self._entries) > MOST_ENTRIES and len(self.frames) > 2):
            self.thin()

    def next_step(self, done: int) -> int:
        """Return the step of the next frame, after `done` steps."""
        first = self.frames[0].moment
        return first + ((done - first) // self.stride + 1) * self.stride

    def thin(self) -> None:
        """Drop every other frame, but neither the first nor the last."""
        self.stride *= 2
        last = len(self.frames) - 1
        kept = [place for place, frame in enumerate(self.frames) if place == last or self._is_kept(frame)]
        self.frames = [self.frames[place] for place in kept]
        self._entries = [self._entries[place] for place in kept]

    def _is_kept(self, frame: Frame) -> bool:
        return (frame.moment - self.frames[0].moment) % self.stride == 0


def recorded(run: Run, recording: FrameRecording, until: int | None = None) -> Iterator[None]:
    """Advance a run as `Run.slices` does, to its end or to a step, and record frames on the way."""
    for _ in run.preparing():
        yield
    recording.add(run.frame())
    while run.status is Status.RUNNING and (until is None or run.search.done < until):
        goal = recording.next_step(run.search.done)
        yield from run.slices(goal if until is None else min(goal, until))
        recording.add(run.frame())


def lines_added(plan: Plan, recording: FrameRecording, seconds: float = LINE_SECONDS) -> Iterator[int]:
    """Add the lines of the plain version to a recording of a built-in solver; yield the number of frames done.

    The plain version runs the same steps again. After `seconds`, the other frames stay without a line.
    """
    if plan.solver.interpreted or recording.too_large:  # its frames have their code; or Python is much too slow
        return
    companion, end = Companion(plan), time.monotonic() + seconds
    try:
        for number, frame in enumerate(recording.frames, 1):
            code = companion.code(frame.moment, frame.status is not Status.RUNNING)
            recording.codes[frame.moment] = code
            if time.monotonic() > end or (code.note and not code.line):
                return
            yield number
    except BadInput:  # the system refuses another process
        return
    finally:
        companion.close()


def _without_board(frame: Frame) -> Frame:
    return replace(frame, board=Board(frame.board.rows, frame.board.cols))


def _entries(board: Board) -> int:
    links = sum(len(each.pairs) for each in board.links)
    return len(board.squares) + len(board.trail) + len(board.heat) + links + 1
