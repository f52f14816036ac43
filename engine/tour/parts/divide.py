"""Pages about a step of `divide`: the tour of a part, or the exchange of moves that joins a part."""

from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.tour.kernels.divide import Counter
from knightwatch.engine.tour.solvers.divide import Divide


def pages(search: Divide, before: Before) -> Pages:
    """Return the page of the last step."""
    frame, table, after = search.frame(), Table(), "after"
    joining, title = search.counter(Counter.JOINING), "a part and its tour"
    finds = "each path" if search.by_paths else "one tour for each size of part"
    sentence = f"{frame.sentence} The solver auto finds {finds}."
    if joining:
        here, a, there, b = map(search.problem.name, search.exchanged())
        title, after = "a part is joined", "after: red removed, green added"
        table = (
            ("moves", "first", "second"),
            ("removed", f"{here}-{a}", f"{there}-{b}"),
            ("added", f"{here}-{there}", f"{a}-{b}"),
        )
        sentence = f"{frame.sentence} The exchange makes one tour of two."
    pictures = Picture("before", before.frame.board), Picture(after, frame.board)
    return (Page(title, sentence, pictures, table=table),)


PARTS = Parts(pages)
