"""Parts of a join done elsewhere: what goes there is copied, and adds up to the same number."""

import pickle
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from knightwatch.engine.tour.exact import tally as tallies
from knightwatch.engine.tour.exact.crew import Crew
from knightwatch.engine.tour.exact.shape import shape
from knightwatch.engine.tour.exact.tally import Tally


class Elsewhere(ThreadPoolExecutor):
    """Works on copies, as other machines do."""

    parcels = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.parcels += 1
        return super().submit(function, *pickle.loads(pickle.dumps(args)), **kwargs)


@pytest.mark.parametrize(("size", "closed", "number"), [((5, 6), False, 18_784), ((6, 6), True, 9_862)], ids=str)
def test_any_groups_of_parts_come_to_the_same_number_elsewhere(
    size: tuple[int, int], closed: bool, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tallies, "PLACES", 2_000)
    monkeypatch.setattr(tallies, "GROUP", 3)
    with Elsewhere(2) as executor:
        tally = Tally(shape(np.ones(size, np.bool_)), closed, None, Crew(2), executor=executor)
        for _ in (*tally.reach(), *tally.work()):
            pass
    assert (tally.number, executor.parcels) == (number, -(-len(tally.parts) // 3))
    assert executor.parcels > 1
