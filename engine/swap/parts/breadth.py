"""The page about an expansion of `breadth` and `both-ends`: the position, its moves, and the sizes of the levels."""

from dataclasses import replace

from knightwatch.engine.core.frame import Links, Mark, Tone
from knightwatch.engine.core.page import CellRow, Page, Picture
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.swap.kernels.breadth import BreadthCounter as Counter
from knightwatch.engine.swap.solvers.breadth import ENDS, LISTS, Breadth

HERE = Mark("current level", "<", "<", Tone.HINT)
GROWING = Mark("growing level", "+", "+", Tone.GOOD)


def pages(search: Breadth, before: Before) -> Pages:
    """Return the page about the expanded position."""
    counters, state, positions = before.state["counters"], search.state, search.positions
    side, found = int(counters[Counter.SIDE]), int(counters[Counter.FOUND])
    depth = int(counters[Counter.DEPTH + side])
    later = state[LISTS[int(counters[Counter.LATER])]]
    fresh = {int(each) for each in later[found : found + search.counter(Counter.FRESH)]}
    expanded = search.counter(Counter.LAST)
    rows, ways = [("move", "", "leads to")], []
    for there in positions.neighbours(expanded):
        here, to = positions.move(expanded, there)
        ways.append((search.problem.squares[here], search.problem.squares[to]))
        label = f"new, level {depth + 1}"
        if there not in fresh:
            # Levels of neighbours differ by at most one, and the table stores levels modulo 3.
            code = search.level_code(side, there)
            near = [level for level in (depth - 1, depth, depth + 1) if level % 3 + 1 == code]
            label = f"seen, level {near[0]}" if near else "not tried"
        if there in fresh and search.found() and there == search.counter(Counter.MEETING):
            label = f"{label}: {'the searches meet' if search.both else 'the goal'}"
        name = search.problem.name
        rows.append((f"{name(here)}-{name(to)}", label, search.problem.text(positions.letters(there))))
    board = search.problem.position(search.problem.text(positions.letters(expanded)))
    board = replace(board, links=(Links.equal("its moves", Tone.HINT, ways),))
    return (
        Page(
            f"a position of level {depth}, from the {ENDS[side]}",
            f"{search.sentence()} {_place_in_level(search, before, side, depth)}",
            (
                Picture("expanded", board),
                Picture("goal", search.problem.position(search.problem.goal)),
            ),
            _levels(search, side, depth),
            tuple(rows),
        ),
    )


def _place_in_level(search: Breadth, before: Before, side: int, depth: int) -> str:
    """Return a sentence with the position's place in its level."""
    size, place = int(search.state["sizes"][side, depth]), int(before.state["counters"][Counter.CURSOR]) + 1
    smaller = ", the smaller of the two" if search.both else ""
    growing = f"; {GROWING.sign} marks the next level" if search.counter(Counter.FOUND) else ""
    return f"It is position {place:,} of {size:,} in its level{smaller}, marked {HERE.sign}{growing}."


def _levels(search: Breadth, side: int, depth: int) -> tuple[CellRow, ...]:
    """Return the number of positions of each level."""
    sizes, now = search.state["sizes"], search.counter(Counter.SIDE)
    depths = [search.counter(Counter.DEPTH), search.counter(Counter.DEPTH_BACK)][: 1 + search.both]
    last = max(*depths, depths[now] + (search.counter(Counter.FOUND) > 0))
    rows = [CellRow("level", tuple(f"{level}" for level in range(last + 1)))]
    for end, deepest in enumerate(depths):
        found = search.counter(Counter.FOUND) if end == now else 0
        cells = [f"{sizes[end, level]:,}" if level <= deepest else "" for level in range(last + 1)]
        marks: list[Mark | None] = [HERE if (end, level) == (side, depth) else None for level in range(last + 1)]
        if found:
            cells[deepest + 1], marks[deepest + 1] = f"{found:,}", GROWING
        rows.append(CellRow(f"from the {ENDS[end]}", tuple(cells), tuple(marks)))
    return tuple(rows)


PARTS = Parts(pages, ("counters",))
