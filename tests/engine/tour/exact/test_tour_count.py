"""Exact numbers, compared with published ones and with plain enumeration."""

from functools import cache
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from knightwatch.engine.compiled.tiers import Source, Tier
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact import half_count as half_count_module
from knightwatch.engine.tour.exact import tour_count as tour_count_module
from knightwatch.engine.tour.exact.half_count import HalfCount
from knightwatch.engine.tour.exact.matchings import rank_maps_bytes
from knightwatch.engine.tour.exact.modular import chinese_remainder, primes, primes_for
from knightwatch.engine.tour.exact.split_board import split_board
from knightwatch.engine.tour.exact.tour_count import TourCount
from tests.models.tour import Square, around, full, numbers

Free = NDArray[np.bool_]


@cache
def threads() -> Threads:
    made = Threads(2)
    made.tier = Tier(patience=0)
    return made


def counted(
    free: Free, closed: bool = False, start: int | None = None, known: dict[bool, HalfCount] | None = None
) -> TourCount:
    here = split_board(free)
    place = None if start is None else here.place(*divmod(start, free.shape[1]))
    tour_count = TourCount(here, closed, place, threads(), known)
    for _ in (*tour_count.reach(), *tour_count.work()):
        pass
    return tour_count


def assert_memory_as_estimated(tour_count: TourCount) -> None:
    """Compare large tables with the estimates made before they were filled."""
    for half in tour_count.own:
        assert half.table
        arrays = (half.table.where.before, half.table.first, half.table.ranks, half.table.counts)
        assert 0.8 < half.memory(-1) / sum(array.nbytes for array in arrays) < 1.2
        pairs = [(expected, n) for expected, n in zip(half.entries[1:], half.states, strict=True) if n > 10_000]
        assert all(0.8 < expected / n < 1.2 for expected, n in pairs)
    assert tour_count.memory() > rank_maps_bytes(tour_count.points) + sum(half.memory(-1) for half in tour_count.own)


def number(free: Free, closed: bool = False, start: int | None = None) -> int | None:
    return counted(free, closed, start).number


def board(rows: int, cols: int, *holes: Square) -> Free:
    free = np.ones((rows, cols), np.bool_)
    for hole in holes:
        free[hole] = False
    return free


PUBLISHED = {
    (3, 4): (0, 8),
    (3, 7): (0, 52),
    (3, 8): (0, 396),
    (3, 10): (16, 3_048),
    (3, 12): (176, 57_248),
    (4, 5): (0, 82),
    (4, 6): (0, 744),
    (4, 8): (0, 31_088),
    (5, 5): (0, 864),
    (5, 6): (8, 18_784),
    (5, 7): (0, 622_868),
    (5, 8): (44_202, 18_061_054),
    (6, 6): (9_862, 3_318_960),
    (6, 7): (1_067_638, 389_969_466),
    (6, 8): (55_488_142, 24_964_893_804),
}
LARGE = {(7, 8): (34_524_432_316, 20_666_425_060_328)}
STRIPS = {
    (5, 10): 13_311_268,
    (5, 14): 1_495_135_512_514,
    (6, 9): 3_374_967_940,
    (6, 12): 964_730_606_632_516,
    (6, 15): 255_967_892_553_030_600_920,
    (7, 8): 34_524_432_316,
}
"""Closed tours, by OEIS."""
ROOMY = [(6, 12), (7, 8)]
"""Boards whose tables are large compared with everything else in memory."""


@pytest.mark.parametrize(
    "size", [*PUBLISHED, *(pytest.param(size, marks=pytest.mark.storm) for size in LARGE)], ids=str
)
def test_numbers_are_the_published_ones_within_the_bound_of_bits(size: tuple[int, int]) -> None:
    free = board(*size)
    for closed, exact in zip((True, False), (PUBLISHED | LARGE)[size], strict=True):
        tour_count = counted(free, closed)
        assert tour_count.number == exact
        assert exact.bit_length() <= tour_count.bits() + 1
    assert np.array_equal(split_board(free.T).free, split_board(free).free)  # so it is counted in the same way


@pytest.mark.parametrize("size", STRIPS, ids=str)
def test_closed_tours_of_strips_are_the_published_ones(size: tuple[int, int]) -> None:
    tour_count = counted(board(*size), closed=True)
    assert tour_count.number == STRIPS[size]
    if size in ROOMY:
        assert_memory_as_estimated(tour_count)


def test_tables_take_the_estimated_memory() -> None:
    assert_memory_as_estimated(counted(board(6, 8)))


