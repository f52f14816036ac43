"""Which copies of a solver's process to keep as checkpoints.

Near the present step they are dense: a step back by d seconds replays about d seconds at most. Far from it they are
spread evenly: no step back replays more than about an eighth of the run.
"""

from collections.abc import Sequence
from typing import NamedTuple

MOST = 24
"""The most checkpoints of one run."""
SHARE = 0.05
"""The largest share of the time that making checkpoints may take while a run goes forward."""
NEAR = 0.02
"""Seconds of replay that need no checkpoint."""
SPREAD = 10
"""The weight of evenly spread checkpoints against dense ones."""


class Spot(NamedTuple):
    """The place of a checkpoint: its step, and the seconds that the run had taken."""

    done: int
    seconds: float


def is_due(gap: float, cost: float, replaying: bool) -> bool:
    """Tell whether to make a checkpoint `gap` seconds after the one before; making it takes `cost` seconds.

    A replay comes back after a step back. The next step back will go near the same place, so a checkpoint pays at once.
    """
    return gap >= max(NEAR, cost if replaying else cost / SHARE)


def to_drop(spots: Sequence[Spot], present: float) -> int:
    """Return the index of the checkpoint whose loss makes a step back least slower.

    Spots ascend, the first is the beginning and stays. Losing a spot makes a replay as long as the gap between its
    neighbours. A long replay matters more near the present.
    """
    length = max(present, spots[-1].seconds) + NEAR
    ends = [spot.seconds for spot in spots[2:]] + [max(present, spots[-1].seconds)]

    def harm(place: int) -> float:
        gap = ends[place - 1] - spots[place - 1].seconds
        return gap * (1 / (abs(present - spots[place].seconds) + NEAR) + SPREAD / length)

    return min(range(1, len(spots)), key=harm)
