"""What an expansion of `best-first` consisted of: its moves with g, h and f, the assignment behind h, and who waits."""

from dataclasses import replace

import numpy as np

from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.frame import Links, Tone
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.swap.kernels import assignment
from knightwatch.engine.swap.kernels.best_first import CLOSED, slot
from knightwatch.engine.swap.kernels.best_first import BestFirstCounter as Counter
from knightwatch.engine.swap.pair_numbers import number
from knightwatch.engine.swap.refutations import BLACK, WHITE
from knightwatch.engine.swap.solvers.best_first import BestFirst

MOST = 12
"""Positions that are listed of those that wait, the next first."""
MOST_COUNTED = 20_000
"""Entries that are looked at, to count those that wait."""
COLOURS = {BLACK: "black", WHITE: "white"}


def pages(search: BestFirst, before: Before) -> Pages:
    """Return the position with its moves, its assignment, and the positions that wait."""
    return _moves(search, before), _assignment(search), _waiting(search)


def node_of(search: BestFirst, position: int) -> int:
    """Return the node of a position that was seen."""
    state = search.state
    return int(state["slots"][interpret(slot, state["slots"], state["position"], np.uint64(position))]) - 1


def cost(search: BestFirst, node: int) -> int:
    """Return g of a node."""
    return int(search.state["cost"][node]) & ~int(CLOSED)


def bound(search: BestFirst, position: int) -> int:
    """Return h of a position."""
    letters = search.positions.letters(position)
    sets = (number(v for v, letter in enumerate(letters) if letter == colour) for colour in (BLACK, WHITE))
    return sum(interpret(assignment.bound, each, its) for each, its in zip(search.bounds, sets, strict=True))


def _text(search: BestFirst, position: int) -> str:
    return search.problem.text(search.positions.letters(position))


def _moves(search: BestFirst, before: Before) -> Page:
    expanded, known = search.counter(Counter.LAST), int(before.state["counters"][Counter.NODES])
    node = node_of(search, expanded)
    g, h = cost(search, node), bound(search, expanded)
    name, ways = search.problem.name, []
    rows = [("move", "g", "h", "f", "", "leads to")]
    for there in search.positions.around(expanded):
        here, to = search.positions.move(expanded, there)
        ways.append((search.problem.squares[here], search.problem.squares[to]))
        its = node_of(search, there)
        least = bound(search, there)
        closed = bool(search.state["cost"][its] & CLOSED)
        standing = "new" if its >= known else "expanded before" if closed else f"seen, g = {cost(search, its)}"
        if its < known and int(search.state["parent"][its]) == node and cost(search, its) == g + 1:
            standing = "seen, now by a shorter way"
        if least >= assignment.MOST:
            standing = "no way to the goal"
        move = f"{name(here)}-{name(to)}"
        rows.append((move, f"{g + 1}", f"{least}", f"{g + 1 + least}", standing, _text(search, there)))
    board = search.problem.position(_text(search, expanded))
    board = replace(board, links=(Links.equal("its moves", Tone.HINT, ways),))
    told = (
        f"The position with the lowest f was expanded: g = {g} moves made, h = {h} to go at least, f = g + h = {g + h}."
        f" {search.sentence()}"
    )
    return Page("the position and its moves", told, (Picture("expanded", board),), table=tuple(rows))


def _assignment(search: BestFirst) -> Page:
    """Return which knight the bound sends to which square."""
    expanded = search.counter(Counter.LAST)
    letters, name = np.array(list(search.positions.letters(expanded))), search.problem.name
    rows, ways, total = [("knight", "on", "to", "moves")], [], 0
    for bounds, colour in zip(search.bounds, COLOURS, strict=True):
        knights = np.flatnonzero(letters == colour)
        if not len(knights):
            continue
        costs = bounds.distances[np.ix_(knights, bounds.goal)]
        for there, here in zip(
            bounds.goal.tolist(), knights[interpret(assignment.assigned, costs)].tolist(), strict=True
        ):
            moves = int(bounds.distances[here, there])
            total += moves
            rows.append((COLOURS[colour], name(here), name(there), f"{moves}"))
            if here != there:
                ways.append((search.problem.squares[here], search.problem.squares[there]))
    board = search.problem.position(_text(search, expanded))
    links = (Links.equal("where each knight is to go, as h has it", Tone.HINT, ways),)
    told = (
        f"h = {total}: each knight goes to a goal square of its own, as if the others were not there, and of all such "
        "assignments this one takes the fewest moves. No way is shorter, so the first that is found is the shortest."
    )
    pictures = (
        Picture("the assignment", replace(board, links=links)),
        Picture("goal", search.problem.position(search.problem.goal)),
    )
    return Page("h: the cheapest assignment", told, pictures, table=tuple(rows))


def _waiting(search: BestFirst) -> Page:
    """Return the positions that wait, in the order in which their turn comes, and how many there are of each f."""
    state, next_ones, counted, looked = search.state, list[tuple[int, int]](), dict[int, int](), 0
    for f in range(search.counter(Counter.F), len(state["tops"])):
        entry = int(state["tops"][f])
        while entry and looked < MOST_COUNTED:
            looked += 1
            node = int(state["waiting"][entry - 1])
            if state["cost"][node] == state["waiting_cost"][entry - 1]:  # else it is stale
                counted[f] = counted.get(f, 0) + 1
                if len(next_ones) < MOST:
                    next_ones.append((f, node))
            entry = int(state["below"][entry - 1])
    table: Table = (
        ("turn", "f", "g", "h", "position"),
        *(
            (f"{turn}", f"{f}", f"{(g := cost(search, node))}", f"{f - g}", _text(search, int(state["position"][node])))
            for turn, (f, node) in enumerate(next_ones, 1)
        ),
    )
    each = ", ".join(f"{many:,} with f = {f}" for f, many in counted.items())
    more = " and more that are not counted" if looked == MOST_COUNTED else ""
    waiting = counted_noun(sum(counted.values()), "position")
    told = f"{waiting} that wait: {each}{more}. The lowest f comes first, of equal ones the newest."
    if not counted:
        told = "No position waits any more."
    first = int(state["position"][next_ones[0][1]]) if next_ones else search.counter(Counter.LAST)
    picture = Picture("the next" if next_ones else "the last", search.problem.position(_text(search, first)))
    return Page("who waits", told, (picture,), table=table if next_ones else ())


PARTS = Parts(pages, ("counters",))
