"""Encoded rows: text, widths and colours are those of the terminal."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI as THEME
from textual.strip import Strip

from knightwatch.tui.broadcast.rows import encoded, style_key

STYLES = st.sampled_from([None, Style.parse("bold red on blue"), Style.parse("#010203 on #040506")])
TEXTS = st.text(st.sampled_from("aZ 0é♞█⣿漢字🙂\u0301\u200d\ufe0f👩🔬"), max_size=8)


def runs(*segments: Segment) -> list[list[Any]]:
    found: list[list[Any]] = json.loads(encoded([Strip(segments)], THEME))
    return found


@given(st.lists(st.tuples(TEXTS, STYLES), max_size=6))
def test_runs_have_the_text_and_the_width_of_the_row(pieces: list[tuple[str, Style | None]]) -> None:
    strip = Strip([Segment(text, style) for text, style in pieces])
    found = runs(*strip)
    assert "".join(run[0] for run in found) == strip.text
    assert sum(run[2] if len(run) == 3 else len(run[0]) for run in found) == sum(cell_len(text) for text, _ in pieces)
    assert all(get_character_cell_size(sign) == 1 for run in found if len(run) == 2 for sign in run[0])


def test_equal_styles_become_one_run() -> None:
    red = Style.parse("red")
    assert [run[0] for run in runs(Segment("ab", red), Segment("c♞", red), Segment("d"))] == ["abc♞", "d"]


def test_wide_signs_are_runs_with_their_width() -> None:
    assert [run[::2] for run in runs(Segment("a漢b"))] == [["a"], ["漢", 2], ["b"]]
    assert [run[::2] for run in runs(Segment("e\u0301x"))] == [["e\u0301", 1], ["x"]]


@pytest.mark.parametrize(
    ("style", "key"),
    [
        ("#010203 on #040506", "010203040506"),
        ("reverse #010203 on #040506", "040506010203"),
        ("dim #101010 on #303030", "202020303030"),
        ("bold italic underline strike #010203 on #040506", "010203040506bius"),
    ],
)
def test_styles_become_two_colours_and_letters(style: str, key: str) -> None:
    assert style_key(Style.parse(style), THEME) == key


def test_open_colours_come_from_the_theme() -> None:
    colours = THEME.foreground_color.hex + THEME.background_color.hex
    assert style_key(Style.null(), THEME) == colours.replace("#", "")
