"""Exact counting as an inquiry."""

import json
import re
import time
from itertools import count as count_from
from itertools import islice, pairwise
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.store.counts import CountStore
from knightwatch.engine.tour.exact.jobs import GIB, CountKind, orbits
from knightwatch.engine.tour.exact.split_board import split_board
from knightwatch.engine.tour.exact.tour_count import TourCount
from knightwatch.engine.tour.questions.count import Count, CountOptions
from knightwatch.engine.tour.questions.known_counts import published


def counted(rows: int, cols: int, start: int | None = None, closed: bool = False) -> Count:
    count = Count(np.ones((rows, cols), np.bool_), start, closed)
    for _ in count.slices():
        pass
    return count


@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 5), (3, 8), (5, 5), (6, 5)], ids=str)
def test_numbers_are_the_published_ones(size: tuple[int, int]) -> None:
    count = counted(*size)
    answer = count.answer()
    assert answer["complete"]
    assert {"closed": answer["closed"], "open": answer["open"]} == answer["published"]
    assert sum(map(sum, answer["starts"])) == answer["open"]["directed"] == 2 * answer["open"]["undirected"]
    assert answer["closed"]["directed"] == 2 * answer["closed"]["undirected"]
    assert count.progress()[0] == count.progress()[1]
    assert json.loads(json.dumps(answer)) == answer


def test_5_x_5_has_1728_directed_open_tours_304_from_a_corner() -> None:
    count = counted(5, 5)
    assert count.answer()["open"] == {"directed": 1_728, "undirected": 864}
    assert count.answer()["starts"][0] == [304, 0, 56, 0, 304]
    text = count.text()
    assert "1,728" in text
    assert "304   0  56   0  304" in text
    assert "Open tours are all paths" in text
    assert max(map(len, text.splitlines())) < 80


def test_a_given_start_is_counted_alone_with_the_closed_tours() -> None:
    answer = counted(5, 6, start=0).answer()
    assert answer["complete"]
    assert answer["closed"]["undirected"] == 8
    assert answer["open"] is None
    assert answer["starts"][0][0] == counted(5, 6).answer()["starts"][0][0]
    assert answer["starts"][0][1] is None


def test_only_closed_tours_are_counted_if_asked() -> None:
    answer = counted(5, 6, closed=True).answer()
    assert (answer["closed"], answer["open"], answer["starts"]) == ({"directed": 16, "undirected": 8}, None, None)


def test_starts_are_left_out_if_asked() -> None:
    count = Count(np.ones((5, 6), np.bool_), None, False, CountOptions(starts=False))
    for _ in count.slices():
        pass
    answer = count.answer()
    assert (answer["complete"], answer["starts"]) == (True, None)
    assert (answer["closed"]["undirected"], answer["open"]["undirected"]) == (8, 18_784)
    assert answer["symmetric"] == {"half_turn": 0, "flip": 4, "quarter_turn": 0, "classes": 3}


def test_a_single_square_has_one_open_tour_in_either_count() -> None:
    answer = counted(1, 1).answer()
    assert (answer["open"], answer["starts"]) == ({"directed": 1, "undirected": 1}, [[1]])
    assert answer["closed"] == {"directed": 0, "undirected": 0}


def test_holes_have_no_number_and_no_published_one() -> None:
    free = np.ones((5, 5), np.bool_)
    free[0, 0] = free[4, 4] = False
    count = Count(free, None, False)
    for _ in count.slices():
        pass
    answer = count.answer()
    assert (answer["open"]["undirected"], answer["published"], answer["starts"][0][0]) == (7_644, None, None)
    assert "2 squares missing" in count.text()


def test_an_interrupted_count_says_how_far_it_is_and_resumes() -> None:
    count = Count(np.ones((5, 6), np.bool_), None, False)
    for _ in count.slices():
        if count.jobs.known(CountKind.CLOSED) is not None:
            break
    assert count.answer()["closed"]["undirected"] == 8
    assert count.answer()["open"] is None
    assert "Not complete" in count.text()
    for _ in count.slices():
        pass
    assert count.answer()["complete"]
    assert count.answer()["open"]["undirected"] == 18_784


def test_a_count_beyond_the_memory_limit_is_refused_with_its_need() -> None:
    free, needs = np.ones((6, 6), np.bool_), []
    for closed in (True, False):
        tour_count = TourCount(split_board(free), closed, None, Threads())
        for _ in tour_count.reach():
            pass
        needs.append(tour_count.memory() / GIB)
    count = Count(free, None, False, CountOptions(memory=sum(needs) / 2))
    for _ in count.slices():
        pass
    answer = count.answer()
    assert not answer["complete"]
    assert answer["closed"]["undirected"] == 9_862
    assert answer["open"] is None
    assert re.match(
        r"counting open tours would take about [\d.]+ GiB of memory, more than the limit of 0\.2 GiB", answer["reason"]
    )
    assert answer["reason"] in count.text()


