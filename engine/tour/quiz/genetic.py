"""Questions about `genetic`: which walk wins a tournament, and which square a child has at a marked gene."""

from knightwatch.engine.core.page import CellRow, Page, Picture
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import ASKED, AnswerKind, Prediction, Quiz
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.parts.genetic import copied_from
from knightwatch.engine.tour.quiz.walk import on_board
from knightwatch.engine.tour.solvers.genetic import Genetic, walk_board

MOST_ENTRANTS = 4
"""The most walks that fit side by side."""
SHOWN = 12
"""Genes in the rows of cells."""


def ask(search: Genetic, before: Before) -> Prediction | None:
    """Return the question about the first pair: in turn its tournament, and the crossover of its first child."""
    questions = (_tournament, _crossover) if search.done % 2 else (_crossover, _tournament)
    return next(filter(None, (question(search, before) for question in questions)), None)


def _tournament(search: Genetic, before: Before) -> Prediction | None:
    """Return the question which walk has the most different squares; None if there is nothing to compare."""
    state = search.state
    entrants = list(dict.fromkeys(int(each) for each in state["entrants"][0])) if state["entrants"].size else []
    fitness = [int(before.state["fitness"][each]) for each in entrants]
    if not 2 <= len(entrants) <= MOST_ENTRANTS or len(set(fitness)) == 1:
        return None
    parent = int(state["parents"][0, 0])
    if parent not in entrants:  # a random other walk replaced it, because the parents must differ
        return None
    winner = entrants.index(parent)
    ties = [place for place, each in enumerate(fitness) if each == fitness[winner] and place != winner]
    names = tuple(f"walk {each + 1:,}" for each in entrants)
    pictures = tuple(
        Picture(f"{place}: {name}", walk_board(search.problem, before.state["walks"][each]))
        for place, (name, each) in enumerate(zip(names, entrants, strict=True), 1)
    )
    back = ", plus 1 for a closing move" if search.problem.closed else ""
    text = f"Tournament: which of these walks has the most different squares{back}, and becomes the first parent?"
    each = ", ".join(f"{name} has {number}" for name, number in zip(names, fitness, strict=True))
    return Prediction(
        AnswerKind.CHOICE,
        Page("a tournament", text, pictures),
        (winner, *ties),
        names,
        also="it has as many squares, and the first one drawn wins",
        why=f"Different squares{back}: {each}.",
    )


def _crossover(search: Genetic, before: Before) -> Prediction | None:
    """Return the question from which parent the marked gene of the first child comes; None if both have the same."""
    state, problem, s = search.state, search.problem, search.settings
    one, other = (before.state["walks"][int(parent)].tolist() for parent in state["parents"][0])
    source = copied_from(one, other, 0, s.field, s.late, problem.cols)
    grown = int(state["grown"][0]) or len(one)
    differing = [gene for gene in range(s.field, grown) if one[gene] != other[gene]]
    if not differing:
        return None
    gene = differing[search.done % min(len(differing), s.field + 1)]
    first = max(0, gene - SHOWN + 2)
    genes = range(first, min(len(one), first + SHOWN))
    walks = one, other, state["children"][0].tolist()
    *names, child = ([problem.name(square) for square in on_board(problem, walk)] for walk in walks)
    rows = (
        CellRow("gene", tuple(f"{place + 1:,}" for place in genes)),
        *(CellRow(letter, tuple(each[place] for place in genes)) for letter, each in zip("AB", names, strict=True)),
        CellRow(
            "child",
            tuple(child[place] if place < gene else "" for place in genes),
            tuple(ASKED if place == gene else None for place in genes),
        ),
    )
    pictures = tuple(
        Picture(letter, walk_board(problem, before.state["walks"][int(parent)]))
        for letter, parent in zip("AB", state["parents"][0], strict=True)
    )
    late = " The first switch comes one gene later." if s.late else ""
    text = (
        f"Crossover: the child copies at least {counted_noun(s.field, 'gene')} from a parent. It then switches as soon "
        f"as the other parent's next gene is a knight's move away.{late} Which square is gene {gene + 1:,}?"
    )
    chosen, run = source[gene], gene - _run_start(source, gene)
    count = counted_noun(run, "gene")
    why = f"Before it, the child copied {count} in a row from {'AB'[chosen]}." if run else _switch(chosen, names, gene)
    choices = tuple(f"{each[gene]}, from {letter}" for letter, each in zip("AB", names, strict=True))
    return Prediction(AnswerKind.CHOICE, Page("crossover", text, pictures, rows), (chosen,), choices, why=why)


def _run_start(source: list[int], gene: int) -> int:
    """Return the first gene of the part that is copied from the same parent."""
    while gene and source[gene - 1] == source[gene]:
        gene -= 1
    return gene


def _switch(chosen: int, names: list[list[str]], gene: int) -> str:
    """Say why the child switches parents at a gene."""
    before, now = names[1 - chosen][gene - 1], names[chosen][gene]
    return f"{now} is a knight's move from {before}, so the child switches to {'AB'[chosen]}."


QUIZ = Quiz(ask)
