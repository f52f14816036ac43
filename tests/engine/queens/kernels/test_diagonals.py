"""Diagonal counters: the change by a swap without the swap, and the trace of a batch of trials."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.compiled.trace import Merge, record, trace
from knightwatch.engine.queens.kernels.diagonals import add, attacks_on, change_by_swap, swap_rows
from knightwatch.engine.queens.kernels.min_conflicts import MinConflictsCounter, MinConflictsState, record_trials


@given(queens=st.integers(2, 12).flatmap(lambda n: st.permutations(range(n))), data=st.data())
def test_the_change_by_a_swap_is_that_of_the_swap(queens: list[int], data: st.DataObject) -> None:
    n = len(queens)
    rising, falling = np.zeros(2 * n, np.int8), np.zeros(2 * n, np.int8)
    for x, y in enumerate(queens):
        add(x, y, rising, falling)
    i, j = data.draw(st.lists(st.integers(0, n - 1), min_size=2, max_size=2, unique=True))
    before = rising.tolist(), falling.tolist()
    on_i = attacks_on(i, queens[i], rising, falling)
    change = change_by_swap(i, queens[i], on_i, j, queens[j], rising, falling)
    assert (rising.tolist(), falling.tolist()) == before
    assert change == swap_rows(i, queens[i], j, queens[j], rising, falling)


@settings(max_examples=5)
@given(
    batches=st.lists(st.tuples(st.integers(1, 1024), st.booleans()), min_size=1, max_size=12),
    attacks=st.integers(0, 9),
)
def test_recording_batches_equals_recording_single_trials(batches: list[tuple[int, bool]], attacks: int) -> None:
    merges = Merge.MOST, Merge.LEAST
    (points, extent), (singly, its_extent) = trace(*merges), trace(*merges)
    for each in ((points, extent), (singly, its_extent)):
        record(*each, np.zeros(2))
    counters = np.zeros(len(MinConflictsCounter), np.int64)
    counters[MinConflictsCounter.ATTACKS] = attacks
    none = np.zeros(0, np.int8)
    state = MinConflictsState(np.zeros(0, np.int32), none, none, counters, points, extent, np.zeros(4, np.uint64))
    for number, placing in batches:
        left = np.arange(number, 0, -1, dtype=np.int32)
        record_trials(state, left, number, placing)
        for trial in range(number):
            last = trial + 1 == number
            values = [attacks if last else 0, left[trial]] if placing else [left[trial], 0]
            record(singly, its_extent, np.array(values, float))
    assert extent.tolist() == its_extent.tolist()
    assert points.tolist() == singly.tolist()
