"""Runs on disk: what is kept is found again, old ones go, and no fault of the store harms a run."""

import json
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store import runs as module
from knightwatch.engine.store.keeping import Keeper, code_of, record_of
from knightwatch.engine.store.limits import Limits
from knightwatch.engine.store.runs import DAY, KeptRun, RunStore, packed, unpacked
from knightwatch.engine.store.sharing import LARGEST, received, shared

PLAN = Plan.read(puzzle("queens"), {"n": "20", "seed": "1"})
STATE = {"clock": np.array([3, 1]), "pop": np.arange(12, dtype=np.int32).reshape(3, 4)}


def record(moment: int = 3, kept: float = 1000.0) -> KeptRun:
    return replace(record_of(PLAN, moment), kept=kept)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "runs.sqlite"


def advanced(steps: int) -> Run:
    run = Run(PLAN.search())
    list(run.slices(until=steps))
    return run


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file of this process become any larger."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_runs_come_back_newest_first_and_as_they_were(path: Path) -> None:
    with RunStore(path) as store:
        old, new = (store.keep(record(kept=when), "code", STATE) for when in (1.0, 2.0))
        assert store.runs() == [new, old]
        assert store.run() == new
        assert store.run(old.id) == old
        state = store.state(old, "code")
        assert state is not None
        assert {name: array.tolist() for name, array in state.items()} == {
            name: array.tolist() for name, array in STATE.items()
        }
        assert store.state(old, "other code") is None


def test_keeping_again_replaces_what_was_there(path: Path) -> None:
    with RunStore(path) as store:
        first = store.keep(record(3), "code", STATE)
        again = store.keep(replace(first, moment=9, newest=9), "code", STATE)
        assert store.runs() == [again]


def test_a_number_that_is_not_there_is_told(path: Path) -> None:
    with RunStore(path) as store:
        with pytest.raises(BadInput, match="no run has been kept yet"):
            store.run(1)
        store.keep(record(), "code", STATE)
        with pytest.raises(BadInput, match="run is 7, but no run of that number is kept"):
            store.run(7)


def test_old_and_large_runs_go_but_never_one_with_a_bookmark(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 100 * DAY)
    with RunStore(path) as store:
        days = {day: store.keep(record(kept=day * DAY), "code", STATE) for day in (1, 2, 95, 96, 97)}
        store.mark(days[1], 3, "the beginning")
        store.tidy(Limits(days=90))
        assert [run.id for run in store.runs()] == [days[97].id, days[96].id, days[95].id, days[1].id]
        size = len(packed(STATE) or b"")
        store.tidy(Limits(megabytes=2.5 * size / 1e6))
        assert [run.id for run in store.runs()] == [days[97].id, days[96].id, days[1].id]


def test_a_state_that_is_too_large_is_left_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 10)
    with RunStore(path) as store:
        assert store.state(store.keep(record(), "code", STATE), "code") is None


@pytest.mark.parametrize("data", [b"", b"\x00", b"no state at all"])
def test_a_damaged_state_is_told(data: bytes) -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpacked(data)


def edited(path: Path, change: str, *values: object) -> RunStore:
    """Return a store of one marked run that somebody has changed by hand."""
    with RunStore(path) as store:
        store.mark(store.keep(record(), "code", STATE), 3, "good")
    with sqlite3.connect(path) as base:
        base.execute(change, values)
    base.close()
    return RunStore(path)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("status", "asleep"),
        ("moment", -1),
        ("newest", 2),
        ("seconds", float("inf")),
        ("seconds", "nan"),
        ("kept", 1e300),
        ("kept", -1e18),
        ("kept", "nan"),
        ("settings", "[]"),
        ("settings", "[" * 100_000),
    ],
)
def test_a_damaged_row_is_told_in_a_sentence_and_hides_no_other(path: Path, column: str, value: object) -> None:
    with edited(path, f"UPDATE run SET {column} = ?", value) as store:
        for number in (1, None):
            with pytest.raises(BadInput, match="understood: knightwatch runs"):
                store.run(number)
        other = store.keep(record(), "code", STATE)
        assert (store.runs(), store.damaged()) == ([other], [1])


