"""Editing start and goal: squares, sizes, pasted text, sentences, and undo."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.setup import Draft, Side, SwapSetup

SIX = SwapProblem()
changes = st.lists(st.tuples(st.sampled_from(Side), st.integers(0, 11), st.sampled_from("BW.#")), max_size=20)
texts = st.integers(1, 4).flatmap(
    lambda cols: st.lists(st.text("BW.#", min_size=cols, max_size=cols), min_size=1, max_size=4).map("/".join)
)


def squares(setup: SwapSetup, side: Side) -> str:
    return setup.draft.text(side).replace("/", "")


def exchanged(text: str) -> str:
    return text.replace("B", "b").replace("W", "B").replace("b", "W")


@given(changes)
def test_squares_change_here_and_missing_squares_on_both_boards(chosen: list[tuple[Side, int, str]]) -> None:
    setup = SwapSetup(SIX)
    for side, square, letter in chosen:
        other = Side.GOAL if side is Side.START else Side.START
        follows, here, there = setup.draft.to is None, squares(setup, side), squares(setup, other)
        setup.put(side, square, letter)
        letter = "." if letter == here[square] == "#" else letter
        assert squares(setup, side) == here[:square] + letter + here[square + 1 :]
        if follows and side is Side.START:
            assert setup.draft.to is None
            assert squares(setup, Side.GOAL) == exchanged(squares(setup, Side.START))
        elif "#" in (letter, here[square]):
            both = "#" if letter == "#" else "."
            assert squares(setup, other) == there[:square] + both + there[square + 1 :]
        else:
            assert squares(setup, other) == there


@given(changes, st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1)), max_size=5))
def test_every_change_can_be_undone(chosen: list[tuple[Side, int, str]], sizes: list[tuple[int, int]]) -> None:
    setup = SwapSetup(SIX)
    past = [setup.draft]
    for side, square, letter in chosen:
        setup.put(side, square, letter)
        past += [setup.draft] if setup.draft != past[-1] else []
    for size in sizes:
        setup.resize(*size)
        past += [setup.draft] if setup.draft != past[-1] else []
    while past:
        assert setup.draft == past.pop()
        sentence = setup.undo()
    assert "nothing" in sentence


@given(texts, st.integers(-3, 3), st.integers(-3, 3))
def test_resizing_changes_the_last_rows_and_columns(text: str, rows: int, cols: int) -> None:
    setup = SwapSetup(SIX)
    setup.draft = Draft(text, None)
    before = text.split("/")
    height, width = len(before) + rows, len(before[0]) + cols
    sentence = setup.resize(rows, cols)
    if height < 1 or width < 1:
        assert sentence == "A board has 1 to 32 rows and columns."
        assert setup.draft.start == text
        return
    after = setup.draft.start.split("/")
    assert [len(row) for row in after] == [width] * height
    for r, row in enumerate(after):
        for c, letter in enumerate(row):
            assert letter == (before[r][c] if r < len(before) and c < len(before[0]) else ".")


def test_a_board_has_at_most_32_rows_and_columns() -> None:
    setup = SwapSetup(SIX)
    setup.resize(28, 29)
    draft = setup.draft
    assert setup.resize(1, 0) == setup.resize(0, 1) == "A board has 1 to 32 rows and columns."
    assert setup.draft == draft


@given(texts)
def test_pasted_text_becomes_the_start_and_a_misfit_goal_is_reset(text: str) -> None:
    setup = SwapSetup(SwapProblem(from_="BB./.../..W", to="..B/.W./B.."))
    before = setup.draft
    sentence = setup.paste(Side.START, text.lower().replace("/", "\n"))
    if set(text) <= {"#", "/"}:
        assert sentence == "From has no squares: all are missing."
        assert setup.draft == before
        return
    assert setup.draft.start == text
    same_board = [len(row) for row in text.split("/")] == [3, 3, 3] and "#" not in text
    assert setup.draft.to == (before.to if same_board else None)


def test_wrong_text_changes_nothing_and_names_the_place() -> None:
    setup = SwapSetup(SIX)
    before = setup.draft
    assert setup.paste(Side.GOAL, "BBB/.Q./WWW").startswith(
        "To has BBB/.Q./WWW, where row 2, column 2 is Q; it must be rows of B, W"
    )
    assert setup.paste(Side.START, "BBB/..").startswith("From has rows of different lengths")
    assert setup.draft == before
    assert setup.paste(Side.GOAL, "B.").startswith("To has 1 x 2 squares, but from has 4 x 3")
    assert setup.draft.to == "B."


def test_the_sentence_is_a_title_an_error_or_a_proof() -> None:
    setup = SwapSetup(SIX)
    assert setup.describe() == "3 black and 3 white knights on 4 x 3."
    assert setup.put(Side.START, 0, ".").startswith("To is empty, which lets the colours change places, but")
    with pytest.raises(BadInput):
        setup.problem()
    setup.undo()
    assert setup.problem() == SIX
    setup.paste(Side.START, "B../.../..W")
    assert "proved impossible, since" not in setup.describe()
    assert "proved impossible, since no move leads out of" in setup.paste(Side.GOAL, "B../.W./...")


def test_clicks_cycle_through_empty_black_and_white() -> None:
    setup = SwapSetup(SIX)
    letters = [setup.draft.start[4]]
    for _ in range(3):
        setup.cycle(Side.START, 3)
        letters.append(setup.draft.start[4])
    assert letters == [".", "B", "W", "."]


def test_clearing_empties_the_start_or_resets_the_goal() -> None:
    setup = SwapSetup(SwapProblem(from_="BB#/.../..W", to="..#/.W./B.B"))
    setup.clear(Side.START)
    assert setup.draft == Draft("..#/.../...", "..#/.W./B.B")
    setup.clear(Side.GOAL)
    assert setup.draft == Draft("..#/.../...", None)


def test_editing_keeps_the_kind_of_moves() -> None:
    danube = SwapProblem(from_="BBBB.WWW", to="WWW.BBBB", moves="files")
    setup = SwapSetup(danube)
    assert setup.problem() == danube
    assert setup.resize(1, 0).startswith("Moves is files, so from must be one row")
