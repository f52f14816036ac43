"""What the declarations of papers share: statistics, and values that many of them have."""

from engine.lab.papers.statistic import Kind, Statistic

SUCCESS = Statistic(Kind.SUCCESS)
STEPS = Statistic(Kind.MEAN, "steps")
MILLISECONDS = Statistic(Kind.MEAN, "seconds", times=1000)
MIDDLE_MILLISECONDS = Statistic(Kind.MEDIAN, "seconds", times=1000)
BEST, MEAN = Statistic(Kind.MEAN, "best"), Statistic(Kind.MEAN, "mean")
NO_NUMBERS = "We know of no published numbers for it."


def board(side: int) -> dict[str, str]:
    """Return the values of a square board."""
    return {"rows": str(side), "cols": str(side)}
