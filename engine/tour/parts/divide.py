"""What a step of `divide` consisted of: a part that is laid, or the two moves that give way to two that join."""

from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.tour.kernels.divide import Counter
from knightwatch.engine.tour.solvers.divide import Divide


def pages(search: Divide, before: Before) -> Pages:
    """Return the one page of a step."""
    frame, table = search.frame(), Table()
    joining, title = search.counter(Counter.JOINING), "a part and its tour"
    told = f"{frame.sentence} Tours of parts are found by auto, once for each size."
    if joining:
        here, a, there, b = map(search.problem.name, search.exchanged())
        title = "a part is joined"
        table = (
            ("", "one", "other"),
            ("give way", f"{here}-{a}", f"{there}-{b}"),
            ("join", f"{here}-{there}", f"{a}-{b}"),
        )
        told = (
            f"{frame.sentence} The ends of two moves side by side are a knight's move apart, so both tours become one."
        )
    pictures = Picture("before", before.frame.board), Picture("after", frame.board)
    return (Page(title, told, pictures, table=table),)


PARTS = Parts(pages)
