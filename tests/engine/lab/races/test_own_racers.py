"""Races with users' solvers: files with settings, equal names, failures and endless loops."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.races.entries import format_racer, parse_racers, split_entry, split_list
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.plans.catalog import puzzle
from tests.support.own import hosts, write

SHUFFLE = """
    '''Random orders of the rows.'''

    def solve(problem, random, most: int = 1_000_000, label: str = ""):
        for _ in range(most):
            rows = random.sample(range(problem.n), problem.n)
            yield rows
            if not problem.attacks(rows):
                return
"""
HANG = "import time\ndef solve(problem, random):\n    yield [0]\n    while True:\n        time.sleep(0.01)\n"
HANG_AT_LOAD = "import time\nwhile True:\n    time.sleep(0.01)\ndef solve(problem, random):\n    yield [0]\n"
FAIL = "def solve(problem, random):\n    yield [0]\n    1 / 0\n"
CRASH = "import os\ndef solve(problem, random):\n    yield [0]\n    os._exit(3)\n"


@contextmanager
def racing(*entries: str, by: By = By.WORK, **values: str) -> Iterator[Race]:
    """Yield a race on 6 queens; end the processes of its racers afterwards."""
    race = Race(parse_racers(puzzle("queens"), {"n": "6", "seed": "3"} | values, entries), by)
    try:
        yield race
    finally:
        race.close()


@pytest.fixture
def shuffle(tmp_path: Path) -> str:
    return str(write(tmp_path / "shuffle.py", SHUFFLE))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("evolve", ("evolve", "")),
        ("evolve:pop=5,pm=1", ("evolve", "pop=5,pm=1")),
        ("mine.py", ("mine.py", "")),
        ("a/mine.py:greed=0.3,label=x.py", ("a/mine.py", "greed=0.3,label=x.py")),
        ("C:/a:b/mine.py:greed=1", ("C:/a:b/mine.py", "greed=1")),
        ("evolve:label=x.py", ("evolve", "label=x.py")),
        (" mine.py : greed=1", ("mine.py", " greed=1")),
        ("magic:pop=1", ("magic", "pop=1")),
    ],
)
def test_an_entry_is_a_solver_and_its_settings(text: str, parts: tuple[str, str]) -> None:
    assert split_entry(puzzle("queens"), text) == parts


def test_a_list_of_entries_may_have_settings_with_commas() -> None:
    assert split_list("evolve:pop=5,pm=1,mine.py,a.py:x=1") == ["evolve:pop=5,pm=1", "mine.py", "a.py:x=1"]


def test_a_file_races_against_built_in_solvers(shuffle: str) -> None:
    with racing("min-conflicts", shuffle) as race:
        list(race.slices())
        assert [racer.run.status for racer in race.racers] == [Status.SOLVED, Status.SOLVED]
        assert [racer.name for racer in race.racers] == ["min-conflicts", "shuffle.py"]
        assert "shuffle.py is interpreted Python; the other is compiled." in race.words()
        assert [each["code"] for each in race.answer()["racers"]] == ["compiled", "Python"]
        assert all(racer.run.seconds > 0 for racer in race.racers)
        assert race.first(By.WORK)
        assert len(hosts()) == 1, "repeated runs leave no process"
        assert "Python" in race.text()
        alone = race.racers[1].plan.search()
        alone.advance(10**6)
        assert alone.done == race.racers[1].run.search.done, "a race changes no run"
        alone.close()
    assert not hosts()


def test_races_of_compiled_solvers_say_nothing_of_python() -> None:
    with racing("evolve", "min-conflicts") as race:
        assert "Python" not in race.words()
        assert "code" not in race.text()


def test_a_file_races_against_itself_with_other_settings(shuffle: str) -> None:
    with racing(f"{shuffle}:most=5", f"{shuffle}:most=9,label=b") as race:
        assert [racer.name for racer in race.racers] == ["shuffle.py:most=5,label=", "shuffle.py:most=9,label=b"]
        assert format_racer(race.racers[0].plan) == f"{shuffle}:most=5"
        assert "All racers are interpreted Python." in race.words()
    with pytest.raises(BadInput, match="races twice"), racing(shuffle, shuffle):
        pass
    with pytest.raises(BadInput, match=r"greed is not a setting of shuffle\.py; its settings are .*most"):
        parse_racers(puzzle("queens"), {}, [f"{shuffle}:greed=1"])


def test_files_with_the_same_name_stay_distinguishable(tmp_path: Path) -> None:
    folders = [tmp_path / each for each in ("ann/week 1", "ben/week 1", "cleo")]
    for folder in folders:
        folder.mkdir(parents=True)
    paths = [str(write(folder / "mine.py", SHUFFLE)) for folder in folders]
    with racing(*paths, "evolve") as race:
        names = [racer.name for racer in race.racers]
        assert names == ["ann/week 1/mine.py", "ben/week 1/mine.py", "cleo/mine.py", "evolve"]


@pytest.mark.parametrize("by", By)
@pytest.mark.parametrize("text", [FAIL, CRASH, HANG], ids=["fails", "crashes", "hangs"])
def test_a_bad_racer_does_not_stop_the_others(tmp_path: Path, shuffle: str, text: str, by: By) -> None:
    bad = str(write(tmp_path / "bad.py", text))
    limit = {"max_seconds": "1"} if text is HANG else {}
    with racing(bad, "min-conflicts", shuffle, by=by, **limit) as race:
        list(race.slices())
        statuses = [racer.run.status for racer in race.racers]
        assert statuses == [Status.GAVE_UP if text is HANG else Status.FAILED, Status.SOLVED, Status.SOLVED]
        assert race.status() is Status.SOLVED
        assert race.racers[0].name in race.text()


@pytest.mark.parametrize("text", [HANG, HANG_AT_LOAD], ids=["in a step", "at its start"])
def test_the_others_end_while_a_racer_hangs(tmp_path: Path, shuffle: str, text: str) -> None:
    bad = str(write(tmp_path / "bad.py", text))
    with racing(bad, "min-conflicts", shuffle) as race:
        for _ in race.slices():
            if all(racer.ended for racer in race.racers[1:]):
                break
        assert race.racers[0].run.status is Status.RUNNING
        assert race.racers[0].run.search.done <= 1
        assert race.even, "the screen may show the racers"
        level = race.level
        for _, _ in zip(range(5), race.slices(), strict=False):
            pass
        assert race.level == level, "the clock stands while nobody moves"
        assert all(race.place(racer, By.WORK) is None for racer in race.racers), "it could still be first"
