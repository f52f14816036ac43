"""The store of outcomes: it keeps runs, locks sweeps, and reports faults in a sentence."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knightwatch.engine.compiled.digest import digest, reached
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.store.outcomes import CHECKED, RunOutcome, Store, checksum, usual_path
from tests.support.inline import drive, inline, sweep

ENDED = [Status.SOLVED, Status.IMPOSSIBLE, Status.GAVE_UP]
counts = st.integers(0, 2**62)
seconds = st.floats(0, 1e9)
names = st.text(max_size=9)
outcomes = st.builds(
    RunOutcome,
    st.sampled_from(ENDED),
    counts,
    st.dictionaries(names, counts, max_size=3),
    seconds,
    seconds,
    st.dictionaries(names, st.floats(allow_nan=False, allow_infinity=False), max_size=3),
)
SOLVED = RunOutcome(Status.SOLVED, 7, {"trials": 7}, 0.5, 0.25)
LATER = RunOutcome(Status.SOLVED, 9, {"trials": 9}, 0.5, 0.25)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "below" / "store.sqlite"


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.integers(0, 20), outcomes, max_size=5), st.integers(0, 20))
def test_outcomes_are_there_when_the_store_is_reopened(
    tmp_path: Path, known: dict[int, RunOutcome], repeat: int
) -> None:
    path = tmp_path / "store.sqlite"
    path.unlink(missing_ok=True)
    one, other = sweep().cells[:2]
    with Store(path) as store:
        store.enter(sweep())
        for repetition, outcome in known.items():
            store.add(one, repetition, outcome)
    with Store(path) as store:
        assert store.outcomes(one, 100) == known
        assert store.outcomes(one, repeat) == {at: outcome for at, outcome in known.items() if at < repeat}
        assert store.outcomes(other, 100) == {}


def test_the_first_outcome_of_a_run_stays(path: Path) -> None:
    cell = sweep().cells[0]
    with Store(path) as store:
        store.add(cell, 0, SOLVED)
        store.add(cell, 0, RunOutcome(Status.GAVE_UP, 1, {}, 1.0, 1.0))
        assert store.outcomes(cell, 9) == {0: SOLVED}


def test_forgetting_a_sweep_keeps_other_sweeps(path: Path) -> None:
    mine, other = sweep("n=8"), sweep("n=10")
    with Store(path) as store:
        for each in (mine, other):
            store.add(each.cells[0], 0, SOLVED)
        further = mine.repeat + 3
        store.add(mine.cells[0], further, SOLVED)
        store.forget(mine)
        assert store.outcomes(mine.cells[0], further + 1) == {further: SOLVED}
        assert store.outcomes(other.cells[0], 9) == {0: SOLVED}


def test_changing_a_solver_hides_only_its_own_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_changed_kernels(*modules: str) -> str:
        return "changed" if "knightwatch.engine.queens.kernels.min_conflicts" in reached(*modules) else digest(*modules)

    cell, other = sweep("n=8").cells[0], sweep("n=8", solver="evolve").cells[0]
    with Store(path) as store:
        for each in (cell, other):
            store.add(each, 0, SOLVED)
        monkeypatch.setattr("knightwatch.engine.core.search.digest", of_changed_kernels)
        assert store.outcomes(cell, 9) == {}
        assert store.outcomes(other, 9) == {0: SOLVED}
        store.add(cell, 0, LATER)
        assert store.outcomes(cell, 9) == {0: LATER}
        monkeypatch.undo()
        assert store.outcomes(cell, 9) == {0: SOLVED}


def test_a_store_of_the_older_layout_is_converted(
    path: Path,
) -> None:
    cell = sweep().cells[0]
    with Store(path) as store:
        store.add(cell, 0, SOLVED)
    base = sqlite3.connect(path)
    base.execute("UPDATE run SET code = '0.3.0'")
    base.execute("ALTER TABLE run RENAME COLUMN code TO version")
    base.execute("ALTER TABLE run DROP COLUMN checksum")
    base.execute("PRAGMA user_version = 2")
    base.commit()
    base.close()
    for known in ({}, {0: LATER}):
        with Store(path) as store:
            assert store.outcomes(cell, 9) == known
            store.add(cell, 0, LATER)


def test_a_store_without_checksums_gets_them(path: Path) -> None:
    cell = sweep().cells[0]
    with Store(path) as store:
        store.add(cell, 0, SOLVED)
        store.base.execute("ALTER TABLE run DROP COLUMN checksum")
        store.base.execute("PRAGMA user_version = 3")
    with Store(path) as store:
        assert store.outcomes(cell, 9) == {0: SOLVED}


def test_the_file_itself_says_what_was_run(path: Path) -> None:
    with Store(path) as store:
        store.enter(sweep("n=12"))
        store.enter(sweep("n=12"))
        store.add(sweep("n=12").cells[0], 3, SOLVED)
    base = sqlite3.connect(path)
    query = "SELECT puzzle, settings, repetition, seed, status, steps FROM run JOIN cell ON cell.identity = run.cell"
    seed = sweep("n=12").cells[0].run(3).seed
    assert base.execute(query).fetchall() == [
        ("queens", '{"solver": "min-conflicts", "n": "12"}', 3, seed, "solved", 7)
    ]
    base.close()


def test_a_sweep_belongs_to_one_process_at_a_time(path: Path) -> None:
    with Store(path) as store, Store(path) as other:
        with store.claimed(sweep("n=8")):
            with pytest.raises(BadInput, match="is being run by another knightwatch"), other.claimed(sweep("n=8")):
                pass
            with other.claimed(sweep("n=9")):
                other.add(sweep("n=9").cells[0], 0, SOLVED)
        with other.claimed(sweep("n=8")):
            pass
    assert [file.name for file in path.parent.iterdir()] == [path.name]


HOLD = """
import sys, pathlib
from knightwatch.engine.store.outcomes import Store
from knightwatch.engine.lab.sweeps.experiment import Experiment
from tests.support.inline import drive, inline, sweep
with Store(pathlib.Path(sys.argv[1])) as store, store.claimed(sweep("n=8")):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_a_claim_ends_when_its_process_is_killed(path: Path) -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"mine\n"
        with Store(path) as store:
            with pytest.raises(BadInput, match="another knightwatch"), store.claimed(sweep("n=8")):
                pass
            process.kill()
            process.wait()
            with store.claimed(sweep("n=8")):
                pass


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (b"precious, but not a database at all" * 100, "not a database"),
        (b"SQLite format 3\x00" + b"\xff" * 5000, "cannot be used"),
    ],
)
def test_a_file_that_is_not_a_database_is_left_alone(contents: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(contents)
    with pytest.raises(BadInput, match=words):
        Store(path)
    assert path.read_bytes() == contents


def test_a_damaged_store_is_reported(path: Path) -> None:
    with Store(path) as store:
        store.enter(sweep("n=8:99"))
    damaged = bytearray(path.read_bytes())
    damaged[4096:] = b"\x55" * (len(damaged) - 4096)
    path.write_bytes(damaged)
    with pytest.raises(BadInput, match=r"store is .*, which cannot be used \(.*malformed"), Store(path) as store:
        store.enter(sweep("n=8:99"))


def test_foreign_databases_and_other_layouts_are_left_alone(tmp_path: Path) -> None:
    for name, statement, words in (
        ("theirs", "CREATE TABLE precious (x)", "is not a store of knightwatch"),
        ("later", "PRAGMA user_version = 99", "another version of knightwatch"),
    ):
        path = tmp_path / name
        if name == "later":
            Store(path).__exit__()
        base = sqlite3.connect(path)
        base.execute(statement)
        base.commit()
        base.close()
        with pytest.raises(BadInput, match=words):
            Store(path)


def test_a_store_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "store", tmp_path):
        with pytest.raises(BadInput, match=r"^store is .*, which cannot be used"):
            Store(path)


