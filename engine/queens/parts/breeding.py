"""A generation of `evolve` bred again: from the state before it, by the same operators and random numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.rng import below, uniform
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.search import State
from knightwatch.engine.evolution import Crossover, Section, Selection
from knightwatch.engine.evolution.crossover import between_cuts, cross, section
from knightwatch.engine.evolution.mutation import decayed, mutate
from knightwatch.engine.evolution.selection import select, tournament
from knightwatch.engine.queens.kernels.evolve import EvolveCounter as Counter
from knightwatch.engine.queens.kernels.evolve import EvolveSummary as Summary
from knightwatch.engine.queens.solvers.evolve import Evolve, EvolveSettings

Individual = NDArray[np.uint32]


@dataclass(frozen=True)
class Bred:
    """How one individual was bred."""

    parents: tuple[int, int]
    """The places of its parents in the generation before: that in whose place it stands first."""
    entrants: tuple[tuple[int, ...], ...]
    """Who was drawn for the tournament of each; nothing in other selections."""
    crossed: bool
    everyone: tuple[NDArray[np.uint32], NDArray[np.bool_], NDArray[np.bool_]]
    """For each place of the generation its parent, whether that was crossed, and whether the child was mutated."""
    between: tuple[int, int]
    """The section of the crossover, where it has one; else nothing."""
    born: Individual
    """The child before mutation."""
    grown: Individual
    """And after it."""


def bred(place: int, state: State, s: EvolveSettings, chance: float) -> Bred:
    """Breed the generation after a state again, to see how the individual at a place comes about."""
    rng, fitness = state["rng"].copy(), state["fitness"]
    size, n = state["pop"].shape
    first = place - place % 2
    mine = (place, place + 1 - 2 * (place % 2)) if first + 1 < size else (place, place)
    parents, entrants = np.empty(size, np.uint32), dict[int, tuple[int, ...]]()
    if s.selection is Selection.TOURNAMENT:
        for i in range(size):
            if i in mine:
                entrants[i] = drawn(s.k, size, rng.copy())
            tournament(s.k, fitness, parents[i : i + 1], rng)
    else:
        select(s.selection.code, s.k, s.mu or max(1, s.pop // 2), fitness, parents, rng)
    children, spare = state["pop"][parents].astype(np.uint32), np.empty((4, n), np.uint32)
    crossed, mutated, between = np.zeros(size, np.bool_), np.zeros(size, np.bool_), (0, 0)
    for i in range(0, size - 1, 2):
        if uniform(rng) < s.pc:
            crossed[i : i + 2] = True
            if i == first and s.crossover in (Crossover.PMX, Crossover.OX):
                between = (between_cuts if s.section is Section.CUTS else section)(n, rng.copy())
            cross(s.crossover.code, s.section.code, children[i], children[i + 1], spare, rng)
    born = children[place].copy()
    for i in range(size):
        if uniform(rng) < chance:
            mutated[i] = True
            mutate(s.mutation.code, children[i], rng)
    return Bred(
        (int(parents[mine[0]]), int(parents[mine[1]])),
        tuple(entrants[i] for i in mine if entrants),
        bool(crossed[place]),
        (parents, crossed, mutated),
        between,
        born,
        children[place],
    )


def drawn(k: int, size: int, rng: NDArray[np.uint64]) -> tuple[int, ...]:
    """Draw the entrants of a tournament."""
    entrants = dict[int, None]()
    while len(entrants) < k:
        entrants[below(rng, size)] = None
    return tuple(entrants)


def repairs(own: Sequence[int], other: Sequence[int], first: int, last: int) -> dict[int, list[int]]:
    """Return for each place outside the section whose value came in with it the values along the mapping, in order."""
    mapping = {other[i]: own[i] for i in range(first, last)}
    found = {}
    for place, value in enumerate(own):
        if value in mapping and not first <= place < last:
            chain = [value]
            while chain[-1] in mapping:
                chain.append(mapping[chain[-1]])
            found[place] = chain
    return found


def again(search: Evolve, state: State, place: int | None = None) -> tuple[int, Bred]:
    """Breed the last generation again; return a place, that of its best if none is named, and what led there."""
    s, chance = search.settings, search.settings.pm
    if s.decay:
        chance = decayed(s.pm, int(state["summary"][Summary.BEST]), int(state["counters"][Counter.FIRST]))
    place = int(search.state["fitness"].argmin()) if place is None else place
    return place, interpret(bred, place, state, s, chance)
