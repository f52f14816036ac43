"""A damaged store of an interrupted count: the right number all the same, and a sentence about the damage."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.store.counts import CountStore, SavedHalf
from knightwatch.engine.tour.exact.jobs import CountKind, Job
from knightwatch.engine.tour.questions.count import Count, CountOptions

PLACES = 2_000
"""Places of one task of the join: few, so that there are several tasks."""
FREE = np.ones((5, 6), np.bool_)
COLUMNS = [
    *(("number", name) for name in ("number", "states", "checksum")),
    *(("side", name) for name in ("modulus", "steps", "states", "sizes", "content", "checksum")),
    *(("joined", name) for name in ("parts", "number", "checksum")),
    ("part", "data"),
]


def begun(path: Path) -> Count:
    return Count(FREE, None, False, CountOptions(store=str(path), starts=False))


def finished(path: Path) -> Count:
    count = begun(path)
    for _ in count.slices():
        pass
    return count


def is_right(count: Count) -> bool:
    answer = count.answer()
    return bool(answer["complete"] and {name: answer[name] for name in ("closed", "open")} == answer["published"])


@pytest.fixture(scope="module")
def interrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the store of a count that was interrupted while it joined the halves of the open tours."""
    path = tmp_path_factory.mktemp("counts") / "counts.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("knightwatch.engine.tour.exact.tour_count.SAVE_SECONDS", 0)
        patch.setattr("knightwatch.engine.tour.exact.tour_count.PLACES", PLACES)
        count = begun(path)
        slices = count.slices()
        for _ in slices:
            current = count.jobs.current
            if count.jobs.job == Job(CountKind.OPEN) and current and current.joined:
                break
        del slices  # interrupts the count
    return path


@pytest.fixture
def store(interrupted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of that store, for a test to damage."""
    monkeypatch.setattr("knightwatch.engine.tour.exact.tour_count.PLACES", PLACES)
    return Path(shutil.copy(interrupted, tmp_path / "counts.sqlite"))


def damage(path: Path, table: str, column: str, change: Callable[[bytes], bytes]) -> None:
    """Change the longest value of a column; it keeps its type."""
    key = {"number": "job", "side": "job || side", "joined": "job || modulus", "part": "rowid"}[table]
    query = f"SELECT TYPEOF({column}), CAST({column} AS BLOB), {key} FROM {table} ORDER BY LENGTH({column}) DESC"
    with closing(sqlite3.connect(path)) as base, base:
        kind, value, row = base.execute(query).fetchone()
        base.execute(f"UPDATE {table} SET {column} = CAST(? AS {kind}) WHERE {key} = ?", (change(value), row))


def with_a_flipped_bit(value: bytes) -> bytes:
    chance = random.Random(value)
    place, bit = chance.randrange(len(value)), chance.randrange(4)  # a digit stays a digit, or nearly one
    return value[:place] + bytes([value[place] ^ 1 << bit]) + value[place + 1 :]


def test_an_undamaged_store_needs_no_recount(store: Path) -> None:
    count = finished(store)
    assert is_right(count)
    assert count.notes() == []
    assert count.answer()["reason"] is None


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_flipped_bit_costs_a_recount_and_is_reported(store: Path, table: str, column: str) -> None:
    damage(store, table, column, with_a_flipped_bit)
    count = finished(store)
    assert is_right(count)
    assert len(count.notes()) == 1
    assert count.notes()[0] == count.answer()["reason"]
    assert str(store) in count.text().replace("\n", " ")


@pytest.mark.parametrize(
    "change",
    [lambda _: b"", lambda data: data[:5], lambda data: data[:-4], lambda data: data + bytes(1 << 26)],
    ids=["empty", "short", "one entry less", "huge"],
)
def test_a_part_of_another_length_costs_a_recount(store: Path, change: Callable[[bytes], bytes]) -> None:
    damage(store, "part", "data", change)
    count = finished(store)
    assert is_right(count)
    assert len(count.notes()) == 1


def changed(array: NDArray[Any], place: int, value: int) -> NDArray[Any]:
    copy = array.copy()
    copy[place] = value
    return copy


@pytest.mark.parametrize(
    "forged",
    [
        lambda _: {"steps": 0},
        lambda _: {"steps": 1_000},
        lambda _: {"states": []},
        lambda _: {"states": "none"},
        lambda half: {"length": half.length[:-1]},
        lambda half: {"length": changed(half.length, 0, -1)},
        lambda half: {"length": changed(half.length, 0, half.length[0] + 1)},
        lambda half: {"ranks": changed(half.ranks, 7, (1 << 32) - 1)},
        lambda half: {"ranks": half.ranks[:-1]},
        lambda half: {"counts": half.counts[:0]},
        lambda _: {"modulus": 97},
    ],
)
def test_impossible_values_with_a_right_checksum_do_not_reach_kernels(
    store: Path, forged: Callable[[SavedHalf], dict[str, Any]]
) -> None:
    with CountStore(store) as opened:
        for job, side in opened.base.execute("SELECT job, side FROM side").fetchall():
            half = opened.half(job, side)
            assert half
            opened.save_half(job, side, replace(half, **forged(half)))
    assert is_right(finished(store))


@pytest.mark.parametrize("joined", [-2, 10**6])
def test_an_impossible_number_of_joined_ranges_costs_a_recount(store: Path, joined: int) -> None:
    with CountStore(store) as opened:
        for job, modulus in opened.base.execute("SELECT job, modulus FROM joined").fetchall():
            opened.save_joined(job, modulus, joined, 5)
    count = finished(store)
    assert is_right(count)
    assert len(count.notes()) == 1


@pytest.mark.parametrize("seed", range(4))
def test_flipped_bits_anywhere_in_the_file_never_give_a_wrong_number(store: Path, seed: int) -> None:
    chance, data = random.Random(seed), bytearray(store.read_bytes())
    for _ in range(8):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    store.write_bytes(data)
    with suppress(BadInput):  # SQLite cannot read the file
        assert is_right(finished(store))


def test_a_number_other_than_the_published_one_is_reported(store: Path) -> None:
    with CountStore(store) as opened:
        (job,) = opened.base.execute("SELECT job FROM number WHERE job LIKE 'closed%'").fetchone()
        opened.add(job, 9, 1)
    count = finished(store)
    assert len(count.notes()) == 1
    for said in (count.answer()["reason"], count.text()):
        assert "WRONG NUMBER: 9 closed tours counted, but 8 published" in " ".join(said.split())


def test_starts_that_do_not_add_up_are_reported(tmp_path: Path) -> None:
    options, free = CountOptions(store=str(tmp_path / "counts.sqlite")), np.ones((4, 5), np.bool_)
    first = Count(free, None, False, options)
    for _ in first.slices():
        pass
    with CountStore(tmp_path / "counts.sqlite") as opened:
        opened.add(first.jobs.name(first.jobs.jobs[-1]), 12_345, 1)
    again = Count(free, None, False, options)
    for _ in again.slices():
        pass
    assert [note.partition(":")[0] for note in again.notes()] == ["WRONG NUMBER"]


def test_a_store_without_checksums_is_counted_again(store: Path) -> None:
    with closing(sqlite3.connect(store)) as base, base:
        for table in ("number", "side", "joined"):
            base.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        base.execute("PRAGMA user_version = 1")
    count = finished(store)
    assert is_right(count)
    assert finished(store).answer()["closed"] == count.answer()["closed"]