def test_a_bookmark_at_no_moment_is_told_in_a_sentence(path: Path) -> None:
    with edited(path, "UPDATE bookmark SET moment = 'x'") as store, pytest.raises(BadInput, match="understood"):
        store.run(1)


@pytest.mark.parametrize("value", ["\x1b[2Jblank\nline", b"\xff"])
def test_what_somebody_wrote_into_a_store_steers_no_terminal(path: Path, value: object) -> None:
    with edited(path, "UPDATE run SET title = ?, unit = ?", value, value) as store:
        store.base.execute("UPDATE bookmark SET note = ?", (value,))
        store.base.execute("UPDATE run SET settings = ?", (json.dumps({"solver": str(value)}),))
        run = store.run()
        assert f"{run.title}{run.solver}{run.unit}{run.bookmarks[3]}".isprintable()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("state", packed({**STATE, "pop": STATE["pop"][:1]})),
        ("state", b"PK"),
        ("state", "text"),
        ("state", 5),
        ("settings", json.dumps(PLAN.values() | {"n": "2000"})),
        ("moment", 1),
        ("newest", 10**15),
    ],
)
def test_a_state_is_used_only_for_the_run_that_it_is_of(path: Path, column: str, value: object) -> None:
    with edited(path, f"UPDATE run SET {column} = ?", value) as store:
        assert store.state(store.run(), "code") is None


def test_a_keeper_marks_moments_and_finds_them_again(path: Path) -> None:
    keeper, run = Keeper(PLAN, path), advanced(5)
    keeper.mark(run, 5, "best so far")
    keeper.close()
    with RunStore(path) as store:
        assert store.run().bookmarks == {5: "best so far"}
    keeper.mark(run, 5, None)
    keeper.close()
    with RunStore(path) as store:
        assert store.run().bookmarks == {}


def test_two_programs_with_one_run_keep_two(path: Path) -> None:
    first, run = Keeper(PLAN, path), advanced(5)
    first.keep(run)
    second = Keeper(PLAN, path, first.kept)
    list(second.returning(again := Run(PLAN.search())))
    list(again.slices(until=9))
    second.keep(again)
    list(run.slices(until=7))
    first.keep(run)
    first.close()
    second.close()
    with RunStore(path) as store:
        assert sorted((kept.id, kept.moment) for kept in store.runs()) == [(1, 7), (2, 9)]


def test_a_run_that_ends_before_the_moment_asked_for_has_its_end_for_the_newest(path: Path) -> None:
    plan = Plan.read(puzzle("queens"), {"n": "4", "solver": "min-conflicts", "seed": "1"})
    list(Keeper(plan, path, record_of(plan, 1_000)).returning(run := Run(plan.search())))
    assert run.status is Status.SOLVED
    assert run.furthest == run.search.done < 1_000


def test_no_fault_of_the_store_harms_a_run(tmp_path: Path) -> None:
    (tmp_path / "runs.sqlite").write_text("this is no base, and long enough to be seen as none" * 40)
    keeper, run = Keeper(PLAN, tmp_path / "runs.sqlite"), advanced(5)
    keeper.keep(run)
    assert "cannot be used" in keeper.fault
    list(run.slices(until=9))
    assert run.search.done == 9


def test_what_was_kept_can_be_read_on_a_full_disk_and_more_is_kept_when_there_is_room(path: Path) -> None:
    first = Keeper(PLAN, path)
    first.keep(advanced(5))
    first.close()
    again = Run(PLAN.search())
    with full_disk():
        with RunStore(path) as store:
            kept = store.run()
            assert store.state(kept, code_of(PLAN)) is not None
        keeper = Keeper(PLAN, path, kept)
        list(keeper.returning(again))
        assert again.search.done == 5
        list(again.slices(until=7))
        keeper.keep(again)
        assert "can only be read" in keeper.fault
    keeper.keep(again)
    assert not keeper.fault
    keeper.close()
    with RunStore(path) as store:
        assert [kept.moment for kept in store.runs()] == [7]