@pytest.mark.parametrize("size", [(1, 7), (2, 9), (3, 5), (3, 6), (4, 4)], ids=str)
def test_small_boards_without_tours_have_none(size: tuple[int, int]) -> None:
    assert number(board(*size)) == number(board(*size), closed=True) == 0


def test_tours_around_holes_are_the_published_ones() -> None:
    assert number(board(5, 5, (0, 0), (4, 4))) == 7_644
    assert number(board(5, 6, (0, 0), (4, 5)), closed=True) == 1_348
    assert split_board(board(3, 3, (1, 1))).enumerate_tours(True, None) == 1
    assert number(board(5, 5, (0, 0)), closed=True) == 30


@st.composite
def boards(draw: st.DrawFn) -> Free:
    """Return the squares of a walk on at most 5 x 6, so a tour exists; sometimes add a square."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    everything = full(rows, cols)
    walk = [draw(st.sampled_from(sorted(everything)))]
    for _ in range(draw(st.integers(1, 21))):
        if ways := around(everything - set(walk), walk[-1]):
            walk.append(draw(st.sampled_from(ways)))
    if draw(st.integers(0, 3)) == 0:
        walk.append(draw(st.sampled_from(sorted(everything))))
    free = np.zeros((rows, cols), np.bool_)
    free[tuple(np.array(walk).T)] = True
    return free


@given(free=boards(), data=st.data())
@settings(max_examples=60)
def test_numbers_agree_with_enumeration_on_boards_with_holes(free: Free, data: st.DataObject) -> None:
    squares = [(int(row), int(col)) for row, col in np.argwhere(free)]
    starts, closed = numbers(frozenset(squares))
    row, col = data.draw(st.sampled_from(squares))
    if split_board(free).few:
        assert split_board(free).enumerate_tours(True, None) == closed
        assert split_board(free).enumerate_tours(False, split_board(free).place(row, col)) == starts[row, col]
    else:
        assert number(free, closed=True) == closed
        assert number(free) == sum(starts.values()) // 2
        assert number(free, start=row * free.shape[1] + col) == starts[row, col]


@pytest.mark.parametrize("size", [(5, 6), (6, 5), (5, 5), (6, 6)], ids=str)
def test_tours_from_a_start_can_reuse_known_halves(size: tuple[int, int]) -> None:
    free = board(*size)
    known = counted(free).known_halves()
    here = split_board(free)
    for start in (0, 1, 2, free.shape[1] + 1):
        place = here.place(*divmod(start, free.shape[1]))
        if not here.mirrors or here.is_upper(place) == here.dark.flat[place]:
            assert counted(free, start=start, known=known).number == number(free, start=start)


def test_interpreted_kernels_give_the_same_number(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Threads(1)
    plain.tier.source = Source.NONE
    monkeypatch.setattr("tests.engine.tour.exact.test_tour_count.threads", lambda: plain)
    assert number(board(3, 8)) == 396
    assert number(board(3, 10), closed=True) == 16
    assert number(board(4, 5), start=0) == 32
    assert counted(board(4, 4)).bits() >= 0


def test_threads_and_task_sizes_do_not_change_the_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for threads, places in ((1, 1), (3, 50), (2, 1 << 20)):
        several = Threads(threads)
        monkeypatch.setattr("tests.engine.tour.exact.test_tour_count.threads", lambda several=several: several)
        monkeypatch.setattr(tour_count_module, "PLACES", places)
        monkeypatch.setattr("knightwatch.engine.tour.exact.tables.PLACES", places)
        monkeypatch.setattr("knightwatch.engine.tour.exact.reachable.FEW", places)
        assert number(board(5, 5)) == 864


def test_counts_beyond_32_bits_use_chinese_remaindering(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = number(board(5, 6))
    for module in (tour_count_module, half_count_module):
        monkeypatch.setattr(module, "EXACT", 4)
    assert number(board(5, 6)) == exact == 18_784
    assert number(board(3, 12), closed=True) == 176


def test_long_strips_have_numbers_of_many_digits() -> None:
    found = [number(board(3, cols), closed=True) for cols in (10, 12, 14, 16, 18, 50)]
    assert found[:-1] == [16, 176, 1_536, 15_424, 147_728]
    assert found[-1] is not None
    assert found[-1] > 1 << 64


@given(st.integers(0, 1 << 200))
def test_a_number_follows_from_its_remainders(exact: int) -> None:
    assert chinese_remainder([(prime, exact % prime) for prime in primes_for(exact.bit_length())]) == exact


def test_primes_are_the_largest_of_32_bits() -> None:
    assert list(islice(primes(), 3)) == [4_294_967_291, 4_294_967_279, 4_294_967_231]
