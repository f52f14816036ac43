"""Pieces drawn large, of quadrants, four to a character: one drawing for each size of a square that has room for it.

A knight is no knight on less than 12 x 6 quadrants, where its sign tells more; a crown is one on 8 x 4. Squares of
twice a size have its drawing, twice as large and with smooth edges.
"""

from functools import cache

KNIGHT = (
    """
    .....#.#....
    ....#####...
    ..##.#####..
    .####.####..
    .##..#####..
    ...########.
    """,
    """
    .......#.#......
    ......#####.....
    ....########....
    ..###.#######...
    .############...
    .####..######...
    ......#######...
    ...###########..
    """,
    """
    .........#..#.......
    ........#####.......
    ......#########.....
    ....###.#########...
    ..################..
    .#######.#########..
    .######..#########..
    ..##....#########...
    ......###########...
    ...###############..
    """,
    """
    ..........#...#.........
    ..........##.##.........
    .........########.......
    .......###########......
    .....####.#########.....
    ...#######.#########....
    ..##################....
    .########..##########...
    .######...###########...
    ..###...############....
    .......#############....
    ....##################..
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


def doubled(rows: list[str]) -> list[str]:
    """Return a drawing twice as large: a corner of a pixel between two like neighbours takes after them (Scale2x)."""
    wide = [f"{row[0]}{row}{row[-1]}" for row in (rows[0], *rows, rows[-1])]
    found = []
    for y, row in enumerate(rows, 1):
        upper, lower = "", ""
        for x, pixel in enumerate(row, 1):
            above, below, left, right = wide[y - 1][x], wide[y + 1][x], wide[y][x - 1], wide[y][x + 1]
            edge = above != below and left != right
            upper += (left if edge and left == above else pixel) + (right if edge and right == above else pixel)
            lower += (left if edge and left == below else pixel) + (right if edge and right == below else pixel)
        found += [upper, lower]
    return found


@cache
def sprite(sign: str, width: int, height: int) -> tuple[str, ...] | None:
    """Return the lines of characters that draw a piece in a cell of this size, if there is a drawing."""
    drawn = [pixels(drawing) for drawing in SPRITES.get(sign, ())]
    for rows in [*drawn, *map(doubled, drawn)]:
        if (len(rows[0]), len(rows)) == (2 * width, 2 * height):
            return tuple(
                "".join(_quadrants(upper[x : x + 2] + lower[x : x + 2]) for x in range(0, 2 * width, 2))
                for upper, lower in zip(rows[::2], rows[1::2], strict=True)
            )
    return None


def _quadrants(corners: str) -> str:
    return QUADRANTS[sum(1 << place for place, pixel in enumerate(corners) if pixel == "#")]
