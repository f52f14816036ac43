"""All solvers: the answers of a plain search, and true reasons for giving up."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.catalog import SWAP_TABLE, puzzle
from knightwatch.engine.swap.graph import Graph
from knightwatch.engine.swap.kernels.breadth import BreadthCounter
from knightwatch.engine.swap.positions import Positions
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import MIB, SwapSearch
from tests.models.swap import boards, distances, fewest, knight_ways

SWAP = puzzle("swap")
SOLVERS = [solver.name for solver in SWAP.solvers]
every_solver = pytest.mark.parametrize("solver", SOLVERS)


def search(problem: SwapProblem, solver: str, **settings: Any) -> Search[Any, Any]:
    kind = SWAP.solver(solver)
    return kind(problem, kind.settings_type.model_validate(settings), 0)


def ended(problem: SwapProblem, solver: str, **settings: Any) -> Search[Any, Any]:
    run = Run(search(problem, solver, **settings))
    for _ in run.slices():
        pass
    return run.search


@given(board=boards(), limit=st.integers(0, 300))
def test_giving_up_leaves_a_true_lower_bound(board: tuple[str, str], limit: int) -> None:
    problem = SwapProblem(from_=board[0], to=board[1])
    moves = fewest(problem)
    for solver in SOLVERS:
        found = ended(problem, solver, max_positions=limit)
        if found.status is Status.GAVE_UP:
            bound = re.search(r"none with fewer than (\d+) move", found.reason)
            assert bound
            assert moves is None or int(bound[1]) <= moves


@given(board=boards())
def test_the_last_sentence_says_why_fewer_moves_are_not_possible(board: tuple[str, str]) -> None:
    problem = SwapProblem(from_=board[0], to=board[1])
    moves = fewest(problem)
    for solver in SOLVERS:
        sentence = ended(problem, solver).frame().sentence
        if moves == 1:
            assert sentence.endswith("solved in 1 move, the fewest possible. The start is not the goal.")
        elif moves and solver != "best-first":
            *_, why = sentence.split("the fewest possible. ")
            within = [int(number) for number in re.findall(r"within (\d+)", why)]
            assert sum(within) == moves - 1
            assert len(within) == (2 if solver == "both-ends" else 1)


def test_both_ends_says_why_it_needs_fewer_positions() -> None:
    found = ended(SwapProblem(), "both-ends")
    sizes = found.state["sizes"]
    sentence = found.frame().sentence
    assert f"7 + 8 levels have {sizes[0, 7]:,} and {sizes[1, 8]:,} positions" in sentence
    assert "One search must go 8 levels further" in sentence
    assert f"7 + 8 levels, the widest {sizes.max():,} positions" in found.spending()


def test_the_clause_of_best_first_explains_h() -> None:
    assert (
        "its estimate h of the moves left is 14 of 16 moves at the start"
        in ended(SwapProblem(), "best-first").spending()
    )


@every_solver
def test_the_figure_of_expanded_positions_is_their_total(solver: str) -> None:
    found = search(SwapProblem(), solver)
    found.advance(50)
    figures = {figure.name: figure.value for figure in found.frame().figures}
    assert figures["expanded"] == "50"
    if solver == "breadth":  # levels of 1 and 12 positions, and a part of the next
        assert figures["this level"] == "37 of 62"


def test_sentences_have_the_right_number_of_positions() -> None:
    one = ended(SwapProblem(from_="B../...", to=".../..B"), "breadth").frame().sentence
    assert "1 leads to a position not seen before. It is the goal: " in one
    two = ended(SwapProblem(from_="B../.../...", to=".../.../.B."), "breadth").frame().sentence
    assert "2 lead to positions not seen before. One of them is the goal: " in two


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, str, str]:
    """Return any graph of up to seven vertices, and two positions of the same knights on it."""
    vertices = draw(st.integers(2, 7))
    pairs = [(a, b) for a in range(vertices) for b in range(a)]
    edges = draw(st.sets(st.sampled_from(pairs), min_size=1))
    ways = [[b for b in range(vertices) if (a, b) in edges or (b, a) in edges] for a in range(vertices)]
    black = draw(st.integers(1, vertices - 1))
    white = draw(st.integers(0, vertices - black))
    letters = "B" * black + "W" * white + "." * (vertices - black - white)
    start, goal = ("".join(draw(st.permutations(letters))) for _ in range(2))
    return Graph(tuple(map(tuple, ways))), start, goal


@given(example=graphs())
def test_any_graph_is_solved_like_a_plain_search(example: tuple[Graph, str, str]) -> None:
    graph, start, goal = example
    problem = SwapProblem(from_=start, to=goal, moves="files")
    problem.__dict__["graph"] = graph  # instead of the files
    fewest = distances(start, graph.ways).get(goal)
    for solver in SOLVERS:
        found = search(problem, solver)
        found.advance(found.limit)
        if fewest is None:
            assert found.status is Status.IMPOSSIBLE
        else:
            assert found.status is Status.SOLVED
            assert found.answer()["positions"][-1] == goal
            assert len(found.answer()["moves"]) == fewest


@every_solver
def test_a_vain_search_visits_each_reachable_position_once(solver: str) -> None:
    # Three knights on the ends of a star: each can only step to the centre and back. No rule refutes it.
    problem = SwapProblem(from_=".BWW", to=".WBW", moves="files")
    problem.__dict__["graph"] = Graph(((1, 2, 3), (0,), (0,), (0,)))
    assert problem.refutation() == ""
    found = search(problem, solver)
    found.advance(found.limit)
    assert found.status is Status.IMPOSSIBLE
    assert re.match(r"4 positions can be reached from the (start|goal); all were visited", found.reason)
    if solver in ("breadth", "best-first"):
        assert found.work()["positions"] == found.work()["expanded"] == 4


@given(board=boards())
def test_dense_numbers_give_the_same_moves_and_answers(board: tuple[str, str]) -> None:
    problem = SwapProblem(from_=board[0], to=board[1])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(SwapSearch, "pair_memory", -1)
        few = {solver: ended(problem, solver) for solver in SOLVERS}
    numbers = Positions(problem, pair_memory=-1)
    assert not numbers.paired
    texts = {numbers.letters(each) for each in range(numbers.numbers)}
    assert len(texts) == numbers.numbers == numbers.arrangements
    pairs, start = Positions(problem), numbers.number(problem.from_)
    there = [numbers.letters(each) for each in numbers.neighbours(start)]
    assert there == [pairs.letters(each) for each in pairs.neighbours(pairs.number(problem.from_))]
    for solver, found in few.items():
        usual = ended(problem, solver)
        assert (found.status, found.answer(), found.work()) == (usual.status, usual.answer(), usual.work())


@given(board=boards())
def test_tables_without_gaps_give_the_same_answers(board: tuple[str, str]) -> None:
    problem = SwapProblem(from_=board[0], to=board[1])
    each, pairs = Positions(problem, pair_memory=-1), Positions(problem, pair_memory=Positions(problem).bytes)
    for place in range(each.arrangements):
        pair = pairs.number(problem.text(each.letters(place)))
        assert pairs.letters(pair) == each.letters(place)
        assert pairs.place(pair) == (place if pairs.places < pairs.numbers else pair)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(SwapSearch, "pair_memory", Positions(problem).bytes)
        few = {solver: ended(problem, solver) for solver in ("breadth", "both-ends")}
    for solver, found in few.items():
        usual = ended(problem, solver)
        assert isinstance(found, SwapSearch)
        assert found.positions.paired
        assert (found.status, found.answer(), found.work()) == (usual.status, usual.answer(), usual.work())


def test_ten_knights_on_25_squares_have_a_table_without_gaps() -> None:
    # There are 2.8 * 10**9 pairs of sets, and dense numbers take more than twice as long.
    found = search(SwapProblem(from_="BBBBB/...../...../...../WWWWW"), "breadth", memory=256)
    found.advance(100)
    assert (found.status, found.done) == (Status.RUNNING, 100)
    assert len(found.state["table"]) == 823_727_520 // 4
    assert isinstance(found, SwapSearch)
    assert found.positions.paired


@pytest.mark.parametrize("solver", ["breadth", "both-ends", "best-first"])
def test_a_crowded_board_needs_little_memory(solver: str) -> None:
    # Of the pairs of sets, 2.7 * 10**13, only 67,603,900 are positions.
    crowded = SwapProblem(from_="BBBBB/WBBBB/WW.BB/WWWWB/WWWWW", to="WWWWW/BWWWW/BB.WW/BBBBW/BBBBB")
    found = search(crowded, solver, memory=64)
    found.advance(300)
    assert (found.status, found.done) == (Status.RUNNING, 300)


def test_levels_have_the_sizes_of_a_plain_search() -> None:
    problem = SwapProblem()
    found = ended(problem, "breadth")
    depths = list(distances(problem.letters(problem.from_), knight_ways(problem.from_.split("/"))).values())
    curve = found.frame().curves[0]
    assert curve.values.tolist()[:-1] == [depths.count(depth) for depth in range(16)]


@pytest.mark.parametrize("solver", ["both-ends", "best-first"])
def test_faster_solvers_expand_fewer_positions(solver: str) -> None:
    for values in SWAP_TABLE.values():
        problem = SwapProblem(**values)
        assert ended(problem, solver).work()["expanded"] <= ended(problem, "breadth").work()["expanded"]


@every_solver
def test_a_search_stops_at_its_memory_limit(solver: str) -> None:
    # Knights in opposite corners of a large board have very many positions.
    start = "BB......../BB......../" + "........../" * 6 + "........WW/........WW"
    found = search(SwapProblem(from_=start), solver, memory=8)
    found.advance(10**9)
    assert found.status is Status.GAVE_UP
    assert "memory limit of 8 MiB" in found.reason
    used = sum(array.nbytes for array in found.state.values())
    assert used <= 8 * MIB
    assert found.answer() == {"moves": [], "positions": [start]}


@pytest.mark.parametrize(("solver", "memory"), [("breadth", 62), ("both-ends", 122)])
def test_running_out_of_memory_leaves_a_lower_bound(solver: str, memory: int) -> None:
    # The tables fit; the levels outgrow the rest of the memory.
    found = search(SwapProblem(from_="BBBBB/...../...../WWWWW"), solver, memory=memory)
    found.advance(3_000_000)
    assert found.status is Status.GAVE_UP
    assert 0 < found.done < 3_000_000
    fewest = int(re.search(r"none with fewer than (\d+) move", found.reason)[1])  # type: ignore[index]
    assert 5 < fewest <= 22


@pytest.mark.parametrize("solver", ["breadth", "both-ends"])
def test_a_level_begins_at_the_step_in_its_curve(solver: str) -> None:
    found, begun = search(SwapProblem(from_="BBB/.../WWW"), solver), dict[tuple[int, int], int]()
    found.prepare()
    while found.status is Status.RUNNING:
        counters = found.state["counters"].tolist()
        side = counters[BreadthCounter.SIDE]
        begun.setdefault((side, counters[BreadthCounter.DEPTH + side]), found.done)
        found.advance(1)
    steps = [curve.moments for curve in found.frame().curves]
    assert all(each is not None for each in steps)
    assert {place: int(steps[place[0]][place[1]]) for place in begun} == begun  # type: ignore[index]
