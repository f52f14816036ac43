"""The pages about a step of `climb`: the neighbourhood that it judged, and the move that it made."""

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels.climb import ClimbCounter as Counter
from knightwatch.engine.queens.kernels.climb import ClimbOutcome
from knightwatch.engine.queens.neighbourhood import attacks_by_square, best_squares, compared, neighbourhood
from knightwatch.engine.queens.solvers.climb import Choice, Climb

MOST = 12
"""Rows of a table, at most."""
PUBLISHED = {0: 14, 100: 94}
"""Per cent of starts on 8 x 8 that are solved, by the sideways moves allowed: Russell and Norvig, chapter 4."""


def pages(search: Climb, before: Before) -> Pages:
    """Return the neighbourhood before the step, and the boards before and after."""
    frame, outcome = search.frame(), search.counter(Counter.OUTCOME)
    problem, queens = search.problem, before.state["queens"]
    boards = Picture("before", problem.placement(queens)), Picture("after", problem.placement(search.state["queens"]))
    if outcome == ClimbOutcome.RESTARTED:
        return (Page("a restart", frame.sentence, boards),)
    title = {ClimbOutcome.BETTER: "the move", ClimbOutcome.SIDEWAYS: "a sideways move"}
    if outcome == ClimbOutcome.STUCK:
        return _judged(search, before), _stuck(search)
    moved = Page(title[ClimbOutcome(outcome)], frame.sentence, boards, table=_changes(search, before))
    return _judged(search, before), moved


def _stuck(search: Climb) -> Page:
    """Return the page about a local minimum: why the search cannot leave it, and how many starts end so."""
    s, (stuck, starts) = search.settings, search.stuck_starts
    solved = PUBLISHED.get(s.sideways) if search.problem.n == 8 and s.choice is Choice.STEEPEST else None
    table: Table = (
        ("starts", "this run", "textbook"),
        ("stuck", f"{stuck:,} of {starts:,}", f"{100 - (solved or 0)} %"),
        ("solved", f"{starts - stuck:,} of {starts:,}", f"{solved} %"),
    )
    if solved is None:
        table = tuple(row[:2] for row in table)
    taken = "moves with fewer attacks, and some sideways moves" if s.sideways else "only moves with fewer attacks"
    helps = "only a restart helps"
    if search.has_equal_moves():
        helps = f"a restart helps, or {'more sideways moves' if s.sideways else 'the setting sideways'}"
    sentence = (
        f"Hill climbing makes {taken}. They soon run out, because each leaves fewer attacks to remove. From here the "
        f"way to a solution begins with {search.way_out()} move, which it does not make: {helps}."
    )
    return Page("stuck", sentence, (Picture("", search.frame().board),), table=table)


def _judged(search: Climb, before: Before) -> Page:
    """Return the page with the attacks of all neighbours."""
    problem, queens = search.problem, before.state["queens"]
    attacks, now = attacks_by_square(queens), int(before.state["counters"][Counter.ATTACKS])
    best = best_squares(attacks, queens)
    fewer, equal, more_attacks = compared(queens)
    table: Table = (
        ("neighbours with", "number"),
        ("fewer attacks", f"{fewer:,}"),
        ("equally many", f"{equal:,}"),
        ("more attacks", f"{more_attacks:,}"),
    )
    names = ", ".join(square_name(*divmod(int(each), problem.n), problem.n) for each in best[:MOST])
    least = int(attacks.ravel()[best[0]])
    which = "the best squares" if least < now else "no square is better; the lowest"
    judged = f"now {counted_noun(now, 'attack')}; {which}, with {least}, are {names}"
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
