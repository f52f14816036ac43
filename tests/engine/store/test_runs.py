"""Saved runs: they are loaded as saved, old ones are deleted, and faults of the store harm no run."""

import json
import resource
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import State
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.queens.kernels.evolve import EvolveCounter
from knightwatch.engine.store import packing
from knightwatch.engine.store.limits import Limits
from knightwatch.engine.store.packing import packed
from knightwatch.engine.store.runs import RunStore, SavedRun, sealed
from knightwatch.engine.store.saving import RunSaver, code_of, record_of
from knightwatch.engine.store.sharing import LARGEST, received, shared
from tests.support.strategies import assert_same

PLAN = Plan.read(puzzle("queens"), {"n": "20", "seed": "1"})
STATE = {"clock": np.array([3, 1]), "pop": np.arange(12, dtype=np.int32).reshape(3, 4)}


def record(moment: int = 3, kept: float = 1000.0) -> SavedRun:
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
    """Limit the file size of this process, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_runs_are_loaded_unchanged_and_newest_first(path: Path) -> None:
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


def test_saving_again_replaces_the_run(path: Path) -> None:
    with RunStore(path) as store:
        first = store.keep(record(3), "code", STATE)
        again = store.keep(replace(first, moment=9, newest=9), "code", STATE)
        assert store.runs() == [again]


def test_a_pace_is_saved_and_a_damaged_one_is_unknown(path: Path) -> None:
    with RunStore(path) as store:
        kept = store.keep(replace(record(), pace=50.0), "", None)
        assert store.run(kept.id).pace == 50
        store.keep_pace(replace(kept, pace=0.0))
        assert store.run(kept.id).pace == 0
        for damaged in ("fast", -1, 1e30):
            store.base.execute("UPDATE pace SET pace = ?", (damaged,))
            assert store.run(kept.id).pace is None


def test_an_unknown_number_is_reported(path: Path) -> None:
    with RunStore(path) as store:
        with pytest.raises(BadInput, match="no run is saved yet"):
            store.run(1)
        store.keep(record(), "code", STATE)
        with pytest.raises(BadInput, match="run is 7, but no saved run has this number"):
            store.run(7)


def test_bookmarked_runs_survive_the_limits(path: Path) -> None:
    with RunStore(path) as store:
        runs = [store.keep(record(kept=when), "code", STATE) for when in (1.0, 2.0, 3.0, 4.0, 5.0)]
        store.mark(runs[0], 3, "the beginning")
        store.tidy(Limits(number=3))
        assert [run.id for run in store.runs()] == [runs[at].id for at in (4, 3, 2, 0)]
        size = len(packed(STATE) or b"")
        store.tidy(Limits(megabytes=2.5 * size / 1e6))
        assert [run.id for run in store.runs()] == [runs[at].id for at in (4, 3, 0)]


@pytest.mark.parametrize("year", [1970, 2099])
def test_a_wrong_clock_deletes_no_run(path: Path, monkeypatch: pytest.MonkeyPatch, year: int) -> None:
    with RunStore(path) as store:
        runs = [store.keep(record(kept=when), "code", STATE) for when in (1.7e9, 1.8e9)]
        monkeypatch.setattr("time.time", lambda: (year - 1970) * 365.25 * 86_400)
        store.tidy(Limits())
        assert {run.id for run in store.runs()} == {run.id for run in runs}
        assert store.take_deleted() == 0


def test_the_run_in_use_survives_a_clock_that_is_behind(path: Path) -> None:
    keepers = [RunSaver(PLAN, path) for _ in range(2)]
    for keeper in keepers:
        keeper.keep(advanced(5))
        keeper.close()
    last = keepers[-1].kept
    assert last
    with RunStore(path) as store:
        store.base.execute("UPDATE run SET kept = 0 WHERE id = ?", (last.id,))
        store.tidy(Limits(number=1), last.id)
        assert [run.id for run in store.runs()] == [last.id]


def test_deleted_runs_are_reported_once(path: Path) -> None:
    with RunStore(path) as store:
        for when in (1.0, 2.0, 3.0, 4.0):
            store.keep(record(kept=when), "code", STATE)
        store.tidy(Limits(number=3))
        store.tidy(Limits(number=1))
    with RunStore(path) as store:
        assert [store.take_deleted(), store.take_deleted()] == [3, 0]


def test_a_state_that_is_too_large_is_left_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "LARGEST", 10)
    with RunStore(path) as store:
        assert store.state(store.keep(record(), "code", STATE), "code") is None


def edited(path: Path, change: str, *values: object) -> RunStore:
    """Return a store with one bookmarked run that was edited by hand."""
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
def test_a_damaged_row_is_reported_and_hides_no_other(path: Path, column: str, value: object) -> None:
    with edited(path, f"UPDATE run SET {column} = ?", value) as store:
        for number in (1, None):
            with pytest.raises(BadInput, match="damaged: knightwatch runs"):
                store.run(number)
        other = store.keep(record(), "code", STATE)
        assert (store.runs(), store.damaged()) == ([other], [1])


def test_a_damaged_bookmark_is_reported(path: Path) -> None:
    with edited(path, "UPDATE bookmark SET moment = 'x'") as store, pytest.raises(BadInput, match="damaged"):
        store.run(1)


@pytest.mark.parametrize("value", ["\x1b[2Jblank\nline", b"\xff"])
def test_control_characters_in_a_store_are_removed(path: Path, value: object) -> None:
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
def test_a_state_is_used_only_for_its_own_run(path: Path, column: str, value: object) -> None:
    with edited(path, f"UPDATE run SET {column} = ?", value) as store:
        assert store.state(store.run(), "code") is None


def forged(path: Path, run: SavedRun, data: bytes) -> None:
    """Replace the state in a store, with the checksum that fits."""
    with RunStore(path) as store:
        store.base.execute("UPDATE run SET state = ?, code = ?", (data, sealed(run, code_of(PLAN), data)))


def wrong_index(state: State) -> bytes:
    state["pop"][0, 0] = 1 << 30
    return packed(state) or b""


def wrong_step(state: State) -> bytes:
    state["clock"][0] = 1
    return packed(state) or b""


def wrong_claim(state: State) -> bytes:
    state["counters"][EvolveCounter.BEST_EVER] = 0
    return packed(state) or b""


def bomb(_: State) -> bytes:
    return zlib.compress(bytes(2 * packing.LARGEST))


@pytest.mark.parametrize("forge", [wrong_index, wrong_step, wrong_claim, bomb])
def test_a_forged_state_is_replayed_and_the_user_is_told(path: Path, forge: Callable[[State], bytes]) -> None:
    run = advanced(3)
    keeper = RunSaver(PLAN, path)
    keeper.keep(run)
    keeper.close()
    assert keeper.kept
    forged(path, keeper.kept, forge(run.search.save()))
    again, restored = RunSaver(PLAN, path, keeper.kept), Run(PLAN.search())
    list(again.returning(restored))
    again.close()
    assert again.notice
    assert_same(restored.search, run.search)


def test_bookmarks_are_saved_and_loaded(path: Path) -> None:
    keeper, run = RunSaver(PLAN, path), advanced(5)
    keeper.mark(run, 5, "best so far")
    keeper.close()
    with RunStore(path) as store:
        assert store.run().bookmarks == {5: "best so far"}
    keeper.mark(run, 5, None)
    keeper.close()
    with RunStore(path) as store:
        assert store.run().bookmarks == {}


def test_two_processes_with_one_run_save_two(path: Path) -> None:
    first, run = RunSaver(PLAN, path), advanced(5)
    first.keep(run)
    second = RunSaver(PLAN, path, first.kept)
    list(second.returning(again := Run(PLAN.search())))
    list(again.slices(until=9))
    second.keep(again)
    list(run.slices(until=7))
    first.keep(run)
    first.close()
    second.close()
    with RunStore(path) as store:
        assert sorted((kept.id, kept.moment) for kept in store.runs()) == [(1, 7), (2, 9)]


def test_a_run_that_ends_early_has_its_end_as_newest_step(path: Path) -> None:
    plan = Plan.read(puzzle("queens"), {"n": "4", "solver": "min-conflicts", "seed": "1"})
    list(RunSaver(plan, path, record_of(plan, 1_000)).returning(run := Run(plan.search())))
    assert run.status is Status.SOLVED
    assert run.furthest == run.search.done < 1_000


def test_faults_of_the_store_do_not_harm_a_run(tmp_path: Path) -> None:
    (tmp_path / "runs.sqlite").write_text("this is no base, and long enough to be seen as none" * 40)
    keeper, run = RunSaver(PLAN, tmp_path / "runs.sqlite"), advanced(5)
    keeper.keep(run)
    assert "cannot be used" in keeper.fault
    list(run.slices(until=9))
    assert run.search.done == 9


def test_a_full_disk_allows_reading_and_saves_again_later(path: Path) -> None:
    first = RunSaver(PLAN, path)
    first.keep(advanced(5))
    first.close()
    again = Run(PLAN.search())
    with full_disk():
        with RunStore(path) as store:
            kept = store.run()
            assert store.state(kept, code_of(PLAN)) is not None
        keeper = RunSaver(PLAN, path, kept)
        list(keeper.returning(again))
        assert again.search.done == 5
        list(again.slices(until=7))
        keeper.keep(again)
        assert "read-only" in keeper.fault
    keeper.keep(again)
    assert not keeper.fault
    keeper.close()
    with RunStore(path) as store:
        assert [kept.moment for kept in store.runs()] == [7]


def test_a_removed_store_is_created_again(path: Path) -> None:
    keeper, run = RunSaver(PLAN, path), advanced(5)
    keeper.keep(run)
    for file in path.parent.iterdir():
        file.unlink()
    list(run.slices(until=7))
    keeper.keep(run)
    keeper.close()
    with RunStore(path) as store:
        assert [kept.moment for kept in store.runs()] == [7]


def test_deleting_a_run_removes_its_lock(path: Path) -> None:
    keeper = RunSaver(PLAN, path)
    keeper.keep(advanced(5))
    assert (lock := path.with_name("runs.sqlite-1.lock")).exists()
    with RunStore(path) as store:
        store.delete([1])
    assert not lock.exists()
    keeper.close()


def test_a_replay_does_not_use_up_max_seconds(path: Path) -> None:
    plan = Plan.read(puzzle("queens"), {"n": "20", "seed": "1", "max_seconds": "0.000001"})
    kept = replace(record_of(plan, 5, 9, seconds=0.0000005), kept=1.0)
    list(RunSaver(plan, path, kept).returning(run := Run(plan.search())))
    assert (run.search.done, run.furthest, run.seconds) == (5, 9, kept.seconds)


def test_interrupting_at_an_earlier_step_loses_nothing(path: Path) -> None:
    keeper = RunSaver(PLAN, path)
    keeper.keep(advanced(9))
    keeper.close()
    with RunStore(path) as store:
        kept = store.run()
    again = RunSaver(PLAN, path, kept)
    again.keep(advanced(2))
    again.close()
    with RunStore(path) as store:
        assert store.run() == kept


def test_a_replay_saves_nothing_before_its_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "LARGEST", 10)
    keeper = RunSaver(PLAN, path)
    keeper.keep(advanced(9))
    keeper.close()
    with RunStore(path) as store:
        kept = store.run()
    again, run = RunSaver(PLAN, path, kept), Run(PLAN.search())
    for _ in again.returning(run):
        again.note(run)
        with RunStore(path) as store:
            assert store.run() == kept
    again.close()
    assert run.search.done == 9


def test_a_run_survives_export_and_import(tmp_path: Path) -> None:
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
def test_a_foreign_file_is_checked(tmp_path: Path, change: dict[str, object], words: str) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(json.loads(shared(record())) | change))
    with pytest.raises(BadInput, match=words):
        received(file)


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"[" * 100_000, b" " * (LARGEST + 1)],
    ids=["empty", "no text", "deep", "large"],
)
def test_a_file_that_is_not_a_run_is_reported(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(data)
    with pytest.raises(BadInput, match="run is"):
        received(file)
