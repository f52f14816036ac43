"""Joins on other machines: jobs are pickled, and add up to the same number."""

import pickle
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact import tour_count as tour_count_module
from knightwatch.engine.tour.exact.split_board import split_board
from knightwatch.engine.tour.exact.tour_count import TourCount


class RemoteExecutor(ThreadPoolExecutor):
    """Works on pickled copies, as other machines do."""

    jobs = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.jobs += 1
        return super().submit(function, *pickle.loads(pickle.dumps(args)), **kwargs)


@pytest.mark.parametrize(("size", "closed", "number"), [((5, 6), False, 18_784), ((6, 6), True, 9_862)], ids=str)
def test_remote_joins_give_the_same_number(
    size: tuple[int, int], closed: bool, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tour_count_module, "PLACES", 2_000)
    monkeypatch.setattr(tour_count_module, "GROUP", 3)
    with RemoteExecutor(2) as executor:
        tour_count = TourCount(split_board(np.ones(size, np.bool_)), closed, None, Threads(2), executor=executor)
        for _ in (*tour_count.reach(), *tour_count.work()):
            pass
    assert (tour_count.number, executor.jobs) == (number, -(-len(tour_count.ranges) // 3))
    assert executor.jobs > 1


@pytest.mark.parametrize("bad", [None, float("nan"), [1], (None, False), (-1, False), (1.5, False), (3, 0)], ids=str)
def test_a_bad_result_of_a_worker_is_reported(monkeypatch: pytest.MonkeyPatch, bad: object) -> None:
    monkeypatch.setattr(tour_count_module, "run_join_job", lambda _: bad)
    with RemoteExecutor(1) as executor:
        tour_count = TourCount(split_board(np.ones((4, 5), np.bool_)), False, None, Threads(1), executor=executor)
        with pytest.raises(BadInput, match="bad result"):
            for _ in (*tour_count.reach(), *tour_count.work()):
                pass
