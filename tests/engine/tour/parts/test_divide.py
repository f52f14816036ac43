"""The pages about a step of `divide`."""

from knightwatch.engine.core.frame import Tone
from knightwatch.engine.core.parts import look_into
from knightwatch.engine.tour.parts.divide import PARTS
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.divide import Divide, DivideSettings


def test_a_caption_explains_the_colours_of_an_exchange() -> None:
    search = Divide(TourProblem(rows=20, cols=20), DivideSettings(), 1)
    captions = dict[bool, set[str]]()
    for _ in range(10):
        search.advance(1)
        (page,) = look_into(search, PARTS)
        *_, after = page.pictures
        exchange = {links.tone for links in after.board.links} == {Tone.ALARM, Tone.GOOD}
        captions.setdefault(exchange, set()).add(after.name)
    assert all("removed" in caption and "added" in caption for caption in captions[True])
    assert not any("removed" in caption for caption in captions[False])
