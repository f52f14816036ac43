"""Questions about `ants`: the next square of an ant, given the pheromone on its moves."""

from dataclasses import replace

import numpy as np

from knightwatch.engine.boards import padded
from knightwatch.engine.core.frame import Board, Links, Tone
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import MOST_SQUARES, AnswerKind, Prediction, Quiz
from knightwatch.engine.tour.parts.ants import chances
from knightwatch.engine.tour.quiz.walk import on_board, standing
from knightwatch.engine.tour.solvers.ants import Ants

CLEAR = 1.2
"""The most likely move must be this much more likely than the mean; else there is nothing to predict."""


def ask(search: Ants, before: Before) -> Prediction | None:
    """Return the question for one move of an ant; None if all its moves are about equally likely."""
    problem, (_, cycle, ant) = search.problem, search.position()
    if problem.rows * problem.cols > MOST_SQUARES or cycle == 0:
        return None
    jumped = search.done - before.frame.moment > 1  # then the ant is the first of its cycle
    shares = chances(search, (search.state if jumped else before.state)["pheromone"])
    clear = [i for i, each in enumerate(shares) if len(each) > 1 and max(each.values()) * len(each) > CLEAR]
    if not clear:
        return None
    place = clear[search.done % len(clear)]
    options, walk = shares[place], search.walk()
    chosen, here = int(padded(walk[place + 1 : place + 2], problem.cols)[0]), problem.name(int(walk[place]))
    likely = [square for square, share in options.items() if share == max(options.values()) and square != chosen]
    squares, names = on_board(problem, list(options)), [search.name_of(square) for square in options]
    told = dict(zip(names, options.values(), strict=True))
    head = "All pheromone is equal in the first cycle, so the question is about the second. " if jumped else ""
    text = (
        f"{head}Ant {ant + 1:,} of cycle {cycle + 1:,} is on {here}, square {place + 1:,} of its walk. A move is as "
        "likely as its pheromone is strong: the bright lines. Which square is next?"
    )
    return Prediction(
        AnswerKind.SQUARE,
        Page.single(
            "the next square of an ant", _board(search, place, dict(zip(squares, told.values(), strict=True))), text
        ),
        tuple(on_board(problem, [chosen, *likely])),
        name=problem.name,
        also="it was the most likely one, but chance chose another",
        notes=dict(zip(squares, (f"{name} had a chance of {share:.0%}." for name, share in told.items()), strict=True)),
        why=f"The chances: {', '.join(f'{name} {told[name]:.0%}' for name in sorted(told))}.",
        otherwise=f"is not a free square a knight's move from {here}",
    )


def _board(search: Ants, place: int, shares: dict[int, float]) -> Board:
    """Return the walk up to a place, with the pheromone of its candidates."""
    walk = np.asarray(search.walk()[: place + 1])
    weights = np.array(list(shares.values())) / max(shares.values())
    pairs = np.array([(walk[-1], square) for square in shares], np.int64)
    board = standing(search.problem, walk, list(shares))
    return replace(board, links=(Links("pheromone", Tone.HEAT, pairs, weights),))


def steps(search: Ants) -> int:
    """Return the steps up to the next ant with unequal pheromone: the first cycle of a colony has none."""
    cycle = search.done // search.ants
    return (cycle + 1) * search.ants + 1 - search.done if cycle % search.settings.cycles == 0 else 1


QUIZ = Quiz(ask, steps=steps)
