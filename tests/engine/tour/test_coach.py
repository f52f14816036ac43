"""The coach of tours: its hints lead to a tour, and it takes moves back until a tour is possible."""

from knightwatch.engine.byhand.play import Advice
from knightwatch.engine.tour.play import TourPlay
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.backtrack import RuleSettings, Warnsdorff


def coached(play: TourPlay) -> dict[str, str]:
    for _ in play.coach():
        pass
    return {figure.name: figure.value for figure in play.coached()}


def test_the_coach_goes_back_to_the_last_possible_position() -> None:
    search = Warnsdorff(TourProblem(start="a3"), RuleSettings(), 0)
    search.advance(search.limit)
    play = TourPlay(search.problem, search.frame().board)
    assert coached(play) == {"possible": "no"}
    assert "is not possible" in play.hint()
    position = next(found for found in play.winnable() if found is not None)
    assert len(position) == 55
    assert play.go_back(position).startswith("Back at the last position")
    for left in range(9, 0, -1):
        assert coached(play) == {"possible": "yes", "moves left": f"{left}+"}
        assert play.hint().startswith("Hint: go to ")
        assert [links.name for links in play.board().links] == ["the hint"]
        play.choose(*divmod(play.hinted[-1], 8))
    assert play.solved()
    assert play.hint() == "Already solved."


def test_the_first_hint_is_a_start() -> None:
    play = TourPlay(TourProblem(rows=5, cols=5), TourProblem(rows=5, cols=5).board())
    assert coached(play) == {"possible": "yes", "moves left": "25+"}
    assert play.hint().startswith("Hint: begin on ")
    refuted = TourPlay(TourProblem(rows=4, cols=4), TourProblem(rows=4, cols=4).board())
    assert coached(refuted)["possible"] == "no"


def test_the_coach_blames_no_move_after_an_undecided_position() -> None:
    play = TourPlay(TourProblem(rows=3, cols=4), TourProblem(rows=3, cols=4).board())
    play.choose(0, 0)
    play.choose(1, 2)
    (before,), position = play._past[-1:], play.position
    for known, blamed in ((None, False), (True, True)):
        play._advice[before.tobytes()] = Advice(possible=known)
        play._advice[position.tobytes()] = Advice(possible=False)
        assert play.has_just_lost() == blamed
