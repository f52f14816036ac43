"""Proofs of impossibility: each gives its reason, and possible problems have none."""

import pytest
from hypothesis import given

from knightwatch.engine.swap.graph import FAR, Graph, knight_graph
from knightwatch.engine.swap.problem import SwapProblem
from tests.models.swap import boards, knight_ways

REFUTED = {
    "colours": (
        "B../.../W..",
        "W../.../W..",
        "knights keep their colour: the start has 1 black and 1 white, but the goal 0 black and 2 white",
    ),
    "the middle": ("B../.../...", ".../.B./...", "no move leads out of"),
    "single squares": ("BW/WB", "WB/BW", "no move leads out of the 1 square around"),
    "a full ring": ("BBW/W#B/WBW", "WBB/W#W/BBW", "no knight can move on this board: there is no empty square"),
    "a ring": (
        "B.B/.../W.W",
        "B.W/.../W.B",
        "form a ring, where no knight can pass another: their order is",
    ),
}


@pytest.mark.parametrize(("start", "goal", "words"), REFUTED.values(), ids=REFUTED)
def test_an_impossible_problem_gives_its_reason(start: str, goal: str, words: str) -> None:
    assert words in SwapProblem(from_=start, to=goal).refutation()


def test_no_knight_passes_another_on_a_line() -> None:
    problem = SwapProblem(from_="BW.", to="WB.", moves="files")
    problem.__dict__["graph"] = Graph(((1,), (0, 2), (1,)))
    assert "form a line" in problem.refutation()
    assert "BW at the start, but WB" in problem.refutation()


def test_the_famous_puzzles_are_not_refuted() -> None:
    for start in ("W.W/.../B.B", "BBB/.../.../WWW"):
        assert SwapProblem(from_=start).refutation() == ""
    assert SwapProblem(from_="BBBB.WWW", to="WWW.BBBB", moves="files").refutation() == ""


@given(board=boards())
def test_the_graph_has_the_knights_moves_of_the_board(board: tuple[str, str]) -> None:
    problem = SwapProblem(from_=board[0], to=board[1])
    assert problem.graph == knight_graph(problem.free)
    assert problem.graph.ways == knight_ways(board[0].split("/"))
    vertices = sorted(vertex for part in problem.graph.components for vertex in part)
    assert vertices == list(range(len(problem.graph)))
    for part in problem.graph.components:
        for a in range(len(problem.graph)):
            assert (problem.graph.distances[part[0], a] < FAR) == (a in part)


def test_a_ring_is_listed_in_its_order() -> None:
    ring = next(part for part in SwapProblem(from_="B../.../..W").graph.components if len(part) == 8)
    graph = SwapProblem(from_="B../.../..W").graph
    assert graph.is_ring(ring)
    assert all(b in graph.ways[a] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
