"""The pages about a trial of `anneal`: the move with the lines that it changes, and the chances at this temperature."""

from knightwatch.engine.boards import square_name
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.queens.kernels.anneal import AnnealCounter as Counter
from knightwatch.engine.queens.kernels.anneal import AnnealOutcome, chance
from knightwatch.engine.queens.solvers.anneal import Anneal

TITLES = {
    AnnealOutcome.KEPT: "a move without loss",
    AnnealOutcome.KEPT_WORSE: "a worse move, kept",
    AnnealOutcome.REFUSED: "a worse move, refused",
}


def pages(search: Anneal, before: Before) -> Pages:
    """Return the move and the chances."""
    return _move(search, before), _chances(search)


def _move(search: Anneal, before: Before) -> Page:
    """Return the page about the move: queens on the lines that it leaves and enters."""
    n, problem = search.problem.n, search.problem
    x, old, new = (search.counter(place) for place in (Counter.COLUMN, Counter.FROM, Counter.TO))
    tried = before.state["queens"].copy()
    tried[x] = new
    lines = before.state["lines"]
    rows: list[tuple[str, ...]] = [("square", "row", "rising", "falling", "attacks")]
    for word, y, itself in (("leaves", old, 1), ("enters", new, 0)):
        here = [int(lines[place]) - itself for place in (y, n + x + y, 4 * n + x - y)]
        rows.append((f"{word} {square_name(y, x, n)}", *(f"{count}" for count in here), f"{sum(here)}"))
    outcome = AnnealOutcome(search.counter(Counter.OUTCOME))
    name = "refused" if outcome is AnnealOutcome.REFUSED else "after"
    pictures = Picture("before", problem.placement(before.state["queens"])), Picture(name, problem.placement(tried))
    return Page(TITLES[outcome], search.frame().sentence, pictures, table=tuple(rows))


def _chances(search: Anneal) -> Page:
    """Return the page about the temperature: the chance of a move by the attacks that it adds."""
    first, now = float(search.state["temperature"][0]), search.temperature
    chances = [(more, *(interpret(chance, more, each) for each in (first, now))) for more in range(1, 7)]
    table: Table = (
        ("attacks added", f"at {first:.3g}", f"now, at {now:.3g}"),
        *((f"{more}", f"{then:.1%}", f"{here:.1%}") for more, then, here in chances),
    )
    stages = search.counter(Counter.STAGES)
    sentence = (
        "A move that adds d attacks is kept with probability exp(-d / temperature). The temperature began at "
        f"{first:.3g} and fell {stages:,} times by the factor {search.settings.cooling:g}. {search.season()}"
    )
    return Page("the temperature", sentence, (Picture("", search.frame().board),), table=table)


PARTS = Parts(pages, ("queens", "lines"))
