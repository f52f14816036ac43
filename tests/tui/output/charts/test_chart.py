"""Charts as text: any values fit any box, and the drawing shows the values."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from knightwatch.engine.core.frame import Curve, Event, Kind
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.engine.lab.sweeps.experiment import MOST_CURVES
from knightwatch.engine.pictures.informative import informative
from knightwatch.tui.look import Look
from knightwatch.tui.output.charts.axes import LegendSign, head, shortened_names
from knightwatch.tui.output.charts.chart import PLAIN_SIGNS, POINTS, SIGNS, chart, sample
from knightwatch.tui.output.charts.lines import thinned
from knightwatch.tui.output.charts.scale import ChartAxis, even_ticks, log_ticks, short, tick_rows, value_axis
from knightwatch.tui.output.charts.sheet import ChartPicture, Ink, Sheet

NAMED = [LegendSign("--", "best", Ink.NAME), LegendSign("-o", "mean", Ink.NAME)]
NOT_FINITE = (math.nan, math.inf, -math.inf)
LOOKS = (Look(), Look(ascii=True), Look(colour=False), Look(ascii=True, colour=False))

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


def curve(values: list[float], name: str = "best", kind: Kind = Kind.LINE, of: str = "") -> Curve:
    return Curve(name, np.arange(len(values), dtype=np.int64), np.array(values, np.float64), kind, of)


def curves_of(values: st.SearchStrategy[float]) -> st.SearchStrategy[Curve]:
    return st.builds(curve, st.lists(values, max_size=60), kind=st.sampled_from(Kind))


numbers = st.floats() | st.sampled_from(NOT_FINITE) | st.integers(-1000, 1000).map(float)
heights = st.lists(st.integers(-1000, 1000).map(float), min_size=2, max_size=60).filter(lambda v: len(set(v)) > 1)


def picture(
    *curves: Curve,
    width: int = 60,
    height: int = 14,
    look: Look = LOOKS[0],
    moment: int | None = None,
    events: tuple[Event, ...] = (),
    across: str = "steps",
) -> ChartPicture:
    return chart(Diagram("", (), curves, across=across), width, height, look, moment, events)


def drawn(*curves: Curve, width: int = 60, height: int = 14, look: Look = LOOKS[0]) -> str:
    return str(picture(*curves, width=width, height=height, look=look).sheet)


def lines_in(picture: ChartPicture, *inks: str) -> list[int]:
    """Return the lines below the legend that use one of some inks."""
    lines = list(picture.sheet.lines())
    return [y for y, line in enumerate(lines) if y and any(ink in inks and text.strip() for text, ink in line)]


def assert_box(text: str, width: int, height: int) -> None:
    assert [cell_len(line) for line in text.split("\n")] == [width] * height


# Any values, any size.


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("look", LOOKS, ids=["signs", "ascii", "no colour", "neither"])
def test_every_curve_fills_its_box_and_prints_nothing(
    shape: str, look: Look, capfd: pytest.CaptureFixture[str]
) -> None:
    values = SHAPES[shape]
    for kind in Kind:
        for width, height in ((12, 1), (12, 4), (38, 9), (72, 12)):
            shown = curve(values, kind=kind), curve([1.0, 4.0], "mean")
            text = str(picture(*shown, width=width, height=height, look=look, moment=len(values) // 2).sheet)
            assert_box(text, width, height)
            assert text.isascii() or not look.ascii
    assert capfd.readouterr() == ("", "")


@given(
    curves=st.lists(curves_of(numbers), max_size=3),
    width=st.integers(1, 130),
    height=st.integers(1, 40),
    look=st.sampled_from(LOOKS),
    moment=st.none() | st.integers(0, 10**9),
)
def test_any_values_fill_any_box_in_any_look(
    curves: list[Curve], width: int, height: int, look: Look, moment: int | None
) -> None:
    text = str(picture(*curves, width=width, height=height, look=look, moment=moment).sheet)
    assert_box(text, width, height)
    assert text.isascii() or not look.ascii


def test_no_curves_give_an_empty_box() -> None:
    assert drawn().strip() == ""


# Scales and ticks.


@given(heights, st.integers(8, 30))
def test_a_curve_uses_much_of_the_height(values: list[float], height: int) -> None:
    shown = curve([*values, values[0]])  # else it might only count its steps
    lines = lines_in(picture(shown, height=height), Ink.FIRST)
    assert max(lines) - min(lines) >= (height - 4) * 0.4


@given(st.floats(-1e6, 1e6), st.floats(0.01, 1e6), st.integers(3, 40), st.integers(3, 8))
def test_ticks_lie_whole_rows_apart(start: float, length: float, rows: int, most: int) -> None:
    axis, ticks = tick_rows(ChartAxis(start, start + length), rows, most)
    assert axis.start <= start + 1e-6
    assert axis.end >= start + length - 1e-6 * length
    places = [axis.share(tick) * (rows - 1) for tick in ticks]
    assert all(abs(place - round(place)) < 1e-3 for place in places)
    assert len({round(b) - round(a) for a, b in pairwise(places)}) <= 1


@given(start=st.integers(0, 60), rows=st.integers(1, 30), most=st.integers(2, 9))
def test_an_axis_ends_at_the_most_that_is_possible(start: int, rows: int, most: int) -> None:
    axis, ticks = tick_rows(ChartAxis(start, 62, whole=True, limit=64), rows, most)
    assert axis.start <= start
    assert 62 <= axis.end <= 64
    assert all(axis.start <= tick <= 64 for tick in ticks)
    lines = [round(axis.share(tick) * (rows - 1)) for tick in ticks]
    assert len(lines) == len(set(lines))


def test_the_scale_of_curves_knows_their_highest_possible_value() -> None:
    walks = replace(curve([36.0, 63.0]), most=64)
    assert value_axis([walks]).limit == 64
    assert value_axis([walks, curve([1.0, 2.0])]).limit is None


def test_a_value_is_on_the_row_of_its_tick() -> None:
    shown = picture(curve([9.0, 4.0, 0.0, 0.0, 0.0]), height=14)
    lines = str(shown.sheet).split("\n")
    at_zero = next(line for line, text in enumerate(lines) if text.split("┤")[0].strip() == "0")
    assert max(lines_in(shown, Ink.FIRST)) == at_zero


@given(st.lists(st.integers(33, 64).map(float), min_size=2, max_size=50))
def test_only_counts_and_shares_start_at_zero(values: list[float]) -> None:
    assert value_axis([curve(values)]).start == min(values) - (min(values) == max(values))
    assert value_axis([curve(values, kind=Kind.COUNT)]).start == 0
    assert value_axis([curve(values, kind=Kind.LEVELS)]).start == 0
    assert value_axis([curve(values, kind=Kind.PERCENT)]) == ChartAxis(0, 100, whole=True)


def test_the_scale_includes_intervals() -> None:
    estimate = Curve("ours", np.arange(2), np.array([5.0, 6.0]), interval=(np.array([3.0, 4.0]), np.array([9.0, 7.0])))
    assert value_axis([estimate]) == ChartAxis(3, 9, whole=True)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e9), st.integers(2, 12), st.booleans())
def test_ticks_are_evenly_spaced_round_numbers(start: float, length: float, most: int, whole: bool) -> None:
    end = start + length
    ticks, digits = even_ticks(start, end, most, whole)
    assert all(start - 1e-6 <= tick <= end + 1e-6 for tick in ticks)
    assert len(ticks) <= most
    distances = [round(b - a, 9) for a, b in pairwise(ticks)]
    assert all(d == pytest.approx(distances[0]) for d in distances)
    assert all(f"{d:.6e}"[0] in "125" for d in distances)
    assert len({short(tick, digits) for tick in ticks if abs(tick) < 10_000}) == sum(abs(t) < 10_000 for t in ticks)
    if whole:
        assert all(float(tick).is_integer() for tick in ticks)
    elif most > 4:
        assert len(ticks) >= 2


@given(st.integers(1, 10**6), st.integers(2, 10**9), st.integers(2, 12))
def test_logarithmic_ticks_ascend_within_the_range(start: int, times: int, most: int) -> None:
    ticks = log_ticks(start, start * times, most)
    assert all(start <= tick <= start * times for tick in ticks)
    assert ticks == sorted(set(ticks))
    assert len(ticks) <= max(most, 8)
    assert len(ticks) >= (times >= 5)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e9), st.floats(0, 1))
def test_share_inverts_value(start: float, length: float, share: float) -> None:
    scale = ChartAxis(start, start + length)
    assert scale.share(scale.value(share)) == pytest.approx(share, abs=1e-6)
    ratio = ChartAxis(1, 1 + length, log=True)
    assert ratio.share(ratio.value(share)) == pytest.approx(share, abs=1e-6)


# Names and signs.


def test_axes_and_curves_have_names() -> None:
    text = drawn(
        curve([9.0, 4.0, 1.0], "best", of="attacking pairs"), curve([9.0, 8.0, 5.0], "mean", of="attacking pairs")
    )
    first, *_, axis, last = text.split("\n")
    assert first.startswith("attacking pairs")
    assert "best" in first
    assert "mean" in first
    assert axis.endswith(" steps")
    assert last.split() == ["0", "1", "2"]


@given(st.lists(st.text("abc =+", min_size=1, max_size=30), min_size=1, max_size=4), st.integers(40, 100))
def test_the_legend_shows_every_sign_in_one_line(names: list[str], width: int) -> None:
    shown = [curve([1.0, place, 3.0], name) for place, name in enumerate(names)]
    legend = drawn(*shown, width=width).split("\n")[0]
    places = [place for place, _ in informative(shown)]
    for place in places:
        assert sample(SIGNS, place, ascii_only=False) in legend


def test_curves_have_different_signs() -> None:
    low, high = curve([0.0] * 40 + [1.0]), curve([9.0] * 40 + [8.0])
    for look in LOOKS:
        assert drawn(low, high, look=look) != drawn(high, low, look=look)
    for signs in (SIGNS, POINTS, PLAIN_SIGNS):
        assert len({sample(signs, place, False) for place in range(MOST_CURVES)}) == MOST_CURVES


def test_the_first_curve_is_on_top() -> None:
    crossing = picture(curve([0.0, 9.0, 0.0, 9.0]), curve([9.0, 0.0, 9.0, 0.0], "mean"), look=LOOKS[1])
    alone = picture(curve([0.0, 9.0, 0.0, 9.0]), look=LOOKS[1])
    first = [text.count("*") for line in list(crossing.sheet.lines())[1:] for text, ink in line if ink == Ink.FIRST]
    assert sum(first) == sum(text.count("*") for line in list(alone.sheet.lines())[1:] for text, _ in line)


def test_a_curve_left_out_does_not_shift_signs() -> None:
    text = drawn(curve([]), curve([1.0, 2.0, 2.0], "mean"), look=LOOKS[1])
    assert sample(PLAIN_SIGNS, 1, True) in text
    assert sample(PLAIN_SIGNS, 0, True) not in text


def test_a_long_legend_continues_below_the_name_of_the_axis() -> None:
    sheet = Sheet(39, 12)
    names = ("best", "mean", "Warnsdorff's rule")
    assert head(sheet, "different squares", [LegendSign("--", name, "") for name in names]) == 2
    first, second, *_ = str(sheet).split("\n")
    assert first.split() == ["different", "squares", "--", "best", "--", "mean"]
    assert "Warnsdorff's rule" in second


def test_an_event_is_a_named_dotted_line() -> None:
    values = [50 - 0.4 * abs(step - 40) for step in range(100)]
    text = str(picture(curve(values), look=LOOKS[1], events=(Event(50, "rule"),)).sheet)
    assert ": rule" in text.split("\n")[0]
    columns = {line.index(":") for line in text.split("\n")[1:] if ":" in line}
    assert len(columns) == 1
    assert 28 <= columns.pop() <= 35


# A click opens a step.


@given(heights, st.integers(20, 100), st.integers(4, 20))
def test_columns_cover_all_steps_in_order(values: list[float], width: int, height: int) -> None:
    shown = curve([*values, values[0]])
    moments = [moment for moment in picture(shown, width=width, height=height).moments if moment is not None]
    assert moments == sorted(moments)
    assert (moments[0], moments[-1]) == (0, len(values))


@given(heights, st.data())
def test_a_click_on_the_current_line_opens_its_step(values: list[float], data: st.DataObject) -> None:
    moment = data.draw(st.integers(0, len(values)))
    shown = picture(curve([*values, values[0]]), height=30, moment=moment)
    columns = set()
    for line in shown.sheet.lines():
        x = 0
        for text, ink in line:
            columns |= {x} if ink == Ink.HERE else set()
            x += len(text)
    assert len(columns) == 1
    there = shown.moments[columns.pop()]
    assert there is not None
    assert abs(there - moment) <= max(1, len(values) // 40)


def test_labelled_columns_have_no_step() -> None:
    diagram = Diagram("", ("2", "3", "10"), (curve([10.0, 50.0, 90.0], kind=Kind.PERCENT),))
    assert set(chart(diagram, 60, 12, LOOKS[0]).moments) == {None}


# Only informative curves are drawn.


@given(st.integers(0, 1000), st.integers(1, 2000))
def test_a_curve_that_only_counts_steps_is_left_out(first: int, length: int) -> None:
    assert informative([curve([float(first + step) for step in range(length)])]) == []


def test_a_best_that_rises_by_one_is_shown_beside_the_mean() -> None:
    best, mean = (replace(curve(values), of="squares") for values in ([44.0, 45.0], [36.0, 36.5]))
    assert [place for place, _ in informative([best, mean])] == [0, 1]
    assert [place for place, _ in informative([best, replace(mean, of="moves")])] == [1]


def test_flat_curves_are_shown_only_beside_others() -> None:
    flat, moving = curve([5.0] * 9), curve([5.0, 4.0] * 4 + [5.0], "g")
    assert informative([flat]) == []
    assert [place for place, _ in informative([moving, flat])] == [0, 1]


def test_a_curve_begins_at_its_first_step() -> None:
    values = [*map(float, range(1, 51)), 48.0, 49.0]
    [(_, shown)] = informative([curve(values)])
    assert (shown.steps[0], shown.values.tolist()) == (0, values)


def test_curves_that_share_places_keep_their_colours() -> None:
    for look in (Look(), Look(colour=False)):
        sheet = picture(curve([1.0, 5.0]), look=look).sheet
        first = len(str(sheet).split("\n")) - 1
        sheet.write(0, first, " " * 60, "")
        sheet.lay(0, first, ["⠉" * 60], Ink.SECOND)
        sheet.lay(0, first, ["⣀" * 60], Ink.FIRST)
        *_, line = sheet.lines()
        found = {(sign, ink) for text, ink in line for sign in text}
        assert found == ({("⠉", Ink.SECOND), ("⣀", Ink.FIRST)} if look.colour else {("⣉", Ink.FIRST)})


def test_a_copy_of_a_curve_is_left_out() -> None:
    depth, least, other = curve([1.0, 2.0, 1.0]), curve([1.0, 2.0, 1.0], "least"), curve([1.0, 2.0, 2.0])
    assert [place for place, _ in informative([depth, least, other])] == [0, 2]


# Sparklines.


@pytest.mark.parametrize("height", [1, 2, 3])
@pytest.mark.parametrize("look", LOOKS[:2], ids=["signs", "ascii"])
def test_sparklines_have_name_bars_and_last_value(height: int, look: Look) -> None:
    shown = [curve([1.0, 8.0, 3.0], "best"), curve([5.0, 9.0, 7.5], "mean"), curve([0.0, 4.0, 2.0], "worst")]
    lines = drawn(*shown, height=height, look=look).split("\n")
    assert [line.split()[0] for line in lines] == ["best", "mean", "worst"][:height]
    assert [line.split()[-1] for line in lines] == ["3", "7.5", "2"][:height]
    if not look.ascii:
        assert lines[0].split()[1] == "▁█▃"


# Values side by side, each with its label.


@pytest.mark.parametrize("look", LOOKS[:2], ids=["signs", "ascii"])
@given(
    st.lists(st.text("abc0123456789.", min_size=1, max_size=8), min_size=1, max_size=30),
    st.integers(20, 100),
    st.data(),
)
def test_labels_fit_below_the_chart(look: Look, labels: list[str], width: int, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.floats(0, 100), min_size=len(labels), max_size=len(labels)))
    diagram = Diagram("", tuple(labels), (curve(values, kind=Kind.PERCENT),), 100)
    lines = str(chart(diagram, width, 10, look).sheet).split("\n")
    assert_box("\n".join(lines), width, 10)
    assert set(lines[-1].split()) <= set(labels)
    assert lines[1].split("+" if look.ascii else "┤")[0].strip() == "100"


def test_few_labels_are_all_shown_in_order() -> None:
    diagram = Diagram("", ("2", "3", "10"), (curve([10.0, 50.0, 90.0], kind=Kind.PERCENT),), across="k")
    *_, axis, last = str(chart(diagram, 60, 10, LOOKS[0]).sheet).split("\n")
    assert last.split() == ["2", "3", "10"]
    assert axis.endswith(" k")


def test_an_interval_covers_its_lines() -> None:
    ends = np.array([20.0]), np.array([80.0])
    sure = Curve("ours", np.arange(1), np.array([50.0]), Kind.PERCENT, interval=ends)
    lines = lines_in(chart(Diagram("", ("2",), (sure,)), 40, 23, LOOKS[0]), Ink.FIRST)
    assert lines == list(range(min(lines), max(lines) + 1))
    assert len(lines) >= 9


# Many points and large numbers.


@given(curve=st.lists(numbers, max_size=400).map(curve), most=st.integers(4, 60))
def test_thinning_keeps_the_extremes(curve: Curve, most: int) -> None:
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
def test_a_short_curve_is_not_thinned(values: list[float]) -> None:
    steps, thinned_values = thinned(curve(values), max(2, len(values)))
    assert thinned_values.tolist() == values
    assert steps.tolist() == list(range(len(values)))


def test_thinning_keeps_both_ends() -> None:
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
def test_short_numbers_have_at_most_five_characters(number: int) -> None:
    text = short(number)
    assert len(text.lstrip("-")) <= 5
    size = {"k": 10**3, "M": 10**6, "G": 10**9}.get(text[-1], 1)
    assert float(text.rstrip("kMG")) * size == pytest.approx(number, rel=0.005)


@pytest.mark.parametrize(
    "names",
    [
        [f"pop {pop}, pc {pc}, pm {pm}" for pop in (100, 10) for pc, pm in ((0.7, 0.2), (0.9, 0.5))],
        ["warnsdorff", "backtrack warnsdorff", "backtrack wall", "backtrack warnsdorff+wall"],
        ["within-level, published", "within-level", "breadth", "both-ends", "best-first"],
    ],
)
def test_shortened_names_stay_different(names: list[str]) -> None:
    for room in range(52, 80):
        shown = shortened_names(names, room)
        assert sum(map(len, shown)) <= room
        assert len(set(shown)) == len(names)
        cut = [place for place, name in enumerate(names) if shown[place] != name]
        assert not [(shown[at], n) for at in cut for n in {*names} - {names[at]} if n.startswith(shown[at])]


@pytest.mark.parametrize("curves", [1, 2])
@pytest.mark.parametrize("width", range(17, 45))
def test_the_head_has_only_whole_words(width: int, curves: int) -> None:
    sheet = Sheet(width, 1)
    head(sheet, "different squares", NAMED[:curves])
    words = str(sheet).split()
    assert set(words) <= {"different", "squares", "--", "best", "-o", "mean"}
    assert "--" in words
    assert words.count("best") == 1
