"""The message of a terminal that is too small."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size

from knightwatch.tui.too_small import MIN_HEIGHT, MIN_WIDTH, enlarged, escape_codes, is_too_small, message_lines


@given(st.integers(1, 100), st.integers(1, 40))
def test_the_message_fills_the_terminal_exactly(width: int, height: int) -> None:
    lines = message_lines(Size(width, height))
    assert [len(line) for line in lines] == [width] * height
    if width * height >= 200:
        assert f"{MIN_WIDTH}x{MIN_HEIGHT}characters" in "".join(lines).replace(" ", "")


@pytest.mark.parametrize(("width", "height", "small"), [(40, 12, False), (39, 12, True), (40, 11, True), (1, 1, True)])
def test_a_screen_needs_40_x_12_characters(width: int, height: int, small: bool) -> None:
    size = Size(width, height)
    assert is_too_small(size) == small
    assert not is_too_small(enlarged(size))
    assert (enlarged(size) == size) == (not small)


def test_a_terminal_shows_the_message() -> None:
    screen = pyte.Screen(30, 8)
    pyte.Stream(screen).feed(escape_codes(Size(30, 8)))
    assert screen.display == message_lines(Size(30, 8))
