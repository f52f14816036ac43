"""Numbers of knight's tours on boards without holes, as the literature has them: undirected, closed and open.

Open tours are all paths through the board, those included that could be closed; undirected means that a tour and its
reverse are one. Directed numbers are twice as large.
"""

from typing import NamedTuple


class Published(NamedTuple):
    """The undirected numbers of tours on a board."""

    closed: int
    open: int


_NUMBERS = {
    (3, 3): Published(0, 0),
    (3, 4): Published(0, 8),
    (3, 5): Published(0, 0),
    (3, 6): Published(0, 0),
    (3, 7): Published(0, 52),
    (3, 8): Published(0, 396),
    (3, 10): Published(16, 3_048),
    (3, 12): Published(176, 57_248),
    (4, 4): Published(0, 0),
    (4, 5): Published(0, 82),
    (4, 6): Published(0, 744),
    (4, 8): Published(0, 31_088),
    (5, 5): Published(0, 864),
    (5, 6): Published(8, 18_784),
    (5, 7): Published(0, 622_868),
    (5, 8): Published(44_202, 18_061_054),
    (6, 6): Published(9_862, 3_318_960),
    (6, 7): Published(1_067_638, 389_969_466),
    (6, 8): Published(55_488_142, 24_964_893_804),
    (7, 7): Published(0, 82_787_609_160),
    (8, 8): Published(13_267_364_410_532, 9_795_914_085_489_952),
}


def published(rows: int, cols: int) -> Published | None:
    """Return the numbers of a board, whichever side is the longer; None where they are not known here."""
    short, long = sorted((rows, cols))
    if short <= 2 and long > 1:
        return Published(0, 0)
    return _NUMBERS.get((short, long))
