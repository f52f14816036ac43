"""HTML for notebooks: boards, curves, figures and tables as static elements. All texts are escaped.

Each function returns a fragment without scripts, so it is also visible in a notebook that is only read.
"""

from collections.abc import Iterable, Sequence
from html import escape

from knightwatch.engine.core.frame import Board, Curve, Event, Frame, Status
from knightwatch.engine.core.inquiry import Diagram, Grid
from knightwatch.engine.core.search import Problem
from knightwatch.engine.pictures.boards_svg import sheet
from knightwatch.engine.pictures.colours import LIGHT, between
from knightwatch.engine.pictures.curves_svg import curves_svg
from knightwatch.engine.pictures.informative import informative, shown_curves
from knightwatch.engine.pictures.style import PictureStyle

STYLE = PictureStyle(pixels=420)
MOST_DRAWN = 50_000
"""Marks and squares of trails in a picture at most: a notebook keeps its pictures in its file."""


def html(thing: Problem | Frame | Board | Curve) -> str:
    """Return a problem, a frame, a board or a curve for a notebook."""
    if isinstance(thing, Problem):
        return _paragraph(thing.title()) + _boards([("", thing.board())])
    if isinstance(thing, Board):
        return _boards([("", thing)])
    if isinstance(thing, Curve):
        return _curves((thing,))
    return answer_html(f"step {thing.moment:,}", [("", thing.board)], thing)


def answer_html(title: str, titled: Sequence[tuple[str, Board]], frame: Frame) -> str:
    """Return boards below a title, with the sentence, the figures and the curves of a frame."""
    reason = f": {frame.reason}" if frame.reason else ""
    status = "" if frame.status is Status.RUNNING else f" ({frame.status.replace('-', ' ')}{reason})"
    rows = [(figure.name, figure.value) for figure in frame.figures]
    shown = shown_curves(frame)
    curves = _curves([shown[place] for place, _ in informative(shown)], frame.events)
    return _paragraph(title, status) + _boards(titled) + _paragraph("", frame.sentence) + table(rows) + curves


def check_html(verdict: str, board: Board, sentences: Iterable[str]) -> str:
    """Return the check of an answer: its verdict, its board, and a sentence for each fault and fact."""
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return _paragraph(verdict) + _boards([("", board)]) + (f"<ul>{items}</ul>" if items else "")


def sweep_html(title: str, rows: Sequence[Sequence[str]], diagram: Diagram | None, notes: Iterable[str]) -> str:
    """Return a sweep: its table, its diagram and its notes."""
    drawn = "" if diagram is None else _grid(diagram, diagram.grid) if diagram.grid else _diagram(diagram)
    return _paragraph(title) + table(rows[1:], rows[0]) + drawn + "".join(_paragraph("", note) for note in notes)


def table(rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Return a table of texts."""
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table>{f'<tr>{names}</tr>' if names else ''}{body}</table>"


def _paragraph(bold: str, words: str = "") -> str:
    return f"<p>{f'<b>{escape(bold)}</b>' if bold else ''}{escape(words)}</p>"


def _boards(titled: Sequence[tuple[str, Board]]) -> str:
    if sum(len(board.squares) + len(board.trail) for _, board in titled) > MOST_DRAWN:
        board = titled[0][1]
        return _paragraph(
            "", f"(The board of {board.rows:,} x {board.cols:,} is too large here: see picture(...).svg.)"
        )
    return sheet(titled, STYLE)


def _curves(curves: Sequence[Curve], events: Sequence[Event] = ()) -> str:
    across = next((curve.along for curve in curves if curve.along), "step")
    return curves_svg("", curves, f"{across}s", events) if curves else ""


def _diagram(diagram: Diagram) -> str:
    return curves_svg(diagram.title, diagram.curves, diagram.across, labels=diagram.labels)


def _grid(diagram: Diagram, grid: Grid) -> str:
    """Return a heat map as a table with coloured cells."""
    most = max((value for value in grid.values.ravel().tolist() if value == value), default=1) or 1
    head = "".join(f"<th>{escape(label)}</th>" for label in diagram.labels)
    lines = []
    for label, values in zip(grid.labels, grid.values.tolist(), strict=True):
        cells = []
        for value in values:
            known = value == value
            colour = between(LIGHT.background, LIGHT.board["heat-last"], 0.6 * value / most) if known else "#ffffff"
            words = f"{value:.4g}" if known else ""
            cells.append(f'<td style="background: {colour}; color: {LIGHT.foreground}">{words}</td>')
        lines.append(f"<tr><th>{escape(f'{grid.name} {label}')}</th>{''.join(cells)}</tr>")
    return f"{_paragraph(diagram.title)}<table><tr><th></th>{head}</tr>{''.join(lines)}</table>"
