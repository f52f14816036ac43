"""Large drawings of pieces, made of quadrants, four to a character: one for each size of a square.

A knight is a head in profile: two ears, a muzzle with a gap beneath it, a neck that widens down to the edge. The
smallest that can be recognised has 12 x 6 quadrants, the smallest crown 8 x 4; smaller squares show a sign.
Larger squares show a drawing of half their size, doubled and with smooth edges.
"""

from functools import cache

KNIGHT = (
    """
    .....#.#....
    ...#######..
    .####.#####.
    ###########.
    ##....#####.
    ....#######.
    """,
    """
    .....#..#.......
    ....#######.....
    ..###.#######...
    .#############..
    ######..######..
    .###...#######..
    .....##########.
    ...############.
    """,
    """
    .......##.#.........
    ......#######.......
    ....####.######.....
    ..###############...
    .#################..
    #########..#######..
    .######...########..
    ..##....##########..
    ......############..
    ....###############.
    """,
    """
    .........##..##.........
    .........##.####........
    .......##########.......
    .....####..########.....
    ...######..#########....
    ..###################...
    .####################...
    .##.######..##########..
    .########...##########..
    ..####.....###########..
    ........##############..
    .....##################.
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
"""Drawings of a piece, by its sign."""

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Characters by their bits: top left, top right, bottom left, bottom right."""


def pixels(drawing: str) -> list[str]:
    """Return the rows of a drawing."""
    return drawing.split()


def doubled(rows: list[str]) -> list[str]:
    """Return a drawing at twice its size, with the edges smoothed by Scale2x."""
    wide = [f"{row[0]}{row}{row[-1]}" for row in (rows[0], *rows, rows[-1])]
    result = []
    for y, row in enumerate(rows, 1):
        upper, lower = "", ""
        for x, pixel in enumerate(row, 1):
            above, below, left, right = wide[y - 1][x], wide[y + 1][x], wide[y][x - 1], wide[y][x + 1]
            edge = above != below and left != right
            upper += (left if edge and left == above else pixel) + (right if edge and right == above else pixel)
            lower += (left if edge and left == below else pixel) + (right if edge and right == below else pixel)
        result += [upper, lower]
    return result


@cache
def sprite(sign: str, width: int, height: int) -> tuple[str, ...] | None:
    """Return the lines that draw a piece in a cell of this size; None if there is no such drawing."""
    drawings = [pixels(drawing) for drawing in SPRITES.get(sign, ())]
    for rows in [*drawings, *map(doubled, drawings)]:
        if (len(rows[0]), len(rows)) == (2 * width, 2 * height):
            return tuple(
                "".join(_quadrants(upper[x : x + 2] + lower[x : x + 2]) for x in range(0, 2 * width, 2))
                for upper, lower in zip(rows[::2], rows[1::2], strict=True)
            )
    return None


def _quadrants(corners: str) -> str:
    return QUADRANTS[sum(1 << place for place, pixel in enumerate(corners) if pixel == "#")]
