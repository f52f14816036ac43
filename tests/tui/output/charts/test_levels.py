"""Bar charts of levels, and heat maps."""

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Curve, Kind
from knightwatch.engine.core.inquiry import Diagram, Grid
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.lab.sweeps.finding import short
from knightwatch.engine.store.outcomes import Store
from knightwatch.tui.look import Look
from knightwatch.tui.output.charts.chart import chart
from knightwatch.tui.output.charts.sheet import ChartPicture, Ink
from tests.support.inline import inline, sweep
from tests.support.laboratory import known

LOOKS = (Look(), Look(ascii=True), Look(colour=False))


def levels(
    *sizes: list[float], unfinished: bool = False, look: Look = LOOKS[0], moment: int | None = None
) -> ChartPicture:
    curves = [
        Curve(
            name,
            np.arange(len(each)),
            np.array(each),
            Kind.LEVELS,
            "positions",
            "moves away",
            np.cumsum([0, *each[:-1]]).astype(np.int64),
            unfinished=unfinished,
        )
        for name, each in zip(("start", "goal"), sizes, strict=False)
    ]
    return chart(Diagram("", (), tuple(curves), across="positions"), 60, 19, look, moment)


def column(picture: ChartPicture, x: int) -> str:
    return "".join(line[x] for line in str(picture.sheet).split("\n")[1:-2])


@given(st.lists(st.integers(1, 1000), min_size=2, max_size=8), st.sampled_from(LOOKS))
def test_bar_heights_are_proportional(sizes: list[int], look: Look) -> None:
    shown = levels([float(size) for size in sizes], look=look)
    left = next(x for x in range(60) if column(shown, x).strip("|+│┤") == "" and column(shown, x).strip()) + 1
    slot = (60 - left) // len(sizes)
    full = "#" if look.ascii else "█"
    heights = [column(shown, left + int((level + 0.5) * slot)).count(full) for level in range(len(sizes))]
    highest = max(heights)
    assert highest >= 8
    for height, size in zip(heights, sizes, strict=True):
        assert abs(height - highest * size / max(sizes)) <= 1


@given(st.lists(st.integers(1, 9999), min_size=2, max_size=8), st.sampled_from(LOOKS))
def test_every_bar_has_its_figure_above_it(sizes: list[int], look: Look) -> None:
    lines = str(levels([float(size) for size in sizes], look=look).sheet).split("\n")
    inside = [re.split(r"[│┤|+]", line, maxsplit=1)[1] for line in lines[1:-2]]
    figures = [word for line in inside for word in line.split() if word.isdecimal()]
    assert sorted(map(int, figures)) == sorted(sizes)


@pytest.mark.parametrize("look", LOOKS, ids=["signs", "ascii", "no colour"])
def test_a_growing_level_is_hatched(look: Look) -> None:
    hatch = ":" if look.ascii else "░"
    assert f"{hatch} growing" in str(levels([1.0, 4.0, 3.0], unfinished=True, look=look).sheet)
    assert hatch not in str(levels([1.0, 4.0, 3.0], look=look).sheet)


def test_axes_are_named_and_levels_numbered() -> None:
    first, *_, axis, last = str(levels([1.0, 4.0, 9.0]).sheet).split("\n")
    assert first.startswith("positions")
    assert axis.endswith(" moves away")
    assert last.split() == ["0", "1", "2"]


def test_two_ends_have_different_signs_without_colour() -> None:
    for look, signs in ((LOOKS[2], "█▓"), (LOOKS[1], "#%")):
        text = str(levels([1.0, 4.0, 9.0], [1.0, 5.0], look=look).sheet)
        assert all(sign in text for sign in signs)


@pytest.mark.parametrize("look", LOOKS, ids=["signs", "ascii", "no colour"])
def test_two_ends_with_equal_levels_are_both_shown(look: Look) -> None:
    legend = str(levels([1.0, 6.0, 9.0], [1.0, 6.0, 9.0], look=look).sheet).split("\n")[0]
    assert "start" in legend
    assert "goal" in legend


def test_a_click_on_a_bar_opens_its_first_step() -> None:
    shown = levels([1.0, 4.0, 9.0, 2.0], moment=7)
    assert list(dict.fromkeys(moment for moment in shown.moments if moment is not None)) == [0, 1, 5, 14]
    here = str(shown.sheet).split("\n")[-2].index("▲")
    assert shown.moments[here] == 5


