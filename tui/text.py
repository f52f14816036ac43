"""Runs as plain text: board, figures and curves for a pipe, a file or a terminal without a screen."""

import numpy as np

from engine.boards import file_name
from engine.frame import Board, Status
from engine.plan import Plan
from engine.search import Run
from tui.plot import plot, sample

WIDTH = 72
MOST_DRAWN = 32
"""Rows or columns beyond which a board is not drawn as text."""


def summary(plan: Plan, run: Run, ascii_only: bool = False) -> str:
    """Return all about a run that a person wants to know."""
    frame = run.search.frame()
    board = plan.problem.picture(run.search.answer())
    figures = {figure.name: figure.value for figure in frame.figures}
    figures |= {"seed": str(plan.seed), "seconds": f"{run.seconds:.3f}", "preparing": f"{run.prepare_seconds:.3f}"}
    width = max(map(len, figures))
    blocks = [
        f"{plan.problem.title()} by {plan.solver.name}: {verdict(run)}",
        drawn(board, ascii_only),
        "\n".join(f"{name:<{width}}  {value:>12}" for name, value in figures.items()),
    ]
    if frame.curves and len(frame.curves[0].steps) > 1:
        legend = "   ".join(f"{sample(i, ascii_only)} {curve.name}" for i, curve in enumerate(frame.curves))
        blocks.append(f"{legend}\n{plot(frame.curves, WIDTH, 12, ascii_only=ascii_only)}")
    blocks.append(f"Again: {plan.command()}")
    return "\n\n".join(block.rstrip() for block in blocks if block) + "\n"


def verdict(run: Run) -> str:
    """Say how a run ended."""
    match run.status:
        case Status.SOLVED:
            return "solved"
        case Status.IMPOSSIBLE:
            return f"proved impossible: {run.reason}"
        case Status.GAVE_UP:
            return f"gave up: {run.reason}"
    return "stopped on its way"


def drawn(board: Board, ascii_only: bool) -> str:
    """Return a board as a grid of signs; too large a one as a sentence."""
    if max(board.rows, board.cols) > MOST_DRAWN:
        return f"(The board of {board.rows:,} x {board.cols:,} is not drawn; --json and --output hold the answer.)"
    cells = np.full((board.rows, board.cols), "." if ascii_only else "·", dtype="<U2")
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        mark = board.marks[kind]
        cells[divmod(square, board.cols)] = mark.ascii if ascii_only else mark.sign
    left = len(str(board.rows))
    lines = [f"{board.rows - row:>{left}} " + "".join(f"{cell:<2}" for cell in cells[row]) for row in range(board.rows)]
    lines.append(" " * (left + 1) + "".join(f"{file_name(col):<2}" for col in range(board.cols)))
    return "\n".join(line.rstrip() for line in lines)
