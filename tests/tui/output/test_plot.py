"""Curves as text: whatever the values, the box has the size that was asked for, and nothing breaks."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from engine.core.frame import Curve
from engine.lab.sweeps.experiment import MOST_CURVES
from tui.output.plot import even_ticks, plot, sample, short, thinned

COLOURS = ((240, 176, 64), (95, 176, 208))
NOT_FINITE = (math.nan, math.inf, -math.inf)

SHAPES: dict[str, list[float]] = {
    "empty": [],
    "one point": [3.0],
    "constant": [5.0] * 30,
    "zero": [0.0] * 30,
    "negative": [-5.0, -3.0, -9.0],
    "tiny": [1e-308, 2e-300, 1e-300],
    "huge": [1e299, -1e299, 0.0],
    "larger than any distance": [1.7e308, -1.7e308, 2.0],
    "not a number between points": [1.0, math.nan, 3.0, math.nan],
    "infinite between points": [1.0, math.inf, 3.0, -math.inf, 2.0],
    "nothing but not a number": [math.nan] * 5,
    "long": [float(x % 97) for x in range(5000)],
}


def curve(values: list[float]) -> Curve:
    return Curve("best", np.arange(len(values), dtype=np.int64), np.array(values, np.float64))


def curves_of(values: st.SearchStrategy[float]) -> st.SearchStrategy[Curve]:
    return st.lists(values, max_size=60).map(curve)


numbers = st.floats() | st.sampled_from(NOT_FINITE) | st.integers(-1000, 1000).map(float)


def assert_box(text: str, width: int, height: int) -> None:
    lines = Text.from_ansi(text).plain.split("\n")
    assert [cell_len(line) for line in lines] == [width] * height


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_curve_fills_its_box_and_prints_nothing(shape: str, capfd: pytest.CaptureFixture[str]) -> None:
    values = SHAPES[shape]
    for size in ((12, 3), (38, 9), (72, 12)):
        assert_box(plot([curve(values)], *size), *size)
        assert_box(plot([curve(values), curve([1.0, 2.0])], *size, COLOURS, moment=len(values) // 2), *size)
    assert capfd.readouterr() == ("", "")


def test_no_curves_at_all_give_an_empty_box() -> None:
    assert_box(plot([], 40, 10), 40, 10)


@given(
    curves=st.lists(curves_of(numbers), max_size=3),
    width=st.integers(12, 130),
    height=st.integers(3, 40),
    colours=st.sampled_from(((), COLOURS)),
    ascii_only=st.booleans(),
    moment=st.none() | st.integers(0, 10**9),
)
def test_any_values_fill_any_box_in_any_look(
    curves: list[Curve],
    width: int,
    height: int,
    colours: tuple[tuple[int, int, int], ...],
    ascii_only: bool,
    moment: int | None,
) -> None:
    text = plot(curves, width, height, colours, ascii_only, moment)
    assert_box(text, width, height)
    if ascii_only:
        assert text.isascii()
    if not colours:
        assert "\x1b" not in text


@pytest.mark.parametrize("shape", SHAPES)
def test_ascii_only_is_pure_ascii_with_and_without_colours(shape: str) -> None:
    drawn = [curve(SHAPES[shape]), curve([1.0, 4.0])]
    assert plot(drawn, 60, 12, ascii_only=True, moment=1).isascii()
    assert plot(drawn, 60, 12, COLOURS, ascii_only=True, moment=1).isascii()
    assert "".join(sample(place, ascii_only=True) for place in range(3)).isascii()


def test_escape_codes_are_there_if_and_only_if_colours_are_given() -> None:
    drawn = [curve([1.0, 4.0])]
    assert "\x1b" not in plot(drawn, 60, 12)
    assert "\x1b" in plot(drawn, 60, 12, COLOURS)


def test_two_curves_differ_by_their_signs_also_without_colours() -> None:
    low, high = curve([0.0, 0.0]), curve([9.0, 9.0])
    assert plot([low, high], 40, 10) != plot([high, low], 40, 10)
    assert plot([low, high], 40, 10, ascii_only=True) != plot([high, low], 40, 10, ascii_only=True)
    assert sample(0, ascii_only=False) != sample(1, ascii_only=False)
    assert sample(0, ascii_only=True) != sample(1, ascii_only=True)


def test_a_moment_in_the_past_is_drawn_as_a_line_of_its_own() -> None:
    drawn = [curve([9.0, 4.0, 4.0, 1.0])]
    assert plot(drawn, 40, 10, moment=2) != plot(drawn, 40, 10)


@given(curve=st.lists(numbers, max_size=400).map(curve), most=st.integers(4, 60))
def test_thinning_keeps_the_extremes_and_never_more_than_asked(curve: Curve, most: int) -> None:
    steps, values = thinned(curve, most)
    assert len(steps) == len(values) <= most
    assert np.isfinite(values).all()
    assert (np.diff(steps) > 0).all()
    assert all(curve.values[step] == value for step, value in zip(steps, values, strict=True))
    drawable = curve.values[np.abs(curve.values) < 1e300]
    if len(drawable):
        assert values.min() == drawable.min()
        assert values.max() == drawable.max()
    else:
        assert len(values) == 0


@given(values=st.lists(st.integers(-1000, 1000).map(float), max_size=60))
def test_a_curve_with_no_more_points_than_asked_is_left_as_it_is(values: list[float]) -> None:
    steps, kept = thinned(curve(values), max(2, len(values)))
    assert kept.tolist() == values
    assert steps.tolist() == list(range(len(values)))


def test_long_curves_are_drawn_from_their_first_point_to_their_last() -> None:
    steps, _ = thinned(curve([7.0] * 5000), 80)
    assert steps[0] == 0
    assert steps[-1] == 4999


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (9999, "9999"),
        (10_000, "10k"),
        (-12_345, "-12.3k"),
        (999_499, "999k"),
        (999_999, "1M"),
        (1_234_567, "1.23M"),
        (999_999_999, "1G"),
        (25_000_000_000, "25G"),
    ],
)
def test_a_short_number_is_rounded_to_three_figures(number: int, text: str) -> None:
    assert short(number) == text


@given(st.integers(-(10**12) + 10**9, 10**12 - 10**9))
def test_short_numbers_are_short_and_right_to_three_figures(number: int) -> None:
    text = short(number)
    assert len(text.lstrip("-")) <= 5
    size = {"k": 10**3, "M": 10**6, "G": 10**9}.get(text[-1], 1)
    assert float(text.rstrip("kMG")) * size == pytest.approx(number, rel=0.005)


@given(st.integers(-1000, 0), st.integers(1, 10**9), st.integers(3, 12))
def test_ticks_stand_at_even_distances_within_the_range(start: int, length: int, most: int) -> None:
    ticks = even_ticks(start, start + length, most)
    assert start <= ticks[0] <= ticks[-1] <= start + length
    assert len({b - a for a, b in pairwise(ticks)}) <= 1
    assert len(ticks) <= most + 1
    assert len(ticks) >= (1 if start else 2)


# Diagrams: values side by side, each with its label.


@pytest.mark.parametrize("ascii_only", [False, True])
@given(
    st.lists(st.text("abc0123456789.", min_size=1, max_size=8), min_size=1, max_size=30),
    st.integers(20, 100),
    st.data(),
)
def test_labels_stand_below_a_box_of_the_size_that_was_asked_for(
    ascii_only: bool, labels: list[str], width: int, data: st.DataObject
) -> None:
    heights = data.draw(st.lists(st.floats(0, 100), min_size=len(labels), max_size=len(labels)))
    text = plot([curve(heights)], width, 10, ascii_only=ascii_only, labels=labels, top=100)
    lines = text.splitlines()
    assert len(lines) == 10
    assert all(cell_len(line) <= width for line in lines)
    assert set(lines[-1].split()) <= set(labels)
    assert lines[0].split("|" if ascii_only else "┤")[0].strip().rstrip("+") == "100"


def test_few_labels_are_all_there_and_in_order() -> None:
    text = plot([curve([10.0, 50.0, 90.0])], 60, 10, labels=["2", "3", "10"], top=100)
    assert text.splitlines()[-1].split() == ["2", "3", "10"]


def test_a_curve_without_points_takes_no_other_curves_sign() -> None:
    nothing, something = curve([]), curve([1.0, 2.0, 3.0])
    text = plot([nothing, something], 60, 10, ascii_only=True)
    assert sample(1, True) in text
    assert sample(0, True) not in text


def test_every_curve_of_a_diagram_has_a_sign_of_its_own() -> None:
    for ascii_only in (False, True):
        signs = [sample(place, ascii_only) for place in range(MOST_CURVES)]
        assert len(set(signs)) == MOST_CURVES
