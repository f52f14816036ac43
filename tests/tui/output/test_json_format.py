"""The JSON that commands print: it has a version, and it matches the schemas of docs/schemas."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from jsonschema import Draft202012Validator

from docs.json_schemas import schemas
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.pool import Pool
from knightwatch.engine.store.runs import usual_path
from knightwatch.engine.store.saving import RunSaver
from knightwatch.tui.output.json_format import FORMAT_VERSION, json_line, numbers
from tests.support.commands import BAD_INPUT, Command, command
from tests.support.inline import Inline, inline
from tests.support.own import write
from tests.support.screens import own_folder, own_store
from tests.support.tiny import only_tiny

__all__ = ["command", "own_folder", "own_store"]

SCHEMAS = schemas()
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
SIZES = {"tour": "--rows 5 --cols 6", "swap": "", "queens": "--n 6"}
EVERY_SOLVER = [
    (puzzle.name, f"{puzzle.name} --solver {solver} {SIZES[puzzle.name]} --max-seconds 1 --seed 1")
    for puzzle in PUZZLES
    for solver in puzzle.solvers_at
]
COMMANDS = [
    *EVERY_SOLVER,
    ("tour", "tour --solver repair --rows 6 --cols 6 --tours 2 --all --seed 1"),
    ("tour", "tour --holes a8:h1"),
    ("tour", "tour --start a3 --solver warnsdorff"),
    ("swap", "swap --preset danube"),
    ("swap", "swap --from B.B/.../W.W --to B.W/.../W.B"),
    ("queens", "queens --n 3"),
    ("queens", "queens --n 64 --generations 0"),
    ("count", "tour --rows 5 --cols 5 --count"),
    ("count", "tour --rows 4 --cols 5 --count --start a1"),
    ("count", "tour --rows 6 --cols 6 --count --no-starts"),
    ("count", "queens --n 6 --count"),
    ("queens", "queens --n 6 --solver backtrack --solutions 0 --all"),
    ("estimate", "tour --rows 5 --cols 5 --estimate 100 --seed 1"),
    ("estimate", "tour --rows 40 --cols 40 --estimate 1 --start a1"),
    ("map", "tour --rows 5 --cols 5 --map"),
    ("ten", "tour --rows 5 --cols 5 --ten"),
    ("table", "swap --table --max-positions 100"),
    ("solutions", "swap --solutions 2"),
    ("solutions", "swap --preset danube --solutions 2"),
    ("dictionary", "swap --dictionary"),
    ("ten", "tour --rows 5 --cols 5 --ten --all"),
    ("show", "tour --rows 1 --cols 1 --show [[0,0]]"),
    ("show", "queens --n 6 --show [6,5,2,1,3,4]"),
    ("show", 'queens --show {"solutions":[[1,3,0,2],[0,1,2,3]]}'),
    ("show", 'swap --preset guarini --show {"moves":[[[2,0],[0,1]]]}'),
    ("race", "race queens --seed 1"),
    ("race", "race swap --seed 1"),
    ("race", "race tour --rows 5 --cols 5 --solver auto --solver ants --max-seconds 1"),
    ("sweep", "sweep evolve --n 6 --vary pop=10,20 --repeat 2"),
    ("sweep", "sweep min-conflicts --vary n=6,8 --trials 3 --repeat 2"),
    ("grade", "grade mine.py --tests tests.toml"),
    ("paper", "papers tiny"),
    ("papers", "papers"),
    ("runs", "runs"),
]
"""Commands with `--json`, each with the name of the schema of what it prints."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Do all work in this process, use a tiny paper, save a run, and write a solver with tests that pass or fail."""
    write(tmp_path / "mine.py", "def solve(problem, random):\n    yield [1, 3, 0, 2]\n")
    tests = ("problem = { n = 4 }\nsettings = {}", "problem = { n = 5 }\nhidden = true", "settings = { greed = 1 }")
    (tmp_path / "tests.toml").write_text('puzzle = "queens"\n' + "".join(f"[[test]]\n{test}\n" for test in tests))

    @contextmanager
    def here(*_: object) -> Iterator[Pool]:
        yield inline()

    only_tiny(monkeypatch, Inline())
    monkeypatch.setattr("knightwatch.engine.lab.sweeps.experiment.processes", here)
    plan = Plan.read(PUZZLES[-1], {"n": "8", "seed": "1"})
    run, saver = Run(plan.search()), RunSaver(plan, usual_path())
    run.search.prepare()
    saver.keep(run)
    saver.close()