def test_a_store_that_cannot_be_written_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(path).__exit__()
    connect = sqlite3.connect

    def reading(_: Any, *more: Any, **options: Any) -> sqlite3.Connection:
        base: sqlite3.Connection = connect(f"file:{path}?mode=ro", *more, **options | {"uri": True})
        return base

    monkeypatch.setattr(sqlite3, "connect", reading)  # root may write a file whose mode forbids it
    with (
        Store(path) as store,
        pytest.raises(BadInput, match=r"cannot be used \(attempt to write a readonly database\): choose"),
    ):
        store.add(sweep("n=12").cells[0], 0, SOLVED)


FILL = """
import resource, signal, sys, pathlib
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.store.outcomes import Store
from knightwatch.engine.lab.sweeps.experiment import Experiment
from tests.support.inline import drive, inline, sweep
from tests.engine.store.test_outcomes import SOLVED
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Store(pathlib.Path(sys.argv[1])) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    try:
        for repetition in range(10_000):
            store.add(sweep("n=8").cells[0], repetition, SOLVED)
            print(repetition, flush=True)
    except BadInput as error:
        print(error)
"""


def test_a_full_disk_is_reported_and_keeps_stored_runs(path: Path) -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", FILL, str(path)]
    *stored, complaint = subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert complaint.startswith(f"store is {path}, which cannot be used")
    assert len(stored) > 10
    with Store(path) as store:
        assert len(store.outcomes(sweep("n=8").cells[0], 10_000)) == len(stored)


