"""The command `grade`: texts, files, exit codes, and that hidden tests stay hidden."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.commands import BAD_INPUT, INTERRUPTED, KNIGHTWATCH, Command
from tests.support.grading import ended
from tests.support.own import write

PASSED, FAILED = 0, 1
FOUR = 'puzzle = "queens"\ndef solve(problem, random):\n    yield [0]\n    yield [1, 3, 0, 2]\n'
"""Solves n = 4 only; on larger boards two or more queens are missing."""
TESTS = """
    puzzle = "queens"

    [[test]]
    name = "four"
    problem = { n = 4 }
    points = 2

    [[test]]
    name = "five <&>"
    problem = { n = 5 }
    points = 3

    [[test]]
    name = "secret seven"
    problem = { n = 7 }
    hidden = true
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "mine.py", FOUR)
    write(tmp_path / "tests.toml", TESTS)
    return tmp_path


def test_the_text_says_what_passed_what_failed_and_what_to_do(command: Command) -> None:
    code, out, err = command("grade", "mine.py", "--tests", "tests.toml")
    assert code == FAILED
    first, second, third, last = (" ".join(part.split()) for part in re.split(r"\n(?=failed)|\n\n", out))
    assert first.startswith("passed four (2 points): 2 steps, ")
    assert "(evolve: " in first
    assert second.startswith("failed five <&> (0 of 3 points): wrong answer: mine.py ended")
    assert second.endswith(": knightwatch queens --solver mine.py --n 5 --seed 1 --at 2")
    assert third.startswith("failed hidden test 3 (0 of 1 point): wrong answer ")
    assert "mine.py" not in third
    assert last == "mine.py: 1 of 3 tests passed, 2 of 6 points."
    assert max(len(line) for line in out.splitlines() if "knightwatch" not in line) < 80
    assert [line for line in err.splitlines() if "of 3" in line][-1] == "test 3 of 3: hidden test 3"


def test_all_passed_is_exit_code_0(command: Command, here: Path) -> None:
    write(here / "tests.toml", 'puzzle = "queens"\n[[test]]\nproblem = { n = 4 }\n')
    assert command("grade", "mine.py", "--tests", "tests.toml")[0] == PASSED


def test_json_has_hidden_tests_too(command: Command) -> None:
    code, out, _ = command("grade", "mine.py", "--tests", "tests.toml", "--json")
    assert (code, out.count("\n")) == (FAILED, 1)
    result = json.loads(out)
    assert (result["points"], result["of"], result["passed"], result["complete"]) == (2, 6, False, True)
    hidden = result["tests"][2]
    assert (hidden["name"], hidden["hidden"], hidden["problem"]["n"]) == ("secret seven", True, 7)
    assert hidden["fault"] == "wrong answer"
    assert hidden["runs"][0]["status"] == "gave-up"


