"""Results as plain text: board, figures and curves, for a pipe or a file."""

from collections.abc import Sequence
from textwrap import fill

import numpy as np

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Board, Event, Frame, Status
from knightwatch.engine.core.inquiry import Diagram, Inquiry, Subinquiry
from knightwatch.engine.core.run import Run
from knightwatch.engine.pictures.informative import informative, shown_curves
from knightwatch.engine.plans.plan import Plan
from knightwatch.tui.braille import SquareCanvas, trail_lines
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.output.charts.chart import chart
from knightwatch.tui.output.command_line import plan_command

WIDTH = 72
"""Columns of the text."""
MOST_DRAWN = 32
"""Rows or columns of the largest board that is drawn."""
MOST_NUMBERED = 1000
"""The same for a board with a trail in a file, where the numbers are the answer."""
TRAIL_SQUARES = ((4, 2), (2, 1))
"""Columns and lines of a square when a trail is drawn as a line, the largest first."""


def summary(plan: Plan, run: Run, ascii_only: bool = False, whole: bool = False) -> str:
    """Return the result of a run: verdict, board, answer, figures and curves; with `whole`, draw large trails too."""
    frame = run.search.frame()
    answer = run.search.answer()
    board = plan.problem.picture(answer)
    figures = {figure.name: figure.value for figure in frame.figures}
    figures |= {"seed": str(plan.seed), "seconds": f"{run.seconds:.3f}", "preparing": f"{run.prepare_seconds:.3f}"}
    width = max(map(len, figures))
    blocks = [
        f"{plan.problem.title()} by {plan.solver.name}: {verdict(run)}",
        board_text(board, ascii_only, whole),
        trail_text(board, ascii_only),
        fill(plan.problem.words(answer), WIDTH, break_on_hyphens=False),
        "\n".join(f"{name:<{width}}  {value:>12}" for name, value in figures.items()),
    ]
    blocks.append(curves_text(frame, plan.solver.unit, ascii_only))
    blocks.append(f"Again: {plan_command(plan)}")
    return to_ascii("\n\n".join(block.rstrip() for block in blocks if block) + "\n", ascii_only)


def inquiry_text(inquiry: Inquiry, ascii_only: bool, command: str = "") -> str:
    """Return the answer of an inquiry so far, with `command`, the command line that repeats it."""
    board, diagram = inquiry.board(), inquiry.diagram()
    picture = f"{board_text(board, ascii_only)}\n\n" if board else ""
    chart = f"\n{diagram_text(diagram, ascii_only)}\n" if diagram else ""
    parts = "".join(f"\n{_part(part, ascii_only)}" for part in inquiry.subinquiries())
    again = f"\nAgain: {command}\n" if command else ""
    return picture + to_ascii(inquiry.text(), ascii_only) + chart + again + parts


def _part(part: Subinquiry, ascii_only: bool) -> str:
    """Return a part of an inquiry, under its title."""
    title = to_ascii(part.title, ascii_only)
    note = f"\n{fill(to_ascii(part.note, ascii_only), WIDTH)}\n" if part.note else ""
    return f"{title}\n{'-' * len(title)}\n\n{inquiry_text(part.inquiry, ascii_only)}{note}"


def diagram_text(diagram: Diagram, ascii_only: bool) -> str:
    """Return a diagram with its title; without any point yet, a sentence."""
    title = to_ascii(diagram.title, ascii_only)
    if not diagram.grid and not any(len(curve.steps) for curve in diagram.curves):
        return f"{title}: nothing to draw yet"
    return f"{title}\n\n{_chart_text(diagram, 16, ascii_only)}"


def curves_text(frame: Frame, unit: str, ascii_only: bool) -> str:
    """Return the curves of a frame; an empty text if none is informative."""
    diagram = Diagram("", (), shown_curves(frame), across=f"{unit}s")
    return _chart_text(diagram, 14, ascii_only, frame.events) if informative(diagram.curves) else ""


def _chart_text(diagram: Diagram, height: int, ascii_only: bool, events: Sequence[Event] = ()) -> str:
    sheet = chart(diagram, WIDTH, height, Look(ascii_only, colour=False), events=events).sheet
    return "\n".join(line.rstrip() for line in str(sheet).split("\n")).rstrip("\n")


def verdict(run: Run) -> str:
    """Return in words how a run ended."""
    match run.status:
        case Status.SOLVED:
            return "solved"
        case Status.IMPOSSIBLE:
            return f"proved impossible: {run.reason}"
        case Status.GAVE_UP:
            return f"gave up: {run.reason}"
        case Status.FAILED:
            return f"failed: {run.reason}"
    return "stopped before the end"


def trail_text(board: Board, ascii_only: bool) -> str:
    """Return the trail of a board as a line, as large as fits; an empty text if there is no trail or no room."""
    rows, cols = board.rows, board.cols
    sizes = [
        (width, height) for width, height in TRAIL_SQUARES if cols * width <= WIDTH and max(rows, cols) <= MOST_DRAWN
    ]
    if len(board.trail) < 2 or not sizes:
        return ""
    canvas = SquareCanvas(range(rows), range(cols), *sizes[0], ascii_only)
    pairs, places = trail_lines(board.trail, board.ring, cols)
    canvas.join(pairs, cols, np.ones_like(places))
    return "\n".join(f" {line}".rstrip() for line in canvas.lines())


def board_text(board: Board, ascii_only: bool, whole: bool = False) -> str:
    """Return a board as a grid of signs, with numbers along a trail; for a large board, a sentence."""
    numbered = len(board.trail) > 0
    if max(board.rows, board.cols) > (MOST_NUMBERED if whole and numbered else MOST_DRAWN):
        return f"(The board of {board.rows:,} x {board.cols:,} is not drawn; use --json or --output for the answer.)"
    cells = ["." if ascii_only else "·"] * (board.rows * board.cols)
    if len(board.heat):
        cells = [str(min(int(10 * share), 9)) for share in board.heat.tolist()]
    for number, square in enumerate(board.trail.tolist(), 1):
        cells[square] = str(number)
    signs = [mark.ascii if ascii_only else mark.sign for mark in board.marks]
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        cells[square] = signs[kind]
    if numbered:
        width = 1 + max(len(str(board.rows * board.cols)), max(map(len, signs), default=0))
        cells = [cell.rjust(width) for cell in cells]
    else:
        width = 3 if any(len(sign) > 1 and sign.isdecimal() for sign in signs) else 2
        cells = [cell.ljust(width) for cell in cells]
    left = len(str(board.rows))
    lines = [
        f"{board.rows - row:>{left}} " + "".join(cells[row * board.cols : (row + 1) * board.cols])
        for row in range(board.rows)
    ]
    names = (file_name(col) for col in range(board.cols))
    lines.append(" " * (left + 1) + "".join(name.rjust(width) if numbered else name.ljust(width) for name in names))
    return "\n".join(line.rstrip() for line in lines)
