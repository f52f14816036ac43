"""Pieces drawn large, of quadrants, four to a character: one drawing for each size of a square that has room for it.

A knight is no knight on less than 12 x 6 quadrants, where its sign tells more; a crown is one on 8 x 4.
"""

from functools import cache

KNIGHT = (
    """
    .....##.#...
    ...#######..
    .###.#####..
    .##########.
    ....#######.
    ..#########.
    """,
    """
    .......##.##....
    .....########...
    ...##.######.#..
    .#############..
    .#######.####.#.
    ..##....#######.
    .....#########..
    ...############.
    """,
    """
    ........##.##.......
    .......########.....
    .....##########.#...
    ....###.########....
    ..##############.#..
    .################...
    .#######..######.##.
    ..##....##########..
    ......############..
    ....###############.
    """,
    """
    .........##..##.........
    .........###.###........
    .......###########......
    .....##############.#...
    ....####..#########.....
    ...#####..##########.#..
    .####################...
    ###########..########.#.
    #######.....##########..
    .###......##########.##.
    .......##############...
    ....###################.
    """,
)
QUEEN = (
    """
    #..##..#
    ##.##.##
    ########
    .######.
    """,
    """
    .....##.....
    .#...##...#.
    .##.####.##.
    ..########..
    ..########..
    .##########.
    """,
    """
    .......##.......
    ..##...##...##..
    ...##.####.##...
    #..##########..#
    .##############.
    ..############..
    ...##########...
    .##############.
    """,
    """
    .........##.........
    ....##...##...##....
    .....##..##..##.....
    ##...###.##.###...##
    .##..##########..##.
    ..################..
    ..################..
    ...##############...
    ....############....
    ..################..
    """,
    """
    ...........##...........
    .....##...####...##.....
    .....###...##...###.....
    ......##..####..##......
    ##....###.####.###....##
    .##...############...##.
    ..###.############.###..
    ..####################..
    ...##################...
    ....################....
    .....##############.....
    ...##################...
    """,
)
SPRITES = {"♞": KNIGHT, "♘": KNIGHT, "♛": QUEEN}
"""By the sign for which they stand."""

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By their bits: top left, top right, bottom left, bottom right."""


def pixels(drawing: str) -> list[str]:
    """Return the rows of a drawing."""
    return drawing.split()


@cache
def sprite(sign: str, width: int, height: int) -> tuple[str, ...] | None:
    """Return the lines of characters that draw a piece in a cell of this size, if there is a drawing."""
    for drawing in SPRITES.get(sign, ()):
        rows = pixels(drawing)
        if (len(rows[0]), len(rows)) == (2 * width, 2 * height):
            return tuple(
                "".join(_quadrants(upper[x : x + 2] + lower[x : x + 2]) for x in range(0, 2 * width, 2))
                for upper, lower in zip(rows[::2], rows[1::2], strict=True)
            )
    return None


def _quadrants(corners: str) -> str:
    return QUADRANTS[sum(1 << place for place, pixel in enumerate(corners) if pixel == "#")]
