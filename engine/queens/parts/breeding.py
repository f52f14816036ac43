"""Breed a generation of `evolve` again, with the same operators and random numbers, to see how a child was made."""

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
    """How one child was bred."""

    parents: tuple[int, int]
    """Indexes of its parents in the generation before; the child has the place of the first."""
    entrants: tuple[tuple[int, ...], ...]
    """The individuals in each parent's tournament; empty for other selections."""
    crossed: bool
    generation: tuple[NDArray[np.uint32], NDArray[np.bool_], NDArray[np.bool_]]
    """For each child of the generation: its parent, whether it was crossed, whether it was mutated."""
    section: tuple[int, int]
    """The section of the crossover, from and to; (0, 0) if there is none."""
    before_mutation: Individual
    after_mutation: Individual

    @property
    def moved(self) -> NDArray[np.intp]:
        """The places whose genes the mutation moved."""
        return np.flatnonzero(self.before_mutation != self.after_mutation)


def breed(place: int, state: State, s: EvolveSettings, pm: float) -> Bred:
    """Breed the generation that follows a state, and note how the child at `place` is made."""
    rng, fitness = state["rng"].copy(), state["fitness"]
    size, n = state["pop"].shape
    first = place - place % 2
    pair = (place, place + 1 - 2 * (place % 2)) if first + 1 < size else (place, place)
    parents, entrants = np.empty(size, np.uint32), dict[int, tuple[int, ...]]()
    if s.selection is Selection.TOURNAMENT:
        for i in range(size):
            if i in pair:
                entrants[i] = tournament_entrants(s.k, size, rng.copy())
            tournament(s.k, fitness, parents[i : i + 1], rng)
    else:
        select(s.selection.code, s.k, s.mu or max(1, s.pop // 2), fitness, parents, rng)
    children, spare = state["pop"][parents].astype(np.uint32), np.empty((4, n), np.uint32)
    crossed, mutated, within = np.zeros(size, np.bool_), np.zeros(size, np.bool_), (0, 0)
    for i in range(0, size - 1, 2):
        if uniform(rng) < s.pc:
            crossed[i : i + 2] = True
            if i == first and s.crossover in (Crossover.PMX, Crossover.OX):
                within = (between_cuts if s.section is Section.CUTS else section)(n, rng.copy())
            cross(s.crossover.code, s.section.code, children[i], children[i + 1], spare, rng)
    before_mutation = children[place].copy()
    for i in range(size):
        if uniform(rng) < pm:
            mutated[i] = True
            mutate(s.mutation.code, children[i], rng)
    return Bred(
        (int(parents[pair[0]]), int(parents[pair[1]])),
        tuple(entrants[i] for i in pair if entrants),
        bool(crossed[place]),
        (parents, crossed, mutated),
        within,
        before_mutation,
        children[place],
    )


def tournament_entrants(k: int, size: int, rng: NDArray[np.uint64]) -> tuple[int, ...]:
    """Return k different random individuals, as `tournament` chooses them."""
    entrants = dict[int, None]()
    while len(entrants) < k:
        entrants[below(rng, size)] = None
    return tuple(entrants)


def repairs(own: Sequence[int], other: Sequence[int], first: int, last: int) -> dict[int, list[int]]:
    """Return PMX's repairs: for each place outside the section with a duplicate value, its chain along the mapping."""
    mapping = {other[i]: own[i] for i in range(first, last)}
    chains = {}
    for place, value in enumerate(own):
        if value in mapping and not first <= place < last:
            chain = [value]
            while chain[-1] in mapping:
                chain.append(mapping[chain[-1]])
            chains[place] = chain
    return chains


def breed_again(search: Evolve, state: State, place: int | None = None) -> tuple[int, Bred]:
    """Breed the last generation again; return a place, by default that of the best child, and how it was bred."""
    s, pm = search.settings, search.settings.pm
    if s.decay:
        pm = decayed(s.pm, int(state["summary"][Summary.BEST]), int(state["counters"][Counter.FIRST]))
    place = int(search.state["fitness"].argmin()) if place is None else place
    return place, interpret(breed, place, state, s, pm)
