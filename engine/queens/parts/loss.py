"""What a generation of `evolve` lost if its best is worse: a sentence, and a page with the lost individual.

Like the other pages, it breeds the generation again from the one before.
"""

from collections.abc import Iterator

import numpy as np

from knightwatch.engine.core.page import Page, Picture
from knightwatch.engine.core.parts import Insight
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution.ranking import LOST, fate, way_of
from knightwatch.engine.queens.kernels.evolve import EvolveCounter as Counter
from knightwatch.engine.queens.kernels.evolve import EvolveSummary as Summary
from knightwatch.engine.queens.parts.breeding import breed_again
from knightwatch.engine.queens.solvers.evolve import Evolve


def is_worse(search: Evolve) -> bool:
    """Return whether the best is worse than in the generation before."""
    return bool(search.state["summary"][Summary.BEST] > search.state["counters"][Counter.EARLIER])


def explain_loss(search: Evolve, state: State) -> Iterator[Insight]:
    """Explain what happened to the best individuals of the generation before."""
    fitness, after = state["fitness"], search.state["fitness"]
    _, bred = breed_again(search, state)
    parents, crossed, mutated = bred.generation
    slots = np.arange(len(parents))
    partners = parents[np.where(crossed, slots ^ 1, slots)]
    best = fitness == fitness.min()
    draws = np.flatnonzero(best[parents])
    children = np.flatnonzero(best[parents] | best[partners])
    if not len(children):
        lost = int(best.argmax())
        pictures: tuple[Picture, ...] = (_picture(search, LOST, lost, state),)
        child = ""
    else:
        place = int(children[after[children].argmin()])
        lost, partner = int(parents[place]), int(partners[place])
        if not best[lost]:
            lost, partner = partner, lost
        with_partner = (_picture(search, "partner", partner, state),) if crossed[place] else ()
        name = "mutated child" if mutated[place] else "child"
        pictures = (
            _picture(search, LOST, lost, state),
            *with_partner,
            _picture(search, name, place, search.state),
        )
        child = counted_noun(int(after[place]), "attack")
    ways = [way_of(bool(crossed[at]), not best[partners[at]], bool(mutated[at])) for at in draws]
    sentence = fate(int(best.sum()), len(np.unique(parents[draws])), ways, child)
    yield Insight(sentence, page=Page("what was lost", sentence, pictures))


def _picture(search: Evolve, name: str, place: int, state: State) -> Picture:
    attacks = counted_noun(int(state["fitness"][place]), "attack")
    return Picture(f"{name}: no. {place + 1:,}, {attacks}", search.problem.placement(state["pop"][place]))
