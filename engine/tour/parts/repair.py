"""What an evaluation of `repair` consisted of: where the chromosome came from, its bits, and the moves repaired.

The chromosome is bred again from the moment before, by the same operators and random numbers.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import MOVES, padded
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.frame import Mark, Tone
from knightwatch.engine.core.page import CellRow, Page, Picture
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels.repair import (
    Chromosomes,
    Counter,
    GeneMutation,
    Replacement,
    choose_parents,
    cross,
    mutate,
    randomise,
    replace,
)
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.problem import KNIGHT
from knightwatch.engine.tour.problem import MUTATED as MENDED
from knightwatch.engine.tour.solvers.repair import Repair

Genes = NDArray[np.uint8]

FIRST = Mark("of the first parent", "A", "A", Tone.HINT)
SECOND = Mark("of the second parent", "B", "B", Tone.GOOD)
FLIPPED = Mark("a bit was flipped", "~", "~", Tone.ALARM)
REPAIRED = Mark("repaired", "*", "*", Tone.GOOD)
UNUSED = Mark("never made", "-", "-", Tone.HOLE)
MOST = 400
"""Moves that are listed."""


@dataclass(frozen=True)
class RepairedChild:
    """A chromosome as it came to be judged."""

    parents: tuple[int, ...]
    """None for a random one."""
    cut: int
    pop: Chromosomes
    """From which they were chosen."""
    crossed: Genes
    """Before mutation."""
    mutated: Genes


def bred(search: Repair, before: Before) -> RepairedChild:
    """Make the chromosome of the last evaluation again."""
    state, s = before.state, search.settings
    rng, counters = state["rng"].copy(), state["counters"].copy()
    pop = Chromosomes(state["pop"].copy(), state["fitness"].copy())
    _, generation, place = search.moment()
    child = np.empty(search.problem.squares - 1, np.uint8)
    if not (s.evolve and generation > 0):
        randomise(child, rng)
        return RepairedChild((), len(child), pop, child, child)
    if place == 0 and s.replacement is Replacement.COPIES:
        replace(pop, pop, int(s.pop * s.replaced))
        counters[Counter.TOTAL] = pop.fitness.sum()
    if place % 2 == 0:
        choose_parents(pop.fitness, len(child), s.pc, counters, rng)
    one, other = int(counters[Counter.ONE]), int(counters[Counter.OTHER])
    if place % 2:
        one, other = other, one
    cut = int(counters[Counter.CUT])
    cross(pop.genes[one], pop.genes[other], cut, child)
    crossed = child.copy()
    mutate(child, s.mutates.code, s.pm, rng)
    return RepairedChild((one, other), cut, pop, crossed, child)


def pages(search: Repair, before: Before) -> Pages:
    """Return where the chromosome came from, and how it was repaired."""
    how = interpret(bred, search, before)
    return (*((_origin(search, how),) if how.parents else ()), _repairs(search, how))


def judged(search: Repair) -> Genes:
    """Return the chromosome of the last evaluation as it is now."""
    _, _, place = search.moment()
    genes: Genes = search.state["children" if search.counter(Counter.BRED) else "pop"][place]
    return genes


def bits(genes: Genes) -> tuple[str, ...]:
    """Return moves as their bits."""
    return tuple(f"{gene:03b}" for gene in genes[:MOST].tolist())


def walk_of(search: Repair, genes: Genes, moves: int) -> list[int]:
    """Return the squares of the walk that a chromosome makes from the start, so many moves long."""
    square, cols = int(search.walk()[0]), search.problem.cols
    walk = [square]
    for gene in genes[:moves].tolist():
        down, right = MOVES[gene]
        square += down * cols + right
        walk.append(square)
    return walk


def _origin(search: Repair, how: RepairedChild) -> Page:
    (genes, fitness), total = how.pop, len(how.crossed)
    names = [
        f"{letter}: chromosome {parent + 1:,}, {counted_noun(int(fitness[parent]), 'move')}"
        for letter, parent in zip("AB", how.parents, strict=True)
    ]
    pictures = tuple(
        Picture(name, search.problem.walk(walk_of(search, genes[p], int(fitness[p]))))
        for name, p in zip(names, how.parents, strict=True)
    )
    marks = tuple(FIRST if i < how.cut else SECOND for i in range(total))
    flipped = np.flatnonzero(how.crossed != how.mutated).tolist()
    mutated = tuple(FLIPPED if i in flipped else mark for i, mark in enumerate(marks))
    rows = (
        CellRow("move", tuple(f"{i + 1}" for i in range(min(total, MOST)))),
        CellRow("A", bits(genes[how.parents[0]]), marks),
        CellRow("B", bits(genes[how.parents[1]]), tuple(None if m is FIRST else m for m in marks)),
        CellRow("child", bits(how.mutated), mutated),
    )
    cut = (
        "they were not crossed, the child is A"
        if how.cut == total
        else f"cut after move {how.cut:,}: A before it, B after"
    )
    told = f"Both parents by the roulette wheel, a share for each move made; {cut}. Then {_mutation(search)}"
    return Page("parents, cut and mutation", told, pictures, rows)


def _mutation(search: Repair) -> str:
    """Say what mutation may change, and what it did."""
    s, changed = search.settings, search.counter(Counter.FLIPPED)
    if s.mutates is GeneMutation.GENE:
        return f"one move is drawn anew with probability {s.pm:g}: {'it was' if changed else 'none was'}."
    return f"every bit flips with probability {s.pm:g}: {changed:,} did."


def _repairs(search: Repair, how: RepairedChild) -> Page:
    """Return the walk of the chromosome, and each move that had to be replaced."""
    genes, walk, problem = judged(search), search.walk(), search.problem
    made, total = len(walk) - 1, problem.squares - 1
    mended = np.flatnonzero(genes[:made] != how.mutated[:made]).tolist()
    ways, free = search.constants.ways.copy(), search.constants.ways < VISITED
    numbers, table = padded(walk, problem.cols).tolist(), [("move", "from", "wanted", "but", "instead", "ways on")]
    for i in range(made):
        ways[numbers[i]] += VISITED
        if i in mended and len(table) <= MOST:
            wanted = search.after(numbers[i], int(how.mutated[i]))
            there = free[wanted]
            on = sum(ways[search.after(numbers[i + 1], k)] < VISITED for k in range(8))
            table.append(
                (
                    f"{i + 1:,}",
                    problem.name(int(walk[i])),
                    search.name_of(wanted) if there else "-",
                    "was visited" if there else "is not there",
                    problem.name(int(walk[i + 1])),
                    f"{on}",
                )
            )
    marks = tuple(UNUSED if i >= made else REPAIRED if i in mended else None for i in range(total))
    rows = (
        CellRow("move", tuple(f"{i + 1}" for i in range(min(total, MOST)))),
        CellRow("as bred" if how.parents else "random", bits(how.mutated)),
        CellRow("repaired", bits(genes), marks),
    )
    board = problem.walk(walk, [(MENDED, walk[[i + 1 for i in mended]]), (KNIGHT, walk[-1:])])
    told = (
        f"Each three bits are a move. {counted_noun(len(mended), 'move')} could not be made and "
        f"{'was' if len(mended) == 1 else 'were'} replaced by Warnsdorff's choice (marked *): {search.outcome()}. "
        f"The fitness is the moves made, {made:,} of {total:,}."
    )
    return Page("bits and repairs", told, (Picture("M: by a repaired move", board),), rows, tuple(table))


PARTS = Parts(pages, ("pop", "fitness", "counters", "rng"))
