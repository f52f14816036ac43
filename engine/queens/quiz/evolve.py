"""Questions about `evolve`: which individual wins a tournament, and which row a child has in a marked file."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.page import CellRow, Page, Picture
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import ASKED, AnswerKind, Prediction, Quiz
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution import Crossover
from knightwatch.engine.queens.parts.breeding import Bred, breed_again, repairs
from knightwatch.engine.queens.parts.evolve import SECTION
from knightwatch.engine.queens.problem import QUEEN
from knightwatch.engine.queens.solvers.evolve import Evolve

LARGEST = 40
"""The largest board whose questions users can answer by looking."""
MOST_ENTRANTS = 4
"""The most boards that fit side by side."""
RULES = {
    Crossover.PMX: "The section (marked ]) comes from B, the rest from A. The mapping from B to A replaces each row of "
    "A that the section brings too",
    Crossover.OX: "The child keeps the section of A (marked ]). It takes the other rows in the order of B, starting "
    "after the section",
    Crossover.CX: "The first cycle of files comes from A, the second from B, and so on in turn",
}


def ask(search: Evolve, before: Before) -> Prediction | None:
    """Return the question about a generation: in turn a tournament and a crossover. None on large boards."""
    if not 1 < search.problem.n <= LARGEST:
        return None
    questions = (_tournament, _crossover) if search.done % 2 else (_crossover, _tournament)
    return next(filter(None, (question(search, before.state) for question in questions)), None)


def _plain(board: Board) -> Board:
    """Return a board that does not show which queens attack each other."""
    return replace(board, marks=(QUEEN,) * len(board.marks), links=())


def _pictures(search: Evolve, named: dict[str, NDArray[np.int32]]) -> tuple[Picture, ...]:
    return tuple(Picture(name, _plain(search.problem.placement(rows))) for name, rows in named.items())


def _tournament(search: Evolve, state: State) -> Prediction | None:
    """Return the question who wins the tournament of the best child's first parent; None if all are equal."""
    _, bred = breed_again(search, state)
    entrants = bred.entrants[0] if bred.entrants else ()
    attacks = [int(state["fitness"][each]) for each in entrants]
    if not 2 <= len(entrants) <= MOST_ENTRANTS or len(set(attacks)) == 1:
        return None
    winner = entrants.index(bred.parents[0])
    ties = [place for place, each in enumerate(attacks) if each == attacks[winner] and place != winner]
    names = tuple(f"individual {each + 1:,}" for each in entrants)
    titled = {f"{number}: {name}": state["pop"][entrants[number - 1]] for number, name in enumerate(names, 1)}
    each = ", ".join(f"{name} has {counted_noun(n, 'attack')}" for name, n in zip(names, attacks, strict=True))
    return Prediction(
        AnswerKind.CHOICE,
        Page(
            "a tournament",
            "Tournament: the individual with the fewest attacking pairs wins. Which one becomes the parent?",
            _pictures(search, titled),
        ),
        (winner, *ties),
        names,
        also="it has as few attacks, and the first one drawn wins",
        why=f"{each[0].upper()}{each[1:]}.",
    )


def _crossover(search: Evolve, state: State) -> Prediction | None:
    """Return the question for a row of the best crossed child; None if no pair was crossed or all parents are equal."""
    _, first = breed_again(search, state)
    crossed = np.flatnonzero(first.generation[1])
    if not len(crossed):
        return None
    _, bred = breed_again(search, state, int(crossed[search.state["fitness"][crossed].argmin()]))
    own, other = (state["pop"][parent].astype(np.int64) for parent in bred.parents)
    files = _files(search, bred, own, other)
    if not files:
        return None
    file, n = files[search.done % len(files)], search.problem.n
    within = tuple(SECTION if bred.section[0] <= x < bred.section[1] else None for x in range(n))
    parents = (CellRow(name, tuple(f"{n - y}" for y in rows), within) for name, rows in (("A", own), ("B", other)))
    child = CellRow("child", ("",) * n, tuple(ASKED if x == file else None for x in range(n)))
    rule = RULES[search.settings.crossover]
    text = f"Crossover by {search.settings.crossover}. {rule}. Which row has the child in file {file_name(file)}?"
    return Prediction(
        AnswerKind.NUMBER,
        Page(
            "crossover",
            text,
            _pictures(search, {"A": state["pop"][bred.parents[0]], "B": state["pop"][bred.parents[1]]}),
            (CellRow("file", tuple(map(file_name, range(n)))), *parents, child),
        ),
        (n - int(bred.before_mutation[file]),),
        why=_why(search, bred, own, other, file),
    )


def _files(search: Evolve, bred: Bred, own: NDArray[np.int64], other: NDArray[np.int64]) -> list[int]:
    """Return the files to ask about: those that PMX repairs, if there are any; else those where the parents differ."""
    if search.settings.crossover is Crossover.PMX:
        repaired = list(repairs(own.tolist(), other.tolist(), *bred.section))
        if repaired:
            return repaired
    return np.flatnonzero(own != other).tolist()


def _why(search: Evolve, bred: Bred, own: NDArray[np.int64], other: NDArray[np.int64], file: int) -> str:
    """Say where the row of the child comes from."""
    n, (first, last), row = search.problem.n, bred.section, int(bred.before_mutation[file])
    crossover = search.settings.crossover
    if crossover is Crossover.PMX and (chain := repairs(own.tolist(), other.tolist(), first, last).get(file)):
        return f"Along the mapping: {' → '.join(f'{n - y}' for y in chain)}."
    if first <= file < last:
        return f"The file is in the section, which comes from {'A' if crossover is Crossover.OX else 'B'}."
    if crossover is Crossover.OX:
        return "The rows outside the section come in the order of B."
    source = "A" if row == int(own[file]) else "B"
    return f"The row comes from {source}."


QUIZ = Quiz(ask)
