"""The pages about a step of `climb`: the neighbourhood that it judged, and the move that it made."""

import numpy as np

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels.climb import ClimbCounter as Counter
from knightwatch.engine.queens.kernels.climb import ClimbOutcome
from knightwatch.engine.queens.neighbourhood import attacks_by_square, best_squares, neighbourhood
from knightwatch.engine.queens.solvers.climb import Choice, Climb

MOST = 12
"""Rows of a table, at most."""


def pages(search: Climb, before: Before) -> Pages:
    """Return the neighbourhood before the step, and the boards before and after."""
    frame, outcome = search.frame(), search.counter(Counter.OUTCOME)
    problem, queens = search.problem, before.state["queens"]
    boards = Picture("before", problem.placement(queens)), Picture("after", problem.placement(search.state["queens"]))
    if outcome == ClimbOutcome.RESTARTED:
        return (Page("a restart", frame.sentence, boards),)
    title = {ClimbOutcome.BETTER: "the move", ClimbOutcome.SIDEWAYS: "a sideways move"}
    moved = Page(title.get(ClimbOutcome(outcome), "stuck"), frame.sentence, boards, table=_changes(search, before))
    return _judged(search, before), moved


def _judged(search: Climb, before: Before) -> Page:
    """Return the page with the attacks of all neighbours."""
    problem, queens = search.problem, before.state["queens"]
    attacks, now = attacks_by_square(queens), int(before.state["counters"][Counter.ATTACKS])
    best = best_squares(attacks, queens)
    others = np.delete(attacks.ravel(), queens * problem.n + np.arange(problem.n))
    fewer, equal = int((others < now).sum()), int((others == now).sum())
    table: Table = (
        ("neighbours with", "number"),
        ("fewer attacks", f"{fewer:,}"),
        ("equally many", f"{equal:,}"),
        ("more attacks", f"{len(others) - fewer - equal:,}"),
    )
    names = ", ".join(square_name(*divmod(int(each), problem.n), problem.n) for each in best[:MOST])
    judged = f"now {counted_noun(now, 'attack')}; the best squares, with {attacks.ravel()[best[0]]}, are {names}"
    more = " and others" if len(best) > MOST else ""
    sentence = f"Each number is the attacks if the queen of its column stood there: {judged}{more}."
    if search.settings.choice is Choice.FIRST_CHOICE:
        sentence += " First-choice looks at them in random order and takes the first that is better."
    return Page("the neighbourhood", sentence, (Picture("before", neighbourhood(problem, queens)),), table=table)


def _changes(search: Climb, before: Before) -> Table:
    """Return the attacks before and after the step."""
    earlier, now = (int(state["counters"][Counter.ATTACKS]) for state in (before.state, search.state))
    return ("", "attacks"), ("before", f"{earlier:,}"), ("after", f"{now:,}")


PARTS = Parts(pages, ("queens", "counters"))
