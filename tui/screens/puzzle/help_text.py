"""The help of a puzzle's screen: the last step, solvers, settings, signs on the board, and a glossary."""

from collections.abc import Mapping, Sequence

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.glossary import GLOSSARY
from knightwatch.engine.plans.catalog import left_out
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.plans.puzzle import Offer
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.help import seen_legend


def help_text(
    plan: Plan,
    solvers: Sequence[Offer],
    board: Board,
    now: str,
    figures: Mapping[str, str],
    ascii_only: bool,
) -> tuple[tuple[str, ...], dict[str, dict[str, str]]]:
    """Return the paragraphs about a run, and under each headline the terms with their meanings."""
    keys = [
        f"{number} {s.name}: {s.summary}. "
        + ("Key" if s.unit == "step" else f"A step is one {s.unit}; key")
        + f" i runs to the next {s.milestone}."
        for number, s in enumerate(solvers, 1)
    ]
    paragraphs = (
        f"Now: {now}",
        f"{plan.puzzle.title}: {plan.puzzle.summary}. The keys of the solvers:\n" + "\n".join([*keys, *left_out()]),
        "Settings: "
        + ", ".join(f"{option(n)} {v}" for n, v in plan.values().items())
        + "; all other settings have their default values.",
        *(f"On the board: {', '.join(signs)}." for signs in [seen_legend(board, ascii_only)] if signs),
    )
    fields = declaration(plan.puzzle, plan.solver)
    settings = {option(name): field.description or "" for name, field in fields.items()}
    terms = {"Figures": figures, "Settings": settings, "Glossary": GLOSSARY}
    meanings = {
        headline: {to_ascii(name, ascii_only): to_ascii(meaning, ascii_only) for name, meaning in each.items()}
        for headline, each in terms.items()
    }
    return paragraphs, meanings