def test_levels_that_begin_at_one_are_numbered_from_one() -> None:
    curve = Curve("ways", np.arange(1, 4), np.array([3.0, 5.0, 2.0]), Kind.LEVELS, "ways", "squares", np.arange(3))
    for moment in range(3):
        shown = chart(Diagram("", (), (curve,)), 60, 19, LOOKS[0], moment)
        *lines, axis, numbers = str(shown.sheet).split("\n")
        assert numbers.split() == ["1", "2", "3"]
        assert shown.moments[axis.index("▲")] == moment
        assert [line[axis.index("▲")] for line in lines].count("█") > 0
        ticks = [line.partition("┤")[0].strip() for line in [*lines, axis] if "┤" in line]
        assert ticks[-6:] == ["5", "4", "3", "2", "1", "0"]


def test_a_growing_bar_is_as_high_as_a_complete_one() -> None:
    for value in (2.0, 3.0):
        growing, complete = (str(levels([25.0, value], unfinished=each).sheet) for each in (True, False))
        assert growing.replace("  ░ growing", "").replace("░", "█").split() == complete.split()


def test_bars_of_two_ends_open_their_own_steps() -> None:
    ends = {"start": ([1.0, 4.0, 9.0], [0, 2, 7]), "goal": ([1.0, 5.0, 8.0], [1, 3, 9])}
    curves = [
        Curve(name, np.arange(3), np.array(sizes), Kind.LEVELS, "positions", "level", np.array(moments))
        for name, (sizes, moments) in ends.items()
    ]
    shown = chart(Diagram("", (), tuple(curves)), 60, 19, LOOKS[0], 8)
    assert list(dict.fromkeys(moment for moment in shown.moments if moment is not None)) == [0, 1, 2, 3, 7, 9]
    here = str(shown.sheet).split("\n")[-2].index("▲")
    assert {*shown.moments[here - 3 : here + 4]} >= {7, 9}


def test_a_column_shows_its_largest_level() -> None:
    sizes = [float(step % 7) for step in range(500)]
    shown = levels(sizes)
    left = next(x for x in range(60) if column(shown, x).strip("│┤") == "" and column(shown, x).strip()) + 1
    assert len({column(shown, x).count("█") for x in range(left, 60)}) == 1


# Heat maps.


@given(st.integers(3, 8), st.integers(3, 5), st.sampled_from(LOOKS), st.data())
def test_heat_map_cells_show_their_figures(cols: int, rows: int, look: Look, data: st.DataObject) -> None:
    percent = st.integers(0, 100) | st.none()
    known = data.draw(st.lists(percent, min_size=rows * cols, max_size=rows * cols))
    values = np.array([np.nan if each is None else each for each in known], float).reshape(rows, cols)
    grid = Grid("pm", tuple(f"r{row}" for row in range(rows)), values, Kind.PERCENT)
    diagram = Diagram("", tuple(f"c{col}" for col in range(cols)), (), 100, "k", grid=grid)
    lines = str(chart(diagram, 80, 20, look).sheet).split("\n")
    cells = {words[0]: words[1:] for line in lines if (words := line.split()) and words[0].startswith("r")}
    unknown = "." if look.ascii else "·"
    for row, col in product(range(rows), range(cols)):
        value = values[row, col]
        assert cells[f"r{row}"][col] == (unknown if np.isnan(value) else f"{value:.0f}")
    assert lines[0].split() == ["pm"]
    assert [f"c{col}" for col in range(cols)] in [line.split() for line in lines]
    assert ["k"] in [line.split() for line in lines]


@pytest.mark.parametrize(("width", "rounded"), [(80, False), (14, True)])
def test_heat_maps_write_figures_as_tables_do(width: int, rounded: bool) -> None:
    values = [[22.5, 51.5, 9.75], [112.5, 0.5, 8.0], [60.0, 0.0, 33.3]]
    diagram = Diagram("", tuple("abc"), (), grid=Grid("pm", tuple("xyz"), np.array(values), Kind.COUNT))
    lines = map(str.split, str(chart(diagram, width, 12, LOOKS[0]).sheet).split("\n"))
    cells = {words[0]: words[1:] for words in lines if len(words) == 4}
    if rounded:
        assert [cells[row] for row in "xyz"] == [["22", "52", "9.8"], ["112", "0.5", "8"], ["60", "0", "33"]]
    else:
        assert [cells[row] for row in "xyz"] == [[short(value) for value in row] for row in values]


