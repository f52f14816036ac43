"""The line meter, on a simulated line."""

import re
from collections import deque
from itertools import pairwise

import pytest

from knightwatch.tui.line_meter import COLUMNS, PATIENCE, ROW, LineMeter

REQUEST = re.compile(r"\x1b7\x1b\[(\d+);(\d+)H\x1b\[6n\x1b8")


class Line:
    """A program that draws whenever it may, a line with an endless buffer, and a terminal that reports."""

    def __init__(self, rate: float, delay: float) -> None:
        self.rate, self.delay = rate, delay
        self.now = self.free = 0.0
        self.written = self.asked = 0
        self.arrivals: deque[tuple[float, int]] = deque()
        self.reports: deque[tuple[float, int, int]] = deque()
        self.meter = LineMeter(lambda: self.now)
        self.drawn: list[float] = []
        self.ahead: list[float] = []
        """Seconds that the line needs for all that was written, after each drawing."""
        self.ask()

    def write(self, characters: int) -> None:
        self.written += characters
        self.free = max(self.now, self.free) + characters / self.rate

    def ask(self) -> None:
        if codes := self.meter.request(self.written):
            self.asked += 1
            self.write(len(codes))
            row, column = requested(codes)
            self.reports.append((self.free + self.delay, row, column))

    def run(self, seconds: float, drawing: int, every: float = 0.05) -> None:
        """Draw as often as the meter allows."""
        end = self.now + seconds
        while self.now < end:
            self.now += every
            while self.reports and self.reports[0][0] <= self.now:
                _, row, column = self.reports.popleft()
                self.meter.report(row, column)
                self.ask()
            if not self.meter.is_behind(self.written):
                self.write(drawing)
                self.ask()
                self.drawn.append(self.now)
                self.ahead.append(self.free - self.now)


def requested(codes: str) -> tuple[int, int]:
    match = REQUEST.fullmatch(codes)
    assert match
    return int(match[1]), int(match[2])


@pytest.mark.parametrize("drawing", [300, 2_500, 10_000])
@pytest.mark.parametrize("delay", [0.02, 0.3, 1.0])
@pytest.mark.parametrize("rate", [5_000, 20_000, 100_000])
def test_a_slow_line_is_used_but_never_far_behind(rate: float, delay: float, drawing: int) -> None:
    line = Line(rate, delay)
    line.run(delay + 0.1, 100)  # until the first report, the meter does not limit anything
    line.ahead.clear()
    line.drawn.clear()
    line.run(60, drawing)
    assert max(line.ahead) < 1 + drawing / rate
    assert max(later - earlier for earlier, later in pairwise(line.drawn)) < 1 + delay + 2 * drawing / rate


def test_a_fast_line_with_a_long_delay_gets_most_drawings() -> None:
    line = Line(rate=1_000_000, delay=0.6)
    line.run(20, 2_000)
    line.drawn.clear()
    line.run(10, 2_000)
    assert len(line.drawn) > 180  # of 200


def test_a_line_that_becomes_slow_is_noticed_before_the_next_report() -> None:
    line = Line(rate=1_000_000, delay=0.05)
    line.run(20, 2_000)
    line.rate = 2_000
    line.ahead.clear()
    line.run(PATIENCE / 2, 2_000)
    assert max(line.ahead) < 15  # 0.6 s of drawings
    line.run(60, 2_000)
    line.ahead.clear()
    line.run(20, 2_000)
    assert max(line.ahead) < 2.5


def test_without_reports_there_is_one_request_and_no_limit() -> None:
    line = Line(rate=1, delay=1e9)
    line.run(60, 10_000)
    assert line.asked == 1
    assert len(line.drawn) == pytest.approx(60 / 0.05, abs=2)


def test_a_terminal_that_stops_reporting_is_no_longer_waited_for() -> None:
    line = Line(rate=20_000, delay=0.1)
    line.run(5, 2_000)
    line.delay = 1e9
    line.run(PATIENCE + 2, 2_000)
    line.drawn.clear()
    line.run(30, 2_000)
    assert len(line.drawn) > 500


def test_reports_resume_after_a_break() -> None:
    line = Line(rate=1_000_000, delay=0.1)
    line.run(5, 2_000)
    line.delay = 1e9
    line.run(PATIENCE * COLUMNS * 1.5, 2_000)  # columns are used again
    line.reports.clear()
    line.delay, line.rate = 0.1, 20_000
    line.run(PATIENCE * 3, 2_000)
    line.ahead.clear()
    line.run(10, 2_000)
    assert max(line.ahead) < 1.5


def test_reports_that_nothing_asked_for_are_ignored() -> None:
    meter = LineMeter(lambda: 0.0)
    _, column = requested(meter.request(10))
    for row, wrong in [(1, column), (ROW, column + 1), (0, 0), (ROW, 10**9)]:
        meter.report(row, wrong)
        assert not meter.request(20)
    meter.report(ROW, column)
    assert meter.request(100)
    meter.report(ROW, column)  # twice
    assert not meter.request(200)


def test_a_report_of_an_older_request_counts() -> None:
    now = 0.0
    meter = LineMeter(lambda: now)
    meter.report(*requested(meter.request(10)))
    older = requested(meter.request(100))
    now += PATIENCE
    assert not meter.is_behind(100_100)
    newer = requested(meter.request(100_100))
    assert not meter.is_behind(100_100)
    meter.report(*older)
    assert meter.is_behind(100_100)
    meter.report(*newer)
    assert not meter.is_behind(100_100)


@pytest.mark.parametrize("size", [(10, 5), (1, 2), (200, 60)])
def test_a_resized_terminal_is_not_waited_for(size: tuple[int, int]) -> None:
    now = 0.0
    meter = LineMeter(lambda: now)
    meter.resized(120, 40)
    for written in range(100, 100 * COLUMNS, 100):
        meter.report(*requested(meter.request(written)))
    row, column = requested(meter.request(100_000))
    meter.report(row, min(column, 10))  # the terminal has a new size already, but the program does not know it
    meter.resized(*size)
    now += 1.0
    assert not meter.is_behind(100_100)
    for written in range(200_000, 300_000, 1_000):
        row, column = requested(meter.request(written))
        assert row <= size[1]
        assert column <= size[0]
        meter.report(row, column)
    now += 1.0
    assert not meter.is_behind(300_000)


def test_a_terminal_of_one_row_is_asked_nothing() -> None:
    meter = LineMeter(lambda: 0.0)
    meter.report(*requested(meter.request(10)))
    meter.resized(80, 1)
    assert not meter.request(100_000)


def test_an_idle_screen_asks_nothing() -> None:
    meter = LineMeter(lambda: 0.0)
    codes = meter.request(10)
    meter.report(*requested(codes))
    assert not meter.request(10 + len(codes))


def test_the_end_waits_only_for_a_terminal_that_reports() -> None:
    meter = LineMeter()
    codes = meter.request(10)
    meter.finish(60)
    meter.report(*requested(codes))
    meter.finish(60)
    meter.request(1_000)
    meter.finish(0.01)
