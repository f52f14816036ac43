"""Axes: read as people write them, without rounding errors, and formatted back."""

import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.lab.sweeps.axis import MOST_VALUES, Axis

words = st.text("abcxyz0123456789.,: ", max_size=6).map(str.strip)


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("k=2,3,5,10", "k", ["2", "3", "5", "10"]),
        ("pm=0.1:0.5:0.1", "pm", ["0.1", "0.2", "0.3", "0.4", "0.5"]),
        ("pm=0:1:0.3", "pm", ["0", "0.3", "0.6", "0.9"]),
        ("n=4:8", "n", ["4", "5", "6", "7", "8"]),
        ("n=100:10:-30", "n", ["100", "70", "40", "10"]),
        ("n=1e3:3e3:1e3", "n", ["1000", "2000", "3000"]),
        ("n=8,16:18,32", "n", ["8", "16", "17", "18", "32"]),
        (" max-seconds = 1 , 2", "max-seconds", ["1", "2"]),
        ("--pm=1", "pm", ["1"]),
        ("order=fixed,wall", "order", ["fixed", "wall"]),
        ("closed=yes,no", "closed", ["yes", "no"]),
        ("start=a1,e4", "start", ["a1", "e4"]),
        ("start=0,0;5,0", "start", ["0,0", "5,0"]),
        ("start=0,0;", "start", ["0,0"]),
        ("start=,a1", "start", ["", "a1"]),
        ("holes=a1:b3,c4", "holes", ["a1:b3", "c4"]),
        ("holes=0,0:7,7;", "holes", ["0,0:7,7"]),
        ("k=nan:2", "k", ["nan:2"]),
    ],
)
def test_an_axis_is_read_as_it_is_written(text: str, name: str, values: list[str]) -> None:
    assert Axis.read(text) == Axis(name, tuple(values))


@given(st.lists(words, min_size=1, max_size=5))
def test_an_axis_survives_formatting_and_reading(values: list[str]) -> None:
    no_ranges = (value for value in values if ":" not in value or not re.search(r"\d", value))
    axis = Axis("max-seconds", tuple(no_ranges))
    assume(axis.values)
    assert Axis.read(str(axis)) == axis


@given(st.integers(-500, 500), st.integers(1, 50), st.integers(0, 30), st.integers(0, 3), st.booleans())
def test_a_range_has_exact_even_steps_and_both_ends(first: int, step: int, count: int, digits: int, down: bool) -> None:
    scale, by = 10**digits, -step if down else step
    text = ":".join(f"{number / scale:.{digits}f}" for number in (first, first + count * by, by))
    exact = [Fraction(first + place * by, scale) for place in range(count + 1)]
    values = Axis.read(f"x={text}").values
    assert [Fraction(value) for value in values] == exact
    assert all(len(value.partition(".")[2]) <= digits for value in values)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("k", "vary is k, but must be a setting and its values"),
        ("=3", "vary is =3, but must be a setting and its values"),
        ("", "vary is empty, but must be"),
        ("pm=0.1:0.5:0", "vary pm is 0.1:0.5:0, but must go from, to and by a step that leads there"),
        ("pm=0.5:0.1:0.1", "by a step that leads there"),
        ("pm=1:1e9:1e-9", f"more than {MOST_VALUES:,} values"),
        ("pm=0:1e999999:1e-999999", "by a step that leads there"),
    ],
)
def test_a_malformed_axis_is_reported(text: str, part: str) -> None:
    with pytest.raises(BadInput) as refusal:
        Axis.read(text)
    assert part in str(refusal.value)