def test_finding_the_states_beyond_the_memory_limit_is_refused() -> None:
    count = Count(np.ones((9, 10), np.bool_), None, True, CountOptions(memory=1, threads=1))
    count.squares = 0  # so that nothing is compiled
    for _ in count.slices():
        pass
    assert count.jobs.current
    assert len(count.jobs.current.top.reach.stages) == 1  # the search for states did not begin
    assert re.match(r"finding .* closed tours would take about 2\.0 GiB of memory", count.jobs.reason)


def test_a_large_count_shows_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {large: list[str]() for large in (False, True)}
    for large, words in shown.items():
        monkeypatch.setattr("knightwatch.engine.tour.questions.count.LARGE", 0 if large else GIB)
        count = Count(np.ones((5, 6), np.bool_), 0, False)
        for _ in count.slices():
            if count.doing() not in words:
                words.append(count.doing())
            diagram = count.diagram()
            assert not diagram or diagram.title in (
                count.doing(),
                "counting closed tours",
                "counting tours from a start",
            )
    finding = "finding the reachable states"
    assert [words for words in shown[False] if "compiling" not in words] == [finding, ""]
    takes = [f"counting {what} takes about 0.2 GiB of memory" for what in ("closed tours", "tours from a start")]
    assert [words for words in shown[True] if "compiling" not in words and words] == [finding, *takes]


@example(pauses=[39])  # all is joined, but the number is not stored yet
@given(pauses=st.lists(st.integers(0, 60), max_size=4))
@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_interrupted_count_resumes_from_its_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[int]
) -> None:
    monkeypatch.setattr("knightwatch.engine.tour.exact.tour_count.SAVE_SECONDS", 0)
    monkeypatch.setattr("knightwatch.engine.tour.exact.tour_count.PLACES", 2_000)
    path = tmp_path / "counts.sqlite"
    path.unlink(missing_ok=True)
    for pause in pauses:
        count = Count(np.ones((4, 6), np.bool_), None, False, CountOptions(store=str(path)))
        slices = count.slices()
        for _ in islice(slices, pause):
            pass
        del slices  # interrupts the count
    count = Count(np.ones((4, 6), np.bool_), None, False, CountOptions(store=str(path)))
    for _ in count.slices():
        pass
    whole = counted(4, 6)
    assert count.jobs.numbers == whole.jobs.numbers
    assert count.jobs.states == whole.jobs.states


def test_known_numbers_are_not_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = CountOptions(store=str(tmp_path / "counts.sqlite"))
    first = Count(np.ones((4, 5), np.bool_), None, False, options)
    for _ in first.slices():
        pass
    monkeypatch.setattr("knightwatch.engine.tour.exact.tour_count.TourCount.work", None)
    again = Count(np.ones((4, 5), np.bool_), None, False, options)
    for _ in again.slices():
        pass
    assert again.answer() | {"seconds": 0} == first.answer() | {"seconds": 0}


def test_remainders_are_saved_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("tour_count", "half_count"):
        monkeypatch.setattr(f"knightwatch.engine.tour.exact.{module}.EXACT", 2)
    options = CountOptions(store=str(tmp_path / "counts.sqlite"))
    for _ in range(100):
        count = Count(np.ones((3, 10), np.bool_), None, False, options)
        slices = count.slices()
        if len(list(islice(slices, 150))) < 150:
            break
        del slices  # interrupts the count
    assert count.answer()["closed"]["undirected"] == 16
    assert count.answer()["open"]["undirected"] == 3_048


def test_leaving_a_count_joins_the_thread_that_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, left = Event(), Event()
    written: list[object] = []

    def keep_slowly(store: CountStore, *_: object) -> None:
        begun.set()
        left.wait()
        time.sleep(0.05)  # long enough for a caller that does not wait to close the file
        written.append(store.base.execute("SELECT 1").fetchone())

    monkeypatch.setattr(CountStore, "save_half", keep_slowly)
    options = CountOptions(store=str(tmp_path / "counts.sqlite"))
    slices = iter(Count(np.ones((4, 6), np.bool_), None, False, options).slices())
    while not begun.is_set():
        next(slices)
    left.set()
    del slices
    assert written == [(1,)]


def test_a_count_belongs_to_one_process_at_a_time(tmp_path: Path) -> None:
    options = CountOptions(store=str(tmp_path / "counts.sqlite"))
    slices = Count(np.ones((4, 5), np.bool_), None, False, options).slices()
    next(slices)
    with pytest.raises(BadInput, match="this count is being run by another knightwatch"):
        next(Count(np.ones((4, 5), np.bool_), None, False, options).slices())


