"""The graph of the moves as a drawing, laid out like the board or around rings."""

from dataclasses import replace

from knightwatch.engine.core.frame import Drawing
from knightwatch.engine.swap.drawings.rings import ring_layout
from knightwatch.engine.swap.problem import Moves, SwapProblem

ZIGZAG = (0.85, 0.15)
"""Heights of even and odd files: on one line, edges of length two would cover edges of length one."""


def board_drawing(problem: SwapProblem) -> Drawing:
    """Return the graph laid out like the board; files zigzag."""
    rows, cols = problem.free.shape
    cells = [divmod(int(square), cols) for square in problem.squares]
    if problem.moves is Moves.FILES:
        places = [(_share(col, cols), ZIGZAG[col % 2]) for _, col in cells]
    else:
        places = [(_share(col, cols), _share(row, rows)) for row, col in cells]
    names = tuple(problem.name(vertex) for vertex in range(len(cells)))
    return Drawing(tuple(places), problem.graph.edges, names, tuple(problem.squares.tolist()))


def ring_drawing(problem: SwapProblem) -> Drawing:
    """Return the graph laid out around rings, or like the board if that has fewer crossings."""
    drawing = board_drawing(problem)
    layout = ring_layout(problem.graph, drawing.places)
    return replace(drawing, places=layout.places, rings=layout.rings)


def _share(place: int, places: int) -> float:
    return place / (places - 1) if places > 1 else 0.5