def test_a_small_cell_shows_a_digit_and_its_shade() -> None:
    values = np.tile(np.linspace(0, 100, 11), (3, 1))
    grid = Grid("pm", ("0.1", "0.2", "0.3"), values, Kind.PERCENT)
    picture = chart(Diagram("", tuple("abcdefghijk"), (), grid=grid), 16, 10, LOOKS[0])
    for line in picture.sheet.lines():
        for text, ink in line:
            if ink.startswith(Ink.HEAT) and text.strip():
                assert set(text.strip()) == {ink.removeprefix(Ink.HEAT)}


def test_the_grid_of_a_sweep_has_the_success_of_its_cells(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        experiment = known(store)
    diagram = experiment.diagram()
    assert diagram
    assert diagram.grid
    assert (diagram.across, diagram.grid.name) == ("k", "pm")
    for place, cell in enumerate(experiment.sweep.cells):
        k, pm = cell.axis_values
        value = diagram.grid.values[diagram.grid.labels.index(pm), diagram.labels.index(k)]
        assert value == pytest.approx(100 * experiment.finding(place).fraction)


def test_two_values_of_an_axis_become_curves_with_intervals(tmp_path: Path) -> None:
    with Store(tmp_path / "store.sqlite") as store:
        experiment = Experiment(sweep(), store, inline())
        for _ in experiment.slices():
            pass
    diagram = experiment.diagram()
    assert diagram
    assert diagram.grid is None
    for offset, curve in enumerate(diagram.curves):
        assert curve.interval
        for at in range(2):
            low, high = experiment.finding(2 * at + offset).interval
            assert (curve.interval[0][at], curve.interval[1][at]) == pytest.approx((100 * low, 100 * high))


@pytest.mark.parametrize("look", LOOKS)
def test_a_sign_marks_the_level_of_the_search(look: Look) -> None:
    places = []
    for here in range(4):
        curve = Curve("nodes", np.arange(4), np.array([1.0, 4.0, 6.0, 4.0]), Kind.LEVELS, "nodes", "queens", here=here)
        drawn = str(chart(Diagram("", (), (curve,)), 60, 12, look).sheet).split("\n")
        sign = "^" if look.ascii else "▲"
        (line,) = [line for line in drawn if sign in line]
        places.append(line.index(sign))
    assert places == sorted(set(places))


@pytest.mark.parametrize(("sizes", "written"), [([1.0, 2, 3, 2], True), ([1.0, *[12.0] * 19], False)])
def test_either_all_bars_have_figures_or_none(sizes: list[float], written: bool) -> None:
    shown = levels(sizes)
    inside = [line.partition("┤")[2] or line.partition("│")[2] for line in str(shown.sheet).split("\n")[1:-2]]
    figures = re.findall(r"\d+", " ".join(inside))
    assert len(figures) == (len(sizes) if written else 0), inside


def test_different_bars_never_have_the_same_figure() -> None:
    inside = " ".join(
        re.split(r"[│┤]", line, maxsplit=1)[1]
        for line in str(levels([1.0, *range(1010, 1150, 10)]).sheet).split("\n")[1:-2]
    )
    assert not re.findall(r"\d+(?:\.\d+)?k?", inside), inside


@pytest.mark.parametrize("look", LOOKS)
def test_a_mark_moves_the_name_of_the_axis(look: Look) -> None:
    sizes = np.arange(1.0, 65.0)
    for here in range(50, 64):
        curve = Curve("moves", np.arange(64), sizes, Kind.LEVELS, "moves", "squares of the walk", here=here)
        axis = str(chart(Diagram("", (), (curve,)), 70, 12, look).sheet).split("\n")[-2]
        sign, line = ("^", "-") if look.ascii else ("▲", "▔")
        assert "squares of the walk" in axis
        assert set(axis.partition(sign)[2]) <= {line}
