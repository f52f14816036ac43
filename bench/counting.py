"""Subject `counting`: exact numbers of tours by two threads, against one. Each must equal the published number."""

import time

import numpy as np

from bench.table import Comparison, Row, in_turns, ratio, spread
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact.split_board import split_board
from knightwatch.engine.tour.exact.tour_count import TourCount
from knightwatch.engine.tour.questions.known_counts import published

CASES = ((6, 6, True), (6, 6, False), (6, 8, True), (6, 8, False), (7, 8, True))
"""Rows, columns, and whether tours are closed; each case takes seconds."""
TURNS = 3


def seconds(rows: int, cols: int, closed: bool, threads: int) -> float:
    """Return the seconds of a count; raise AssertionError if the number is not the published one."""
    begun = time.perf_counter()
    count = TourCount(split_board(np.ones((rows, cols), np.bool_)), closed, None, Threads(threads))
    for _ in (*count.reach(), *count.work()):
        pass
    spent = time.perf_counter() - begun
    known = published(rows, cols)
    if known is None or count.number != (known.closed if closed else known.open):
        raise AssertionError(f"{count.number} tours of {rows} x {cols}, closed: {closed}, but {known} are published")
    return spent


def row(rows: int, cols: int, closed: bool) -> Row:
    """Return the row of a board."""
    two, one = in_turns(TURNS, lambda _: seconds(rows, cols, closed, 2), lambda _: seconds(rows, cols, closed, 1))
    return Row(
        f"{rows} x {cols}, {'closed' if closed else 'open'}", spread(two), spread(one), f"{ratio(one, two):.2g} x"
    )


def table() -> Comparison:
    """Measure."""
    seconds(4, 5, False, 1)  # compile or load before measuring
    title = "counting: seconds to an exact number by two threads, fewer is better; ratio: one thread's time to that"
    return Comparison(title, "one thread", tuple(row(*case) for case in CASES))
