"""SVG drawings of boards: complete, small, and without external links."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Board, Links, Mark, Tone
from knightwatch.engine.core.run import Run
from knightwatch.engine.pictures.boards_svg import drawing, sheet
from knightwatch.engine.pictures.colours import DARK, LIGHT
from knightwatch.engine.pictures.style import PictureStyle
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.tui.output.files import writer
from tests.support.pilot import plan

NAMESPACE = "http://www.w3.org/2000/svg"
HOLE = Mark("hole", " ", "#", Tone.HOLE)
NEXT = Mark("less", "<&", "<&", Tone.HINT)
BACK = Mark("the way back", "✓", "v", Tone.GOOD)
KNIGHT = Mark("knight", "♞", "N", Tone.PIECE)
DEAD = Mark("dead end", "×", "x", Tone.ALARM)
MARKS = (HOLE, NEXT, BACK, KNIGHT, DEAD)

BLANK = Board(2, 4, MARKS, np.array([], np.int64), np.array([], np.uint8))

Element = ElementTree.Element


@st.composite
def boards(draw: st.DrawFn) -> Board:
    rows, cols = draw(st.integers(1, 30)), draw(st.integers(1, 30))
    square = st.integers(0, rows * cols - 1)
    squares, way = draw(st.lists(square, max_size=20, unique=True)), draw(st.lists(square, max_size=50, unique=True))
    kinds = draw(st.lists(st.integers(0, len(MARKS) - 1), min_size=len(squares), max_size=len(squares)))
    return Board(
        rows,
        cols,
        MARKS,
        np.array(squares, np.int64),
        np.array(kinds, np.uint8),
        trail=np.array(way, np.int64),
        ring=draw(st.booleans()),
    )


def elements(picture: str, tag: str) -> list[Element]:
    return list(ElementTree.fromstring(picture).iter(f"{{{NAMESPACE}}}{tag}"))


def stroked(picture: str, name: str) -> set[tuple[int, int]]:
    """Return the squares, by row and column, with strokes of a colour."""
    squares = set()
    for path in elements(picture, "path"):
        if path.get("stroke") == LIGHT.board[f"square-{name}"]:
            assert path.get("transform") == "translate(0 .5)"
            x = y = 0
            for command, numbers in re.findall(r"([Mmh])([-\d ]+)", path.get("d", "")):
                given = [int(number) for number in numbers.split()]
                if command == "M":
                    x, y = given
                elif command == "m":
                    x, y = x + given[0], y + given[1]
                else:
                    squares |= {(y, x + i) for i in range(given[0])}
                    x += given[0]
    return squares


def line(picture: str) -> list[tuple[int, int]]:
    """Return the squares of the trail, by row and column; each part begins at the end of the last."""
    way: list[tuple[int, int]] = []
    for group in elements(picture, "g"):
        if group.get("transform") == "translate(.5 .5)":
            for path in group:
                steps = np.array([int(number) for number in re.findall(r"-?\d+", path.get("d", ""))]).reshape(-1, 2)
                part = [(y, x) for x, y in np.cumsum(steps, axis=0).tolist()]
                assert not way or way.pop() == part[0]
                way += part
    return way


def squares(board: Board, tone: Tone) -> set[tuple[int, int]]:
    tones = [board.marks[kind].tone for kind in board.kinds.tolist()]
    return {divmod(square, board.cols) for square, t in zip(board.squares.tolist(), tones, strict=True) if t is tone}


@given(boards())
def test_squares_are_chequered_and_holes_are_missing(board: Board) -> None:
    picture = drawing(board)
    there = {(row, col) for row in range(board.rows) for col in range(board.cols)} - squares(board, Tone.HOLE)
    assert stroked(picture, "dark") == {(row, col) for row, col in there if (row + col) % 2}
    if squares(board, Tone.HOLE):
        assert stroked(picture, "light") == there
    else:
        whole = next(rect for rect in elements(picture, "rect") if rect.get("fill") == LIGHT.board["square-light"])
        assert (whole.get("width"), whole.get("height")) == (str(board.cols), str(board.rows))


@given(boards())
def test_the_trail_goes_from_a_circle_to_a_square(board: Board) -> None:
    picture = drawing(board)
    way = [divmod(square, board.cols) for square in board.trail.tolist()]
    closed = [*way, *way[: board.ring]]
    assert line(picture) == (closed if len(closed) > 1 else [])
    circles = [(float(c.get("cy", "")) - 0.5, float(c.get("cx", "")) - 0.5) for c in elements(picture, "circle")]
    assert circles == way[:1]
    ends = [r for r in elements(picture, "rect") if r.get("fill") == LIGHT.board["trail-last"]]
    middles = [
        tuple(round(float(r.get(at, "")) + float(r.get("width", "")) / 2 - 0.5) for at in ("y", "x")) for r in ends
    ]
    assert middles == way[1:][-1:]


def test_a_heavier_link_is_a_thicker_line() -> None:
    links = Links("attack", Tone.ALARM, np.array([[0, 7], [3, 1]]), np.array([0.5, 1.0]))
    picture = drawing(replace(BLANK, links=(links,)))
    names = "x1", "y1", "x2", "y2", "stroke-width"
    (*first, thin), (*second, thick) = ([float(it.get(name, "")) for name in names] for it in elements(picture, "line"))
    assert (first, second) == ([0.5, 0.5, 3.5, 1.5], [3.5, 0.5, 1.5, 0.5])
    assert thin < thick


@given(boards())
def test_marks_are_signs_and_coloured_squares(board: Board) -> None:
    picture = drawing(board)
    assert stroked(picture, "alarm") == squares(board, Tone.ALARM)
    assert stroked(picture, "good") == squares(board, Tone.GOOD)
    signs = [
        (sign.text, int(float(sign.get("y", ""))), int(float(sign.get("x", ""))))
        for sign in elements(picture, "text")
        if sign.get("fill")
    ]
    assert signs == [
        (board.marks[kind].sign, *divmod(square, board.cols))
        for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
        if board.marks[kind] is not HOLE
    ]


@pytest.mark.parametrize(("rows", "cols", "labelled"), [(8, 8, True), (3, 26, True), (26, 26, True), (3, 27, False)])
def test_small_boards_have_coordinates(rows: int, cols: int, labelled: bool) -> None:
    labels = [label.text for label in elements(drawing(Board(rows, cols)), "text")]
    files = [chr(ord("a") + col) for col in range(cols)]
    assert labels == ([*files, *(str(row) for row in range(rows, 0, -1))] if labelled else [])


@given(boards())
def test_the_view_has_the_whole_board_and_no_external_links(board: Board) -> None:
    picture = drawing(board)
    assert re.findall(r"\w+://[^\"]*", picture) == [NAMESPACE]
    assert "url(" not in picture
    left, top, width, height = map(float, ElementTree.fromstring(picture).get("viewBox", "").split())
    assert left <= 0
    assert top <= 0
    assert left + width >= board.cols
    assert top + height >= board.rows


def test_a_large_board_takes_11_bytes_per_square() -> None:
    rng = np.random.default_rng(3)
    order = rng.permutation(100_000)
    holes, way = order[:30_000], order[30_000:]
    for board in (
        Board(100, 1000, MARKS, holes, np.zeros(len(holes), np.uint8), trail=way),
        Board(100, 1000, MARKS, trail=order),
        Board(100, 1000, MARKS, holes, np.full(len(holes), 4, np.uint8)),
    ):
        picture = drawing(board)
        assert len(picture) < 11 * 100_000
        assert len(line(picture)) == len(board.trail)


def test_100000_queens_are_visible_strokes() -> None:
    n = 100_000
    board = QueensProblem(n=n).placement(np.random.default_rng(4).permutation(n))
    picture = drawing(board)
    assert not elements(picture, "text")
    assert len(stroked(picture, "piece")) + len(stroked(picture, "alarm")) == n
    for path in elements(picture, "path"):
        assert int(path.get("stroke-width", "")) > n / 1000
        assert path.get("stroke-linecap") == "square"


def test_the_squares_of_a_trail_have_their_numbers_unless_unwanted() -> None:
    board = replace(BLANK, trail=np.array([0, 6, 1]))
    groups = elements(drawing(board), "g")
    (numbers,) = (group for group in groups if group.get("text-anchor") == "start")
    places = [(text.text, int(float(text.get("y", ""))), int(float(text.get("x", "")))) for text in numbers]
    assert places == [("1", 0, 0), ("2", 1, 2), ("3", 0, 1)]
    assert len(elements(drawing(board, PictureStyle(numbers=False)), "g")) == len(groups) - 1


def test_heat_colours_the_hot_squares_only() -> None:
    cold, hot = (drawing(replace(BLANK, heat=np.array([*[0.0] * 7, share]))) for share in (0.05, 1.0))
    assert cold == drawing(BLANK)
    assert len(elements(hot, "path")) == len(elements(cold, "path")) + 1


def test_a_dark_drawing_has_dark_colours() -> None:
    picture = drawing(BLANK, PictureStyle(DARK))
    assert DARK.background in picture
    assert LIGHT.background not in picture


def test_an_unfinished_answer_can_be_drawn() -> None:
    some = plan(n="8")
    run = Run(some.search())
    run.search.prepare()
    run.search.advance(5)
    picture = str(writer(Path("answer.svg"), some, run, True)())
    assert len([sign for sign in elements(picture, "text") if sign.get("fill")]) == 8


def test_boards_of_a_sheet_do_not_overlap() -> None:
    boards = [(f"move {k} <&", Board(4, 3)) for k in range(17)]
    root = ElementTree.fromstring(sheet(boards))
    inner = root.findall(f"{{{NAMESPACE}}}svg")
    assert [text.text for text in root.findall(f"{{{NAMESPACE}}}text")] == [title for title, _ in boards]
    places = [tuple(float(each.attrib[name]) for name in ("x", "y", "width", "height")) for each in inner]
    assert len(set(places)) == 17
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert all(x >= 0 and x + w <= width + 1e-9 and y >= 0 and y + h <= height for x, y, w, h in places)
    assert sheet(boards[:1]) == drawing(boards[0][1])
