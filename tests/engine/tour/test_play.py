"""Tours by hand: what may be chosen, what is said, and the way back."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Tone
from knightwatch.engine.tour.play import TourPlay
from knightwatch.engine.tour.problem import CANDIDATES, KNIGHT, TourProblem
from tests.models.tour import Square, Squares, around, asked, full, is_tour, named, tour, with_holes


def play_on(problem: TourProblem) -> TourPlay:
    """Return a game on an empty board."""
    return TourPlay(problem, problem.board())


def walk(play: TourPlay) -> list[Square]:
    """Return the squares of the walk."""
    return [divmod(int(square), play.problem.cols) for square in play.board().trail]


def ways(number: int) -> str:
    """Return what is said of what lies ahead."""
    return f"{number} way{'s' if number > 1 else ''} on." if number else "That is a dead end."


@given(board=with_holes([(3, 4), (4, 4), (3, 5)]), closed=st.booleans(), data=st.data())
def test_choosing_squares_walks_where_a_knight_may_go_and_tells_why_not_elsewhere(
    board: tuple[int, int, Squares], closed: bool, data: st.DataObject
) -> None:
    rows, cols, squares = board
    start = data.draw(st.none() | st.sampled_from(sorted(squares)))
    play = play_on(asked(rows, cols, start=start, holes=full(rows, cols) - squares, closed=closed))
    path: list[Square] = []
    for _ in range(data.draw(st.integers(1, 25))):
        near = around(squares - set(path), path[-1]) if path else []
        near_by = bool(near) and data.draw(st.booleans(), label="near by")
        chosen = data.draw(st.sampled_from(near if near_by else sorted(full(rows, cols))))
        before = path.copy()
        said, name = play.choose(*chosen), named(chosen, rows)
        if chosen not in squares:
            assert said.startswith(f"{name} is not there.")
        elif not path and start not in (None, chosen):
            assert said.startswith("The tour has to begin on ")
        elif path and chosen == path[-1]:
            path.pop()
            assert said.startswith(f"The knight steps back from {name}.")
        elif chosen in path:
            assert said.startswith(f"The knight was on {name} already.")
        elif path and chosen not in near:
            assert said.startswith(f"{name} is no knight's move from {named(path[-1], rows)}.")
        else:
            path.append(chosen)
            ahead = len(around(squares - set(path), chosen))
            did = "goes to" if len(path) > 1 else "stands on"
            outlook = "All squares are visited." if len(path) == len(squares) else ways(ahead)
            assert said.startswith(f"The knight {did} {name}. {outlook}")
        assert walk(play) == path
        solved = is_tour(path, squares, start, closed)
        assert play.solved() == solved
        assert said.endswith(" Solved!") == solved or path == before


@given(board=with_holes([(4, 4), (3, 5), (4, 5)]), data=st.data())
def test_the_board_shows_the_knight_its_ways_on_and_the_holes_and_the_figures_count_them(
    board: tuple[int, int, Squares], data: st.DataObject
) -> None:
    rows, cols, squares = board
    holes = full(rows, cols) - squares
    play = play_on(asked(rows, cols, holes=holes))
    path: list[Square] = []
    for _ in range(data.draw(st.integers(0, 8))):
        free = around(squares - set(path), path[-1]) if path else sorted(squares)
        if not free:
            break
        path.append(data.draw(st.sampled_from(free)))
        play.choose(*path[-1])
    shown = play.board()
    named_marks = zip(shown.squares.tolist(), shown.kinds.tolist(), strict=True)
    marks = {divmod(square, cols): shown.marks[kind] for square, kind in named_marks}
    left = squares - set(path)
    ahead = around(left, path[-1]) if path else []
    expected = {there: CANDIDATES[len(around(left, there))] for there in ahead}
    assert {square for square, mark in marks.items() if mark.tone is Tone.HOLE} == holes
    assert {square: mark for square, mark in marks.items() if mark.tone is not Tone.HOLE} == (
        expected | dict.fromkeys(path[-1:], KNIGHT)
    )
    assert [figure.value for figure in play.figures()] == [f"{len(path)} of {len(squares)}", f"{len(ahead)}"]


def test_a_whole_tour_is_greeted_at_its_last_square_and_a_ring_drawn_as_one() -> None:
    ring = tour(full(3, 10), (0, 0), True)
    assert ring
    play = play_on(asked(3, 10, closed=True))
    sentences = [play.choose(*square) for square in ring]
    assert [sentence.endswith(" Solved!") for sentence in sentences] == [False] * 29 + [True]
    assert sentences[-1] == f"The knight goes to {named(ring[-1], 3)}. All squares are visited. Solved!"
    assert play.board().ring


def test_a_tour_that_does_not_lead_back_is_no_closed_one() -> None:
    path = tour(full(5, 5), (0, 0), False)
    assert path
    play = play_on(TourProblem(rows=5, cols=5, closed=True))
    sentences = [play.choose(*square) for square in path]
    assert sentences[-1].endswith("All squares are visited.")
    assert not play.solved()


def test_where_a_start_is_given_no_other_square_can_be_first() -> None:
    for square in full(5, 5):
        play = play_on(TourProblem(rows=5, cols=5, start="c3"))
        said = play.choose(*square)
        if square == (2, 2):
            assert said == "The knight stands on c3. 8 ways on."
        else:
            assert said == "The tour has to begin on c3."
        assert walk(play) == ([square] if square == (2, 2) else [])


def test_every_step_can_be_taken_back_to_the_beginning() -> None:
    play = play_on(asked(5, 5))
    path = [(0, 0), (1, 2), (2, 4)]
    for square in path:
        play.choose(*square)
    assert play.clear() == "The board is empty now."
    assert walk(play) == []
    for length in (3, 2, 1, 0):
        assert play.undo() == "The last change is taken back."
        assert walk(play) == path[:length]
    assert play.undo() == "There is nothing to take back."


def test_what_was_refused_is_no_change_and_so_taking_back_takes_back_the_step_before() -> None:
    play = play_on(asked(5, 5, holes=[(4, 4)]))
    play.choose(0, 0)
    play.choose(1, 2)
    for refused in ((4, 4), (0, 0), (1, 3)):
        play.choose(*refused)
        assert walk(play) == [(0, 0), (1, 2)]
    play.undo()
    assert walk(play) == [(0, 0)]


def test_what_was_refused_after_the_last_square_is_not_greeted_again() -> None:
    play = play_on(asked(3, 4))
    for square in tour(full(3, 4), (0, 0), False) or []:
        play.choose(*square)
    assert play.solved()
    assert play.choose(0, 0) == "The knight was on a3 already."


def test_a_game_goes_on_from_the_walk_of_a_search_but_not_from_other_orders_of_squares() -> None:
    problem = asked(5, 5)
    begun = TourPlay(problem, problem.walk([0, 7, 14]))
    assert walk(begun) == [(0, 0), (1, 2), (2, 4)]
    begun.choose(4, 3)
    assert len(walk(begun)) == 4
    assert walk(TourPlay(problem, problem.walk(np.arange(10)))) == []
