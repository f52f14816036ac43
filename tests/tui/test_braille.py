"""Lines in braille and ASCII: without gaps, and with no other dots."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import MOVES, neighbours
from knightwatch.tui.braille import Canvas, SquareCanvas, line_dots, trail_lines
from knightwatch.tui.widgets.board.scale import CELLS

lengths = st.integers(-60, 60)


@given(lengths, lengths)
def test_a_line_has_no_gap_and_is_symmetric(right: int, down: int) -> None:
    over, under = line_dots(right, down)
    assert (over[0], under[0], over[-1], under[-1]) == (0, 0, right, down)
    assert max(np.abs(np.diff(over)).max(initial=0), np.abs(np.diff(under)).max(initial=0)) <= 1
    assert len(set(zip(over, under, strict=True))) == max(abs(right), abs(down)) + 1 or right == down == 0
    back, up = line_dots(-right, -down)
    assert {*zip(over, under, strict=True)} == {*zip(back + right, up + down, strict=True)}


@given(st.integers(0, 79), st.integers(0, 79), lengths, lengths, st.integers(1, 3))
def test_a_canvas_contains_exactly_the_dots_of_a_line(x: int, y: int, right: int, down: int, thick: int) -> None:
    canvas = Canvas(40, 20)
    canvas.draw(x, y, right, down, 7, thick)
    dots = {
        (2 * col + dx, 4 * row + dy)
        for row, line in enumerate(canvas.lines())
        for col, sign in enumerate(line)
        for dy, bits in enumerate(((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80)))
        for dx, bit in enumerate(bits)
        if sign != " " and (ord(sign) - 0x2800) & bit
    }
    line = {(x + a, y + b) for a, b in zip(*line_dots(right, down), strict=True)}
    inside = {(a, b) for a, b in line if 0 <= a < 80 and 0 <= b < 80}
    assert inside <= dots
    assert len(dots) <= thick * len(line)
    if thick == 1:
        assert dots == inside
    assert all(min((a - c) ** 2 + (b - d) ** 2 for c, d in line) <= 1 for a, b in dots)
    assert ((canvas.inks == 7) == (canvas.dots > 0)).all()


@given(st.lists(st.tuples(st.integers(0, 39), st.integers(0, 19), lengths, lengths, st.integers(1, 9)), max_size=6))
def test_the_highest_ink_wins_in_any_order_of_drawing(
    lines: list[tuple[int, int, int, int, int]],
) -> None:
    one, other = Canvas(40, 20, True), Canvas(40, 20, True)
    for canvas, order in ((one, lines), (other, lines[::-1])):
        for line in order:
            canvas.draw(*line)
    assert (one.dots == other.dots).all()
    assert (one.inks == other.inks).all()
    assert set("".join(one.lines())) <= set(" -|/\\+")


def test_ascii_lines_cross_in_a_plus_sign() -> None:
    canvas = Canvas(11, 11, ascii_only=True)
    canvas.draw(0, 5, 10, 0, 1)
    canvas.draw(5, 0, 0, 10, 1)
    assert canvas.lines()[5] == "-----+-----"
    assert canvas.lines()[4] == "     |     "


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", CELLS)
@pytest.mark.parametrize("move", MOVES)
def test_a_move_stays_between_its_two_squares(move: tuple[int, int], size: tuple[int, int], ascii_only: bool) -> None:
    down, right = move
    (width, height), n = size, 5
    canvas = SquareCanvas(range(n), range(n), width, height, ascii_only)
    canvas.join(np.array([[12, (2 + down) * n + 2 + right]]), n, np.array([1]))
    rows, cols = np.nonzero(canvas.dots)
    touched = {(int(row) // height, int(col) // width) for row, col in zip(rows, cols, strict=True)}
    assert {(2, 2), (2 + down, 2 + right)} <= touched
    top, left = min(2, 2 + down), min(2, 2 + right)
    assert all(top <= row <= top + abs(down) and left <= col <= left + abs(right) for row, col in touched)


@given(st.data())
def test_a_part_of_the_board_looks_as_in_the_whole(data: st.DataObject) -> None:
    rows, cols = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    square = st.integers(0, rows * cols - 1)
    pairs = np.array(data.draw(st.lists(st.tuples(square, square), max_size=12)), np.int64).reshape(-1, 2)
    top, left = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    window = range(top, data.draw(st.integers(top, rows))), range(left, data.draw(st.integers(left, cols)))
    inks = np.arange(len(pairs)) % 9 + 1
    whole, part = (SquareCanvas(*each, 4, 2, ascii_only=False) for each in ((range(rows), range(cols)), window))
    for canvas in (whole, part):
        canvas.join(pairs, cols, inks)
    visible = np.s_[2 * window[0].start : 2 * window[0].stop, 4 * window[1].start : 4 * window[1].stop]
    assert (whole.dots[visible] == part.dots).all()
    assert (whole.inks[visible] == part.inks).all()


@given(st.lists(st.integers(0, 63), max_size=20), st.booleans())
def test_a_trail_has_lines_only_for_knights_moves(trail: list[int], ring: bool) -> None:
    pairs, places = trail_lines(np.array(trail, np.int64), ring, 8)
    steps = [*pairwise(trail)] + ([(trail[-1], trail[0])] if ring and trail else [])
    expected = [(a, b, place) for place, (a, b) in enumerate(steps, 1) if b in neighbours(a, 8, 8)]
    assert [(*pair, place) for pair, place in zip(pairs.tolist(), places.tolist(), strict=True)] == expected
