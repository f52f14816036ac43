"""Distances and play: what every move is worth, by the distances that a plain search finds."""

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


def test_every_position_has_the_distance_that_a_plain_search_finds() -> None:
    table = Distances(GUARINI)
    for _ in table.slices():
        pass
    goal = GUARINI.letters(GUARINI.goal)
    known = distances(goal, knight_ways(GUARINI.goal.split("/")))
    assert len(known) == 280  # on the ring; the middle stays empty
    for letters, distance in known.items():
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
    assert play.hint() == "Solved already."


def test_moves_are_told_good_or_bad_and_taken_back() -> None:
    play = prepared(GUARINI)
    choose(play, "a1")
    assert choose(play, "b2") == "b2 is no knight's move from a1."
    assert choose(play, "c2") == "The black knight goes from a1 to c2, a good move: 15 moves to the goal."
    choose(play, "c2")
    assert choose(play, "a1") == "The black knight goes from c2 to a1, a step away: 16 moves to the goal."
    assert play.undo() == "The last change is taken back."
    assert play.figures()[0].value == "15 moves"


def test_a_knight_is_chosen_before_it_moves_and_may_be_let_go() -> None:
    play = prepared(GUARINI)
    assert choose(play, "a2") == "a2 is empty: choose a knight first."
    assert choose(play, "a1") == "The black knight on a1 can go to b3, c2."
    assert choose(play, "a1") == "No knight is chosen now."
    assert choose(play, "c2") == "c2 is empty: choose a knight first."
    choose(play, "a1")
    assert play.clear() == "The knights are back at the start."
    assert choose(play, "c2") == "c2 is empty: choose a knight first."


def test_what_cannot_be_known_is_said() -> None:
    large = SwapProblem(from_="BBBB..../......../......../......../......../......../......../....WWWW")
    play = prepared(large)
    assert "does not suffice" in play.figures()[0].value
    refuted = SwapProblem(from_="B../.../...", to=".../.B./...")
    assert prepared(refuted).figures()[0].value == "cannot be reached"


def test_where_the_table_has_no_room_the_coach_asks_best_first() -> None:
    start = "BBBB..../......../......../......../......../......../......../....WWWW"
    goal = "B.BB..../......../..B...../......../......../......W./......../....WWW."
    play = prepared(SwapProblem(from_=start, to=goal))
    for left in (2, 1):
        for _ in play.coach():
            pass
        moves = f"{left} move{'s' * (left > 1)}"
        assert {figure.name: figure.value for figure in play.coached()} == {"possible": "yes", "at least": moves}
        assert play.hint().startswith("Hint: the ")
        assert [links.name for links in play.board().links] == ["the hint"]
        play.choose(*divmod(play.hinted[1], 8))
    assert play.solved()


def test_small_memory_is_respected_by_the_table() -> None:
    table = Distances(SwapProblem(from_="BBBB/..../..../WWWW"), SwapSettings(memory=1))
    for _ in table.slices():
        pass
    assert not table.known
    assert "1 MiB" in table.fault
