"""Distances and play by hand, against the distances of a plain search."""

from knightwatch.engine.swap.play import SwapPlay
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSettings
from knightwatch.engine.swap.solvers.distances import Distances
from tests.models.swap import distances, knight_ways

GUARINI = SwapProblem(from_="W.W/.../B.B")


def prepared(problem: SwapProblem) -> SwapPlay:
    play = SwapPlay(problem, problem.board())
    for _ in play.preparing():
        pass
    return play


def choose(play: SwapPlay, name: str) -> str:
    rows = play.problem.free.shape[0]
    return play.choose(rows - int(name[1]), ord(name[0]) - ord("a"))


def test_distances_are_those_of_a_plain_search() -> None:
    table = Distances(GUARINI)
    for _ in table.slices():
        pass
    goal = GUARINI.letters(GUARINI.goal)
    expected = distances(goal, knight_ways(GUARINI.goal.split("/")))
    assert len(expected) == 280  # on the ring; the middle stays empty
    for letters, distance in expected.items():
        assert table.distance(table.positions.number(GUARINI.text(letters))) == distance
    elsewhere = table.positions.number("W.W/.B./B..")
    assert table.distance(elsewhere) is None


def test_hints_lead_to_the_goal_by_the_fewest_moves() -> None:
    play = prepared(GUARINI)
    for left in range(16, 0, -1):
        assert play.figures()[0].value == f"{left} move{'s' * (left > 1)}"
        words = play.hint().split()
        here, there = words[words.index("from") + 1], words[words.index("to") + 1].rstrip(",")
        assert here != there
        assert "a good move" in choose(play, there)
    assert play.solved()
    assert play.hint() == "Already solved."


def test_moves_are_judged_and_can_be_undone() -> None:
    play = prepared(GUARINI)
    choose(play, "a1")
    assert "not one move from a1" in choose(play, "b2")
    assert choose(play, "c2") == "The black knight goes from a1 to c2, a good move: 15 moves to the goal."
    choose(play, "c2")
    assert "16 moves to the goal" in choose(play, "a1")
    play.undo()
    assert play.figures()[0].value == "15 moves"


def test_a_knight_is_chosen_before_it_moves() -> None:
    play = prepared(GUARINI)
    assert "choose a knight first" in choose(play, "a2")
    assert choose(play, "a1") == "The black knight on a1 can go to b3, c2."
    assert choose(play, "a1") == "No knight is chosen."
    assert "choose a knight first" in choose(play, "c2")
    choose(play, "a1")
    play.clear()
    assert "choose a knight first" in choose(play, "c2")


def test_an_unknown_distance_gives_its_reason() -> None:
    large = SwapProblem(from_="BBBB..../......../......../......../......../......../......../....WWWW")
    play = prepared(large)
    assert "memory limit" in play.figures()[0].value
    refuted = SwapProblem(from_="B../.../...", to=".../.B./...")
    assert prepared(refuted).figures()[0].value == "cannot be reached"


def test_without_a_table_the_coach_uses_best_first() -> None:
    start = "BBBB..../......../......../......../......../......../......../....WWWW"
    goal = "B.BB..../......../..B...../......../......../......W./......../....WWW."
    play = prepared(SwapProblem(from_=start, to=goal))
    for left in (2, 1):
        for _ in play.coach():
            pass
        assert {figure.name: figure.value for figure in play.coached()} == {"possible": "yes", "moves left": f"{left}+"}
        assert play.hint().startswith("Hint: the ")
        assert [links.name for links in play.board().links] == ["the hint"]
        play.choose(*divmod(play.hinted[1], 8))
    assert play.solved()


def test_the_table_respects_the_memory_limit() -> None:
    table = Distances(SwapProblem(from_="BBBB/..../..../WWWW"), SwapSettings(memory=1))
    for _ in table.slices():
        pass
    assert not table.known
    assert "1 MiB" in table.fault
