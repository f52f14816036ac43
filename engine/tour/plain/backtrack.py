"""Depth-first search: neighbours in a chosen order; at a dead end, back to the last untried move.

After Krajkovič, "Euler's knight". The built-in solver can also change the order of moves.
"""

from typing import Literal

from knightwatch import Impossible, Step

puzzle = "tour"


def solve(problem, random, order: Literal["warnsdorff+wall", "warnsdorff", "wall", "fixed"] = "warnsdorff+wall"):
    starts = list(problem.starts)
    random.shuffle(starts)
    if problem.closed:
        starts = starts[:1]  # a closed tour passes through every square

    for start in starts:
        path, free = [start], set(problem.squares) - {start}  # -> start
        pending = [in_order(problem, start, free, order)]
        back = 0
        while path:
            if not free and (not problem.closed or start in problem.neighbours(path[-1])):
                return path  # -> tour
            if not pending[-1]:
                pending.pop()
                free.add(path.pop())
                back += 1
                continue
            square = pending[-1].pop(0)
            sentence = f"Go to {problem.name(square)}."  # -> go
            if back:
                sentence = f"Stepped back {back} squares. Go to {problem.name(square)}."  # -> back
            path.append(square)
            free.remove(square)
            pending.append(in_order(problem, square, free, order))
            back = 0
            yield Step(path, sentence, candidates=pending[-1], milestone=not pending[-1])
    return Impossible("every walk was tried")  # -> none


def in_order(problem, square, free, order):
    """Return the free neighbours of a square, the first to try first."""

    def rank(there):
        row, col = there
        ways = sum(further in free for further in problem.neighbours(there))
        wall = min(row, col, problem.rows - 1 - row, problem.cols - 1 - col)
        return {"warnsdorff+wall": (ways, wall), "warnsdorff": ways, "wall": wall, "fixed": 0}[order]

    return sorted((there for there in problem.neighbours(square) if there in free), key=rank)
