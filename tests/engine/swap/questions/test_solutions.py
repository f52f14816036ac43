"""All shortest solutions: their number agrees with a plain count, and the listed ones are solutions."""

from collections import Counter

import pytest
from hypothesis import given

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.questions.dictionary import MoveDictionary
from knightwatch.engine.swap.questions.solutions import Solutions, solutions
from knightwatch.engine.swap.solvers.base import SwapSettings
from tests.models.swap import distances, file_ways, knight_ways, moves, problems


def asked(problem: SwapProblem, wanted: int = 10, everything: bool = False) -> Solutions:
    inquiry = Solutions(problem, SwapSettings(), wanted)
    inquiry.everything = everything
    for _ in inquiry.slices():
        pass
    assert list(inquiry.slices()) == []
    return inquiry


def counted(problem: SwapProblem) -> int:
    """Return the number of shortest solutions, by plain search over texts."""
    rows = problem.from_.split("/")
    ways = file_ways(len(rows[0])) if problem.moves == "files" else knight_ways(rows)
    start, goal = (text.replace("/", "").replace("#", "") for text in (problem.from_, problem.goal))
    left = distances(goal, ways)
    if start not in left:
        return 0
    level = Counter({start: 1})
    for _ in range(left[start]):
        following: Counter[str] = Counter()
        for position, number in level.items():
            for there in moves(position, ways):
                if left[there] == left[position] - 1:
                    following[there] += number
        level = following
    return level[goal]


@given(problem=problems())
def test_the_number_agrees_with_a_plain_count(problem: SwapProblem) -> None:
    inquiry = asked(problem)
    assert inquiry.number == counted(problem)
    assert inquiry.status() is (Status.SOLVED if inquiry.number else Status.IMPOSSIBLE)
    listed = inquiry.answer()["listed"]
    assert len(listed) == min(inquiry.number, 10)
    assert all(problem.solves({"moves": each}) for each in listed)
    assert len({str(each) for each in listed}) == len(listed)


def test_all_solutions_are_listed_if_asked_for() -> None:
    problem = SwapProblem(from_="B../.../.../...", to=".../.../.../B..")
    assert len(asked(problem, 2).found) == 2
    everything = asked(problem, 2, everything=True)
    assert len(everything.found) == everything.number == 4
    assert everything.text().count("a4-") == 4


@pytest.mark.parametrize("number", ["", "-1", "many", "1000000"])
def test_a_wrong_number_raises(number: str) -> None:
    with pytest.raises(BadInput, match="must be a number from 0 to 100,000"):
        solutions(Plan.read(puzzle("swap"), {}), number)


def test_the_dictionary_has_the_form_of_the_thesis() -> None:
    inquiry = MoveDictionary(SwapProblem(names="numbers"))
    assert inquiry.text().startswith("{0: [7, 5], 1: [6, 8], 2: [7, 3], 3: [10, 2, 8], ")
    assert inquiry.answer()["moves"]["3"] == ["10", "2", "8"]
