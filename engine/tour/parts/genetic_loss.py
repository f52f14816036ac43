"""What a generation of `genetic` lost if its best is worse: a sentence, and a page with the lost walk and its child.

The state contains the generation before and the parents of each child, so nothing is bred again.
"""

from collections.abc import Iterator

import numpy as np

from knightwatch.engine.core.page import Page, Picture
from knightwatch.engine.core.parts import Insight
from knightwatch.engine.core.search import State
from knightwatch.engine.evolution.ranking import LOST, fate, way_of
from knightwatch.engine.tour.kernels.genetic import GeneticCounter
from knightwatch.engine.tour.kernels.genetic_operators import GeneticSummary
from knightwatch.engine.tour.solvers.genetic import Genetic, walk_board


def is_worse(search: Genetic) -> bool:
    """Return whether the best fitness is worse than in the generation before."""
    return bool(search.state["summary"][GeneticSummary.BEST] < search.counter(GeneticCounter.EARLIER))


def explain_loss(search: Genetic, state: State) -> Iterator[Insight]:  # noqa: ARG001
    """Say what happened to the best walks of the generation before."""
    s, goal = search.state, f"{search.goal:,}"
    walks, fitness, after, parents = s["before"], s["before_fitness"], s["children_fitness"], s["parents"]
    best = fitness == fitness.max()
    crossed = (walks[parents[:, 0]] != walks[parents[:, 1]]).any(axis=1)
    litter = len(after) // len(parents)
    children = np.flatnonzero(best[parents].any(axis=1).repeat(litter))

    def picture(name: str, place: int) -> Picture:
        named = f"{name}: no. {place + 1:,}, {int(fitness[place]):,} of {goal}"
        return Picture(named, walk_board(search.problem, walks[place]))

    if not len(children):
        pictures: tuple[Picture, ...] = (picture(LOST, int(best.argmax())),)
        worth = ""
    else:
        child = int(children[after[children].argmax()])
        lost, partner = sorted(parents[child // litter].tolist(), key=lambda parent: -int(fitness[parent]))
        name, worth = "mutated child" if s["grown"][child] else "child", f"{int(after[child]):,} of {goal}"
        pictures = (
            picture(LOST, lost),
            *((picture("partner", partner),) if crossed[child // litter] else ()),
            Picture(f"{name}, {worth}", walk_board(search.problem, s["children"][child])),
        )
        worth = f"{worth}{'' if search.problem.closed else ' squares'}"
    pairs = np.flatnonzero(best[parents].any(axis=1))
    ways = [
        way_of(bool(crossed[pair]), not best[parents[pair]].all(), bool(s["grown"][pair * litter :][:litter].all()))
        for pair in pairs
    ]
    drawn = np.unique(parents[pairs])
    sentence = fate(int(best.sum()), int(best[drawn].sum()), ways, worth)
    yield Insight(sentence, page=Page("what was lost", sentence, pictures))
