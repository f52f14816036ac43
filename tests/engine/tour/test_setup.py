"""Editing a tour problem by hand: start and holes, sentences and undo."""

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Tone
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.setup import TourSetup
from tests.models.tour import Square, asked, full, named, squares_of

SIDES = (3, 4)
changes = st.lists(st.tuples(st.sampled_from(["start", "hole"]), st.sampled_from(sorted(full(*SIDES)))), max_size=30)


def number(square: Square) -> int:
    """Return the number of a square."""
    return square[0] * SIDES[1] + square[1]


@given(changes)
def test_start_and_holes_toggle_and_errors_are_explained(chosen: list[tuple[str, Square]]) -> None:
    setup = TourSetup(asked(*SIDES))
    start: Square | None = None
    holes: set[Square] = set()
    for what, square in chosen:
        sentence = setup.start(number(square)) if what == "start" else setup.hole(number(square))
        if what == "start":
            if square in holes:
                name = named(square, SIDES[0])
                assert sentence == f"{name} is a hole."
            else:
                start = None if square == start else square
        elif len(holes | {square}) == 12 and square not in holes:
            assert sentence == "Holes has all squares of the board, but at least one square must be left."
        else:
            holes ^= {square}
            start = None if square == start else start
        assert squares_of(setup.draft) == full(*SIDES) - holes
        assert setup.draft.first == (None if start is None else number(start))
        board = setup.board()
        tones = {
            tone: {
                s
                for s, k in zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
                if board.marks[k].tone is tone
            }
            for tone in Tone
        }
        assert tones[Tone.HOLE] == {number(hole) for hole in holes}
        assert tones[Tone.PIECE] == ({number(start)} if start else set())
        assert tones[Tone.HINT] == set(setup.draft.refusal.squares.tolist() if setup.draft.refusal else [])


@given(changes)
def test_every_change_can_be_undone(chosen: list[tuple[str, Square]]) -> None:
    setup = TourSetup(asked(*SIDES, start=(0, 0), holes=[(2, 2)]))
    past = [setup.draft]
    for what, square in chosen:
        if what == "start":
            setup.start(number(square))
        else:
            setup.hole(number(square))
        if setup.draft != past[-1]:
            past.append(setup.draft)
    while past:
        assert setup.draft == past.pop()
        sentence = setup.undo()
    assert "nothing to" in sentence


def test_the_sentence_is_the_title_or_the_proof() -> None:
    setup = TourSetup(TourProblem())
    assert setup.describe() == "Tour of 8 x 8."
    assert setup.start(36) == "Tour of 8 x 8 from e4."
    assert setup.hole(0).startswith("Tour of 8 x 8 without 1 square from e4: proved impossible, since a knight changes")
    assert setup.hole(63).startswith("Tour of 8 x 8 without 2 squares from e4: proved impossible, since a knight")
    assert setup.draft.holes == "a8:h1"
    assert setup.clear() == "Tour of 8 x 8."
    assert setup.draft == TourProblem()
    assert setup.undo().startswith("Tour of 8 x 8 without 2 squares from e4")


def test_a_hole_removes_the_start() -> None:
    setup = TourSetup(TourProblem(start="e4"))
    setup.hole(36)
    assert (setup.draft.first, setup.draft.holes) == (None, "e4")
    setup.hole(36)
    assert setup.draft == TourProblem()


def test_editing_keeps_the_other_fields() -> None:
    setup = TourSetup(TourProblem(rows=5, cols=6, closed=True))
    setup.hole(3)
    setup.start(7)
    setup.clear()
    assert setup.draft == TourProblem(rows=5, cols=6, closed=True)
