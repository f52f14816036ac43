"""The count of all solutions: known numbers, symmetry, resuming, damaged stores, and workers elsewhere."""

import sqlite3
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice, permutations
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.counting.resources import CountingOptions, Resources
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.queens.kernels.count import SHAPE, is_image
from knightwatch.engine.queens.questions import count as count_module
from knightwatch.engine.queens.questions.count import (
    CLASSES,
    SOLUTIONS,
    QueensCount,
    check_result,
    count,
    prefixes,
    remote_count,
)
from knightwatch.engine.queens.symmetry import images
from tests.models.queens import pairs


def counted(n: int, options: CountingOptions | None = None) -> QueensCount:
    inquiry = QueensCount(n, options)
    for _ in inquiry.slices():
        pass
    return inquiry


@pytest.mark.parametrize("n", range(1, 13))
def test_the_numbers_are_the_published_ones(n: int) -> None:
    inquiry = counted(n)
    assert (inquiry.solutions, inquiry.classes) == (SOLUTIONS[n - 1], CLASSES[n - 1])
    assert inquiry.complete
    assert inquiry.status() is Status.SOLVED
    assert inquiry.notes() == []


def test_visited_solutions_stand_for_all() -> None:
    """Every solution has an image among those that begin with a prefix and obey the rule of the border."""
    begun = set(prefixes(6))
    for queens in permutations(range(6)):
        if pairs(queens) == 0:
            assert any(image[:2] in begun for image in images(queens))


@pytest.mark.parametrize("queens", [(1, 3, 5, 0, 2, 4), (2, 4, 1, 3, 0), (1, 3, 0, 2), (0, 4, 7, 5, 2, 6, 1, 3)])
def test_is_image_finds_the_symmetries_of_a_placement(queens: tuple[int, ...]) -> None:
    array = np.array(queens, np.int64)
    assert 1 + sum(is_image(array, image) for image in range(1, 8)) == images(queens).count(queens)


def test_a_count_resumes_where_it_was_left(tmp_path: Path) -> None:
    options = CountingOptions(store=str(tmp_path / "count"), threads=1)
    first = QueensCount(9, options)
    with closing(cast("Generator[None, None, None]", first.slices())) as work:
        for _ in islice(work, 12):
            pass
    assert 0 < first.done < len(first.jobs)
    second = QueensCount(9, options)
    next(second.slices())
    assert second.done >= first.done
    for _ in second.slices():
        pass
    assert (second.solutions, second.classes, second.nodes) == (352, 46, counted(9).nodes)
    assert second.by_first == counted(9).by_first


def test_a_finished_count_is_loaded_from_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = CountingOptions(store=str(tmp_path / "count"))
    counted(8, options)
    monkeypatch.setattr(count_module, "count_prefix", lambda *_: pytest.fail("a finished job was done again"))
    assert counted(8, options).solutions == 92


def test_a_damaged_checkpoint_is_counted_again(tmp_path: Path) -> None:
    options = CountingOptions(store=str(tmp_path / "count"))
    counted(8, options)
    with sqlite3.connect(tmp_path / "count") as base:
        base.execute("UPDATE joined SET parts = 3")
    again = counted(8, options)
    assert again.solutions == 92
    assert "damaged" in again.answer()["reason"]


def test_an_executor_elsewhere_gives_the_same_numbers() -> None:
    inquiry = QueensCount(8)
    with ThreadPoolExecutor(2) as executor:
        for _ in inquiry._work(Resources(Threads(1), None, executor, 2)):
            pass
    assert (inquiry.solutions, inquiry.classes) == (92, 12)


def test_a_bad_result_of_a_worker_is_refused() -> None:
    check_result(remote_count(6, (1, 3)))
    for bad in (None, ([1], 3), ([0] * 81, -1), ([-1] * (SHAPE[0] * SHAPE[1]), 1), ([0.5] * 81, 1)):
        with pytest.raises(BadInput, match="bad result"):
            check_result(bad)


def test_a_wrong_number_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_module, "SOLUTIONS", (1, 0, 0, 3))
    assert "WRONG NUMBER" in counted(4).text()


def test_a_large_board_is_refused() -> None:
    with pytest.raises(BadInput, match="n is 23, but"):
        QueensCount(23)


def test_the_text_lists_a_solution_of_each_class() -> None:
    text = counted(6).text()
    assert "solutions        4          4" in text
    assert text.count("[") == 1


def test_the_gallery_shows_classes_and_then_all_solutions() -> None:
    gallery = counted(8).gallery()
    assert gallery.size == 12 + 92
    assert gallery.page(0).title == "class 1 of 12"
    assert gallery.page(12).title == "solution 1 of 92"
    assert QueensCount(8).gallery().size == 0
    assert counted(11).gallery().size == 0


def test_the_plan_asks_for_a_count() -> None:
    plan = Plan.read(puzzle("queens"), {"n": "5"})
    assert count(plan, threads="2").options.threads == 2


def test_an_unfinished_count_says_so() -> None:
    inquiry = QueensCount(10)
    for _ in islice(inquiry.slices(), 10):
        pass
    assert inquiry.solutions is None
    assert not inquiry.answer()["complete"]
    assert "Not complete" in inquiry.text()
    assert inquiry.window().rows == 10
