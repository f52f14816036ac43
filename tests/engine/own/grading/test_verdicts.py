"""Verdicts: each is given for the right reason, and points follow."""

from pathlib import Path

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.own.grading.judging import Fault
from tests.support.grading import grade_one, graded

RIGHT = "def solve(problem, random):\n    yield [0]\n    yield [1, 3, 0, 2]\n"
CLAIM = "from knightwatch import Impossible\ndef solve(problem, random):\n    yield []\n    return Impossible()\n"
SWAP = """
    from collections import deque

    def solve(problem, random, detour: bool = False):
        frontier, ways = deque([problem.start]), {problem.start: []}
        while problem.goal not in ways:
            position = frontier.popleft()
            for move in problem.moves(position):
                there = problem.after(position, move)
                if there not in ways:
                    ways[there] = [*ways[position], move]
                    frontier.append(there)
            yield position
        way = ways[problem.goal]
        there = [way[-1], way[-1][::-1], way[-1]]
        return way[:-1] + there if detour else way
"""


def fault_of(folder: Path, solver: str, test: str = "problem = { n = 4 }", puzzle: str = "queens") -> Fault | None:
    complaint = grade_one(folder, solver, test, puzzle).complaint
    return complaint.fault if complaint else None


def test_a_right_answer_passes_with_figures_beside_the_built_in_solver(tmp_path: Path) -> None:
    graded = grade_one(tmp_path, RIGHT, 'problem = { n = 4 }\nseeds = [1, 2]\nlike = "min-conflicts"\npoints = 2.5')
    assert (graded.passed, graded.points) == (True, 2.5)
    assert [(run.seed, run.status, run.steps) for run in graded.attempts] == [
        (1, Status.SOLVED, 2),
        (2, Status.SOLVED, 2),
    ]
    assert (graded.built_in["solver"], graded.built_in["status"]) == ("min-conflicts", "solved")
    assert graded.built_in["steps"] > 0


def test_a_wrong_answer_fails_with_its_fault(tmp_path: Path) -> None:
    graded = grade_one(tmp_path, "def solve(problem, random):\n    yield [0, 1, 2, 3]\n")
    assert graded.complaint
    assert graded.complaint.fault is Fault.WRONG
    assert "6 attacking pairs" in graded.complaint.reason
    assert graded.points == 0


def test_the_limit_of_steps_allows_exactly_that_many(tmp_path: Path) -> None:
    assert fault_of(tmp_path, RIGHT, "problem = { n = 4 }\nsteps = 2") is None
    assert fault_of(tmp_path, RIGHT, "problem = { n = 4 }\nsteps = 1") is Fault.STEPS


@pytest.mark.parametrize(
    ("problem", "fault"),
    [("{ n = 3 }", None), ("{ n = 5 }", Fault.CLAIM)],
    ids=["a theorem agrees", "a built-in solver refutes it"],
)
def test_a_claim_is_checked(tmp_path: Path, problem: str, fault: Fault | None) -> None:
    assert fault_of(tmp_path, CLAIM, f"problem = {problem}") is fault


def test_a_claim_is_checked_by_exhausted_search(tmp_path: Path) -> None:
    """No theorem decides this board; the built-in search does."""
    narrow = 'problem = { rows = 3, cols = 4, holes = "b2" }'
    assert fault_of(tmp_path, CLAIM, narrow, "tour") is None
    assert fault_of(tmp_path, CLAIM, f'{narrow}\nlike = "warnsdorff"', "tour") is None
    assert fault_of(tmp_path, CLAIM, "problem = { rows = 3, cols = 4 }", "tour") is Fault.CLAIM


def test_a_second_built_in_solver_decides_if_the_first_gives_up(tmp_path: Path) -> None:
    """Five seconds are too short for evolution, but not for the formula."""
    complaint = grade_one(tmp_path, CLAIM, "problem = { n = 2000 }\nseconds = 5").complaint
    assert complaint
    assert complaint.fault is Fault.CLAIM
    assert "formula" in complaint.reason


def test_an_impossible_problem_needs_a_claim(tmp_path: Path) -> None:
    ends = "def solve(problem, random):\n    yield [0]\n"
    assert fault_of(tmp_path, ends, 'problem = { n = 3 }\nexpect = "impossible"') is Fault.NO_CLAIM
    assert fault_of(tmp_path, CLAIM, 'problem = { n = 3 }\nexpect = "impossible"') is None


@pytest.mark.parametrize(
    "test", ['problem = { n = 3 }\nexpect = "solved"', 'problem = { n = 8 }\nexpect = "impossible"']
)
def test_a_wrong_expectation_is_a_mistake_of_the_tests(tmp_path: Path, test: str) -> None:
    with pytest.raises(BadInput, match="expect is"):
        grade_one(tmp_path, RIGHT, test)


