"""Published numbers of knight's tours on boards without holes: undirected, closed and open.

Open tours are all paths through the board, including those whose ends are a knight's move apart. Undirected: a tour and
its reverse are one. Directed numbers are twice as large. Closed tours of strips are from OEIS A175881 (6 x n), A193055
(8 x n), A383660 (3 x n) and A383661 (5 x n). Open tours of 7 x 8 and 8 x 9 are from A389760 (D. E. Knuth, 2025).
Another list of 8 x n in circulation is wrong: its numbers lost multiples of 2 ** 64.
"""

from typing import NamedTuple


class Published(NamedTuple):
    """The published undirected numbers of tours on a board."""

    closed: int
    open: int | None
    """None if we know of no published number."""


_NUMBERS = {
    (3, 3): Published(0, 0),
    (3, 4): Published(0, 8),
    (3, 5): Published(0, 0),
    (3, 6): Published(0, 0),
    (3, 7): Published(0, 52),
    (3, 8): Published(0, 396),
    (3, 10): Published(16, 3_048),
    (3, 12): Published(176, 57_248),
    (3, 14): Published(1_536, None),
    (3, 16): Published(15_424, None),
    (3, 18): Published(147_728, None),
    (4, 4): Published(0, 0),
    (4, 5): Published(0, 82),
    (4, 6): Published(0, 744),
    (4, 8): Published(0, 31_088),
    (5, 5): Published(0, 864),
    (5, 6): Published(8, 18_784),
    (5, 7): Published(0, 622_868),
    (5, 8): Published(44_202, 18_061_054),
    (5, 10): Published(13_311_268, None),
    (5, 12): Published(4_557_702_762, None),
    (5, 14): Published(1_495_135_512_514, None),
    (6, 6): Published(9_862, 3_318_960),
    (6, 7): Published(1_067_638, 389_969_466),
    (6, 8): Published(55_488_142, 24_964_893_804),
    (6, 9): Published(3_374_967_940, None),
    (6, 10): Published(239_187_240_144, None),
    (6, 11): Published(15_360_134_570_696, None),
    (6, 12): Published(964_730_606_632_516, None),
    (6, 15): Published(255_967_892_553_030_600_920, None),
    (6, 20): Published(276_453_522_147_273_309_254_029_785_276, None),
    (7, 7): Published(0, 82_787_609_160),
    (7, 8): Published(34_524_432_316, 20_666_425_060_328),
    (7, 10): Published(1_250_063_279_938_854, None),
    (7, 12): Published(38_350_427_205_194_670_084, None),
    (8, 8): Published(13_267_364_410_532, 9_795_914_085_489_952),
    (8, 9): Published(7_112_881_119_092_574, 6_132_937_892_156_709_562),
    (8, 10): Published(4_235_482_818_156_697_040, None),
    (8, 11): Published(2_122_880_233_853_945_590_892, None),
    (8, 12): Published(1_105_420_672_289_849_239_070_962, None),
}


def published(rows: int, cols: int) -> Published | None:
    """Return the numbers of a board, in any orientation; None if we do not know them."""
    short, long = sorted((rows, cols))
    if short <= 2 and long > 1:
        return Published(0, 0)
    return _NUMBERS.get((short, long))
