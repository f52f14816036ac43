"""The store of counts: checkpoints are loaded as saved, and deleted when they are no longer needed."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.store import counts
from knightwatch.engine.store.counts import CountStore, SavedHalf
from knightwatch.engine.store.outcomes import Store


def side(entries: int, blocks: int = 3) -> SavedHalf:
    drawn = np.random.default_rng(entries)
    length = drawn.integers(0, 9, blocks).astype(np.int32)
    ranks, numbers = (drawn.integers(0, 1 << 32, entries).astype(np.uint32) for _ in range(2))
    return SavedHalf((1 << 32) - 5, 8, [1, 4, entries], length, ranks, numbers)


def same(one: SavedHalf | None, other: SavedHalf) -> bool:
    return (
        one is not None
        and (one.modulus, one.steps, one.states) == (other.modulus, other.steps, other.states)
        and one.length.dtype == other.length.dtype
        and all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("length", "ranks", "counts"))
    )


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["top", "bottom"]), st.integers(0, 60)), max_size=6))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_half_is_loaded_as_it_was_saved_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: list[tuple[str, str, int]]
) -> None:
    monkeypatch.setattr(counts, "PART", 64)
    path = tmp_path / "counts.sqlite"
    path.unlink(missing_ok=True)
    with CountStore(path) as store:
        for job, name, entries in kept:
            store.save_half(job, name, side(entries))
    with CountStore(path) as store:
        for job, name, entries in {(job, name): (job, name, entries) for job, name, entries in kept}.values():
            assert same(store.half(job, name), side(entries))
        assert store.half("c", "top") is None


def test_numbers_and_sums_of_any_size_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "counts.sqlite"
    with CountStore(path) as store:
        store.add("a", 10**40, 7)
        store.save_joined("a", 97, 3, 10**30)
        store.save_joined("a", 97, 5, 10**31)
    with CountStore(path) as store:
        assert store.number("a") == (10**40, 7)
        assert store.joined("a", 97) == (5, 10**31)
        assert store.joined("a", 89) == (0, 0)
        assert store.number("b") is None


def test_deleted_checkpoints_free_disk_space(tmp_path: Path) -> None:
    path = tmp_path / "counts.sqlite"
    with CountStore(path) as store:
        store.save_half("a", "top", side(300_000))
        store.save_joined("a", 97, 1, 1)
        store.add("a", 1, 1, needed_later=True)
        assert path.stat().st_size > 2_000_000
        store.forget("a")
        assert store.half("a", "top") is None
        assert store.joined("a", 97) == (0, 0)
        assert store.number("a") == (1, 1)
    assert path.stat().st_size < 100_000


def test_a_number_replaces_its_checkpoints(tmp_path: Path) -> None:
    path = tmp_path / "counts.sqlite"
    with CountStore(path) as store:
        for job in ("a", "b"):
            store.save_half(job, "top", side(5))
            store.save_joined(job, 97, 1, 1)
        store.add("a", 1, 1)
    with CountStore(path) as store:  # as after a crash
        assert (store.half("a", "top"), store.joined("a", 97), store.number("a")) == (None, (0, 0), (1, 1))
        assert store.half("b", "top") is not None
        assert store.joined("b", 97) == (1, 1)


def test_a_store_of_outcomes_is_refused_as_a_store_of_counts(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite"):
        pass
    with pytest.raises(BadInput, match="choose another file"):
        CountStore(tmp_path / "store.sqlite")
