"""The library in a notebook: problems, results, frames, checks and sweeps draw themselves, and `watch` is a player."""

from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from knightwatch import (
    BadInput,
    QueensProblem,
    SwapProblem,
    TourProblem,
    check,
    picture,
    solve,
    sweep,
    watch,
)
from knightwatch.engine.core.frame import Board, Curve
from knightwatch.engine.core.search import Problem
from tests.support.player import run_of, states

HOSTILE = "</p><script>alert(1)</script>"
PROBLEMS = (TourProblem(rows=5, cols=5, start="a1"), SwapProblem(), QueensProblem(n=6))


def fragment(thing: Any) -> ElementTree.Element:
    """Return the HTML of a thing in a notebook, as elements; wrong nesting raises an error."""
    return ElementTree.fromstring(f"<div>{thing._repr_html_()}</div>")


def texts(thing: Any) -> str:
    return " ".join(fragment(thing).itertext())


def tags(thing: Any, name: str) -> list[ElementTree.Element]:
    return [element for element in fragment(thing).iter() if element.tag.rpartition("}")[2] == name]


def player(thing: Any) -> dict[str, Any]:
    """Return the run that a player in a notebook shows."""
    html: str = thing._repr_html_()
    assert html.startswith("<iframe ")
    assert 'sandbox="allow-scripts"' in html
    return run_of(unescape(html.partition('srcdoc="')[2].partition('"')[0]))


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: type(problem).__name__)
def test_problems_results_and_frames_draw_themselves(problem: Any) -> None:
    assert problem.title() in texts(problem)
    assert tags(problem, "svg")
    found = solve(problem, seed=1)
    assert "solved" in texts(found)
    assert found.frame.sentence in texts(found)
    assert len(tags(found, "tr")) == len(found.frame.figures)
    for frame in watch(problem, seed=1, every=10**6):
        assert frame.sentence in texts(frame)
        assert tags(frame, "svg")


def test_boards_and_curves_draw_themselves() -> None:
    assert tags(Board(3, 3), "svg")
    assert len(tags(Curve("a < b", np.arange(3), np.array([1.0, np.nan, 2.0])), "polyline")) == 1
    assert tags(Curve("unknown", np.arange(2), np.full(2, np.nan)), "svg")


def test_a_huge_result_is_small_in_a_notebook() -> None:
    found = solve(QueensProblem(n=100_000), solver="formula")
    assert len(found._repr_html_()) < 20_000
    assert "too large" in texts(found)
    assert len(picture(found).svg) > 1_000_000


def test_texts_of_a_solver_are_escaped() -> None:
    def hostile(problem: Any, random: Any) -> Any:  # noqa: ARG001
        yield [0], HOSTILE

    for thing in (*watch(QueensProblem(n=4), solver=hostile, every=1), solve(QueensProblem(n=4), solver=hostile)):
        assert not tags(thing, "script")
    assert states(player(watch(QueensProblem(n=4), solver=hostile)))[-1]["s"] == HOSTILE


def test_watch_is_a_loop_and_a_player() -> None:
    watched = watch(TourProblem(rows=5, cols=5, start="a1"), solver="backtrack", seed=1, every=10)
    first = next(watched)
    assert [state["n"] for state in states(player(watched))] == [0, 10, 20, 24]
    assert [frame.moment for frame in (first, *watched)] == [0, 10, 20, 24]
    every = player(watch(TourProblem(rows=5, cols=5, start="a1"), solver="backtrack", seed=1))
    assert [state["n"] for state in states(every)] == list(range(25))
    assert all(state["c"] for state in states(every)[1:])


def test_a_player_of_a_long_run_is_small_and_says_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.library.watching.PLAYED_SECONDS", 0.0)
    watched = watch(QueensProblem(n=300), solver="backtrack", seed=1)
    assert len(watched._repr_html_()) < 2_500_000
    assert "beginning" in player(watched)["note"]


def test_a_player_raises_the_exception_of_a_function() -> None:
    def broken(problem: Any, random: Any) -> Any:  # noqa: ARG001
        yield [0]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        watch(QueensProblem(n=4), solver=broken)._repr_html_()


# Pictures.


def test_a_picture_has_its_size_theme_and_numbers() -> None:
    found = solve(TourProblem(rows=5, cols=5, start="a1"), seed=1)
    small = ElementTree.fromstring(picture(found, size=200).svg)
    assert small.get("width") == "200"
    assert picture(found, theme="dark").svg != picture(found).svg
    assert picture(found, numbers=False).svg.count("<text") == picture(found).svg.count("<text") - 25
    assert picture(found)._repr_svg_() == picture(found).svg
    assert picture(found).png.startswith(b"\x89PNG")


