"""What an ant did: the chances of each of its moves, what it leaves behind, and the pheromone before and after."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import padded
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.problem import KNIGHT
from knightwatch.engine.tour.solvers.ants import HEAT, LEFT, Ants

MOST = 500
"""Moves that are listed."""
CHANCE = "Where long walks went, others follow: the chance of that move, were all squares free, is in the table."


def chances(search: Ants, pheromone: NDArray[np.float64]) -> list[dict[int, float]]:
    """Return for each move of the last ant the squares that it could go to, with border, each with its chance."""
    taken = search.constants.ways >= VISITED
    found = []
    for here in padded(search.walk()[:-1], search.problem.cols).tolist():
        taken[here] = True
        free = {k: there for k in range(8) if not taken[there := search.after(here, k)]}
        weights = np.array([pheromone[here, k] for k in free]) ** search.settings.alpha
        shares = weights / weights.sum() if weights.sum() else np.full(len(free), 1 / len(free))
        found.append(dict(zip(free.values(), shares.tolist(), strict=True)))
    return found


def pages(search: Ants, before: Before) -> Pages:
    """Return the walk, what it leaves and the pheromone."""
    return _walk(search, before), _left(search), _pheromone(search, before)


def _walk(search: Ants, before: Before) -> Page:
    s, walk, problem = search.settings, search.walk(), search.problem
    _, cycle, place = search.moment()
    pheromone = before.state["pheromone"]
    if place == 0 and cycle == 0:  # a colony begins
        pheromone = np.full_like(pheromone, s.first)
    rows, likely = [("move", "to", "chance", "the others")], 0
    numbers = padded(walk, problem.cols).tolist()
    for i, options in enumerate(chances(search, pheromone)):
        went = options.pop(numbers[i + 1])
        likely += went >= max(options.values(), default=0.0)
        others = sorted(options.items(), key=lambda option: -option[1])
        told = ", ".join(f"{search.name_of(square)} {share:.0%}" for square, share in others)
        rows.append((f"{i + 1:,} {search.name_of(numbers[i])}", search.name_of(numbers[i + 1]), f"{went:.0%}", told))
    power = "" if s.alpha == 1 else f" to the power of {s.alpha:g}"
    sentence = (
        f"An ant chooses among free squares in proportion to pheromone{power}. {likely:,} of "
        f"{counted_noun(len(walk) - 1, 'move')} went where the chance was highest: {search.outcome()}."
    )
    picture = Picture(f"ant {place + 1:,} of cycle {cycle + 1:,}", problem.walk(walk, [(KNIGHT, walk[-1:])]))
    return Page("the walk and its chances", sentence, (picture,), table=tuple(rows[: MOST + 1]))


def _left(search: Ants) -> Page:
    problem, walk, gains = search.problem, search.walk(), search.gains()
    left = np.zeros(problem.rows * problem.cols)
    left[walk[:-1]] = gains
    rows = [("move", "from", "to", "gains")]
    for i, gain in enumerate(gains[:MOST].tolist()):
        rows.append((f"{i + 1:,}", problem.name(int(walk[i])), problem.name(int(walk[i + 1])), f"{gain:.3f}"))
    sentence = (
        "When the cycle ends, each of its moves gains (moves that the ant still made) / (moves that a tour would still "
        f"need): {search.gain()}. The longer the walk, the more; 9 on the board is most."
    )
    picture = Picture("what it leaves", replace(problem.walk([]), heat=left, heat_name=LEFT))
    return Page("what it leaves behind", sentence, (picture,), table=tuple(rows))


def preferred(search: Ants) -> Table:
    """Return the strongest move of each square, the strongest of all first, each with its chance on an empty board."""
    problem, pheromone = search.problem, search.state["pheromone"]
    taken, found = search.constants.ways >= VISITED, []
    for here in padded(np.flatnonzero(problem.free), problem.cols).tolist():
        free = [k for k in range(8) if not taken[search.after(here, k)]]
        if free:
            best = max(free, key=lambda k: float(pheromone[here, k]))
            weights = pheromone[here, free] ** search.settings.alpha
            chance = pheromone[here, best] ** search.settings.alpha / weights.sum() if weights.sum() else 1 / len(free)
            found.append((float(pheromone[here, best]), here, search.after(here, best), float(chance)))
    found.sort(key=lambda move: -move[0])
    name = search.name_of
    rows = ((name(here), name(there), f"{much:.3g}", f"{chance:.0%}") for much, here, there, chance in found[:MOST])
    return ("from", "to", "pheromone", "chance"), *rows


def _pheromone(search: Ants, before: Before) -> Page:
    problem, (_, _, place) = search.problem, search.moment()
    ends = place == search.ants - 1
    board = search.with_heat(problem.walk([]))
    if not ends:
        left = search.ants - 1 - place
        told = f"It stays as it is until the cycle ends, after {counted_noun(left, 'more ant')}."
        if not search.heat().any():
            words = f"All moves are equal as yet. {HEAT[0].upper()}{HEAT[1:]}. {told}"
            return Page("pheromone", words, (Picture("pheromone", board),))
        words = f"{HEAT[0].upper()}{HEAT[1:]}. {CHANCE} {told}"
        return Page("pheromone", words, (Picture("pheromone", board),), table=preferred(search))
    pictures = Picture("before", replace(before.frame.board, trail=problem.walk([]).trail)), Picture("after", board)
    told = (
        f"The cycle ends: all pheromone is multiplied by {search.settings.evaporation:.4g}, then the moves of its "
        f"{counted_noun(search.ants, 'ant')} gain what they left. {HEAT[0].upper()}{HEAT[1:]}."
    )
    return Page("pheromone", told, pictures, table=preferred(search))


PARTS = Parts(pages, ("pheromone",))
