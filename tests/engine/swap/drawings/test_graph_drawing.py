"""Drawings of the graph of moves: like the board, and around rings."""

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.swap.drawings.graph_drawing import board_drawing, ring_drawing
from knightwatch.engine.swap.drawings.rings import crossings
from knightwatch.engine.swap.problem import SwapProblem
from tests.models.swap import boards, knight_ways

DANUBE = SwapProblem(from_="BBBB.WWW", to="WWW.BBBB", moves="files")


@given(boards())
def test_vertices_have_the_places_and_names_of_their_squares(texts: tuple[str, str]) -> None:
    rows = texts[0].split("/")
    drawing = board_drawing(SwapProblem(from_=texts[0], to=texts[1]))
    there = [(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "#"]
    assert [divmod(square, len(rows[0])) for square in drawing.squares] == there
    assert list(drawing.names) == [f"{'abcde'[c]}{len(rows) - r}" for r, c in there]
    for (r, c), (x, y) in zip(there, drawing.places, strict=True):
        assert (x * (len(rows[0]) - 1), y * (len(rows) - 1)) == (
            c if len(rows[0]) > 1 else 0,
            r if len(rows) > 1 else 0,
        )
    ways = knight_ways(rows)
    assert sorted(drawing.edges) == [(a, b) for a, around in enumerate(ways) for b in around if a < b]


@given(st.integers(2, 12))
def test_files_go_from_left_to_right_without_crossings(files: int) -> None:
    drawing = board_drawing(SwapProblem(from_="B" + "." * (files - 1), to="." * (files - 1) + "B", moves="files"))
    across = [x for x, _ in drawing.places]
    assert across == sorted(set(across))
    assert len(drawing.edges) == max(0, 2 * files - 3)
    assert crossings(drawing.places, drawing.edges) == 0


def test_the_danube_is_one_ring_of_all_files() -> None:
    drawing = ring_drawing(DANUBE)
    assert [sorted(ring) for ring in drawing.rings] == [list(range(8))]
    assert crossings(drawing.places, drawing.edges) == 0
    assert drawing.names == tuple("abcdefgh")
    assert drawing.edges == board_drawing(DANUBE).edges
