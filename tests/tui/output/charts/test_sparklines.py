"""Charts of one to three rows: bars that rise where the curve does."""

import numpy as np
import pytest

from knightwatch.engine.core.frame import Curve
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.tui.look import Look
from knightwatch.tui.output.charts.chart import chart
from knightwatch.tui.output.charts.sparklines import BARS

RISING = np.sqrt(np.arange(200))
"""Not a diagonal: a curve that only counts its steps is not drawn."""


@pytest.mark.parametrize("height", [1, 2, 3])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("order", [1, -1])
def test_bars_rise_with_the_curve(height: int, ascii_only: bool, order: int) -> None:
    curve, signs = Curve("best", np.arange(200), RISING[::order]), BARS[ascii_only]
    lines = str(chart(Diagram("", (), (curve,)), 40, height, Look(ascii=ascii_only)).sheet).split("\n")
    assert len(lines) == height
    _, bars, _ = lines[0].split()  # between the name and the last value
    assert set(bars) == set(signs)
    assert list(bars) == sorted(bars, key=signs.index, reverse=order < 0)
