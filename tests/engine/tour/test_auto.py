"""The solver that does not give up: every start that has a tour, large boards, closed tours, holes, and its words."""

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.boards import unpadded
from engine.frame import Status
from engine.settings import read
from engine.tour.auto import Auto, AutoSettings
from engine.tour.problem import TourProblem
from tests.engine.tour.reference import (
    Square,
    Squares,
    around,
    asked,
    full,
    is_tour,
    named,
    squares_of,
    starts_with_a_tour,
    with_holes,
)


def auto(problem: TourProblem, seed: int = 1, **values: Any) -> Auto:
    """Return a search at its beginning."""
    search = Auto(problem, read(AutoSettings, values), seed)
    search.prepare()
    return search


def ended(problem: TourProblem, seed: int = 1) -> Auto:
    """Return a search at its end."""
    search = auto(problem, seed)
    search.advance(search.limit)
    return search


def walk(search: Auto) -> list[Square]:
    """Return the squares of the walk."""
    return [divmod(int(square), search.problem.cols) for square in search.trail]


def assert_tour(search: Auto) -> None:
    """Hold an answer against plain arithmetic over arrays, since it may be large."""
    problem = search.problem
    assert search.status is Status.SOLVED
    path = search.trail
    assert np.array_equal(np.sort(path), np.flatnonzero(problem.free))
    assert problem.first in (None, path[0])
    row, col = np.divmod(np.append(path, path[0]) if problem.closed else path, problem.cols)
    assert (np.diff(row) ** 2 + np.diff(col) ** 2 == 5).all()
    assert not problem.closed or len(path) > 2


# Every start that has a tour


@pytest.mark.parametrize("m", range(5, 13))
def test_from_every_start_of_every_board_from_5_x_5_to_12_x_12_there_is_a_tour_or_a_proof_by_colours(m: int) -> None:
    for n in range(m, 13):
        for row, col in full(m, n):
            search = ended(asked(m, n, start=(row, col)), seed=row)
            if m % 2 == n % 2 == 1 and (row + col) % 2 == 1:
                assert search.status is Status.IMPOSSIBLE
                assert search.done == 0
            else:
                assert_tour(search)


def test_boards_up_to_60_x_60_are_solved_from_random_starts() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        rows, cols = (int(side) for side in rng.integers(5, 61, 2))
        row, col = int(rng.integers(rows)), int(rng.integers(cols))
        if rows % 2 == cols % 2 == 1 and (row + col) % 2 == 1:
            col += 1 if col == 0 else -1
        assert_tour(ended(asked(rows, cols, start=(row, col)), seed=row))


@pytest.mark.parametrize("place", range(10))
def test_255_x_255_is_solved_from_all_over_the_board(place: int) -> None:
    row, col = (int(side) for side in np.random.default_rng(place).integers(0, 255, 2))
    col += (row + col) % 2 * (1 if col == 0 else -1)
    assert_tour(ended(asked(255, 255, start=(row, col))))


@pytest.mark.parametrize("closed", [False, True])
def test_a_million_squares_are_solved(closed: bool) -> None:
    assert_tour(ended(TourProblem(rows=1000, cols=1000, closed=closed)))


def test_every_board_of_evenly_many_squares_up_to_40_x_40_has_its_closed_tour() -> None:
    for m in range(5, 41):
        for n in range(m, 41):
            if m * n % 2 == 0:
                assert_tour(ended(asked(m, n, closed=True), seed=n))


def test_the_few_closed_tours_of_5_x_6_are_found_from_every_start() -> None:
    for start in full(5, 6):
        assert_tour(ended(asked(5, 6, start=start, closed=True)))
    assert_tour(ended(asked(5, 6, start=(2, 1))))


# Narrow boards


@pytest.mark.parametrize(("rows", "cols"), [(3, n) for n in range(1, 9)] + [(4, n) for n in range(1, 6)])
def test_narrow_boards_are_decided_as_brute_force_decides_them(rows: int, cols: int) -> None:
    for closed in (False, True):
        starts = starts_with_a_tour(full(rows, cols), closed)
        for start in full(rows, cols):
            search = ended(asked(rows, cols, start=start, closed=closed))
            if start in starts:
                assert_tour(search)
            else:
                assert search.status is Status.IMPOSSIBLE
                assert search.reason


