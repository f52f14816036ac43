"""The pages about a node of `backtrack`: the queen that was placed, the columns ahead, and the stack."""

import numpy as np

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.free_rows import free_squares
from knightwatch.engine.queens.kernels.backtrack import QueensBacktrackCounter as Counter
from knightwatch.engine.queens.solvers.backtrack import Check, ColumnOrder, QueensBacktrack

MOST = 16
"""Rows of a table, at most."""


def pages(search: QueensBacktrack, before: Before) -> Pages:
    """Return the node, the columns ahead, and the stack."""
    frame = search.frame()
    pictures = Picture("before", before.frame.board), Picture("after", frame.board)
    node = Page("the whole tree" if search.counter(Counter.EXHAUSTED) else "the node", frame.sentence, pictures)
    if search.counter(Counter.EXHAUSTED) or search.depth == search.problem.n:
        return node, _tree(search), _stack(search)
    return node, _ahead(search), _tree(search), _stack(search)


def _rows(rows: list[int]) -> str:
    return " ".join(map(str, rows[:MOST])) + (" and others" if len(rows) > MOST else "") if rows else "none: dead end"


def _ahead(search: QueensBacktrack) -> Page:
    """Return the page about the free rows of the open columns."""
    n, queens = search.problem.n, search.state["queens"]
    free = free_squares(queens)
    open_columns = np.flatnonzero(queens < 0).tolist()
    left = {x: sorted(n - int(y) for y in np.flatnonzero(free[:, x])) for x in open_columns}
    shown = ((file_name(x), f"{len(left[x])}", _rows(left[x])) for x in open_columns[:MOST])
    table: Table = (("column", "free rows", "which"), *shown)
    empty = [file_name(x) for x in open_columns if not left[x]]
    known = (
        "The search has removed the attacked rows of all columns ahead"
        if search.tracked
        else ("The search looks only at the next column; forward checking would look at all")
    )
    result = (
        f"{', '.join(empty[:MOST])} without a free row: no solution contains these queens."
        if empty
        else "Every column still has a free row."
    )
    return Page(
        "the columns ahead",
        f"{known}. {result}{_saved(search, bool(empty))}",
        (Picture("", search.frame().board),),
        table=table,
    )


def _saved(search: QueensBacktrack, dead: bool) -> str:
    """Return a sentence about what forward checking saves at a dead end."""
    if not dead:
        return ""
    if search.settings.order is ColumnOrder.FIRST_FAIL:
        return " First-fail takes such a column next, so forward checking saves nothing: both trees are equal."
    below, earlier = (search.saving.below(), search.saving.earlier()) if search.saving else ("", "")
    if earlier:
        return f" Forward checking would have turned back {earlier}."
    if not below:
        return " The next column has none, so the search without forward checking turns back here too."
    if search.settings.check is Check.FORWARD:
        return f" Without the check, the search would visit {below} below, all in vain."
    return f" This search still visits {below} below, all in vain."


def _tree(search: QueensBacktrack) -> Page:
    """Return the page about the search tree."""
    frame = search.frame()
    assert frame.tree
    return Page("the tree", frame.tree.sentence("queens"), (Picture("", frame.board),), tree=frame.tree)


def _stack(search: QueensBacktrack) -> Page:
    """Return the page about the stack: for each queen the rows that its column has left to try."""
    n, state, depth = search.problem.n, search.state, search.depth
    rows = [("column", "queen", "rows tried", "rows to try")]
    above = np.full(n, -1, np.int64)
    for level in range(depth):
        column = int(state["columns"][level])
        free = free_squares(above)[:, column]
        order = state["order"][column % len(state["order"])]
        place = int(state["cursor"][level])
        tried, untried = (int(free[part].sum()) for part in (order[:place], order[place + 1 :]))
        above[column] = state["queens"][column]
        rows.append((file_name(column), square_name(int(above[column]), column, n), f"{tried}", f"{untried}"))
    more = f" The table shows the last {MOST}." if depth > MOST else ""
    table = (rows[0], *rows[1:][::-1][:MOST]) if depth else ()
    sentence = (
        f"The stack has {counted_noun(depth, 'queen')}; the last placed comes first. At a dead end the search removes "
        f"queens from the top until a column has a row to try.{more}"
    )
    return Page("the stack", sentence, (Picture("", search.frame().board),), table=table)


PARTS = Parts(pages)
