"""What an expansion of `breadth` and `both-ends` consisted of: the position, its moves, and how large levels are."""

from dataclasses import replace

from knightwatch.engine.core.frame import Links, Mark, Tone
from knightwatch.engine.core.page import CellRow, Page, Picture
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.swap.kernels.breadth import BreadthCounter as Counter
from knightwatch.engine.swap.solvers.breadth import ENDS, LISTS, Breadth

HERE = Mark("the level that is expanded", "<", "<", Tone.HINT)
GROWING = Mark("grows", "+", "+", Tone.GOOD)


def pages(search: Breadth, before: Before) -> Pages:
    """Return the position with its moves."""
    counters, state, positions = before.state["counters"], search.state, search.positions
    side, found = int(counters[Counter.SIDE]), int(counters[Counter.FOUND])
    depth = int(counters[Counter.DEPTH + side])
    later = state[LISTS[int(counters[Counter.LATER])]]
    fresh = {int(each) for each in later[found : found + search.counter(Counter.FRESH)]}
    expanded = search.counter(Counter.LAST)
    rows, ways = [("move", "", "leads to")], []
    for there in positions.around(expanded):
        here, to = positions.move(expanded, there)
        ways.append((search.problem.squares[here], search.problem.squares[to]))
        standing = f"new, level {depth + 1}"
        if there not in fresh:
            # Neighbours differ by a level at most, and the table knows levels modulo 3.
            told = search.told(side, there)
            near = [level for level in (depth - 1, depth, depth + 1) if level % 3 + 1 == told]
            standing = f"seen, level {near[0]}" if near else "not looked at any more"
        if there in fresh and search.found() and there == search.counter(Counter.MEETING):
            standing = f"{standing}: {'here the ends meet' if search.both else 'the goal'}"
        name = search.problem.name
        rows.append((f"{name(here)}-{name(to)}", standing, search.problem.text(positions.letters(there))))
    board = search.problem.position(search.problem.text(positions.letters(expanded)))
    board = replace(board, links=(Links.equal("its moves", Tone.HINT, ways),))
    return (
        Page(
            f"a position of level {depth}, from the {ENDS[side]}",
            f"{search.sentence()} {_told(search, before, side, depth)}",
            (
                Picture("expanded", board),
                Picture("goal", search.problem.position(search.problem.goal)),
            ),
            _levels(search, side, depth),
            tuple(rows),
        ),
    )


def _told(search: Breadth, before: Before, side: int, depth: int) -> str:
    """Say where in its level the position is."""
    size, place = int(search.state["sizes"][side, depth]), int(before.state["counters"][Counter.CURSOR]) + 1
    smaller = ", the smaller of the two" if search.both else ""
    return f"It is number {place:,} of {size:,} of its level{smaller}."


def _levels(search: Breadth, side: int, depth: int) -> tuple[CellRow, ...]:
    """Return how many positions each level has."""
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
