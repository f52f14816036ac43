"""Questions about tours: the right answer is the square that the walk enters, and ties are counted by the rule."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.boards import adjacent, neighbours
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.quiz import ASKED, NO, YES, YES_NO, AnswerKind
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.problem import CANDIDATES, KNIGHT
from knightwatch.engine.tour.solvers.base import NEXT_MOVE
from tests.support.pilot import plan
from tests.support.quiz import asked

MOST_STEPS = 40


def ways(board: Board, square: int, walk: list[int]) -> int:
    """Return the number of free neighbours of a square."""
    return len(set(neighbours(square, board.rows, board.cols)) - set(walk))


def hides(board: Board) -> bool:
    """Tell whether a board shows neither numbers of ways nor the next move."""
    shown = {board.marks[kind] for kind in board.kinds.tolist()}
    return not shown & set(CANDIDATES) and NEXT_MOVE not in [links.name for links in board.links]


@settings(max_examples=60)
@given(
    solver=st.sampled_from(["auto", "warnsdorff", "backtrack"]),
    rows=st.integers(3, 8),
    cols=st.integers(3, 8),
    seed=st.integers(0, 99),
    steps=st.integers(0, MOST_STEPS),
    order=st.sampled_from(["warnsdorff", "wall", "warnsdorff+wall", "fixed"]),
)
def test_the_answer_is_the_next_square_of_the_walk(solver: str, steps: int, order: str, **problem: int) -> None:
    values = {name: str(value) for name, value in problem.items()} | {"solver": solver}
    question, before, after = asked(
        plan("tour", **values, **({"order": order} if solver == "backtrack" else {})), steps
    )
    if question is None:
        return
    walk = after.trail.tolist()
    if question.kind is AnswerKind.CHOICE:
        assert question.choices == YES_NO
        assert question.right == (NO if ways(after, walk[-1], walk) else YES,)
        assert question.page.board.trail.tolist() == walk[:-1]
        return
    assert question.right[0] == walk[-1]
    if len(walk) == len(before.trail):
        return  # a rotation
    assert hides(question.page.board)
    assert question.page.board.trail.tolist() == before.trail.tolist()
    for other in question.right[1:]:
        assert other not in walk
        assert adjacent(other, walk[-2], after.cols)
        if order != "wall" or solver != "backtrack":
            assert ways(after, other, walk[:-1]) == ways(after, walk[-1], walk[:-1])
    if order == "fixed" and solver == "backtrack":
        assert len(question.right) == 1


@settings(max_examples=30)
@given(rows=st.integers(4, 8), seed=st.integers(0, 99), steps=st.integers(0, 20))
def test_every_equal_candidate_of_the_rule_is_right(rows: int, seed: int, steps: int) -> None:
    question, before, _ = asked(plan("tour", solver="warnsdorff", rows=str(rows), seed=str(seed)), steps)
    if question and question.kind is AnswerKind.SQUARE:
        walk = before.trail.tolist()
        free = [s for s in neighbours(walk[-1], before.rows, before.cols) if s not in walk]
        fewest = min(ways(before, square, walk) for square in free)
        assert set(question.right) == {square for square in free if ways(before, square, walk) == fewest}


def test_a_rotation_ends_on_a_square_after_a_neighbour_of_the_dead_end() -> None:
    asked_about = 0
    for seed in range(3):
        of = plan("tour", rows="4", cols="7", seed=str(seed))
        for steps in range(15, 40):
            question, before, after = asked(of, steps)
            walk = before.trail.tolist()
            if not question or len(after.trail) != len(walk):
                continue
            asked_about += 1
            ends = {walk[i + 1] for i in range(len(walk) - 2) if adjacent(walk[i], walk[-1], before.cols)}
            useful = {end for end in ends if ways(before, end, walk)}
            assert question.right[0] == after.trail[-1]
            assert set(question.right) == (useful or ends)
            assert not question.is_right(walk[-1])
    assert asked_about


def test_a_wrong_square_is_wrong_and_the_verdict_counts_its_ways() -> None:
    question, _, _ = asked(plan("tour", solver="warnsdorff", start="a3"), 0)
    assert question
    c2 = 6 * 8 + 2
    assert question.page.board.cols == 8
    assert not question.is_right(c2)
    assert "c2 has 5 ways on" in question.verdict(c2)
    assert question.named(question.right[0]) == "b1"


def test_a_dead_end_is_asked_about() -> None:
    of = plan("tour", solver="backtrack", rows="5", cols="5", start="a1", order="fixed")
    answers = set()
    for steps in range(60):
        question, _, _ = asked(of, steps)
        if question and question.choices == YES_NO:
            answers.add(question.right[0])
    assert answers == {YES, NO}


def test_the_question_after_a_step_back_shows_the_board_after_it() -> None:
    of = plan("tour", solver="backtrack", order="warnsdorff", start="a3")
    question, before, after = asked(of, 63)
    assert question
    assert question.page.sentence.startswith("Dead end: the knight steps back 4 squares to d6. The next square is c4.")
    board = question.page.board
    assert (len(before.trail), len(board.trail)) == (63, 59)
    assert board.trail.tolist() == after.trail.tolist()[:-1]
    on = {board.marks[kind]: int(square) for square, kind in zip(board.squares, board.kinds, strict=True)}
    d6, c4 = 2 * 8 + 3, 4 * 8 + 2
    assert (on[KNIGHT], on[ASKED]) == (d6, c4)


def genetic(**values: str) -> Plan:
    return plan("tour", solver="genetic", rows="5", cols="5", pop="20", **values)


@settings(max_examples=30)
@given(seed=st.integers(0, 99), steps=st.integers(0, 12), field=st.integers(1, 5), late=st.booleans())
def test_the_tournament_is_won_by_most_squares_and_genes_come_from_their_parent(
    seed: int, steps: int, **settings: Any
) -> None:
    values = {name: {True: "yes", False: "no"}.get(value, str(value)) for name, value in settings.items()}
    values["field"] = str(settings["field"])
    of = genetic(seed=str(seed), **values)
    search, quiz = of.search(), of.quiz
    assert quiz
    search.prepare()
    search.advance(steps)
    question = quiz.predict(search)
    if question is None:
        return
    search.advance(1)
    if question.page.title == "a tournament":
        squares = [len(set(picture.board.trail.tolist())) for picture in question.page.pictures]
        assert set(question.right) == {place for place, each in enumerate(squares) if each == max(squares)}
        return
    asked_at = question.page.rows[-1].marks.index(ASKED)
    place = int(question.page.rows[0].cells[asked_at].replace(",", "")) - 1
    assert not any(question.page.rows[-1].cells[asked_at:])
    made = search.state["children"][0]
    row, col = divmod(int(made[place]), search.problem.cols + 4)
    name = search.problem.name((row - 2) * search.problem.cols + col - 2)
    assert question.named(question.right[0]).startswith(f"{name},")
    assert len({choice.partition(",")[0] for choice in question.choices}) == 2


def test_ants_are_asked_for_the_square_that_the_walk_enters() -> None:
    found = 0
    for steps in (0, 3, 40, 41, 42):
        question, _, after = asked(plan("tour", solver="ants", rows="6", cols="6", tours="50", seed="1"), steps)
        if question:
            found += 1
            walk = question.page.board.trail.tolist()
            assert after.trail.tolist()[: len(walk) + 1] == [*walk, question.right[0]]
            assert question.page.board.links[0].name == "pheromone"
    assert found


def test_repair_is_asked_for_the_square_that_replaces_an_impossible_move() -> None:
    found = 0
    for steps in range(8):
        question, _, after = asked(plan("tour", solver="repair", rows="6", cols="6", tours="50", seed="1"), steps)
        if question:
            found += 1
            walk = question.page.board.trail.tolist()
            assert after.trail.tolist()[: len(walk) + 1] == [*walk, question.right[0]]
            least = {ways(after, square, [*walk, square]) for square in question.right}
            assert least == {
                min(ways(after, there, [*walk, there]) for there in neighbours(walk[-1], 6, 6) if there not in walk)
            }
    assert found
