"""What the help of a puzzle's screen says: solvers, settings, signs on the board, the last step, and words."""

from collections.abc import Mapping

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.glossary import GLOSSARY
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.help import legend


def help_text(
    plan: Plan, board: Board, now: str, figures: Mapping[str, str], ascii_only: bool
) -> tuple[tuple[str, ...], dict[str, dict[str, str]]]:
    """Return paragraphs about a run, and by headline what its figures, settings and words mean."""
    solvers = [
        f"{number} {s.name}: {s.summary}. A step is one {s.unit}; i stops at the next {s.milestone}."
        for number, s in enumerate(plan.puzzle.solvers, 1)
    ]
    words = (
        f"{plan.puzzle.title}: {plan.puzzle.summary}. Solvers, by key:\n" + "\n".join(solvers),
        "Settings: "
        + ", ".join(f"{option(n)} {v}" for n, v in plan.values().items())
        + "; everything else as published or by default.",
        "On the board: " + ", ".join(legend(board, ascii_only)) + ".",
        f"Now: {now}",
    )
    fields = declaration(plan.puzzle, plan.solver)
    settings = {option(name): field.description or "" for name, field in fields.items()}
    terms = {"Figures": figures, "Settings": settings, "Words of the field": GLOSSARY}
    told = {
        headline: {to_ascii(name, ascii_only): to_ascii(meaning, ascii_only) for name, meaning in each.items()}
        for headline, each in terms.items()
    }
    return words, told
