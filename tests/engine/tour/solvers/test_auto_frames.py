"""The solver `auto`: its steps, its sentences, and its exact decision."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knightwatch.engine.boards import unpadded
from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings
from tests.models.auto import assert_tour, auto, ended, middle, walk
from tests.models.tour import (
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


def pivot_of(before: list[Square], after: list[Square]) -> int | None:
    """Return the index of the pivot that rotates one walk into the other; None if there is none."""
    places = range(len(before) - 2)
    return next((i for i in places if after == before[: i + 1] + before[:i:-1]), None)


@settings(max_examples=25)
@given(size=st.sampled_from([(5, 6), (6, 6), (3, 10), (7, 7), (3, 8)]), closed=st.booleans(), seed=st.integers(0, 999))
def test_every_step_moves_rotates_or_restarts_as_its_sentence_says(
    size: tuple[int, int], closed: bool, seed: int
) -> None:
    problem = asked(*size, closed=closed)
    if problem.refutation():
        problem = asked(*size)
    search, rows = auto(problem, seed), size[0]
    board, before = squares_of(problem), walk(search)
    rotations, walks = 0, 1
    assert search.frame().sentence.startswith(f"The knight stands on {named(before[0], rows)}.")
    for _ in range(150):
        search.advance(1)
        after, sentence = walk(search), search.frame().sentence
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
                    assert sentence == f"1 candidate; go to {tip}: {on}."
                else:
                    fewest = f"fewest ways on ({options[after[-1]]})"
                    assert sentence.startswith(f"{len(options)} candidates; go to {tip}: {fewest}")
                    assert (f"of {equal} equal ones" in sentence) == (equal > 1)
        elif len(after) == 1:
            walks += 1
            assert f"Walk {walks} begins on {tip};" in sentence
        else:
            rotations += 1
            place = pivot_of(before, after)
            assert place is not None
            assert after[place] in around(board, before[-1])
            if search.status is Status.RUNNING:
                corner, stuck = named(before[place], rows), named(before[-1], rows)
                full_walk = len(after) == len(board)
                why = "does not lead back to the first square" if full_walk else "is a dead end"
                assert sentence.startswith(f"Rotation: {stuck} {why}, but leads to {corner}, square {place + 1}. ")
                assert sentence.endswith(f"after {corner} is reversed and now ends on {tip}.")
        assert search.work() == {"states": search.done, "turns": rotations, "walks": walks}
        figures = {figure.name: figure.value for figure in search.frame().figures}
        assert figures["rotations"] == f"{rotations}"
        assert figures["walks"] == f"{walks}"
        assert figures["depth"] == f"{len(after)} of {len(board)}"
        before = after
        if search.status is not Status.RUNNING:
            back = ", and the last leads back to the first" if search.answer()["closed"] else ""
            assert sentence == f"All {len(board)} squares are visited{back}."
            break


def test_some_walks_rotate() -> None:
    searches = [ended(asked(6, 6, closed=True), seed) for seed in range(10)]
    assert sum(search.work()["turns"] for search in searches) > 10
    assert all(search.milestones >= search.work()["turns"] for search in searches)


def test_the_answer_is_the_longest_walk_so_far() -> None:
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


def test_the_exact_decision_shows_progress_and_gives_its_reason() -> None:
    search = auto(asked(3, 7, start=(1, 3)))
    sentences, covered = [], set()
    while search.status is Status.RUNNING:
        search.advance(5)
        frame = search.frame()
        sentences.append(frame.sentence)
        if "dynamic programming" in frame.sentence and search.status is Status.RUNNING:
            covered.add(len(frame.board.trail))
            assert frame.sentence.startswith("50 walks failed")
            assert f": {len(frame.board.trail)} of 21 squares covered" in frame.sentence
    assert len(covered) > 3
    assert search.work()["walks"] == 50
    assert search.reason == "dynamic programming covered all walks from d2, and none is a tour"


def test_after_a_proof_the_sentence_mentions_no_new_walk() -> None:
    search = ended(asked(3, 7, start=(1, 3)))
    assert search.status is Status.IMPOSSIBLE
    assert "begins on" not in search.frame().sentence


@pytest.fixture
def no_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `auto` decide exactly without any walk."""
    monkeypatch.setattr("knightwatch.engine.tour.solvers.auto.TRIES", 0)


@pytest.mark.usefixtures("no_walks")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=with_holes(), closed=st.booleans(), data=st.data())
def test_the_exact_decision_agrees_with_brute_force(
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
def test_the_exact_decision_finds_a_tour_and_frees_its_memory(rows: int, cols: int, closed: bool) -> None:
    for start in (None, (0, 0)):
        search = ended(asked(rows, cols, start=start, closed=closed))
        assert_tour(search)
        assert search.work() == {"states": search.done, "turns": 0, "walks": 0}
        assert search.frame().sentence.startswith(f"All {rows * cols} squares are visited")
        assert not [name for name in search.state if name.startswith("frontier")]


@pytest.mark.usefixtures("no_walks")
def test_walks_continue_if_the_exact_decision_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.tour.kernels.layers.FIRST_ROOM", 16)
    monkeypatch.setattr("knightwatch.engine.tour.kernels.layers.MOST_STORED", 16)
    solved = ended(asked(6, 6, closed=True))
    assert_tour(solved)
    tourless = auto(asked(6, 6, holes=middle(6, 2)), max_states=20_000)
    tourless.advance(tourless.limit)
    assert (tourless.status, tourless.done) == (Status.GAVE_UP, 20_000)
    assert tourless.work()["walks"] > 1


def test_the_exact_decision_solves_boards_where_walks_fail() -> None:
    searches = [ended(asked(5, 6, closed=True), seed) for seed in range(40)]
    assert any(search.work()["walks"] == 50 for search in searches)
    for search in searches:
        assert_tour(search)


@given(seed=st.integers(0, 2**63 - 1), closed=st.booleans())
def test_without_a_start_the_seed_chooses_it(seed: int, closed: bool) -> None:
    search = auto(asked(6, 6, closed=closed), seed)
    assert walk(search) == [divmod(int(s), 6) for s in unpadded(search.starts()[:1], 6)]
    assert walk(auto(asked(6, 6, closed=closed), seed)) == walk(search)
    assert walk(auto(asked(6, 6, start=(2, 3), closed=closed), seed)) == [(2, 3)]


def test_seeds_reach_every_possible_start() -> None:
    begun = {walk(auto(asked(5, 5), seed))[0] for seed in range(150)}
    assert begun == {(row, col) for row, col in full(5, 5) if (row + col) % 2 == 0}


@pytest.mark.parametrize("limit", [0, 1, 20])
def test_a_search_gives_up_at_its_limit_of_moves(limit: int) -> None:
    search = auto(asked(8, 8), max_states=limit)
    search.advance(10**9)
    assert (search.status, search.done) == (Status.GAVE_UP, limit)
    assert f"limit of {limit} move" in search.reason
    assert search.answer()["squares"] == limit + 1


def test_one_square_is_a_tour_but_an_unstarted_search_is_empty() -> None:
    assert_tour(ended(asked(1, 1)))
    waiting = Auto(asked(8, 8), AutoSettings(), 1)
    assert waiting.answer() == {"path": [], "squares": 0, "closed": False}
    assert waiting.work() == {"states": 0, "turns": 0, "walks": 0}
    assert waiting.frame().board.trail.tolist() == []
