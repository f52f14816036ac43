"""The pages about an expansion of `best-first`: its moves with g, h and f, the assignment behind h, the open list."""

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
from knightwatch.engine.swap.pair_numbers import rank_of
from knightwatch.engine.swap.refutations import BLACK, WHITE
from knightwatch.engine.swap.solvers.best_first import BestFirst

MOST = 12
"""The most open positions listed, the next first."""
MOST_COUNTED = 20_000
"""The most entries read to count the open positions."""
COLOURS = {BLACK: "black", WHITE: "white"}


def pages(search: BestFirst, before: Before) -> Pages:
    """Return the pages: the moves, the assignment, the open positions."""
    return _moves(search, before), _assignment(search), _open_positions(search)


def node_of(search: BestFirst, position: int) -> int:
    """Return the node of a position."""
    state = search.state
    return int(state["slots"][interpret(slot, state["slots"], state["position"], np.uint64(position))]) - 1


def cost(search: BestFirst, node: int) -> int:
    """Return g of a node."""
    return int(search.state["cost"][node]) & ~int(CLOSED)


def bound(search: BestFirst, position: int) -> int:
    """Return h of a position."""
    letters = search.positions.letters(position)
    ranks = (rank_of(v for v, letter in enumerate(letters) if letter == colour) for colour in (BLACK, WHITE))
    return sum(interpret(assignment.bound, bounds, rank) for bounds, rank in zip(search.bounds, ranks, strict=True))


def _text(search: BestFirst, position: int) -> str:
    return search.problem.text(search.positions.letters(position))


def _moves(search: BestFirst, before: Before) -> Page:
    expanded, known = search.counter(Counter.LAST), int(before.state["counters"][Counter.NODES])
    node = node_of(search, expanded)
    g, h = cost(search, node), bound(search, expanded)
    name, ways = search.problem.name, []
    rows = [("move", "g", "h", "f", "", "leads to")]
    for there in search.positions.neighbours(expanded):
        here, to = search.positions.move(expanded, there)
        ways.append((search.problem.squares[here], search.problem.squares[to]))
        child, child_h = node_of(search, there), bound(search, there)
        closed = bool(search.state["cost"][child] & CLOSED)
        label = "new" if child >= known else "already expanded" if closed else f"seen, g = {cost(search, child)}"
        if child < known and int(search.state["parent"][child]) == node and cost(search, child) == g + 1:
            label = "seen, now by a shorter path"
        if child_h >= assignment.MOST:
            label = "cannot reach the goal"
        move = f"{name(here)}-{name(to)}"
        rows.append((move, f"{g + 1}", f"{child_h}", f"{g + 1 + child_h}", label, _text(search, there)))
    board = search.problem.position(_text(search, expanded))
    board = replace(board, links=(Links.equal("its moves", Tone.HINT, ways),))
    sentence = (
        f"The position with the lowest f was expanded: g = {g} (moves made), h = {h} (lower bound of the rest), "
        f"f = g + h = {g + h}. {search.sentence()}"
    )
    return Page("the position and its moves", sentence, (Picture("expanded", board),), table=tuple(rows))


def _assignment(search: BestFirst) -> Page:
    """Return the page about h: which knight is assigned to which square."""
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
    links = (Links.equal("goal square that h assigns to each knight", Tone.HINT, ways),)
    sentence = (
        f"h = {total}: each knight gets a goal square of its own and moves as if the board were empty. This assignment "
        "needs the fewest moves. The real path cannot be shorter, so the first path found is a shortest one."
    )
    pictures = (
        Picture("the assignment", replace(board, links=links)),
        Picture("goal", search.problem.position(search.problem.goal)),
    )
    return Page("h: the cheapest assignment", sentence, pictures, table=tuple(rows))


def _open_positions(search: BestFirst) -> Page:
    """Return the page about the open positions: the next ones, and their number for each f."""
    state, next_ones, counts, read = search.state, list[tuple[int, int]](), dict[int, int](), 0
    for f in range(search.counter(Counter.F), len(state["tops"])):
        entry = int(state["tops"][f])
        while entry and read < MOST_COUNTED:
            read += 1
            node = int(state["waiting"][entry - 1])
            if state["cost"][node] == state["waiting_cost"][entry - 1]:  # else it is stale
                counts[f] = counts.get(f, 0) + 1
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
    each = ", ".join(f"{count:,} with f = {f}" for f, count in counts.items())
    more = " and more" if read == MOST_COUNTED else ""
    total = counted_noun(sum(counts.values()), "open position")
    sentence = f"{total}: {each}{more}. The lowest f is next; among equal f, the newest."
    if not counts:
        sentence = "No open position is left."
    first = int(state["position"][next_ones[0][1]]) if next_ones else search.counter(Counter.LAST)
    picture = Picture("the next" if next_ones else "the last", search.problem.position(_text(search, first)))
    return Page("open positions", sentence, (picture,), table=table if next_ones else (), ahead=True)


PARTS = Parts(pages, ("counters",))
