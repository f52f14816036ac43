"""Pages about a step of `auto`: the candidates of a move, or the pivots of a rotation."""

from dataclasses import replace

import numpy as np

from knightwatch.engine.boards import unpadded
from knightwatch.engine.core.frame import Links, Mark, Tone
from knightwatch.engine.core.page import CellRow, Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts, before_and_after
from knightwatch.engine.tour.kernels.auto import AutoStep, Counter, Decision
from knightwatch.engine.tour.kernels.squares import VISITED
from knightwatch.engine.tour.solvers.auto import Auto

PIVOT = Mark("the pivot", "^", "^", Tone.HINT)
REVERSED = Mark("reversed", "*", "*", Tone.GOOD)
MOST = 300
"""Most squares of the reversed part in a row of cells."""


def pages(search: Auto, before: Before) -> Pages:
    """Return the page of a move or a rotation; for other steps, the board before and after."""
    deciding = search.counter(Counter.DECISION) in (Decision.NOW, Decision.NO_TOUR, Decision.FOUND)
    match search.counter(Counter.STEP):
        case AutoStep.WENT if not deciding:
            return (_went(search, before),)
        case AutoStep.ROTATED if not deciding:
            return (_rotated(search, before),)
    return before_and_after(search, before)


def _went(search: Auto, before: Before) -> Page:
    depth, path = search.counter(Counter.DEPTH), search.state["path"]
    here, chosen = int(path[depth - 2]), int(path[depth - 1])
    options = dict(search.candidates(here)) | {chosen: int(search.state["ways"][chosen] - VISITED)}
    far = search.constants.far
    ordered = sorted(options, key=lambda square: (options[square], square != chosen, -int(far[square])))
    table: Table = (
        ("candidate", "ways on", "distance to centre", ""),
        *(
            (search.name_of(s), f"{options[s]}", f"{np.sqrt(far[s]) / 2:.1f}", "chosen" if s == chosen else "")
            for s in ordered
        ),
    )
    pictures = Picture("before", before.frame.board), Picture("after", search.frame().board)
    return Page(f"from {search.name_of(here)}", search.frame().sentence, pictures, table=table)


def _rotated(search: Auto, before: Before) -> Page:
    """Return the page of a rotation: the possible pivots, and the walk before and after."""
    depth, pivot = search.counter(Counter.DEPTH), search.counter(Counter.PIVOT)
    old, new, cols = before.state["path"][:depth], search.state["path"][:depth], search.problem.cols
    place = {int(square): i for i, square in enumerate(old)}
    tip, ways = int(old[-1]), before.state["ways"]
    rows = [("pivot", "number", "new end", "ways on", "")]
    for there in (search.after(tip, k) for k in range(8)):
        i = place.get(there, -1)
        if 0 <= i < depth - 2:
            end = int(old[i + 1])
            on = f"{int(ways[end]) % int(VISITED)}"
            rows.append((search.name_of(there), f"{i + 1:,}", search.name_of(end), on, "chosen" if i == pivot else ""))
    tail = unpadded(old[pivot:], cols)
    links = (
        Links.equal("from the end to the pivot", Tone.ALARM, (tail[-1], tail[0])),
        Links.equal("the part to reverse", Tone.GOOD, np.stack([tail[1:-1], tail[2:]], axis=1)),
    )
    marks = (PIVOT, *(REVERSED for _ in range(depth - pivot - 1)))[:MOST]
    numbers = tuple(f"{i + 1}" for i in range(pivot, depth))[:MOST]
    names = [tuple(search.name_of(int(square)) for square in path[pivot:])[:MOST] for path in (old, new)]
    pictures = (
        Picture("before", replace(before.frame.board, links=links)),
        Picture("after", search.frame().board),
    )
    corner, new_end = search.name_of(int(old[pivot])), search.name_of(int(new[-1]))
    sentence = (
        f"Rotation after Pósa: the end, {search.name_of(tip)}, is a knight's move from {corner}, square {pivot + 1:,}. "
        f"From {corner} the walk now goes to {search.name_of(tip)}, then back along the old walk to {new_end}. "
        "It keeps all its squares."
    )
    return Page(
        "a rotation",
        sentence,
        pictures,
        (CellRow("place", numbers), CellRow("before", names[0], marks), CellRow("after", names[1], marks)),
        tuple(rows),
    )


PARTS = Parts(pages, ("path", "ways"))