def test_the_environment_chooses_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KNIGHTWATCH_STORE", raising=False)
    assert usual_path().name == "laboratory.sqlite"
    monkeypatch.setenv("KNIGHTWATCH_STORE", str(tmp_path / "mine"))
    assert usual_path() == tmp_path / "mine"


def test_a_removed_store_is_reported(path: Path) -> None:
    with Store(path) as store:
        store.add(sweep().cells[0], 0, SOLVED)
        path.unlink()
        with pytest.raises(BadInput, match="that file was removed"):
            store.add(sweep().cells[0], 1, SOLVED)


def test_a_lock_that_cannot_be_created_is_reported(path: Path) -> None:
    with Store(path) as store:
        path.with_name(f"{path.name}-{sweep('n=8').identity}.lock").mkdir()  # so that no file can be created there
        with pytest.raises(BadInput, match=r"^store is .*, which cannot be used"), store.claimed(sweep("n=8")):
            pass


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("work", "5"),
        ("work", "'[1]'"),
        ("work", "'{'"),
        ("ends", "'{\"a\": []}'"),
        ("steps", "'many'"),
        ("seconds", "x'00'"),
        ("prepare_seconds", "'long'"),
        ("status", "'won'"),
        ("steps", "-1"),
        ("seconds", "9e999"),
        ("seconds", "'nan'"),
        ("prepare_seconds", "-1.0"),
        ("ends", "'{\"a\": NaN}'"),
    ],
)
def test_impossible_values_are_reported(path: Path, column: str, value: str) -> None:
    cell = sweep().cells[0]
    with Store(path) as store:
        store.add(cell, 0, SOLVED)
    base = sqlite3.connect(path)
    base.execute(f"UPDATE run SET {column} = {value}")
    base.commit()
    with Store(path) as store, pytest.raises(BadInput, match=r"^store is .*, which has damaged runs"):
        store.outcomes(cell, 9)
    base.create_function("checksum", -1, checksum)
    base.execute(f"UPDATE run SET checksum = checksum({CHECKED})")
    base.commit()
    base.close()
    with Store(path) as store, pytest.raises(BadInput, match=r"^store is .*, which has a run with impossible values"):
        store.outcomes(cell, 9)


@pytest.mark.parametrize(
    ("column", "value"),
    [("status", "'gave up'"), ("steps", "6"), ("seconds", "0.75"), ("seed", "1"), ("checksum", "''")],
)
def test_a_changed_field_is_reported_even_if_its_value_is_possible(path: Path, column: str, value: str) -> None:
    cell = sweep().cells[0]
    with Store(path) as store:
        store.add(cell, 0, SOLVED)
        store.base.execute(f"UPDATE run SET {column} = {value}")
        with pytest.raises(BadInput, match=r"^store is .*, which has damaged runs"):
            store.outcomes(cell, 9)
        store.forget(sweep(repeat=9))
        assert store.outcomes(cell, 9) == {}


def test_a_new_file_that_cannot_be_laid_out_is_not_called_foreign(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(store: Store) -> sqlite3.Connection:
        if not store.read_only:
            store.path.write_bytes(b"SQLite format 3")
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_SHMMAP"
            raise error
        raise BadInput("this is not a store")

    monkeypatch.setattr(Store, "_connected", refuse)
    with pytest.raises(BadInput, match="disk I/O error"):
        Store(path)


def test_a_read_only_store_shows_finished_sweeps_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done, more = sweep("n=8", repeat=2), sweep("n=8", repeat=3)
    with Store(path) as store:
        finished = drive(Experiment(done, store, inline())).answer()
    before = path.read_bytes()
    monkeypatch.setattr("knightwatch.engine.store.base.os.access", lambda *_: False)
    with Store(path) as store, store.claimed(done):
        assert drive(Experiment(done, store, inline())).answer() == finished
        with pytest.raises(BadInput, match=r"^store is .*, which is read-only"):
            drive(Experiment(more, store, inline()))
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == before
