"""A user's solver keeps the laws of a search: splits, seeds, and going back to any step."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Frame, Status
from knightwatch.engine.core.history import GAP, History
from knightwatch.engine.own.look import with_square_names
from knightwatch.engine.own.search import OwnSearch
from tests.support.own import COUNT, WALK, own_search, run_to_end, write


def picture(search: OwnSearch) -> tuple[Any, ...]:
    """Return everything that the screen shows of a step, except the seconds."""
    frame: Frame = search.frame()
    assert frame.code
    code = frame.code.line, frame.code.variables, frame.code.console
    return (
        search.done,
        search.milestones,
        search.verdict,
        frame.sentence,
        frame.board.trail.tolist(),
        frame.figures,
        code,
    )


def test_splitting_a_budget_reaches_the_same_step(tmp_path: Path) -> None:
    path = write(tmp_path / "walk.py", WALK)
    with own_search("tour", path, rows=5, cols=5) as whole, own_search("tour", path, rows=5, cols=5) as parts:
        whole.advance(400)
        for size in (1, 7, 92, 0, 250, 50):
            parts.advance(size)
        assert picture(whole) == picture(parts)
        assert whole.done == 400


def test_the_seed_decides_the_run(tmp_path: Path) -> None:
    path = write(tmp_path / "walk.py", WALK)
    pictures = []
    for seed in (1, 1, 2):
        with own_search("tour", path, rows=5, cols=5, seed=seed) as search:
            search.advance(200)
            pictures.append(picture(search))
    assert pictures[0] == pictures[1] != pictures[2]


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.integers(0, 300), min_size=3, max_size=8))
def test_any_step_can_be_loaded_from_any_other(tmp_path: Path, moves: list[int]) -> None:
    path = write(tmp_path / "walk.py", WALK)
    with own_search("tour", path, rows=5, cols=5) as search, own_search("tour", path, rows=5, cols=5) as fresh:
        search.prepare()
        states = {0: search.save()}
        for moment in range(50, 301, 50):
            search.advance(50)
            states[moment] = search.save()
        for moment in moves:
            start = max(m for m in states if m <= moment)
            search.load(states[start])
            search.advance(moment - start)
            fresh.rewind()
            fresh.advance(moment)
            assert picture(search) == picture(fresh)


def test_history_returns_to_the_last_step_before_the_end(tmp_path: Path) -> None:
    rows = "def solve(problem, random):\n    for row in range(4):\n        yield [row]\n"
    with own_search("queens", write(tmp_path / "rows.py", rows)) as search:
        history = History()
        run_to_end(search)
        last = search.done
        history.note(search, GAP)
        history.approach(search, last - 1)
        search.advance(last - 1 - search.done)
        history.approach(search, last)
        search.advance(last - search.done)
        assert (search.done, search.status) == (last, Status.RUNNING)


def test_a_milestone_stops_the_run(tmp_path: Path) -> None:
    path = write(tmp_path / "walk.py", WALK)
    with own_search("tour", path, rows=5, cols=5) as search:
        search.advance(10_000, halt=True)
        assert search.milestones == 1
        assert search.frame().sentence == "back"
        assert any(figure.name == "depth" for figure in search.frame().figures)


def test_the_checker_decides_and_the_last_yield_is_the_answer(tmp_path: Path) -> None:
    solved = "def solve(problem, random):\n    yield [1, 3, 0, 2]\n"
    wrong = "def solve(problem, random):\n    yield [0, 1, 2, 3]\n"
    with own_search("queens", write(tmp_path / "solved.py", solved), n=4) as search:
        search.advance(1)
        assert search.status is Status.RUNNING, "the generator has not ended yet"
        search.advance(1)
        assert (search.status, search.done, search.answer()["queens"]) == (Status.SOLVED, 1, [1, 3, 0, 2])
    with own_search("queens", write(tmp_path / "wrong.py", wrong), n=4) as search:
        search.advance(9)
        assert search.status is Status.GAVE_UP
        assert "6 attacking pairs" in search.reason


def test_a_returned_value_replaces_the_last_yield(tmp_path: Path) -> None:
    text = "def solve(problem, random):\n    yield [0]\n    return [1, 3, 0, 2]\n"
    with own_search("queens", write(tmp_path / "mine.py", text), n=4) as search:
        search.advance(9)
        assert search.status is Status.SOLVED
        search.load(search.save())
        assert search.status is Status.SOLVED
        search.rewind()
        search.advance(1)
        assert (search.status, search.answer()["queens"]) == (Status.RUNNING, [0, -1, -1, -1])


def test_a_claim_of_impossibility_is_no_proof(tmp_path: Path) -> None:
    text = """
        from knightwatch import Impossible
        def solve(problem, random):
            yield []
            return Impossible("all rows were tried")
    """
    with own_search("queens", write(tmp_path / "mine.py", text), n=5) as search:
        search.advance(9)
        assert search.status is Status.GAVE_UP
        assert "mine.py claims" in search.reason
        assert "all rows were tried" in search.reason


def test_a_population_shows_its_best_board_and_both_curves(tmp_path: Path) -> None:
    text = "def solve(problem, random):\n    yield [[0, 0, 0, 0], [1, 3, 0, 2], [0, 1, 2, 3]]\n"
    with own_search("queens", write(tmp_path / "mine.py", text), n=4) as search:
        search.advance(1)
        frame = search.frame()
        assert frame.population is not None
        assert frame.population.fitness.tolist() == [0, 6, 6]
        assert {curve.name: curve.values.tolist() for curve in frame.curves} == {"best": [0.0], "mean": [4.0]}
        assert search.answer() == {"queens": [1, 3, 0, 2], "attacks": 0}


@pytest.mark.parametrize("most", [10, 3000])
def test_curves_have_at_most_a_thousand_points_at_fixed_steps(tmp_path: Path, most: int) -> None:
    path = write(tmp_path / "count.py", COUNT)
    with own_search("queens", path, most=most) as search:
        search.advance(7)
        search.advance(most)
        steps = search.frame().curves[0].steps.tolist()
        stride = steps[0]
        assert steps == list(range(stride, most + 1, stride))
        assert len(steps) <= 1024


def test_local_variables_and_the_line_come_from_the_innermost_generator(tmp_path: Path) -> None:
    text = """
        def inner(k):
            half = k / 2
            yield [k]

        def solve(problem, random):
            outer = "out"
            for k in range(4):
                yield from inner(k)
    """
    with own_search("queens", write(tmp_path / "mine.py", text)) as search:
        search.advance(3)
        code = search.frame().code
        assert code
        assert code.line == 3
        assert dict(code.variables) == {"k": "2", "half": "1.0"}


def test_a_traced_step_names_the_variables_that_it_changed(tmp_path: Path) -> None:
    text = """
        def solve(problem, random):
            path, visits, same = [], 0, 7
            for square in problem.squares:
                path.append(square)
                yield path
                visits += 1
    """
    with own_search("tour", write(tmp_path / "mine.py", text)) as search:
        search.advance(2)
        search.save()
        untraced = search.frame().code
        search.traced = True
        search.advance(1)
        traced = search.frame().code
        assert untraced
        assert traced
        assert (untraced.changed, set(traced.changed)) == ((), {"path", "square", "visits"})


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("[(0, 0), (2, 1)]", "[(0, 0) a3, (2, 1) b1]"),
        ("[(1, 2), (-1, 2)]", "[(1, 2), (-1, 2)]"),  # moves, not squares
        ("(3, 0)", "(3, 0)"),
        (f"({'9' * 9999}, 0)", f"({'9' * 9999}, 0)"),
    ],
)
def test_only_pairs_on_the_board_have_names_of_squares(value: str, named: str) -> None:
    assert with_square_names(value, 3, 3) == named
