"""Which copies of a solver's process to keep as checkpoints: dense near the present step, thin in the past."""

from collections.abc import Sequence
from typing import NamedTuple

MOST = 24
"""The most checkpoints of one run."""
SHARE = 0.05
"""The largest share of the time that making checkpoints may take."""
NEAR = 0.02
"""Seconds of replay that need no checkpoint."""


class Spot(NamedTuple):
    """The place of a checkpoint: its step, and the seconds that the run had taken."""

    done: int
    seconds: float


def is_due(last: float, seconds: float, cost: float) -> bool:
    """Tell whether a run may make a checkpoint `seconds` after its start; a checkpoint takes `cost` seconds."""
    return seconds - last >= max(NEAR, cost / SHARE)


def to_drop(spots: Sequence[Spot], present: float) -> int:
    """Return the index of the checkpoint whose loss makes a step back least slower.

    Spots ascend, the first is the beginning and stays. Losing a spot makes a replay as long as the gap between its
    neighbours. A long replay matters less far from the present.
    """
    ends = [spot.seconds for spot in spots[1:]] + [present]

    def harm(place: int) -> float:
        gap = ends[place] - spots[place - 1].seconds
        return gap / (abs(present - spots[place].seconds) + NEAR)

    return min(range(1, len(spots)), key=harm)
