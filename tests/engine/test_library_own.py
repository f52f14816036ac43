"""The library with solvers of the user: functions in this process, and files."""
# ruff: noqa: ARG001 (a solver takes a problem and random numbers, and may ignore both)

from collections.abc import Callable, Generator, Iterator
from functools import partial, wraps
from pathlib import Path
from random import Random
from typing import Annotated, Any, assert_type

import pytest
from pydantic import Field

from knightwatch import BadInput, QueensAnswer, QueensProblem, Result, Status, Step, SwapProblem, TourProblem, watch
from knightwatch import solve as solved_by
from tests.support.own import COUNT, WALK, hosts, write

FOUR = (1, 3, 0, 2)


def rows(problem: Any, random: Random, shift: int = 0, label: str = "row") -> Generator[Any, None, list[int]]:
    """Yield a queen in each row, then a solution for four queens."""
    for row in range(problem.n):
        yield [(row + shift) % problem.n], f"{label} {row} {random.random():.4f}"
    return list(FOUR)


class Rows:
    """A callable object."""

    def __call__(self, problem: Any, random: Random) -> Iterator[Any]:
        yield from rows(problem, random)

    def method(self, problem: Any, random: Random) -> Iterator[Any]:
        yield from rows(problem, random)


@wraps(rows)
def wrapped(*arguments: Any, **settings: Any) -> Iterator[Any]:
    return rows(*arguments, **settings)


def test_a_function_solves_like_a_solver_of_the_catalogue() -> None:
    found = solved_by(QueensProblem(n=4), solver=rows, shift=2, seed=7)
    assert_type(found, Result[QueensAnswer])
    assert (found.solver, found.status, found.answer, found.work) == (
        "rows",
        Status.SOLVED,
        QueensAnswer(FOUR, 0),
        {"steps": 4},
    )
    assert found.settings.items() >= {"n": 4, "shift": 2, "label": "row"}.items()
    assert found.json["solver"] == "rows"
    assert found.seed == 7


def test_the_seed_decides_the_run_of_a_function() -> None:
    def sentences(seed: int) -> list[str]:
        return [frame.sentence for frame in watch(QueensProblem(n=4), solver=rows, seed=seed, every=1)][1:]

    assert sentences(1) == sentences(1) != sentences(2)


def test_a_function_and_its_file_take_the_same_steps(tmp_path: Path) -> None:
    path = write(tmp_path / "walk.py", WALK)
    space: dict[str, Any] = {}
    exec(path.read_text(), space)
    problem = TourProblem(rows=5, cols=5)
    by_file = solved_by(problem, solver=path, seed=3, max_steps=300)
    by_function = solved_by(problem, solver=space["solve"], seed=3, max_steps=300)
    assert (by_file.solver, by_function.solver) == ("walk.py", "solve")
    assert by_file.answer == by_function.answer
    assert by_file.work == by_function.work == {"steps": 300}
    assert solved_by(problem, solver=str(path), seed=3, max_steps=300).answer == by_file.answer


@pytest.mark.parametrize(
    ("solver", "name"),
    [(Rows(), "Rows"), (Rows().method, "method"), (partial(rows, shift=1), "rows"), (wrapped, "rows")],
)
def test_any_callable_is_a_solver(solver: Callable[..., Any], name: str) -> None:
    found = solved_by(QueensProblem(n=4), solver=solver, seed=1)
    assert (found.solver, found.work) == (name, {"steps": 4})


# Failures.


def test_an_exception_of_a_function_is_raised_with_its_traceback() -> None:
    def wrong(problem: Any, random: Random) -> Iterator[Any]:
        yield [0]
        yield [problem.missing]

    with pytest.raises(AttributeError, match="missing") as raised:
        solved_by(QueensProblem(n=4), solver=wrong)
    assert raised.traceback[-1].frame.code.name == "wrong"
    frames = watch(QueensProblem(n=4), solver=wrong, every=1)
    assert [next(frames).moment, next(frames).moment] == [0, 1]
    with pytest.raises(AttributeError, match="missing"):
        next(frames)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, RecursionError])
def test_an_interrupt_ends_the_run_of_a_function(error: type[BaseException]) -> None:
    def endless(problem: Any, random: Random) -> Iterator[Any]:
        for step in range(10**9):
            if step == 100:
                raise error
            yield [0]

    with pytest.raises(error):
        solved_by(QueensProblem(n=4), solver=endless)


def test_an_interrupt_while_a_yield_is_checked_is_no_wrong_yield() -> None:
    class Slow:
        def tolist(self) -> list[int]:
            raise KeyboardInterrupt

    def slow(problem: Any, random: Random) -> Iterator[Any]:
        yield Slow()

    with pytest.raises(KeyboardInterrupt):
        solved_by(QueensProblem(n=4), solver=slow)


def test_a_wrong_yield_of_a_function_is_a_failed_run() -> None:
    def wrong(problem: Any, random: Random) -> Iterator[Any]:
        yield Step([0], "fine")
        yield [9]

    found = solved_by(QueensProblem(n=4), solver=wrong, seed=1)
    assert (found.status, found.solved, found.work) == (Status.FAILED, False, {"steps": 2})
    assert {"wrong", "line", "step", "2:", "9"} <= set(found.reason.split())


def test_an_exception_of_a_file_is_a_failed_run(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.py", "def solve(problem, random):\n    yield [0]\n    1 / 0\n")
    found = solved_by(QueensProblem(n=4), solver=path)
    assert found.status is Status.FAILED
    assert found.reason.startswith("mine.py line 3, step 2: ZeroDivisionError")
    *_, last = watch(QueensProblem(n=4), solver=path)
    assert last.code
    assert "line 3, in solve" in last.code.fault


def no_settings(problem: Any, random: Random, n: int = 3) -> Iterator[Any]:
    yield []


def without_default(problem: Any, random: Random, greed: float) -> Iterator[Any]:
    yield []


def bounded(problem: Any, random: Random, pm: Annotated[int, Field(ge=1, le=50)] = 10) -> Iterator[Any]:
    yield []


@pytest.mark.parametrize("ask", [solved_by, watch])
@pytest.mark.parametrize(
    ("solver", "settings", "words"),
    [
        (lambda problem: problem, {}, "problem and random"),
        (print, {}, "problem and random"),
        (no_settings, {}, "use problem.n"),
        (without_default, {}, "greed has no default"),
        (bounded, {"pm": 51}, "pm is 51, but must be a whole number from 1 to 50"),
        (bounded, {"k": 1}, "k is not a setting of bounded; its settings are "),
        ("missing.py", {}, "no such file"),
        (Path("missing.txt"), {}, "missing.txt, but must be one of"),
    ],
)
def test_a_wrong_call_raises_a_sentence_at_once(
    ask: Callable[..., Any], solver: Any, settings: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        ask(QueensProblem(n=4), solver=solver, **settings)


def test_a_solver_of_another_puzzle_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.py", "puzzle = 'queens'\ndef solve(problem, random):\n    yield []\n")
    with pytest.raises(BadInput, match=r"mine.py is a solver for queens, not for swap"):
        solved_by(SwapProblem(), solver=path)


# Processes.


def test_no_process_is_left(tmp_path: Path) -> None:
    path = write(tmp_path / "count.py", COUNT)
    solved_by(QueensProblem(n=4), solver=path, most=5)
    assert not hosts()
    frames = watch(QueensProblem(n=4), solver=path, every=1)
    next(frames)
    assert len(hosts()) == 1
    del frames
    assert not hosts()
