"""Statistics and values that several papers share."""

from knightwatch.engine.lab.papers.statistic import Aggregate, Statistic

SUCCESS = Statistic(Aggregate.SUCCESS)
STEPS = Statistic(Aggregate.MEAN, "steps")
MILLISECONDS = Statistic(Aggregate.MEAN, "seconds", times=1000)
MIDDLE_MILLISECONDS = Statistic(Aggregate.MEDIAN, "seconds", times=1000)
BEST, MEAN = Statistic(Aggregate.MEAN, "best"), Statistic(Aggregate.MEAN, "mean")
NO_NUMBERS = "We know of no published numbers for this."


def board(side: int) -> dict[str, str]:
    """Return the values of a square board."""
    return {"rows": str(side), "cols": str(side)}
