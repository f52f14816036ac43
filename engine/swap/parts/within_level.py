"""The page about an expansion of `within-level`: the position, its moves, and which of them it lists again."""

from dataclasses import replace

from knightwatch.engine.core.frame import Links, Mark, Tone
from knightwatch.engine.core.page import CellRow, Page, Picture
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.kernels.within_level import WithinLevelCounter as Counter
from knightwatch.engine.swap.solvers.within_level import WithinLevel

HERE = Mark("current level", "<", "<", Tone.HINT)


def pages(search: WithinLevel, before: Before) -> Pages:
    """Return the page about the expanded position."""
    counters, state, positions = before.state["counters"], search.state, search.positions
    cursor, listed, depth = (int(counters[place]) for place in (Counter.CURSOR, Counter.LISTED, Counter.DEPTH))
    expanded = int(state["positions"][cursor])
    fresh = {int(each) for each in state["positions"][listed : search.counter(Counter.LISTED)]}
    known = {int(each) for each in state["positions"][:listed]}
    rows, ways = [("move", "", "leads to")], []
    near = () if search.found() else positions.neighbours(expanded)
    moves = [(*positions.move(expanded, there), there) for there in near]
    for here, to, there in sorted(moves, key=lambda move: (move[0], search.printed_ways[move[0]].index(move[1]))):
        ways.append((search.problem.squares[here], search.problem.squares[to]))
        label = "already in the next level"
        if there in fresh:
            label = "listed again: not recognised" if there in known else "listed, new"
        name = search.problem.name
        rows.append((f"{name(here)}-{name(to)}", label, search.problem.text(positions.letters(there))))
    board = search.problem.position(search.problem.text(positions.letters(expanded)))
    compared = search.counter(Counter.COMPARISONS) - int(counters[Counter.COMPARISONS])
    sizes = state["sizes"][: search.counter(Counter.DEPTH) + 1].tolist()
    levels = (
        CellRow("level", tuple(f"{level}" for level in range(len(sizes)))),
        CellRow(
            "positions",
            tuple(f"{size:,}" for size in sizes),
            tuple(HERE if level == depth else None for level in range(len(sizes))),
        ),
    )
    sentence = f"{search.sentence()} The printed program needs {counted_noun(compared, 'comparison')} for it."
    pictures = (
        Picture("expanded", replace(board, links=(Links.equal("its moves", Tone.HINT, ways),))),
        Picture("goal", search.problem.position(search.problem.goal)),
    )
    table = tuple(rows) if len(rows) > 1 else ()
    return (Page(f"a position of level {depth}", sentence, pictures, levels, table),)


PARTS = Parts(pages, ("counters",))
