"""The list of published experiments."""

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.lab.papers.declaration import Paper
from knightwatch.engine.lab.papers.euler_report import EULER
from knightwatch.engine.lab.papers.queens_assignment import QUEENS
from knightwatch.engine.lab.papers.queens_textbook import TEXTBOOK
from knightwatch.engine.lab.papers.six_knights import KNIGHTS
from knightwatch.engine.lab.papers.tour_thesis import THESIS

PAPERS = (THESIS, EULER, KNIGHTS, QUEENS, TEXTBOOK)


def paper(name: str) -> Paper:
    """Return the paper with this name; raise BadInput if there is none."""
    for each in PAPERS:
        if each.name == name:
            return each
    raise BadInput(f"paper is {quoted(name)}, but must be one of {', '.join(each.name for each in PAPERS)}")
