"""Statistics of papers, against their definitions and printed tables."""

import math
import statistics
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.intervals import wilson
from knightwatch.engine.lab.papers.declaration import PaperFigure
from knightwatch.engine.lab.papers.statistic import Aggregate, Statistic, mean_of, student
from knightwatch.engine.store.outcomes import RunOutcome

figures = st.lists(st.integers(0, 10**6), min_size=1, max_size=30)


def ended(steps: int, status: Status = Status.SOLVED, **ends: float) -> RunOutcome:
    return RunOutcome(status, steps, {"states": 2 * steps}, steps / 1000, 0.0, ends)


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (19, 2.093), (30, 2.042), (120, 1.980)],
)
def test_student_quantiles_agree_with_printed_tables(freedom: int, printed: float) -> None:
    assert math.isclose(student(freedom), printed, rel_tol=0.002)


@given(figures)
def test_a_mean_is_the_middle_of_its_interval(found: list[int]) -> None:
    value, low, high = mean_of(found)
    assert math.isclose(value, statistics.fmean(found))
    assert math.isclose((low + high) / 2, value, abs_tol=1e-6)
    if len(found) == 1:
        assert low == high
    else:
        error = statistics.stdev(found) / math.sqrt(len(found))
        assert math.isclose(high - value, student(len(found) - 1) * error, abs_tol=1e-6)


@given(figures)
def test_mean_median_and_most_are_those_of_the_figures(found: list[int]) -> None:
    outcomes = [ended(steps) for steps in found]
    ways: dict[Aggregate, Callable[[list[int]], float]] = {
        Aggregate.MEAN: statistics.fmean,
        Aggregate.MEDIAN: statistics.median,
        Aggregate.MOST: max,
    }
    for kind, by_definition in ways.items():
        estimate = Statistic(kind, "states").estimate(outcomes)
        assert estimate
        assert math.isclose(estimate.value, 2 * by_definition(found))


@given(st.lists(st.sampled_from(list(Status)), min_size=2, max_size=20))
def test_success_has_wilsons_interval(statuses: list[Status]) -> None:
    outcomes = [ended(1, status) for status in statuses]
    solved = statuses.count(Status.SOLVED)
    assert Statistic(Aggregate.SUCCESS).estimate(outcomes) == (solved / len(statuses), *wilson(solved, len(statuses)))
    assert Statistic(Aggregate.SUCCESS).words(outcomes).startswith(f"{solved} of {len(statuses)} [")


def test_a_figure_may_be_divided_by_another() -> None:
    outcome = ended(10, best=4.0)
    assert Statistic(Aggregate.MEAN, "best").figure(outcome) == 4
    assert Statistic(Aggregate.MEAN, "seconds", times=1000).figure(outcome) == 10
    assert Statistic(Aggregate.MEAN, "best", "states", 100).figure(outcome) == 20
    assert Statistic(Aggregate.MEAN, "worst").figure(outcome) is None
    assert Statistic(Aggregate.MEAN, "best", "nothing").figure(outcome) is None


def test_lower_bounds_are_marked_and_missing_figures_are_dashes() -> None:
    runs = [ended(10), ended(30, Status.GAVE_UP, best=5.0)]
    assert Statistic(Aggregate.MOST, "steps").words(runs) == "× 30"
    assert Statistic(Aggregate.MOST, "steps").words(runs[:1]) == "10"
    assert Statistic(Aggregate.MEAN, "best").words(runs) == "5"
    assert Statistic(Aggregate.MEDIAN, "steps").words([ended(10), ended(20), ended(30)]) == "20 [15-25]"
    assert Statistic(Aggregate.MEAN, "steps").words([ended(10), ended(20)]) == "15 ± 63.5"
    assert Statistic(Aggregate.MEAN, "worst").words(runs) == "-"
    assert Statistic(Aggregate.MEAN, "worst").words([]) == ""
    assert Statistic(Aggregate.SUCCESS).words(runs[:1]) == "1 of 1"


def test_a_mean_may_count_only_solved_runs_or_only_the_others() -> None:
    runs = [ended(4), ended(6), ended(30, Status.GAVE_UP)]
    for solved, mean in ((True, 5), (False, 30), (None, 40 / 3)):
        found = Statistic(Aggregate.MEAN, "steps", solved=solved).estimate(runs)
        assert found
        assert found.value == mean
    assert Statistic(Aggregate.MEAN, "steps", solved=False).estimate(runs[:2]) is None


@pytest.mark.parametrize(
    ("statistic", "published", "excluded"),
    [
        (Statistic(Aggregate.MEAN), 20, False),
        (Statistic(Aggregate.MEAN), 60, True),
        (Statistic(Aggregate.MEAN), "60", False),  # words, no number
        (Statistic(Aggregate.MEAN), None, False),
        (Statistic(Aggregate.MEAN, "absent"), 60, False),
        (Statistic(Aggregate.MEAN, "seconds"), 60, False),
        (Statistic(Aggregate.MEDIAN), 60, False),
        (Statistic(Aggregate.SUCCESS), "90 %", False),
        (Statistic(Aggregate.SUCCESS), "20 %", True),
        (Statistic(Aggregate.SUCCESS), 0.2, True),
        (Statistic(Aggregate.SUCCESS), "yes", False),
    ],
)
def test_an_interval_may_exclude_the_published_figure(
    statistic: Statistic, published: float | str | None, excluded: bool
) -> None:
    figure = PaperFigure("row", {}, statistic, published)
    runs = [ended(steps) for steps in (10, 20, 30)]
    assert figure.excluded_by(runs) == excluded
    assert not figure.excluded_by([])
    assert not PaperFigure("", {}, Statistic(Aggregate.MEAN), 60).excluded_by([*runs, ended(5, Status.GAVE_UP)])