def test_a_store_that_was_removed_is_begun_anew(path: Path) -> None:
    keeper, run = Keeper(PLAN, path), advanced(5)
    keeper.keep(run)
    for file in path.parent.iterdir():
        file.unlink()
    list(run.slices(until=7))
    keeper.keep(run)
    keeper.close()
    with RunStore(path) as store:
        assert [kept.moment for kept in store.runs()] == [7]


def test_a_run_that_is_forgotten_leaves_no_lock_of_whoever_was_killed(path: Path) -> None:
    keeper = Keeper(PLAN, path)
    keeper.keep(advanced(5))
    assert (lock := path.with_name("runs.sqlite-1.lock")).exists()
    with RunStore(path) as store:
        store.delete([1])
    assert not lock.exists()
    keeper.close()


def test_going_to_its_moment_again_takes_none_of_the_seconds_that_a_run_may_take(path: Path) -> None:
    plan = Plan.read(puzzle("queens"), {"n": "20", "seed": "1", "max_seconds": "0.000001"})
    kept = replace(record_of(plan, 5, 9, seconds=0.0000005), kept=1.0)
    list(Keeper(plan, path, kept).returning(run := Run(plan.search())))
    assert (run.search.done, run.furthest, run.seconds) == (5, 9, kept.seconds)


def test_who_goes_back_to_an_old_moment_loses_nothing_when_interrupted(path: Path) -> None:
    keeper = Keeper(PLAN, path)
    keeper.keep(advanced(9))
    keeper.close()
    with RunStore(path) as store:
        kept = store.run()
    again = Keeper(PLAN, path, kept)
    again.keep(advanced(2))
    again.close()
    with RunStore(path) as store:
        assert store.run() == kept


def test_who_goes_the_way_again_keeps_nothing_before_its_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 10)
    keeper = Keeper(PLAN, path)
    keeper.keep(advanced(9))
    keeper.close()
    with RunStore(path) as store:
        kept = store.run()
    again, run = Keeper(PLAN, path, kept), Run(PLAN.search())
    for _ in again.returning(run):
        again.note(run)
        with RunStore(path) as store:
            assert store.run() == kept
    again.close()
    assert run.search.done == 9


def test_a_run_goes_through_a_file(tmp_path: Path) -> None:
    kept = replace(record(9), bookmarks={4: "here"})
    file = tmp_path / "run.json"
    file.write_text(shared(kept))
    plan, found = received(file)
    assert plan == PLAN
    assert (found.moment, found.newest, found.bookmarks, found.id) == (9, 9, {4: "here"}, 0)
    assert found.status is Status.RUNNING


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"puzzle": "chess"}, "chess"),
        ({"values": {"n": "no number", "solver": "evolve"}}, "n is"),
        ({"moment": -1}, "moment"),
        ({"moment": "9"}, "moment"),
        ({"bookmarks": [[2**70, "far"]]}, "bookmarks"),
        ({"more": 1}, "more"),
        ({"bookmarks": [[2**63, "beyond any run"]]}, "bookmarks"),
        ({"bookmarks": [[-1, "before it"]]}, "bookmarks"),
        ({"bookmarks": [[3, "x" * 201]]}, "bookmarks"),
        ({"format": "something else"}, "format"),
    ],
)
def test_a_file_of_somebody_else_is_checked(tmp_path: Path, change: dict[str, object], words: str) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(json.loads(shared(record())) | change))
    with pytest.raises(BadInput, match=words):
        received(file)


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"[" * 100_000, b" " * (LARGEST + 1)],
    ids=["empty", "no text", "deep", "large"],
)
def test_a_file_that_is_no_run_is_told(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(data)
    with pytest.raises(BadInput, match="run is"):
        received(file)
