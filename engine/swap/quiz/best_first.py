"""Questions about `best-first`: which open position A* expands next."""

from knightwatch.engine.core.page import Page, Picture
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import AnswerKind, Prediction, Quiz
from knightwatch.engine.core.search import State
from knightwatch.engine.swap.kernels.best_first import BestFirstCounter as Counter
from knightwatch.engine.swap.solvers.best_first import BestFirst

MOST = 4
"""The most positions to choose from."""
MOST_READ = 2_000
"""The most entries of the open list that are read."""


def ask(search: BestFirst, before: Before) -> Prediction | None:
    """Return the question for the next position; None if all open positions have the same f."""
    if search.full:
        return None
    state, lowest = before.state, int(before.state["counters"][Counter.F])
    entries = _open(state, lowest)
    rivals = [each for each in entries if each[0] > lowest]
    if not rivals:
        return None
    ties = [each for each in entries[1:] if each[0] == lowest]
    # The next position, one with the same f if there is one, and positions with a higher f.
    offered = [entries[0], *ties[:1], *rivals[:: max(1, len(rivals) // MOST)]][:MOST]
    offered.sort(key=lambda each: int(state["position"][each[1]]))
    costs = [int(state["waiting_cost"][entry]) for _, _, entry in offered]
    choices = tuple(f"g = {g}, h = {f - g}" for g, (f, _, _) in zip(costs, offered, strict=True))
    pictures = tuple(
        Picture(f"{number}: {words}", search.problem.position(_text(search, int(state["position"][node]))))
        for number, (words, (_, node, _)) in enumerate(zip(choices, offered, strict=True), 1)
    )
    chosen = offered.index(entries[0])
    others = (place for place, (f, _, _) in enumerate(offered) if f == lowest and place != chosen)
    sums = ", ".join(f"position {number} has {f}" for number, (f, _, _) in enumerate(offered, 1))
    text = "A* has these open positions, and others. Which one is next? The rule: the lowest f = g + h."
    return Prediction(
        AnswerKind.CHOICE,
        Page("the next position", text, pictures),
        (chosen, *others),
        tuple(f"position {number}" for number in range(1, len(offered) + 1)),
        also="its f is as low, and the solver takes the newest",
        why=f"The sum g + h: {sums}.",
    )


def _open(state: State, lowest: int) -> list[tuple[int, int, int]]:
    """Return f, node and entry of open positions, the next one first."""
    found, read = list[tuple[int, int, int]](), 0
    for f in range(lowest, len(state["tops"])):
        entry = int(state["tops"][f]) - 1
        while entry >= 0 and read < MOST_READ:
            read += 1
            node = int(state["waiting"][entry])
            if state["cost"][node] == state["waiting_cost"][entry]:  # else it is stale
                found.append((f, node, entry))
            entry = int(state["below"][entry]) - 1
    return found


def _text(search: BestFirst, position: int) -> str:
    return search.problem.text(search.positions.letters(position))


QUIZ = Quiz(ask)
