"""The library: typed results equal to those of the engine, and BadInput for every wrong value."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, assert_type

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knightwatch
from knightwatch import (
    BadInput,
    QueensAnswer,
    QueensProblem,
    Result,
    Status,
    SwapAnswer,
    SwapProblem,
    TourAnswer,
    TourProblem,
    check,
    solve,
    sweep,
    watch,
)
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.engine.plans.result import result
from tests.support.strategies import NAMES, SOLVERS, AnySearch, Maker, makers, plain

ANSWERS = {"tour": TourAnswer, "swap": SwapAnswer, "queens": QueensAnswer}
CLOCKED = ("seconds", "prepare_seconds")

every_solver = pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)
some_examples = settings(max_examples=10)


def call(make: Maker) -> dict[str, Any]:
    """Return the arguments of `solve` for the search of a maker."""
    return {"solver": make.solver.name, "seed": make.seed & 0xFFFFFFFF, **make.settings.model_dump()}


def driven(puzzle: Puzzle, make: Maker) -> tuple[Plan, Run]:
    made: Any = make
    plan = Plan(puzzle, made.solver, made.problem, made.settings, made.seed & 0xFFFFFFFF)
    run = Run(plan.search())
    for _ in run.slices():
        pass
    return plan, run


def unclocked(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in CLOCKED}


# Results.


@every_solver
@some_examples
@given(data=st.data())
def test_a_result_has_the_values_of_the_json_object(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    plan, run = driven(puzzle, make)
    problem: Any = make.problem
    found = solve(problem, **call(make))
    assert unclocked(found.json) == unclocked(result(plan, run, everything=run.search.gallery().many))
    assert (found.status, found.solved) == (run.status, run.status is Status.SOLVED)
    for name in ("puzzle", "solver", "status", "reason", "seed", "settings", "work", *CLOCKED):
        assert getattr(found, name) == found.json[name]
    answer: Any = found.answer
    assert type(answer) is ANSWERS[puzzle.name]
    listed = json.loads(json.dumps(vars(answer)))
    for name, value in listed.items():
        assert value == (found.json.get(name) or value.__class__())
    hash(answer)


@every_solver
@some_examples
@given(data=st.data(), every=st.integers(1, 50))
def test_watch_returns_the_first_frame_every_nth_and_the_last(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject, every: int
) -> None:
    make = data.draw(makers(puzzle, solver))
    _, run = driven(puzzle, make)
    problem: Any = make.problem
    frames = list(watch(problem, every=every, **call(make)))
    last = run.search.done
    assert [frame.moment for frame in frames] == [*range(0, last, every), last]
    assert {frame.status for frame in frames[:-1]} <= {Status.RUNNING}
    assert plain(frames[-1]) == plain(run.search.frame())


def test_type_checkers_know_the_answer_of_each_puzzle() -> None:
    assert_type(solve(TourProblem(rows=1, cols=1)), Result[TourAnswer])
    assert_type(solve(SwapProblem(from_="BW.")).answer, SwapAnswer)
    assert_type(solve(QueensProblem(n=1)).answer.queens, tuple[int, ...])


def test_defaults_are_the_first_solver_and_a_new_seed() -> None:
    one, other = solve(TourProblem(rows=5, cols=5)), solve(TourProblem(rows=5, cols=5))
    assert one.solver == other.solver == "auto"
    assert one.seed != other.seed
    assert solve(TourProblem(rows=5, cols=5), seed=one.seed).answer == one.answer


def test_an_answer_has_all_tours_if_several_were_asked_for() -> None:
    found = solve(TourProblem(rows=6, cols=6), solver="ants", tours=5, seed=1).answer
    assert len(set(found.tours)) == 5
    assert found.path in found.tours
    assert solve(TourProblem(rows=6, cols=6), solver="ants", tours=1, seed=1).answer.tours == ()


def test_an_impossible_problem_has_a_reason_and_an_empty_answer() -> None:
    refuted = solve(QueensProblem(n=3))
    assert (refuted.status, refuted.answer) == (Status.IMPOSSIBLE, QueensAnswer((), None))
    (frame,) = watch(TourProblem(rows=3, cols=3))
    assert (frame.moment, frame.status) == (0, Status.IMPOSSIBLE)
    assert frame.reason


def test_the_last_frame_shows_the_limit_of_seconds() -> None:
    *_, last = watch(QueensProblem(n=64), pc=0, pm=0, generations=10**9, max_seconds=0.01, every=10)
    assert last.status is Status.GAVE_UP
    assert last.reason.endswith("within the limit of 0.01 seconds")


def test_a_watched_run_advances_only_on_demand() -> None:
    frames = watch(QueensProblem(n=64), pc=0, pm=0, generations=10**9, every=3, seed=1)
    assert [next(frames).moment for _ in range(4)] == [0, 3, 6, 9]


# Wrong input.


@pytest.mark.parametrize("ask", [solve, watch])
@pytest.mark.parametrize(
    ("problem", "values", "sentence"),
    [
        (TourProblem(), {"solver": "magic"}, "solver is magic, but must be one of auto, "),
        (TourProblem(), {"solver": 3}, "solver is 3, but must be one of auto, "),
        (SwapProblem(), {"solver": ""}, "solver is empty, but must be one of breadth, "),
        (TourProblem(), {"seed": -1}, "seed is -1, but must be a whole number from 0 to "),
        (TourProblem(), {"seed": "one"}, "seed is one, but must be a whole number from 0 to "),
        (TourProblem(), {"colour": 3}, "colour is not a setting of auto; its settings are max_seconds, max_states"),
        (TourProblem(), {"preset": "best"}, "preset is not a setting of auto; "),
        (TourProblem(), {"rows": 5}, r"rows is not a setting: it belongs to the problem, TourProblem\(rows=...\)"),
        (TourProblem(), {"max_seconds": "long"}, "max-seconds is long, but must be a number from 0 to "),
        (TourProblem(), {"solver": "backtrack", "order": "up"}, "order is up, but must be one of warnsdorff, "),
        (QueensProblem(), {"pop": [1]}, r"pop is \[1\], but must be a whole number "),
        (QueensProblem(), {"pop": 5, "elitism": 6}, "elitism is 6, but must be at most pop, which is 5"),
        (QueensProblem(n=1_000_000), {}, "n x pop is "),
        ("tour", {}, "problem is 'tour', but must be one of TourProblem, SwapProblem, QueensProblem"),
        (QueensProblem, {}, "problem is .*QueensProblem.*, but must be one of "),
    ],
)
def test_a_wrong_call_raises_a_sentence_at_once(
    ask: Callable[..., Any], problem: Any, values: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadInput, match=f"^{sentence}"):
        ask(problem, **values)


@pytest.mark.parametrize("every", [0, -1, 1.5, "often"])
def test_every_must_be_a_whole_number(every: Any) -> None:
    with pytest.raises(BadInput, match=f"^every is {every}, but must be a whole number from 1 to "):
        watch(TourProblem(), every=every)


@pytest.mark.parametrize("values", [0.1, None, "0.1", [], ()])
def test_a_sweep_needs_a_list_of_values(values: Any) -> None:
    with pytest.raises(BadInput, match=r"^vary pm is .*, but must be a list of values"):
        sweep(QueensProblem(n=8), solver="evolve", vary={"pm": values}, repeat=2)


def test_a_value_without_its_name_is_refused_with_the_name() -> None:
    wrong: Any = QueensProblem
    with pytest.raises(BadInput, match=r"QueensProblem\(n=8\)"):
        wrong(8)


def test_queens_for_another_board_are_refused_with_both_sizes() -> None:
    (fault,) = check(QueensProblem(n=6), [1, 2]).faults
    assert "2 rows" in fault
    assert "6 columns" in fault


@pytest.mark.parametrize(
    ("model", "values", "sentences"),
    [
        (TourProblem, {"rows": 0}, {"rows": "rows is 0, but must be a whole number from 1 to 1,000"}),
        (TourProblem, {"start": "z99"}, {"start": "start has z99, "}),
        (TourProblem, {"rows": "many", "start": 5}, {"rows": "rows is many, ", "start": "start is 5, "}),
        (TourProblem, {"size": 5}, {"size": "size is unknown; known fields are rows, cols, "}),
        (SwapProblem, {"from_": "BX"}, {"from_": "from has BX, "}),
        (QueensProblem, {"n": None}, {"n": "n is None, "}),
    ],
)
def test_a_wrong_problem_names_all_wrong_fields(
    model: Callable[..., Any], values: dict[str, Any], sentences: dict[str, str]
) -> None:
    with pytest.raises(BadInput) as refusal:
        model(**values)
    faults = refusal.value.faults
    assert faults.keys() == sentences.keys()
    assert all(faults[name].startswith(sentence) for name, sentence in sentences.items())
    assert str(refusal.value) in faults.values()
    assert refusal.value.__suppress_context__


# The package.


def test_an_import_makes_no_file_and_loads_no_numba_or_textual(tmp_path: Path) -> None:
    foreign = "{'numba', 'textual', 'rich', 'knightwatch.tui'}"
    code = f"from knightwatch import *; import sys; print(*({foreign} & sys.modules.keys()))"
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "TMPDIR")}
    ended = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | home, capture_output=True, text=True, check=True
    )
    assert ended.stdout == "\n"
    assert list(tmp_path.iterdir()) == []


def test_the_package_imports_its_names_on_first_use() -> None:
    code = (
        "import knightwatch, sys; print(*(n for n in sys.modules if n.partition('.')[0] in ('knightwatch', 'numpy')))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["knightwatch"]
    assert dir(knightwatch) == sorted(knightwatch.__all__)
    for name in knightwatch.__all__:
        assert getattr(knightwatch, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute Rooks"):
        _ = knightwatch.Rooks  # type: ignore[attr-defined]
