"""Files of tests: a sentence about a mistake has its test, its field, its value and the allowed values."""

from pathlib import Path

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.own.grading.assignment import LARGEST, Assignment, Case, Expected
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import Puzzle

HEAD = 'puzzle = "queens"\n'
MISTAKES = {
    "": ["puzzle", "tour, swap, queens"],
    'puzzle = "chess"\n[[test]]': ["puzzle", "chess", "tour, swap, queens"],
    HEAD: ["1 to 200 tests", "[[test]]"],
    HEAD + "test = 3": ["1 to 200 tests"],
    HEAD + "test = [1]": ["1 to 200 tests"],
    HEAD + "[[test]]\n" * 201: ["1 to 200 tests"],
    HEAD + "titel = 1\n[[test]]": ["titel", "unknown"],
    HEAD + "[[test]\n": ["TOML", "line 2"],
    HEAD + "[[test]]\nself = 1": ["test 1", "self is unknown"],
    HEAD + "[[test]]\n[[test]]\npoint = 1": ["test 2", "point is unknown", "points"],
    HEAD + '[[test]]\nname = "a"\npoints = -1': ["test 1 (a)", "points is -1", "from 0"],
    HEAD + '[[test]]\npoints = "many"': ["points is many", "a number"],
    HEAD + "[[test]]\nname = 3": ["name is 3", "80 characters"],
    HEAD + '[[test]]\nhidden = "maybe"': ["hidden is maybe", "yes or no"],
    HEAD + "[[test]]\nsteps = 1.5": ["steps is 1.5", "a whole number"],
    HEAD + "[[test]]\nseconds = 0": ["seconds is 0", "0.1"],
    HEAD + "[[test]]\nseconds = nan": ["seconds is nan", "a number"],
    HEAD + "[[test]]\nmegabytes = 1": ["megabytes is 1", "64"],
    HEAD + "[[test]]\nseeds = 1": ["seeds is 1", "[1, 2, 3]"],
    HEAD + "[[test]]\nseeds = []": ["seeds is []"],
    HEAD + "[[test]]\nseeds = [1, 1]": ["seeds is [1, 1]", "different"],
    HEAD + "[[test]]\nseeds = [-1]": ["seeds is [-1]"],
    HEAD + "[[test]]\nseeds = [true]": ["seeds is [True]"],
    HEAD + '[[test]]\nexpect = "maybe"': ["expect is maybe", "solved, impossible"],
    HEAD + '[[test]]\nlike = "backtrackk"': ["like is backtrackk", "evolve, min-conflicts, "],
    HEAD + '[[test]]\nlike = "mine.py"': ["like is mine.py"],
    HEAD + "[[test]]\nmoves = 3": ["moves", "swap"],
    HEAD + "[[test]]\nproblem = 8": ["problem", "8", "{ n = 8 }"],
    HEAD + "[[test]]\nproblem = { n = 0 }": ["n is 0", "1 to 10,000,000"],
    HEAD + "[[test]]\nproblem = { n = true }": ["n is yes", "a whole number"],
    HEAD + "[[test]]\nproblem = { n = [8] }": ["n is [8]", "a number"],
    HEAD + "[[test]]\nproblem = { m = 8 }": ["m is unknown", "n"],
    HEAD + "[[test]]\nproblem = { self = 8 }": ["self is unknown"],
    HEAD + "[[test]]\nsettings = { max-steps = 8 }": ["max-steps", "steps = "],
    HEAD + '[[test]]\nproblem = { n = 3 }\nexpect = "solved"': ["expect is solved", "3 x 3"],
    'puzzle = "tour"\n[[test]]\nproblem = { holes = "a1" }\nlike = "divide"': ["test 1", "holes"],
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_named(text: str) -> None:
    with pytest.raises(BadInput) as raised:
        Assignment.parse(text)
    for words in MISTAKES[text]:
        assert words in str(raised.value)


def test_a_file_is_limited_and_must_be_text(tmp_path: Path) -> None:
    path = tmp_path / "tests.toml"
    with pytest.raises(BadInput, match=r"tests\.toml.* cannot be read"):
        Assignment.read(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="UTF-8"):
        Assignment.read(path)
    path.write_text(HEAD + "[[test]]\n" + "#" * LARGEST)
    with pytest.raises(BadInput, match="256 KiB"):
        Assignment.read(path)
    path.write_text(HEAD + "[[test]]\npoints = -1")
    with pytest.raises(BadInput, match=r"tests\.toml: test 1: points is -1"):
        Assignment.read(path)


def test_values_are_those_of_the_command_line() -> None:
    text = """
        puzzle = "swap"
        [[test]]
        problem = { from = "B../.../...", to = "..B/.../..." , names = "numbers" }
    """
    (exercise,) = Assignment.parse(text).exercises
    given = {"from": "B../.../...", "to": "..B/.../...", "names": "numbers"}
    assert exercise.problem.listed().items() >= given.items()


def test_defaults_are_reasonable() -> None:
    (exercise,) = Assignment.parse(HEAD + "[[test]]").exercises
    assert exercise.case == Case()
    assert (exercise.name, exercise.like, exercise.case.seeds, exercise.case.points) == ("8 queens", "evolve", (1,), 1)


def test_a_hidden_test_has_a_name_that_says_nothing() -> None:
    _, hidden = Assignment.parse(HEAD + '[[test]]\n[[test]]\nname = "n is 20"\nhidden = true').exercises
    assert (hidden.name, hidden.shown_name) == ("n is 20", "hidden test 2")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
def test_every_puzzle_has_a_standard_set_with_both_kinds_of_problems(puzzle: Puzzle) -> None:
    assignment = Assignment.standard(puzzle)
    assert assignment.puzzle is puzzle
    assert len(assignment.exercises) >= 5
    refuted = [exercise for exercise in assignment.exercises if exercise.problem.refutation()]
    assert 0 < len(refuted) < len(assignment.exercises)
    assert all(exercise.case.expect is Expected.IMPOSSIBLE for exercise in refuted)
