"""Questions about `auto`: the next square of the walk, and the new end after a rotation."""

from dataclasses import replace

from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import Prediction, Quiz
from knightwatch.engine.tour.kernels.auto import AutoStep, Counter, Decision
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.quiz.walk import mask, next_square, ways_note
from knightwatch.engine.tour.solvers.auto import Auto

WALKING = Decision.NOT_YET, Decision.TOO_LARGE


def ask(search: Auto, before: Before) -> Prediction | None:
    """Return the question about a move or a rotation; None for new walks, the exact decision and forced moves."""
    if search.counter(Counter.DECISION) not in WALKING:
        return None
    match search.counter(Counter.STEP):
        case AutoStep.WENT:
            return _went(search, before)
        case AutoStep.ROTATED:
            return _rotated(search, before)
    return None


def _rotated(search: Auto, before: Before) -> Prediction | None:
    """Return the question for the new end; None if a complete walk looks for its closing move, or has no choice."""
    depth, path = search.counter(Counter.DEPTH), before.state["path"].tolist()
    tip, name = path[depth - 1], search.name_of
    places = (int(before.state["place"][search.after(tip, k)]) for k in range(8))
    ends = [path[place + 1] for place in places if 0 <= place < depth - 2]
    if depth == search.problem.squares or len(ends) < 2:
        return None
    useful = [end for end in ends if before.state["ways"][end] > VISITED]
    chosen = int(search.state["path"][depth - 1])
    notes = {end: f"{name(end)} has no free square a knight's move away." for end in ends if end not in useful}
    text = (
        f"{name(tip)} is a dead end, so the walk is rotated. It goes up to a square a knight's move from {name(tip)}, "
        f"jumps to {name(tip)}, and goes back. Which square becomes its end? Best: one with ways on."
    )
    allowed = [end for end in useful or ends if end != chosen]
    question = next_square(search, before, text, tip, [chosen, *allowed], notes, "chance decides between such ends")
    otherwise = f"does not follow a square a knight's move from {name(tip)}"
    return replace(question, otherwise=otherwise) if question else None


def _went(search: Auto, before: Before) -> Prediction | None:
    """Return the question about a move; None if only one is possible."""
    depth, path = search.counter(Counter.DEPTH), search.state["path"]
    here, chosen = int(path[depth - 2]), int(path[depth - 1])
    others = dict(search.candidates(here))
    if not others:
        return None
    by_distance = search.counter(Counter.TRIES) % 2 == 0
    far = search.constants.far

    def rank(square: int) -> tuple[int, ...]:
        ways = int(search.state["ways"][square]) % int(VISITED)
        return (ways, -int(far[square])) if by_distance else (ways,)

    ties = [square for square in others if rank(square) == rank(chosen)]
    notes = {square: ways_note(search, square, ways) for square, ways in others.items()}
    if by_distance:
        equal = int(search.state["ways"][chosen]) % int(VISITED)
        nearer = {s: f"{notes[s].rstrip('.')} too, but is nearer to the centre." for s in others if others[s] == equal}
        notes |= nearer
    rest = "the farthest from the centre" if by_distance else "any"
    text = f"Which square is next? The rule: the square with the fewest ways on; of equal ones, {rest}."
    return next_square(search, before, text, here, [chosen, *ties], notes, "chance decides between equal squares")


QUIZ = Quiz(ask, mask)