def test_junit_can_be_parsed_and_hides_hidden_tests(command: Command, here: Path) -> None:
    assert command("grade", "mine.py", "--tests", "tests.toml", "--junit", "junit.xml")[0] == FAILED
    suite = ElementTree.parse(here / "junit.xml").getroot()
    assert (suite.tag, suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("testsuite", "3", "2", "0")
    names = [case.get("name") for case in suite.iter("testcase")]
    assert names == ["four", "five <&>", "hidden test 3"]
    failures = [(failure.get("type"), failure.get("message")) for failure in suite.iter("failure")]
    assert failures[1] == ("wrong answer", "wrong answer")
    assert "not placed" in str(failures[0][1])


def test_junit_survives_control_characters(command: Command, here: Path) -> None:
    write(
        here / "mine.py",
        "def solve(problem, random):\n    raise ValueError('\\x00\\x1b[31m\\ud800\\ufffe')\n    yield\n",
    )
    command("grade", "mine.py", "--tests", "tests.toml", "--junit", "junit.xml", "--gradescope", "results.json")
    messages = [str(failure.get("message")) for failure in ElementTree.parse(here / "junit.xml").iter("failure")]
    assert "ValueError" in messages[0]
    assert json.loads((here / "results.json").read_text("utf-8"))["score"] == 0


def test_gradescope_hides_tests_by_its_own_means(command: Command, here: Path) -> None:
    assert command("grade", "mine.py", "--tests", "tests.toml", "--gradescope", "results.json")[0] == FAILED
    results: dict[str, Any] = json.loads((here / "results.json").read_text("utf-8"))
    assert results["score"] == 2
    facts = [(test["name"], test["score"], test["max_score"], test["visibility"]) for test in results["tests"]]
    assert facts == [("four", 2, 2, "visible"), ("five <&>", 0, 3, "visible"), ("secret seven", 0, 1, "hidden")]
    assert "not placed" in results["tests"][2]["output"]


@pytest.mark.parametrize("option", ["--junit", "--gradescope"])
def test_a_file_is_never_overwritten(command: Command, here: Path, option: str) -> None:
    (here / "old").write_text("precious")
    code, out, err = command("grade", "mine.py", "--tests", "tests.toml", option, "old")
    assert (code, out) == (BAD_INPUT, "")
    assert "exists already" in err
    assert (here / "old").read_text() == "precious"


WRONG = {
    "missing.py": "cannot be read",
    ".": "cannot be read",
    "tests.toml": "must be a Python file",
}


@pytest.mark.parametrize("file", WRONG)
def test_a_file_that_cannot_be_read_is_bad_input(command: Command, file: str) -> None:
    code, out, err = command("grade", file, "--tests", "tests.toml")
    assert (code, out) == (BAD_INPUT, "")
    assert WRONG[file] in err


@pytest.mark.parametrize("text", ["def solve(:\n", "x = 1\n", "def solve(problem):\n    yield\n", "\0\1\2"])
def test_a_file_without_a_solver_gets_no_points(command: Command, here: Path, text: str) -> None:
    (here / "mine.py").write_text(text)
    code, out, _ = command("grade", "mine.py", "--tests", "tests.toml")
    assert code == FAILED
    assert "unusable file: mine.py" in " ".join(out.split())
    assert out.splitlines()[-1] == "mine.py: 0 of 3 tests passed, 0 of 6 points."


def test_the_puzzle_comes_from_the_file_or_from_the_option(
    command: Command, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knightwatch.engine.own.grading.grading.Grading.slices", lambda _: iter_nothing())
    assert "of 7 tests" in command("grade", "mine.py")[1]
    assert "of 7 tests" in command("grade", "mine.py", "--puzzle", "queens")[1]
    for options, words in (
        (("--puzzle", "tour"), "solver for queens"),
        (("--puzzle", "tour", "--tests", "tests.toml"), "tests are for queens"),
    ):
        code, _, err = command("grade", "mine.py", *options)
        assert code == BAD_INPUT
        assert words in err
    write(here / "mine.py", "def solve(problem, random):\n    yield [0]\n")
    code, _, err = command("grade", "mine.py")
    assert code == BAD_INPUT
    assert "--puzzle" in err
    code, _, err = command("grade", "mine.py", "--puzzle", "chess")
    assert code == BAD_INPUT
    assert "tour, swap, queens" in err


def iter_nothing() -> Any:
    yield from ()


def test_a_mistake_in_the_tests_is_bad_input(command: Command, here: Path) -> None:
    (here / "tests.toml").write_text('puzzle = "queens"\n[[test]]\npoints = -1\n')
    code, out, err = command("grade", "mine.py", "--tests", "tests.toml")
    assert (code, out) == (BAD_INPUT, "")
    assert "test 1: points is -1" in err


LEAKS = {
    "error": "def solve(problem, random):\n    raise ValueError(f'{problem} {vars(problem)}')\n    yield\n",
    "wrong yield": "def solve(problem, random):\n    yield [problem.n]\n",
    "wrong answer": "def solve(problem, random):\n    for k in range(problem.n):\n        yield list(range(k))\n",
    "wrong claim": "from knightwatch import Impossible\n"
    "def solve(problem, random):\n    yield []\n    return Impossible(f'{problem}')\n",
    "too many steps": "def solve(problem, random):\n    while True:\n        yield [problem.n - 1]\n",
    "missing setting": "def solve(problem, random):\n    yield []\n",
}


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(leak=st.sampled_from(sorted(LEAKS)), numbers=st.lists(st.integers(4, 30), min_size=2, max_size=2, unique=True))
def test_text_and_junit_are_the_same_whatever_a_hidden_problem_is(
    command: Command, here: Path, leak: str, numbers: list[int]
) -> None:
    write(here / "mine.py", LEAKS[leak])
    shown = []
    for n in numbers:
        setting = f"settings = {{ greed = {n} }}\n" if leak == "missing setting" else ""
        test = f'name = "n {n}"\nproblem = {{ n = {n} }}\nsteps = {n + 99}\nseeds = [{n}]\nhidden = true\n{setting}'
        (here / "tests.toml").write_text(f'puzzle = "queens"\n[[test]]\n{test}')
        (here / "junit.xml").unlink(missing_ok=True)
        code, out, err = command("grade", "mine.py", "--tests", "tests.toml", "--junit", "junit.xml")
        shown.append((code, out, err, (here / "junit.xml").read_text("utf-8")))
    assert shown[0] == shown[1]
    assert shown[0][0] == FAILED


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_leaves_no_process_and_no_file(here: Path, number: signal.Signals) -> None:
    endless = """
        import os

        def solve(problem, random):
            with open("pids", "a") as file:
                file.write(f"{os.getpid()} {os.getpgid(0)}\\n")
            while True:
                pass
            yield []
    """
    write(here / "mine.py", endless)
    (here / "tests.toml").write_text('puzzle = "queens"\n[[test]]\nseconds = 600\n')
    os.mkfifo(here / "pids")
    command = [KNIGHTWATCH, "grade", "mine.py", "--tests", "tests.toml", "--junit", "junit.xml"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    pids = {int(word) for word in (here / "pids").read_text().split()}
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else INTERRUPTED)
    if number != signal.SIGKILL:
        assert "0 of 1 test passed" in out
        assert "not written" in err
    assert pids
    assert all(ended(pid) for pid in pids)
    assert not (here / "junit.xml").exists()