@pytest.mark.parametrize(
    "unrepeatable",
    [
        "import os\ndef solve(problem, random):\n    for _ in range(os.urandom(2)[0] * 256 + os.urandom(1)[0]):\n"
        "        yield [0]\n    yield [1, 3, 0, 2]\n",
        "import os\ndef solve(problem, random):\n    yield []\n"
        "    yield [1, 3, 0, 2] if os.urandom(1)[0] % 2 else [2, 0, 3, 1]\n",
    ],
    ids=["other steps", "other answer"],
)
def test_a_solver_must_be_repeatable(tmp_path: Path, unrepeatable: str) -> None:
    test = f"problem = {{ n = 4 }}\nseeds = {list(range(1, 21))}"
    assert fault_of(tmp_path, unrepeatable, test) in (Fault.REPEAT, Fault.SPLIT)


def test_careless_random_numbers_are_repeatable(tmp_path: Path) -> None:
    careless = """
        import random as module

        def solve(problem, random):
            for _ in range(module.randrange(1000)):
                yield [0]
            yield {"x": [1, 3, 0, 2]}[sorted({"x", "x"})[0]]
    """
    assert fault_of(tmp_path, careless, "problem = { n = 4 }\nseeds = [1, 2, 3]") is None


def test_a_solver_must_not_depend_on_pauses(tmp_path: Path) -> None:
    """This one counts how often its figures are read: a pause reads one."""
    reads = """
        from knightwatch import Step

        class Figure:
            reads = 0

            def __str__(self):
                Figure.reads += 1
                return "read"

        def solve(problem, random):
            for k in range(200):
                yield Step([k % 4], figures={"reads": Figure()})
            for k in range(Figure.reads):
                yield [0]
            yield [1, 3, 0, 2]
    """
    assert fault_of(tmp_path, reads) is Fault.SPLIT


def test_the_fewest_moves_can_be_demanded(tmp_path: Path) -> None:
    two = 'problem = { from = "B../.../..W" }'
    assert fault_of(tmp_path, SWAP, two, "swap") is None
    graded = grade_one(tmp_path, SWAP, f"{two}\nsettings = {{ detour = true }}", "swap")
    moves = len(graded.attempts[0].answer["moves"])
    assert fault_of(tmp_path, SWAP, f"{two}\nmoves = {moves - 2}", "swap") is None
    assert fault_of(tmp_path, SWAP, f"{two}\nmoves = {moves - 1}\nsettings.detour = true", "swap") is Fault.MOVES


def test_settings_of_the_test_reach_the_solver(tmp_path: Path) -> None:
    solver = "def solve(problem, random, wait: int = 0):\n    yield from [[]] * wait\n    yield [1, 3, 0, 2]\n"
    (run,) = grade_one(tmp_path, solver, "problem = { n = 4 }\nsettings = { wait = 7 }").attempts
    assert run.steps == 8


@pytest.mark.parametrize("settings", ["{ greed = 1 }", '{ wait = "much" }'])
def test_a_setting_that_the_solver_lacks_fails_the_test(tmp_path: Path, settings: str) -> None:
    solver = "def solve(problem, random, wait: int = 0):\n    yield [1, 3, 0, 2]\n"
    graded = grade_one(tmp_path, solver, f"problem = {{ n = 4 }}\nsettings = {settings}")
    assert graded.complaint
    assert graded.complaint.fault is Fault.UNUSABLE
    assert graded.attempts == ()


def test_a_solver_of_another_puzzle_fails(tmp_path: Path) -> None:
    assert fault_of(tmp_path, f'puzzle = "tour"\n{RIGHT}') is Fault.UNUSABLE


def test_one_failed_seed_fails_the_test(tmp_path: Path) -> None:
    solver = "def solve(problem, random):\n    yield [1, 3, 0, 2] if random.randrange(3) else [0]\n"
    graded = grade_one(tmp_path, solver, f"problem = {{ n = 4 }}\nseeds = {list(range(1, 21))}")
    assert graded.complaint
    assert graded.complaint.attempt
    assert graded.complaint.attempt == graded.attempts[-1]
    assert len(graded.attempts) < 20


def test_points_add_up(tmp_path: Path) -> None:
    tests = """
        puzzle = "queens"
        [[test]]
        problem = { n = 4 }
        points = 3
        [[test]]
        problem = { n = 5 }
        points = 0.5
        [[test]]
        problem = { n = 4 }
        hidden = true
    """
    grading = graded(tmp_path, RIGHT, tests)
    assert [each.passed for each in grading.graded] == [True, False, True]
    assert (grading.points, grading.assignment.points, grading.passed) == (4, 4.5, False)
