"""The coach of tours: what it says leads to a tour, and it finds the way back to where one was possible."""

from knightwatch.engine.tour.play import TourPlay
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.backtrack import RuleSettings, Warnsdorff


def coached(play: TourPlay) -> dict[str, str]:
    for _ in play.coach():
        pass
    return {figure.name: figure.value for figure in play.coached()}


def test_a_walk_that_was_lost_is_taken_back_to_where_a_tour_was_possible_and_hints_lead_to_one() -> None:
    search = Warnsdorff(TourProblem(start="a3"), RuleSettings(), 0)
    search.advance(search.limit)
    play = TourPlay(search.problem, search.frame().board)
    assert coached(play) == {"possible": "no", "at least": "-"}
    assert "not possible any more" in play.hint()
    position = next(found for found in play.winnable() if found is not None)
    assert len(position) == 55
    assert play.go_back(position).startswith("Back at the last position")
    for left in range(9, 0, -1):
        assert coached(play) == {"possible": "yes", "at least": f"{left} move{'s' * (left > 1)}"}
        assert play.hint().startswith("Hint: go to ")
        assert [links.name for links in play.board().links] == ["the hint"]
        play.choose(*divmod(play.hinted[-1], 8))
    assert play.solved()
    assert play.hint() == "Solved already."


def test_before_the_first_square_the_hint_is_where_to_begin() -> None:
    play = TourPlay(TourProblem(rows=5, cols=5), TourProblem(rows=5, cols=5).board())
    assert coached(play) == {"possible": "yes", "at least": "25 moves"}
    assert play.hint().startswith("Hint: begin on ")
    refuted = TourPlay(TourProblem(rows=4, cols=4), TourProblem(rows=4, cols=4).board())
    assert coached(refuted)["possible"] == "no"