def printed(command: Command, line: str) -> Any:
    code, out, err = command(*line.split(), "--json")
    assert code != BAD_INPUT, err
    assert out.count("\n") == 1
    return json.loads(out)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("schema", "line"), COMMANDS, ids=[line for _, line in COMMANDS])
def test_output_matches_its_schema(schema: str, line: str, command: Command) -> None:
    output = printed(command, line)
    VALIDATORS[schema].validate(output)
    for each in output if isinstance(output, list) else [output]:
        assert each["version"] == FORMAT_VERSION
        assert next(iter(each)) == "version"


@pytest.mark.parametrize(
    ("puzzle", "value"), [("tour", "[(0, 0)]"), ("swap", "[]"), ("queens", "[0, None]"), ("queens", "0 / 0")]
)
def test_a_run_of_a_file_matches_the_schema_of_its_puzzle(
    puzzle: str, value: str, command: Command, tmp_path: Path
) -> None:
    mine = write(tmp_path / "mine.py", f"def solve(problem, random, greed: float = 0.5):\n    yield {value}\n")
    VALIDATORS[puzzle].validate(printed(command, f"{puzzle} --solver {mine} --greed 0.3"))


def test_every_schema_is_checked_against_some_output() -> None:
    assert {name for name, _ in COMMANDS} == SCHEMAS.keys()
    questions = {question.name for puzzle in PUZZLES for question in puzzle.questions}
    assert questions | {puzzle.name for puzzle in PUZZLES} <= SCHEMAS.keys()


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_valid(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


def test_a_schema_rejects_unknown_and_missing_fields(command: Command) -> None:
    output = printed(command, "queens --n 6 --seed 1")
    queens = VALIDATORS["queens"]
    assert queens.is_valid(output)
    assert not queens.is_valid(output | {"colour": 1})
    for name in output:
        assert not queens.is_valid({other: value for other, value in output.items() if other != name}), name
    wrong = deepcopy(output)
    wrong["settings"]["n"] = 0
    assert not queens.is_valid(wrong)


def test_a_file_has_the_same_object(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    assert command("queens", "--n", "6", "--output", str(path))[0] == 0
    VALIDATORS["queens"].validate(json.loads(path.read_text("utf-8")))


@given(
    shape=st.tuples(st.integers(0, 5), st.sampled_from([(), (1,), (2,), (3,), (2, 2)])),
    bounds=st.sampled_from([(0, 9), (0, 1000), (-3, 3), (0, 2**32 + 5), (0, 2**63 - 1)]),
    data=st.data(),
)
def test_arrays_are_written_as_their_lists(
    shape: tuple[int, tuple[int, ...]], bounds: tuple[int, int], data: st.DataObject
) -> None:
    array = data.draw(arrays(np.int64, (shape[0], *shape[1]), elements=st.integers(*bounds)))
    assert numbers(array) == json.dumps(array.tolist())


def test_an_object_with_arrays_is_written_as_with_lists() -> None:
    fields = {"path": np.array([[0, 10], [123, 4]], np.int32), "squares": 2, "reason": 'a "word" é', "queens": None}
    lists = {"version": FORMAT_VERSION, **fields, "path": [[0, 10], [123, 4]]}
    assert json_line(fields) == json.dumps(lists) + "\n"
