"""Questions about `repair`: which square replaces a move that a chromosome cannot make."""

import numpy as np

from knightwatch.engine.boards import padded
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import MOST_SQUARES, AnswerKind, Prediction, Quiz
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.parts.repair import breed_again, evaluated
from knightwatch.engine.tour.quiz.walk import on_board, standing
from knightwatch.engine.tour.solvers.repair import Repair


def ask(search: Repair, before: Before) -> Prediction | None:
    """Return the question for one repaired move; None if no repair had a choice, and on large boards."""
    problem, walk = search.problem, search.walk()
    if problem.rows * problem.cols > MOST_SQUARES:
        return None
    bred, genes, made = interpret(breed_again, search, before).mutated, evaluated(search), len(walk) - 1
    places = [i for i in np.flatnonzero(genes[:made] != bred[:made]).tolist() if len(_ways(search, i)) > 1]
    if not places:
        return None
    place = places[search.done % len(places)]
    ways, here = _ways(search, place), problem.name(int(walk[place]))
    numbers = padded(walk[: place + 2], problem.cols).tolist()
    chosen, target = numbers[place + 1], search.after(numbers[place], int(bred[place]))
    ties = [square for square in ways if ways[square] == ways[chosen] and square != chosen]
    impossible = f"to {search.name_of(target)}, visited before" if target in numbers else "off the board"
    text = (
        f"Move {place + 1:,} of this chromosome leads from {here} {impossible}, so it is repaired. The rule: the "
        "square with the fewest ways on; of equal ones, any. Which square is it?"
    )
    board = standing(problem, walk[: place + 1], on_board(problem, list(ways)))
    notes = [f"{search.name_of(square)} has {counted_noun(on, 'way')} on." for square, on in ways.items()]
    return Prediction(
        AnswerKind.SQUARE,
        Page.single("a repair", board, text),
        tuple(on_board(problem, [chosen, *ties])),
        name=problem.name,
        also="chance decides between equal squares",
        why=f"{problem.name(int(walk[place + 1]))} has {counted_noun(ways[chosen], 'way')} on.",
        notes=dict(zip(on_board(problem, list(ways)), notes, strict=True)),
        otherwise=f"is not a free square a knight's move from {here}",
    )


def _ways(search: Repair, place: int) -> dict[int, int]:
    """Return the free squares after a move of the last walk, numbered with the border, with their ways on."""
    walk = padded(search.walk()[: place + 1], search.problem.cols).tolist()
    free = search.constants.ways < VISITED
    free[walk] = False
    around = [there for k in range(8) if free[there := search.after(walk[-1], k)]]
    return {there: sum(bool(free[search.after(there, k)]) for k in range(8)) for there in around}


QUIZ = Quiz(ask)
