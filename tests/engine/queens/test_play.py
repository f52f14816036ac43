"""Queens by hand: the position, the attackers, and undo."""

import re

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import square_name
from knightwatch.engine.queens.free_rows import free_squares
from knightwatch.engine.queens.play import QueensPlay
from knightwatch.engine.queens.problem import QueensProblem
from tests.models.queens import attack

SIZE = 6
PROBLEM = QueensProblem(n=SIZE)
squares = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))


def shown(play: QueensPlay) -> set[tuple[int, int]]:
    """Return the columns and rows of the queens on the board."""
    return {(int(square) % SIZE, int(square) // SIZE) for square in play.board().squares}


@given(st.lists(squares, max_size=25))
def test_choosing_a_square_changes_the_queen_and_names_its_attackers(chosen: list[tuple[int, int]]) -> None:
    play = QueensPlay(PROBLEM, PROBLEM.board())
    queens: dict[int, int] = {}
    for row, col in chosen:
        sentence = play.choose(row, col)
        square = square_name(row, col, SIZE)
        if queens.get(col) == row:
            del queens[col]
            assert square in sentence
            assert "removed" in sentence
        else:
            queens[col] = row
            attackers = [q for q in sorted(queens.items()) if q[0] != col and attack(q, (col, row))]
            names = [square_name(y, x, SIZE) for x, y in attackers]
            solved = len(queens) == SIZE and not any(
                attack(a, b) for a in queens.items() for b in queens.items() if a != b
            )
            assert re.findall(r"[a-f]\d", sentence) == [square, *names[:4]]
            assert sentence.endswith("Solved!") == solved == play.solved()
        assert shown(play) == set(queens.items())
        attacked = sum(any(attack(q, o) for o in queens.items() if o != q) for q in queens.items())
        assert [figure.value for figure in play.figures()][:2] == [f"{len(queens)} of {SIZE}", str(attacked)]


@given(st.lists(squares, min_size=1, max_size=10))
def test_every_change_can_be_undone(chosen: list[tuple[int, int]]) -> None:
    play = QueensPlay(PROBLEM, PROBLEM.placement([0, 1, -1, 3, 4, 5]))
    past = [shown(play)]
    for row, col in chosen:
        play.choose(row, col)
        past.append(shown(play))
    play.clear()
    assert shown(play) == set()
    while past:
        play.undo()
        assert shown(play) == past.pop()
    assert play.undo() == "There is nothing to undo."


def test_only_the_last_queen_of_a_solution_says_solved() -> None:
    play = QueensPlay(PROBLEM, PROBLEM.board())
    sentences = [play.choose(row, col) for col, row in enumerate([1, 3, 5, 0, 2, 4])]
    assert [sentence.endswith(" Solved!") for sentence in sentences] == [False] * 5 + [True]


def test_a_hint_fills_the_column_with_the_fewest_free_rows() -> None:
    play = QueensPlay(PROBLEM, PROBLEM.board())
    play.choose(4, 0)  # a2 and b4, as in the solution [2,4,6,1,3,5]
    play.choose(2, 1)
    free = free_squares(play.position)
    column, rows = play.figures()[2].value.split(": ")
    assert int(rows) == min(free[:, x].sum() for x in range(SIZE) if play.position[x] < 0)
    for _ in play.coach():
        pass
    sentence = play.hint()
    assert f"Column {column} has only {rows} free row" in sentence
