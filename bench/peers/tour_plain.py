"""A knight's tour by Warnsdorff's rule in plain Python, ties broken at random: python tour_plain.py SIDE."""

import json
import random
import sys

side = int(sys.argv[1])
MOVES = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


def walk() -> list[tuple[int, int]]:
    """Return a walk from a random square that ends where no move is left."""
    here = random.randrange(side), random.randrange(side)
    path, free = [here], {(x, y) for x in range(side) for y in range(side)} - {here}

    def reached(square: tuple[int, int]) -> list[tuple[int, int]]:
        return [there for dx, dy in MOVES if (there := (square[0] + dx, square[1] + dy)) in free]

    while ways := reached(here):
        here = min(ways, key=lambda square: (len(reached(square)), random.random()))
        path.append(here)
        free.remove(here)
    return path


while len(tour := walk()) < side**2:
    pass
print(json.dumps({"path": tour}))
