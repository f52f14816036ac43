"""Pages about one ant of `ants`: the probability of each move, the pheromone it adds, and all pheromone."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import padded
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.problem import KNIGHT
from knightwatch.engine.tour.solvers.ants import GAINS, Ants

MOST = 500
"""Most moves in a table."""
OTHERS = 2
"""Candidates in a row of a table, so that it is narrow enough to stand beside a board."""
LINES = "Lines are the moves with most pheromone. "
"""What the lines on a board of pheromone are."""
DIGITS = "Digits: pheromone of the square's strongest move, 9 is most, on a logarithmic scale."
"""What the digits on a board of pheromone are."""
CHANCE = "The table shows each square's strongest move, with its probability on an empty board."


def chances(search: Ants, pheromone: NDArray[np.float64]) -> list[dict[int, float]]:
    """Return for each move of the last ant its candidates, numbered with the border, with their probabilities."""
    visited = search.constants.ways >= VISITED
    moves = []
    for here in padded(search.walk()[:-1], search.problem.cols).tolist():
        visited[here] = True
        free = {k: there for k in range(8) if not visited[there := search.after(here, k)]}
        weights = np.array([pheromone[here, k] for k in free]) ** search.settings.alpha
        shares = weights / weights.sum() if weights.sum() else np.full(len(free), 1 / len(free))
        moves.append(dict(zip(free.values(), shares.tolist(), strict=True)))
    return moves


def pages(search: Ants, before: Before) -> Pages:
    """Return the pages of the walk, of the pheromone that it adds, and of all pheromone."""
    return _walk(search, before), _gains(search), _pheromone(search, before)


def _walk(search: Ants, before: Before) -> Page:
    s, walk, problem = search.settings, search.walk(), search.problem
    _, cycle, place = search.position()
    pheromone = before.state["pheromone"]
    if place == 0 and cycle == 0:  # a new colony
        pheromone = np.full_like(pheromone, s.first)
    rows, likely = [("move", "to", "chance", "other candidates")], 0
    numbers = padded(walk, problem.cols).tolist()
    for i, options in enumerate(chances(search, pheromone)):
        went = options.pop(numbers[i + 1])
        likely += went >= max(options.values(), default=0.0)
        others = sorted(options.items(), key=lambda option: -option[1])
        shares = [f"{search.name_of(square)} {share:.0%}" for square, share in others]
        rest = [", ".join(shares[first : first + OTHERS]) for first in range(0, len(shares), OTHERS)] or [""]
        rows.append((f"{i + 1:,} {search.name_of(numbers[i])}", search.name_of(numbers[i + 1]), f"{went:.0%}", rest[0]))
        rows += [("", "", "", more) for more in rest[1:]]
    power = "" if s.alpha == 1 else f" to the power of {s.alpha:g}"
    sentence = (
        f"The chance of a move is proportional to its pheromone{power}. {likely:,} of "
        f"{counted_noun(len(walk) - 1, 'move')} took the most likely candidate: {search.outcome()}."
    )
    picture = Picture(f"ant {place + 1:,} of cycle {cycle + 1:,}", problem.walk(walk, [(KNIGHT, walk[-1:])]))
    return Page("the walk and its chances", sentence, (picture,), table=tuple(rows[: MOST + 1]))


def _gains(search: Ants) -> Page:
    problem, walk, gains = search.problem, search.walk(), search.gains()
    added = np.zeros(problem.rows * problem.cols)
    added[walk[:-1]] = gains
    rows = [("move", "from", "to", "added")]
    for i, gain in enumerate(gains[:MOST].tolist()):
        rows.append((f"{i + 1:,}", problem.name(int(walk[i])), problem.name(int(walk[i + 1])), f"{gain:.3f}"))
    sentence = (
        f"At the end of the cycle the ant adds {search.gain()}. "
        "Each move gets (moves left in this walk) / (moves left in a full tour); 9 on the board is most."
    )
    picture = Picture("pheromone added", replace(problem.walk([]), heat=added, heat_name=GAINS))
    return Page("pheromone that the ant adds", sentence, (picture,), table=tuple(rows))


def preferred(search: Ants) -> Table:
    """Return a table of each square's strongest move, the strongest first, with its probability on an empty board."""
    problem, pheromone = search.problem, search.state["pheromone"]
    visited, moves = search.constants.ways >= VISITED, []
    for here in padded(np.flatnonzero(problem.free), problem.cols).tolist():
        free = [k for k in range(8) if not visited[search.after(here, k)]]
        if free:
            best = max(free, key=lambda k: float(pheromone[here, k]))
            weights = pheromone[here, free] ** search.settings.alpha
            chance = pheromone[here, best] ** search.settings.alpha / weights.sum() if weights.sum() else 1 / len(free)
            moves.append((float(pheromone[here, best]), here, search.after(here, best), float(chance)))
    moves.sort(key=lambda move: -move[0])
    name = search.name_of
    rows = ((name(here), name(there), f"{much:.3g}", f"{chance:.0%}") for much, here, there, chance in moves[:MOST])
    return ("from", "to", "pheromone", "chance"), *rows


def _pheromone(search: Ants, before: Before) -> Page:
    problem, (_, _, place) = search.problem, search.position()
    ends = place == search.ants - 1
    board = search.with_heat(problem.walk([]))
    lines = LINES if board.links else ""
    if not ends:
        left = search.ants - 1 - place
        until = f"It does not change until the cycle ends, after {counted_noun(left, 'more ant')}."
        if not search.heat().any():
            words = f"All moves are still equal. {DIGITS} {until}"
            return Page("pheromone", words, (Picture("pheromone", board),))
        words = f"{lines}{DIGITS} {CHANCE} {until}"
        return Page("pheromone", words, (Picture("pheromone", board),), table=preferred(search))
    pictures = Picture("before", replace(before.frame.board, trail=problem.walk([]).trail)), Picture("after", board)
    sentence = (
        f"The cycle ends: all pheromone is multiplied by {search.settings.evaporation:.4g}, then the pheromone of its "
        f"{counted_noun(search.ants, 'ant')} is added. {lines}{DIGITS}"
    )
    return Page("pheromone", sentence, pictures, table=preferred(search))


PARTS = Parts(pages, ("pheromone",))
