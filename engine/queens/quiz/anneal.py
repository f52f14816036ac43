"""Questions about `anneal`: whether a trial adds attacks, and whether a worse move is kept."""

from knightwatch.engine.boards import square_name
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import MOST_SQUARES, NO, YES, YES_NO, AnswerKind, Prediction, Quiz, with_mark
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels.anneal import AnnealCounter as Counter
from knightwatch.engine.queens.kernels.anneal import AnnealOutcome, chance
from knightwatch.engine.queens.solvers.anneal import Anneal


def ask(search: Anneal, before: Before) -> Prediction | None:
    """Return the question about a trial; None on large boards, and every second time if the move is not worse."""
    n = search.problem.n
    if n * n > MOST_SQUARES:
        return None
    column, more = search.counter(Counter.COLUMN), search.counter(Counter.MORE)
    names = [square_name(search.counter(row), column, n) for row in (Counter.FROM, Counter.TO)]
    board = with_mark(before.frame.board, search.counter(Counter.TO) * n + column)
    now = counted_noun(int(before.state["counters"][Counter.ATTACKS]), "attack")
    trial = f"Now {now}. The trial moves the queen of {names[0]} to {names[1]}."
    if search.done % 2:
        change = more - search.counter(Counter.LESS)
        after = f"It changes the attacks by {change:+}." if change else "The number of attacks stays the same."
        page = Page.single("the trial", board, f"{trial} Does that add attacks?")
        return Prediction(AnswerKind.CHOICE, page, (YES if more else NO,), YES_NO, why=after)
    if not more:
        return None
    share = interpret(chance, more, search.temperature)
    text = (
        f"{trial} That adds {counted_noun(more, 'attack')}, and the temperature is {search.temperature:.3g}. Chance "
        f"keeps such a move with probability exp(-{more} / {search.temperature:.3g}) = {share:.1%}. Is it kept?"
    )
    kept = search.counter(Counter.OUTCOME) == AnnealOutcome.KEPT_WORSE
    likely = ("kept", YES) if share >= 1 / 2 else ("refused", NO)
    return Prediction(
        AnswerKind.CHOICE,
        Page.single("a worse move", board, text),
        tuple(dict.fromkeys((YES if kept else NO, likely[1]))),
        YES_NO,
        also="it was likelier",
        why=f"Most such moves are {likely[0]} at this temperature: {share:.1%} are kept.",
    )


QUIZ = Quiz(ask)
