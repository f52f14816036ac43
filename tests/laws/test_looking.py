"""Inquiries are thread-safe: the screen reads them while a worker thread advances them.

Python can switch threads between any two instructions. These tests do so on purpose: they trace one side and run the
other between random instructions, chosen by a seed.
"""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from knightwatch import engine
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.lab.papers.replication import Replication
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.outcomes import Store
from knightwatch.engine.tour.questions.count import Count
from knightwatch.engine.tour.questions.estimate import Estimate
from knightwatch.engine.tour.questions.starts import Availability
from tests.support.inline import inline, sweep
from tests.support.tiny import TINY

ROOMS = ("lab", "tour/questions", "tour/exact", "swap/questions")
INSIDE = tuple(f"{Path(engine.__path__[0]) / room}" for room in ROOMS)
"""The folders with inquiries. Only their code is traced, not the runs that they drive."""
Make = Callable[[Store], Inquiry]


def asked(of: str, question: str, **values: str) -> Make:
    """Return a function that makes the inquiry for a question of the catalogue."""
    known = next(each for each in puzzle(of).questions if each.name == question)
    return lambda _: Plan.read(puzzle(of), {"seed": "1"} | values).ask(known)


ASKED: dict[str, Make] = {
    "map": asked("tour", "map", rows="5", cols="5", solver="warnsdorff"),
    "ten": asked("tour", "ten", rows="5", cols="5", solver="backtrack"),
    "count": asked("tour", "count", rows="4", cols="5"),
    "estimate": lambda _: Estimate(np.ones((5, 5), np.bool_), None, False, 300, 1),
    "table": asked("swap", "table", solver="best-first"),
    "sweep": lambda store: Experiment(sweep("trials=5,40", n="8", repeat=3), store, inline()),
    "paper": lambda store: Replication(TINY, False, store, inline()),
}
every_inquiry = pytest.mark.parametrize("make", ASKED.values(), ids=ASKED)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.sqlite") as opened_store:
        yield opened_store


def look(inquiry: Inquiry) -> None:
    """Read everything that a screen shows of an inquiry; boards and curves must be consistent."""
    done, total, _ = inquiry.progress()
    assert 0 <= done <= total
    inquiry.text(), inquiry.answer(), inquiry.table(), inquiry.records(), inquiry.doing()
    boards: list[Board | None] = [inquiry.board()]
    if isinstance(inquiry, Count):
        boards.append(inquiry.window())
        inquiry.so_far(), inquiry.seconds_left()
    if isinstance(inquiry, Estimate):
        boards.append(inquiry.probed())
        inquiry.so_far(), inquiry.seconds_left(), inquiry.course()
    if isinstance(inquiry, Availability):
        inquiry.found(), inquiry.trial_from(inquiry.starts[-1])
    for board in filter(None, boards):
        assert len(board.squares) == len(board.kinds)
    diagram = inquiry.diagram()
    for curve in diagram.curves if diagram else ():
        assert len(curve.steps) == len(curve.values)
    for part in inquiry.subinquiries():
        look(part.inquiry)


def interrupted(work: Callable[[], Any], meanwhile: Callable[[], Any], seed: int, rarely: int) -> None:
    """Call `work`, and `meanwhile` between about one in `rarely` of its instructions."""
    draws = random.Random(seed)

    def between(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(INSIDE):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and draws.randrange(rarely) == 0:
            meanwhile()  # not traced itself
        return between

    before = sys.gettrace()
    sys.settrace(between)
    try:
        work()
    finally:
        sys.settrace(before)


@every_inquiry
@pytest.mark.parametrize("seed", range(3))
def test_an_inquiry_can_advance_while_it_is_read(make: Make, seed: int, store: Store) -> None:
    inquiry = make(store)
    slices: Iterator[None] = inquiry.slices()
    while next(slices, slices) is None:
        interrupted(lambda: look(inquiry), lambda: next(slices, None), seed, 100)


@every_inquiry
def test_an_inquiry_can_be_read_while_it_advances(make: Make, store: Store) -> None:
    inquiry = make(store)
    interrupted(lambda: list(inquiry.slices()), lambda: look(inquiry), 0, 2000)
