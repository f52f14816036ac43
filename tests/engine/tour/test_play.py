"""Tours by hand: legal moves, sentences and undo."""

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
    """Return the sentence about the number of ways on."""
    return f"{number} way{'s' if number > 1 else ''} on." if number else "Dead end."


@given(board=with_holes([(3, 4), (4, 4), (3, 5)]), closed=st.booleans(), data=st.data())
def test_legal_moves_extend_the_walk_and_others_are_explained(
    board: tuple[int, int, Squares], closed: bool, data: st.DataObject
) -> None:
    rows, cols, squares = board
    start = data.draw(st.none() | st.sampled_from(sorted(squares)))
    play = play_on(asked(rows, cols, start=start, holes=full(rows, cols) - squares, closed=closed))
    path: list[Square] = [start] if start else []
    for _ in range(data.draw(st.integers(1, 25))):
        near = around(squares - set(path), path[-1]) if path else []
        near_by = bool(near) and data.draw(st.booleans(), label="near by")
        chosen = data.draw(st.sampled_from(near if near_by else sorted(full(rows, cols))))
        before = path.copy()
        sentence, name = play.choose(*chosen), named(chosen, rows)
        if chosen not in squares:
            assert sentence.startswith(f"{name} is a hole.")
        elif path == [start] and chosen == start:
            assert "the knight stays there" in sentence
        elif path and chosen == path[-1]:
            path.pop()
            assert sentence.startswith(f"The knight steps back from {name}.")
        elif chosen in path:
            assert sentence.startswith(f"{name} was visited before.")
        elif path and chosen not in near:
            assert sentence.startswith(f"{name} is not a knight's move from {named(path[-1], rows)}.")
        else:
            path.append(chosen)
            ahead = len(around(squares - set(path), chosen))
            verb = "goes to" if len(path) > 1 else "stands on"
            ways_on = "All squares are visited." if len(path) == len(squares) else ways(ahead)
            assert sentence.startswith(f"The knight {verb} {name}. {ways_on}")
        assert walk(play) == path
        solved = is_tour(path, squares, start, closed)
        assert play.solved() == solved
        assert sentence.endswith(" Solved!") == solved or path == before


@given(board=with_holes([(4, 4), (3, 5), (4, 5)]), data=st.data())
def test_the_board_shows_knight_candidates_and_holes(board: tuple[int, int, Squares], data: st.DataObject) -> None:
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


def test_the_last_square_solves_the_puzzle_and_closes_the_drawing() -> None:
    ring = tour(full(3, 10), (0, 0), True)
    assert ring
    play = play_on(asked(3, 10, closed=True))
    sentences = [play.choose(*square) for square in ring]
    assert [sentence.endswith(" Solved!") for sentence in sentences] == [False] * 29 + [True]
    assert sentences[-1] == f"The knight goes to {named(ring[-1], 3)}. All squares are visited. Solved!"
    assert play.board().ring


def test_an_open_tour_does_not_solve_a_closed_problem() -> None:
    path = tour(full(5, 5), (0, 0), False)
    assert path
    play = play_on(TourProblem(rows=5, cols=5, closed=True))
    sentences = [play.choose(*square) for square in path]
    assert sentences[-1].endswith("All squares are visited.")
    assert not play.solved()


def test_the_knight_stands_on_a_given_start_and_cannot_be_taken_away() -> None:
    play = play_on(TourProblem(rows=5, cols=5, start="c3"))
    assert "The knight stands on c3" in play.how
    assert "marked square" in play.how
    play.choose(2, 2)
    assert walk(play) == [(2, 2)]
    play.choose(0, 1)
    assert walk(play) == [(2, 2), (0, 1)]
    play.clear()
    assert walk(play) == [(2, 2)]
    repeated = play.problem.walk(np.arange(10))  # no walk
    assert walk(TourPlay(play.problem, repeated)) == [(2, 2)]


def test_a_board_without_a_tour_is_refused_with_the_knight_on_its_start() -> None:
    play = play_on(TourProblem(rows=4, cols=4, start="a1"))
    for _ in play.coach():
        pass
    assert play.advice
    assert play.advice.possible is False
    assert play.problem.refusal
    assert play.advice.why == play.problem.refusal.reason


def test_every_move_can_be_undone() -> None:
    play = play_on(asked(5, 5))
    path = [(0, 0), (1, 2), (2, 4)]
    for square in path:
        play.choose(*square)
    assert play.clear() == "The board is empty."
    assert walk(play) == []
    for length in (3, 2, 1, 0):
        assert play.undo() == "The last change is undone."
        assert walk(play) == path[:length]
    assert play.undo() == "There is nothing to undo."


def test_undo_ignores_illegal_moves() -> None:
    play = play_on(asked(5, 5, holes=[(4, 4)]))
    play.choose(0, 0)
    play.choose(1, 2)
    for refused in ((4, 4), (0, 0), (1, 3)):
        play.choose(*refused)
        assert walk(play) == [(0, 0), (1, 2)]
    play.undo()
    assert walk(play) == [(0, 0)]


def test_an_illegal_move_after_the_end_does_not_solve_again() -> None:
    play = play_on(asked(3, 4))
    for square in tour(full(3, 4), (0, 0), False) or []:
        play.choose(*square)
    assert play.solved()
    assert play.choose(0, 0) == "a3 was visited before."


def test_a_game_continues_the_walk_of_a_search() -> None:
    problem = asked(5, 5)
    begun = TourPlay(problem, problem.walk([0, 7, 14]))
    assert walk(begun) == [(0, 0), (1, 2), (2, 4)]
    begun.choose(4, 3)
    assert len(walk(begun)) == 4
    assert walk(TourPlay(problem, problem.walk(np.arange(10)))) == []
