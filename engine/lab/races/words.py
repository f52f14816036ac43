"""Words about races: how a racer stands, its place, and how times and numbers of steps compare."""

from knightwatch.engine.core.frame import Status


def standing(status: Status) -> str:
    """Say in a word or two how a racer stands."""
    return {Status.IMPOSSIBLE: "proved impossible", Status.RUNNING: "on its way"}.get(
        status, str(status).replace("-", " ")
    )


def ordinal(place: int | None) -> str:
    """Return a place among four: 1st, 2nd."""
    return "-" if place is None else ("1st", "2nd", "3rd", "4th")[place - 1]


def short(seconds: float) -> str:
    """Return a short time in the unit that suits it."""
    size, unit = next(((s, u) for s, u in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")) if seconds >= s), (1e-9, "ns"))
    return f"{seconds / size:.3g} {unit}"


def times(ratio: float) -> str:
    """Say how many times as many steps there were, or as few."""
    if 0.95 < ratio < 1.05 or not ratio:
        return "about as many"
    words, times = ("times as many", ratio) if ratio > 1 else ("times fewer", 1 / ratio)
    return f"{times:,.0f} {words}" if times >= 10 else f"{times:.2g} {words}"
