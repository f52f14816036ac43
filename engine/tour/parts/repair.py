"""Pages about an evaluation of `repair`: the parents of the chromosome, its bits, and the repaired moves.

The chromosome is bred again from the state before the step, with the same random numbers.
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
    mix,
    mutate,
    randomise,
    replace,
)
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.problem import KNIGHT, MENDED
from knightwatch.engine.tour.solvers.repair import Repair

Genes = NDArray[np.uint8]

FIRST = Mark("from the first parent", "A", "A", Tone.HINT)
SECOND = Mark("from the second parent", "B", "B", Tone.GOOD)
FLIPPED = Mark("mutated", "~", "~", Tone.ALARM)
REPAIRED = Mark("repaired", "*", "*", Tone.GOOD)
UNUSED = Mark("not used", "-", "-", Tone.HOLE)
MOST = 400
"""Most moves in a table or a row of cells."""


@dataclass(frozen=True)
class RepairedChild:
    """The chromosome of an evaluation, and how it was bred."""

    parents: tuple[int, ...]
    """The indices of the parents; empty for a random chromosome."""
    cut: int
    pop: Chromosomes
    """The population that the parents are from."""
    crossed: Genes
    """The genes before mutation."""
    mutated: Genes
    """The genes before repair."""


def breed_again(search: Repair, before: Before) -> RepairedChild:
    """Breed the chromosome of the last evaluation once more."""
    state, s = before.state, search.settings
    rng, counters = state["rng"].copy(), state["counters"].copy()
    pop = Chromosomes(state["pop"].copy(), state["fitness"].copy())
    _, generation, place = search.position()
    child = np.empty(search.problem.squares - 1, np.uint8)
    if not (s.evolve and generation > 0):
        randomise(child, rng)
        return RepairedChild((), len(child), pop, child, child)
    pairs = s.replacement is Replacement.PAIRS
    if place == 0 and s.replacement is not Replacement.CHILDREN:
        replace(pop, pop, int(s.pop * s.replaced))
    if place == 0 and pairs:
        mix(pop, rng)
    if place == 0:
        counters[Counter.TOTAL] = pop.fitness.sum()
    if place % 2 == 0:
        choose_parents(pop.fitness, pairs, place, len(child), s.pc, counters, rng)
    one, other = int(counters[Counter.ONE]), int(counters[Counter.OTHER])
    if place % 2:
        one, other = other, one
    cut = int(counters[Counter.CUT])
    cross(pop.genes[one], pop.genes[other], cut, child)
    crossed = child.copy()
    mutate(child, s.mutates.code, s.pm, rng)
    return RepairedChild((one, other), cut, pop, crossed, child)


def pages(search: Repair, before: Before) -> Pages:
    """Return the page of crossover and mutation, unless the chromosome is random, and the page of repairs."""
    how = interpret(breed_again, search, before)
    return (*((_origin(search, how),) if how.parents else ()), _repairs(search, how))


def evaluated(search: Repair) -> Genes:
    """Return the chromosome of the last evaluation after its repair."""
    _, _, place = search.position()
    genes: Genes = search.state["children" if search.counter(Counter.BRED) else "pop"][place]
    return genes


def bits(genes: Genes) -> tuple[str, ...]:
    """Return the three bits of each move."""
    return tuple(f"{gene:03b}" for gene in genes[:MOST].tolist())


def walk_of(search: Repair, genes: Genes, moves: int) -> list[int]:
    """Return the squares of the first `moves` moves of a chromosome."""
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
        CellRow("A", bits(genes[how.parents[0]]), tuple(None if m is SECOND else m for m in marks)),
        CellRow("B", bits(genes[how.parents[1]]), tuple(None if m is FIRST else m for m in marks)),
        CellRow("child", bits(how.mutated), mutated),
    )
    cut = "no crossover, the child is A" if how.cut == total else f"cut after move {how.cut:,}: A before it, B after it"
    random = search.settings.replacement is Replacement.PAIRS
    chosen = "Both parents are random" if random else "The roulette wheel chose both parents by their fitness"
    sentence = f"{chosen}; {cut}. {_mutation(search)}"
    return Page("parents, cut and mutation", sentence, pictures, rows)


def _mutation(search: Repair) -> str:
    """Say what mutation did."""
    s, changed = search.settings, search.counter(Counter.FLIPPED)
    if s.mutates is GeneMutation.GENE:
        return f"Mutation redraws one move with probability {s.pm:g}: {'it did' if changed else 'it did not'}."
    return f"Mutation flips each bit with probability {s.pm:g}: {counted_noun(changed, 'bit')} flipped."


def _repairs(search: Repair, how: RepairedChild) -> Page:
    """Return the page of the walk, with a table of the repaired moves."""
    genes, walk, problem = evaluated(search), search.walk(), search.problem
    made, total = len(walk) - 1, problem.squares - 1
    repaired = np.flatnonzero(genes[:made] != how.mutated[:made]).tolist()
    ways, free = search.constants.ways.copy(), search.constants.ways < VISITED
    numbers, table = padded(walk, problem.cols).tolist(), [("move", "from", "gene says", "but", "repaired", "ways on")]
    for i in range(made):
        ways[numbers[i]] += VISITED
        if i in repaired and len(table) <= MOST:
            target = search.after(numbers[i], int(how.mutated[i]))
            exists = free[target]
            on = sum(ways[search.after(numbers[i + 1], k)] < VISITED for k in range(8))
            table.append(
                (
                    f"{i + 1:,}",
                    problem.name(int(walk[i])),
                    search.name_of(target) if exists else "-",
                    "visited before" if exists else "off the board",
                    problem.name(int(walk[i + 1])),
                    f"{on}",
                )
            )
    marks = tuple(UNUSED if i >= made else REPAIRED if i in repaired else None for i in range(total))
    rows = (
        CellRow("move", tuple(f"{i + 1}" for i in range(min(total, MOST)))),
        CellRow("as bred" if how.parents else "random", bits(how.mutated)),
        CellRow("repaired", bits(genes), marks),
    )
    board = problem.walk(walk, [(MENDED, walk[[i + 1 for i in repaired]]), (KNIGHT, walk[-1:])])
    sentence = (
        f"A move is three bits. Warnsdorff's rule repaired {counted_noun(len(repaired), 'impossible move')} (marked *)."
        f" Result: {search.outcome()}. The fitness is the number of moves made, {made:,} of {total:,}."
    )
    return Page("bits and repairs", sentence, (Picture(f"{MENDED.sign}: {MENDED.name}", board),), rows, tuple(table))


PARTS = Parts(pages, ("pop", "fitness", "counters", "rng"))