def solvable(rows: int, cols: int) -> set[Square]:
    """Return the starts from which a tour was found; the others are proved to have none."""
    found = set()
    for start in full(rows, cols):
        search = ended(asked(rows, cols, start=start))
        if search.status is Status.SOLVED:
            assert_tour(search)
            found.add(start)
        else:
            assert search.status is Status.IMPOSSIBLE
    return found


@pytest.mark.parametrize("n", range(6, 13))
def test_on_four_rows_just_the_outer_ones_have_tours(n: int) -> None:
    assert solvable(4, n) == {(row, col) for row, col in full(4, n) if row in (0, 3)}
    assert solvable(n, 4) == {(row, col) for row, col in full(n, 4) if col in (0, 3)}


@pytest.mark.parametrize("n", range(9, 13))
def test_on_three_longer_rows_all_starts_that_colours_allow_have_tours(n: int) -> None:
    assert solvable(3, n) == {(row, col) for row, col in full(3, n) if n % 2 == 0 or (row + col) % 2 == 0}


def test_on_three_rows_the_known_starts_have_tours() -> None:
    assert solvable(3, 4) == {(row, col) for row, col in full(3, 4) if col in (0, 3)}
    assert len(solvable(3, 7)) == 10
    assert solvable(3, 8) == full(3, 8) - {(1, 2), (1, 5)}


@pytest.mark.parametrize(("rows", "cols"), [(3, 100), (100, 3), (4, 100), (100, 4), (3, 101), (3, 1000)])
def test_long_narrow_boards_are_solved(rows: int, cols: int) -> None:
    assert_tour(ended(asked(rows, cols)))
    assert_tour(ended(asked(rows, cols, start=(0, 0))))
    if 3 in (rows, cols) and rows * cols % 2 == 0:
        assert_tour(ended(asked(rows, cols, closed=True)))


# Holes


def middle(n: int, hole: int) -> Squares:
    """Return the squares of a hole in the middle of a board."""
    edge = (n - hole) // 2
    return frozenset((row + edge, col + edge) for row, col in full(hole, hole))


@pytest.mark.parametrize(
    ("n", "holes"), [(4, middle(4, 2)), (6, middle(6, 2)), (8, middle(8, 4)), (3, frozenset({(0, 0)}))]
)
def test_boards_known_to_have_no_tour_are_proved_to_have_none(n: int, holes: Squares) -> None:
    for closed in (False, True):
        search = ended(asked(n, n, holes=holes, closed=closed))
        assert search.status is Status.IMPOSSIBLE
        assert search.reason


@pytest.mark.parametrize(
    ("rows", "cols", "holes", "closed"),
    [
        (3, 3, [(1, 1)], True),
        (5, 5, [(0, 0)], True),
        (5, 5, [(0, 0), (4, 4)], False),
        (5, 6, [(0, 0), (4, 5)], True),
        (8, 8, [(3, 3), (3, 4)], True),
    ],
)
def test_boards_with_holes_known_to_have_tours_are_solved(
    rows: int, cols: int, holes: list[Square], closed: bool
) -> None:
    for seed in range(5):
        assert_tour(ended(asked(rows, cols, holes=holes, closed=closed), seed))


@given(board=with_holes(), closed=st.booleans(), seed=st.integers(0, 99), data=st.data())
def test_boards_with_holes_are_solved_just_where_brute_force_finds_a_tour(
    board: tuple[int, int, Squares], closed: bool, seed: int, data: st.DataObject
) -> None:
    rows, cols, squares = board
    start = data.draw(st.none() | st.sampled_from(sorted(squares)))
    search = ended(asked(rows, cols, start=start, holes=full(rows, cols) - squares, closed=closed), seed)
    possible = starts_with_a_tour(squares, closed)
    if possible if start is None else start in possible:
        assert_tour(search)
        assert is_tour(walk(search), squares, start, closed)
    else:
        assert search.status is Status.IMPOSSIBLE
        assert search.reason


@given(st.data())
def test_boards_made_of_a_walk_are_solved(data: st.DataObject) -> None:
    every = full(4, 5)
    path = [data.draw(st.sampled_from(sorted(every)))]
    length = data.draw(st.integers(1, 20))
    while len(path) < length and (ways := around(every - set(path), path[-1])):
        path.append(data.draw(st.sampled_from(ways)))
    search = ended(asked(4, 5, start=path[0], holes=every - set(path)))
    assert_tour(search)


# What it does, and how it tells


