"""The graph of the moves as a drawing: where vertices are, as on the board or unravelled, and their names."""

from dataclasses import replace

from knightwatch.engine.core.frame import Drawing
from knightwatch.engine.swap.drawings.rings import unravelled
from knightwatch.engine.swap.problem import Moves, SwapProblem

ZIGZAG = (0.85, 0.15)
"""Heights of the files, in turn: on one line, the edges of files that are two apart would lie on those between."""


def as_on_board(problem: SwapProblem) -> Drawing:
    """Return the graph with its vertices where their squares are; files stand a little higher and lower in turn."""
    rows, cols = problem.free.shape
    cells = [divmod(int(square), cols) for square in problem.squares]
    if problem.moves is Moves.FILES:
        places = [(_share(col, cols), ZIGZAG[col % 2]) for _, col in cells]
    else:
        places = [(_share(col, cols), _share(row, rows)) for row, col in cells]
    names = tuple(problem.name(vertex) for vertex in range(len(cells)))
    return Drawing(tuple(places), problem.graph.edges, names, tuple(problem.squares.tolist()))


def around_rings(problem: SwapProblem) -> Drawing:
    """Return the graph with its cycles as rings, or as on the board where that has fewer crossings."""
    drawing = as_on_board(problem)
    layout = unravelled(problem.graph, drawing.places)
    return replace(drawing, places=layout.places, rings=layout.rings)


def _share(place: int, places: int) -> float:
    return place / (places - 1) if places > 1 else 0.5