def test_everything_that_has_a_board_or_curves_has_a_picture() -> None:
    found = solve(QueensProblem(n=6), seed=3)
    things: list[Any] = [found, found.problem, found.frame, found.frame.board, check(QueensProblem(n=6), found)]
    assert all(ElementTree.fromstring(picture(thing).svg).tag.endswith("svg") for thing in things)
    curves = picture(found.frame.curves)
    assert curves.svg.count("<polyline") == len(found.frame.curves)
    with pytest.raises(BadInput, match="SVG only"):
        _ = curves.png


@pytest.mark.parametrize(
    ("values", "words"), [({"theme": "blue"}, "theme is blue"), ({"size": 0}, "size is 0"), ({"numbers": 3}, "numbers")]
)
def test_wrong_looks_of_a_picture_are_named(values: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        picture(QueensProblem(), **values)


def test_another_thing_has_no_picture() -> None:
    with pytest.raises(BadInput, match="must be of a problem"):
        picture("tour")  # type: ignore[arg-type]


# Checks.


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: type(problem).__name__)
def test_results_and_their_answers_are_right(problem: Any) -> None:
    found = solve(problem, seed=1)
    for answer in (found, found.answer, found.json):
        checked = check(problem, answer)
        assert (checked.right, checked.faults, bool(checked)) == (True, (), True)
    assert "right" in texts(checked)


@pytest.mark.parametrize(
    ("problem", "answer", "words"),
    [
        (QueensProblem(n=6), [0, 1, 2, 3, 4, 5], "diagonals"),
        (QueensProblem(n=8), [1, 3, 5, 0, 2, 4], "6 rows"),
        (QueensProblem(n=4), np.array([1, 3, 0, 0]), "twice"),
        (QueensProblem(n=2), [10**30, 0], "outside"),
        (TourProblem(rows=3, cols=4), [(0, 0), (1, 1)], "knight's move"),
        (TourProblem(rows=3, cols=4), "a1 b3 d2", "not visited"),
        (SwapProblem(), [((0, 0), (1, 2))], "goal"),
    ],
)
def test_faults_of_answers_are_named(problem: Any, answer: Any, words: str) -> None:
    checked = check(problem, answer)
    assert not checked
    assert words in " ".join(checked.faults)
    assert words in texts(checked)


def test_a_tour_from_another_start_or_board_is_wrong() -> None:
    found = solve(TourProblem(rows=5, cols=5, start="c3"), seed=1)
    assert "c3" in check(TourProblem(rows=5, cols=5, start="a1"), found).faults[0]
    assert not check(TourProblem(rows=5, cols=6), found)


def test_moves_between_files_are_checked() -> None:
    problem = SwapProblem(moves="files", from_="B.W")
    found = solve(problem)
    assert check(problem, found).right == found.solved
    assert not check(problem, [])


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: type(problem).__name__)
@pytest.mark.parametrize("answer", [None, 3, {}, [[]], "what?", object, [["x"]]], ids=repr)
def test_an_answer_that_cannot_be_read_raises_a_sentence(problem: Problem, answer: Any) -> None:
    with pytest.raises(BadInput, match=r"^answer "):
        check(problem, answer)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", " "])
def test_an_empty_answer_is_no_file(text: str) -> None:
    with pytest.raises(BadInput, match="must have"):
        check(QueensProblem(n=6), text)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: type(problem).__name__)
def test_the_result_of_another_puzzle_raises_a_sentence(problem: Any) -> None:
    for other in PROBLEMS:
        if type(other) is not type(problem):
            with pytest.raises(BadInput, match=r"^answer "):
                check(problem, solve(other, seed=1))


# Sweeps.


def test_a_sweep_has_the_runs_of_the_command_line(tmp_path: Path) -> None:
    given = {"vary": {"k": [2, 5], "n": [6, 8]}, "repeat": 2, "workers": 1, "pm": 0.5, "store": tmp_path / "store"}
    found = sweep(QueensProblem(), **given)  # type: ignore[arg-type]
    assert [cell["at"] for cell in found.cells] == [{"k": k, "n": n} for k in (2, 5) for n in (6, 8)]
    assert len(found.runs) == 8
    assert found.json["complete"]
    assert len(tags(found, "tr")) == 5
    assert tags(found, "polyline")
    run = found.runs[0]
    again = solve(QueensProblem(n=int(run["n"])), seed=run["seed"], k=int(run["k"]), pm=0.5)
    assert again.work["generations"] == run["steps"]
    assert sweep(QueensProblem(), **given).runs == found.runs, "nothing runs again"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"vary": {"n": [0]}}, "n is 0"),
        ({"vary": {"magic": [1]}}, "magic is not a setting"),
        ({"vary": {"k": [2, 2]}}, "twice"),
        ({"vary": {"k": [2]}, "repeat": 0}, "repeat is 0"),
        ({"vary": {"k": [2]}, "k": 3}, "k is 3 and is varied too"),
        ({"vary": {"k": [2]}, "solver": lambda problem, random: None}, "solver is a function"),  # noqa: ARG005
    ],
)
def test_wrong_sweeps_are_named_before_they_run(values: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        sweep(QueensProblem(), **values)
