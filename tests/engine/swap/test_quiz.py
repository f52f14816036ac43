"""Questions about knights that change places: the sizes of levels, and the position that A* takes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.quiz import Prediction
from knightwatch.engine.core.search import Search
from tests.support.pilot import plan

POSITIONS = ("BBB/.../.../WWW", "W.W/.../B.B", "BB./.../.WW", "B../.../..W")


def asked(solver: str, position: str, steps: int) -> tuple[Prediction | None, Search]:  # type: ignore[type-arg]
    """Return the question after some steps, and the search after its answer."""
    of = plan("swap", solver=solver, from_=position)
    search, quiz = of.search(), of.quiz
    assert quiz
    search.prepare()
    search.advance(steps)
    question = quiz.predict(search)
    search.advance(question.until - search.done if question else 0)
    return question, search


@pytest.mark.parametrize("solver", ["breadth", "both-ends", "within-level"])
@settings(max_examples=20)
@given(position=st.sampled_from(POSITIONS), steps=st.integers(0, 300))
def test_the_next_level_has_as_many_positions_as_the_answer_says(solver: str, position: str, steps: int) -> None:
    question, search = asked(solver, position, steps)
    if question is None:
        return
    number, table = question.right[0], question.page.table
    level = int(table[-1][0])
    curves = [curve.values for curve in search.frame().curves]
    grown = [values[level + 1] for values in curves if len(values) > level + 1]
    assert number in grown or (number == 0 and search.frame().status != "running")
    assert question.is_right(number + number // 10)
    assert not question.is_right(number + number // 10 + 1)


@settings(max_examples=40)
@given(position=st.sampled_from(POSITIONS), steps=st.integers(0, 120))
def test_a_star_takes_the_position_of_the_answer(position: str, steps: int) -> None:
    question, search = asked("best-first", position, steps)
    if question is None:
        return
    now = search.frame().board
    pictures = [picture.board for picture in question.page.pictures]
    if search.frame().status == "running":
        assert knights(pictures[question.right[0]]) == knights(now)
    assert len({str(knights(board)) for board in pictures}) == len(pictures)
    sums = [
        sum(int(part.split(" = ")[1]) for part in picture.name[3:].split(", ")) for picture in question.page.pictures
    ]
    assert set(question.right) == {place for place, f in enumerate(sums) if f == min(sums)}


def knights(board: Board) -> dict[int, str]:
    return {int(s): board.marks[k].name for s, k in zip(board.squares, board.kinds, strict=True)}
