"""Words about races: status, place, times and ratios."""

from knightwatch.engine.core.frame import Status


def standing(status: Status) -> str:
    """Return the status of a racer in a word or two."""
    return {Status.IMPOSSIBLE: "proved impossible", Status.RUNNING: "running"}.get(
        status, str(status).replace("-", " ")
    )


def ordinal(place: int | None, shared: bool = False) -> str:
    """Return a place among four: 1st, 2nd; with a sign if another racer has it too: 1st =."""
    if place is None:
        return "-"
    return ("1st", "2nd", "3rd", "4th")[place - 1] + " =" * shared


def short(seconds: float) -> str:
    """Return a short time in a suitable unit."""
    size, unit = next(((s, u) for s, u in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")) if seconds >= s), (1e-9, "ns"))
    return f"{seconds / size:.3g} {unit}"


def times(ratio: float) -> str:
    """Return a ratio of numbers of steps in words."""
    if 0.95 < ratio < 1.05 or not ratio:
        return "about as many"
    words, times = ("times as many", ratio) if ratio > 1 else ("times fewer", 1 / ratio)
    return f"{times:,.0f} {words}" if times >= 10 else f"{times:.2g} {words}"