def turned(before: list[Square], after: list[Square]) -> int | None:
    """Return after which place one walk is the other one backwards."""
    places = range(len(before) - 2)
    return next((i for i in places if after == before[: i + 1] + before[:i:-1]), None)


@settings(max_examples=25)
@given(size=st.sampled_from([(5, 6), (6, 6), (3, 10), (7, 7), (3, 8)]), closed=st.booleans(), seed=st.integers(0, 999))
def test_every_step_goes_turns_or_begins_anew_and_is_told_as_it_was(
    size: tuple[int, int], closed: bool, seed: int
) -> None:
    problem = asked(*size, closed=closed)
    if problem.refutation():
        problem = asked(*size)
    search, rows = auto(problem, seed), size[0]
    board, before = squares_of(problem), walk(search)
    turns, walks = 0, 1
    assert (
        search.frame().sentence
        == f"The knight stands on {named(before[0], rows)}, and will go where the fewest ways lead on."
    )
    for _ in range(150):
        search.advance(1)
        after, said = walk(search), search.frame().sentence
        tip = named(after[-1], rows)
        if len(after) == len(before) + 1:
            left = board - set(before)
            options = {there: len(around(left, there)) for there in around(left, before[-1])}
            assert after[:-1] == before
            assert options[after[-1]] == min(options.values())
            equal = sum(ways == options[after[-1]] for ways in options.values())
            on = f"{options[after[-1]]} way{'s' if options[after[-1]] != 1 else ''} on"
            if search.status is Status.RUNNING:
                if len(options) == 1:
                    assert said == f"{tip} is the only free square a knight's move away, with {on}: go."
                else:
                    assert said.startswith(f"{len(options)} candidates; {tip} has {on}, fewest")
                    assert (f"among {equal} such" in said) == (equal > 1)
        elif len(after) == 1:
            walks += 1
            assert said.startswith(f"The walk is given up; number {walks} begins on {tip}, ties ")
        else:
            turns += 1
            place = turned(before, after)
            assert place is not None
            assert after[place] in around(board, before[-1])
            if search.status is Status.RUNNING:
                corner, stuck = named(before[place], rows), named(before[-1], rows)
                full_walk = len(after) == len(board)
                why = "does not lead back to the first square" if full_walk else "is a dead end"
                assert said == (
                    f"{stuck} {why}, but leads to {corner}, square {place + 1} of the walk: what came after {corner} "
                    f"is run through backwards, and the walk now ends on {tip}."
                )
        assert search.work() == {"states": search.done, "turns": turns, "walks": walks}
        figures = {figure.name: figure.value for figure in search.frame().figures}
        assert figures["turns"] == f"{turns}"
        assert figures["walks"] == f"{walks}"
        assert figures["depth"] == f"{len(after)} of {len(board)}"
        before = after
        if search.status is not Status.RUNNING:
            back = ", and the last leads back to the first" if search.answer()["closed"] else ""
            assert said == f"All {len(board)} squares are visited{back}."
            break


def test_some_walks_turn() -> None:
    searches = [ended(asked(6, 6, closed=True), seed) for seed in range(10)]
    assert sum(search.work()["turns"] for search in searches) > 10
    assert all(search.milestones >= search.work()["turns"] for search in searches)


def test_the_longest_walk_is_kept_when_another_is_begun() -> None:
    search = auto(asked(3, 7, start=(1, 3)))
    longest = 1
    while search.status is Status.RUNNING:
        search.advance(1)
        longest = max(longest, len(walk(search)))
        path = [(row, col) for row, col in search.answer()["path"]]
        assert len(path) == search.answer()["squares"] == longest
        assert is_tour(path, frozenset(path), (1, 3), False)
    assert search.status is Status.IMPOSSIBLE
    assert longest < 21


def test_an_exact_decision_tells_how_far_it_is_and_what_it_proved() -> None:
    search = auto(asked(3, 7, start=(1, 3)))
    sentences, covered = [], set()
    while search.status is Status.RUNNING:
        search.advance(1)
        frame = search.frame()
        sentences.append(frame.sentence)
        if "all ways are followed at once" in frame.sentence:
            covered.add(len(frame.board.trail))
            assert frame.sentence.startswith("50 walks failed, so all ways")
            assert f": {len(frame.board.trail)} of 21 are covered" in frame.sentence
    assert len(covered) > 3
    assert search.work()["walks"] == 50
    assert search.reason == "all ways to cover the board square by square were followed from d2, and none is a tour"