def test_numbers_beyond_64_bits_are_counted_too() -> None:
    found = counted(3, 50, closed=True).answer()["closed"]["undirected"]
    assert found.bit_length() > 64
    assert found == counted(50, 3, closed=True).answer()["closed"]["undirected"]


def test_a_board_that_is_too_wide_is_refused() -> None:
    with pytest.raises(BadInput, match=r"10 x 10 is too wide.*ask for an estimate"):
        Count(np.ones((10, 10), np.bool_), None, False)


def test_squares_that_are_images_of_each_other_share_an_orbit() -> None:
    assert len(np.unique(orbits(np.ones((5, 5), np.bool_)))) == 6
    assert len(np.unique(orbits(np.ones((4, 6), np.bool_)))) == 6
    free = np.ones((3, 3), np.bool_)
    free[0, 0] = False
    assert orbits(free).tolist() == [[0, 1, 2], [1, 4, 5], [2, 5, 8]]


def test_published_numbers_are_found_in_either_orientation() -> None:
    assert published(8, 5) == published(5, 8) == (44_202, 18_061_054)
    assert published(2, 30) == published(7, 1) == (0, 0)
    assert published(1, 1) is published(9, 9) is None
    seven, eight = published(7, 7), published(8, 8)
    assert seven is not None
    assert eight is not None
    assert seven.open is not None
    assert eight.open is not None
    assert 2 * seven.open == 165_575_218_320
    assert 2 * eight.open == 19_591_828_170_979_904


def test_the_window_moves_over_the_whole_board() -> None:
    count = Count(np.ones((4, 5), np.bool_), None, True)
    seen, bars = list[dict[str, set[int]]](), list[int]()
    for _ in count.slices():
        board, diagram = count.window(), count.diagram()
        names = [board.marks[kind].name for kind in board.kinds]
        groups = {mark.name: set[int]() for mark in board.marks}
        for name, square in zip(names, board.squares.tolist(), strict=True):
            groups[name].add(square)
        seen.append(groups)
        bars.append(len(diagram.curves[0].values) if diagram else 0)
    done = [groups["square with both its links"] for groups in seen]
    window = [groups["square of the window"] for groups in seen]
    assert max(map(len, done)) == 12  # all squares except the two rows of four in the middle
    assert all(not a & b for a, b in zip(done, window, strict=True))
    assert any(len(a) + len(b) == 20 for a, b in zip(done, window, strict=True))
    assert all(a <= b or not b or len(b) < len(a) for a, b in pairwise(done))
    assert bars == sorted(bars)
    assert max(bars) > 5


def test_a_sentence_has_the_known_numbers_and_the_time_left() -> None:
    count = Count(np.ones((5, 6), np.bool_), None, False)
    assert (count.so_far(), count.seconds_left()) == ("", None)
    for _ in count.slices():
        if count.jobs.known(CountKind.OPEN) is not None:
            break
    assert count.so_far().startswith("8 closed tours, 18,784 open tours")
    left = count.seconds_left()
    assert left is not None
    assert left > 0


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each slice of counting take a second."""
    clock = count_from(0)
    monkeypatch.setattr("knightwatch.engine.tour.questions.count.time.perf_counter", lambda: float(next(clock)))


@pytest.mark.usefixtures("seconds")
def test_the_time_left_ignores_the_search_for_states() -> None:
    count, fractions, estimates = Count(np.ones((6, 6), np.bool_), 0, True), list[float](), 0
    for _ in count.slices():
        tour_count = count.jobs.current
        if tour_count and tour_count.places:
            fractions.append(tour_count.fraction)
            if (left := count.seconds_left()) is not None:
                a_second = (fractions[-1] - fractions[0]) / (len(fractions) - 1)
                assert left == pytest.approx((1 - fractions[-1]) / a_second)
                estimates += 1
    assert estimates > 3
    assert count.seconds > len(fractions) + 3
    assert count.seconds_left() is None


@pytest.mark.usefixtures("seconds")
def test_the_time_left_ignores_stored_numbers(tmp_path: Path) -> None:
    options, free = CountOptions(store=str(tmp_path / "counts.sqlite")), np.ones((5, 6), np.bool_)
    for _ in Count(free, None, False, options.model_copy(update={"starts": False})).slices():
        pass
    count = Count(free, None, False, options)
    lefts = [count.seconds_left() for _ in count.slices() if count.jobs.known(CountKind.OPEN) is not None]
    assert lefts[0] is None  # not nearly 0
    assert any(left is not None for left in lefts)