def test_what_an_exact_decision_proved_is_not_told_as_another_walk() -> None:
    search = ended(asked(3, 7, start=(1, 3)))
    assert search.status is Status.IMPOSSIBLE
    assert "begins on" not in search.frame().sentence


@pytest.fixture
def no_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be decided exactly at once."""
    monkeypatch.setattr("engine.tour.auto.TRIES", 0)


@pytest.mark.usefixtures("no_walks")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=with_holes(), closed=st.booleans(), data=st.data())
def test_an_exact_decision_without_any_walk_agrees_with_brute_force(
    board: tuple[int, int, Squares], closed: bool, data: st.DataObject
) -> None:
    rows, cols, squares = board
    start = data.draw(st.none() | st.sampled_from(sorted(squares)))
    search = ended(asked(rows, cols, start=start, holes=full(rows, cols) - squares, closed=closed))
    possible = starts_with_a_tour(squares, closed)
    if possible if start is None else start in possible:
        assert_tour(search)
        assert search.work()["turns"] == 0
    else:
        assert search.status is Status.IMPOSSIBLE


@pytest.mark.usefixtures("no_walks")
@pytest.mark.parametrize(
    ("rows", "cols", "closed"),
    [(5, 5, False), (5, 6, True), (3, 10, True), (3, 40, True), (4, 40, False), (6, 6, True)],
)
def test_an_exact_decision_finds_the_tour_and_leaves_nothing_behind(rows: int, cols: int, closed: bool) -> None:
    for start in (None, (0, 0)):
        search = ended(asked(rows, cols, start=start, closed=closed))
        assert_tour(search)
        assert search.work() == {"states": search.done, "turns": 0, "walks": 0}
        assert search.frame().sentence.startswith(f"All {rows * cols} squares are visited")
        assert not [name for name in search.state if name.startswith("frontier")]


@pytest.mark.usefixtures("no_walks")
def test_what_is_too_large_to_decide_is_walked_on_and_never_called_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.tour.layers.FIRST_ROOM", 16)
    monkeypatch.setattr("engine.tour.layers.MOST_STORED", 16)
    solved = ended(asked(6, 6, closed=True))
    assert_tour(solved)
    tourless = auto(asked(6, 6, holes=middle(6, 2)), max_states=20_000)
    tourless.advance(tourless.limit)
    assert (tourless.status, tourless.done) == (Status.GAVE_UP, 20_000)
    assert tourless.work()["walks"] > 1


def test_a_board_where_walks_fail_too_often_is_decided_exactly_and_solved() -> None:
    searches = [ended(asked(5, 6, closed=True), seed) for seed in range(40)]
    assert any(search.work()["walks"] == 50 for search in searches)
    for search in searches:
        assert_tour(search)


@given(seed=st.integers(0, 2**63 - 1), closed=st.booleans())
def test_the_seed_decides_where_a_tour_begins_if_nothing_else_does(seed: int, closed: bool) -> None:
    search = auto(asked(6, 6, closed=closed), seed)
    assert walk(search) == [divmod(int(s), 6) for s in unpadded(search.starts()[:1], 6)]
    assert walk(auto(asked(6, 6, closed=closed), seed)) == walk(search)
    assert walk(auto(asked(6, 6, start=(2, 3), closed=closed), seed)) == [(2, 3)]


def test_different_seeds_begin_all_over_the_board() -> None:
    begun = {walk(auto(asked(5, 5), seed))[0] for seed in range(150)}
    assert begun == {(row, col) for row, col in full(5, 5) if (row + col) % 2 == 0}


@pytest.mark.parametrize("limit", [0, 1, 20])
def test_a_limit_of_moves_is_kept_and_told(limit: int) -> None:
    search = auto(asked(8, 8), max_states=limit)
    search.advance(10**9)
    assert (search.status, search.done) == (Status.GAVE_UP, limit)
    assert search.reason == f"no solution within the limit of {limit} move{'s' if limit != 1 else ''}"
    assert search.answer()["squares"] == limit + 1


def test_one_square_is_a_tour_and_a_search_that_has_not_begun_has_none() -> None:
    assert_tour(ended(asked(1, 1)))
    waiting = Auto(asked(8, 8), AutoSettings(), 1)
    assert waiting.answer() == {"path": [], "squares": 0, "closed": False}
    assert waiting.work() == {"states": 0, "turns": 0, "walks": 0}
    assert waiting.frame().board.trail.tolist() == []
