"""Papers: published experiments as declarations, each figure beside what the publication says of it.

A paper is a list of parts. A part is either a table of figures, each a statistic over the runs of one plan, which a
sweep makes; or a question about a plan that the catalogue already has, shown as it is. `registry` lists them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.lab.papers.statistic import Statistic
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Question

Values = Mapping[str, str]
"""The values of a plan, as people write them."""


@dataclass(frozen=True)
class PaperFigure:
    """One figure of a table."""

    row: str
    values: Values
    statistic: Statistic
    published: float | str | None = None
    """A number, or words where the publication has no number; None where it has neither."""
    column: str = ""
    """What it is compared with in its row; empty where a row has one figure."""
    full: bool = False
    """Whether it takes too long for the short form."""


@dataclass(frozen=True)
class PaperTable:
    """A part whose figures come from runs."""

    title: str
    puzzle: str
    rows: str
    """What the rows are."""
    figures: tuple[PaperFigure, ...]
    repeat: tuple[int, int]
    """Runs of each plan, in the short form and in the full one."""
    note: str = ""
    """What differs from the publication, and why, where that is known."""
    source: str = ""
    """Where the published figures are from, if not from the paper itself."""
    chart: str = ""
    """What a chart of it shows; empty where there is nothing to draw."""
    log: bool = False
    """Whether the chart shows logarithms, for what grows fast."""
    full: bool = False

    def chosen(self, full: bool) -> tuple[PaperFigure, ...]:
        """Return the figures of the short form or of the full one."""
        return tuple(figure for figure in self.figures if full or not figure.full)


@dataclass(frozen=True)
class PaperQuestion:
    """A part that is a question of the catalogue about a plan."""

    title: str
    puzzle: str
    question: str
    values: Values
    note: str = ""
    source: str = ""
    full: bool = False
    options: Values = field(default_factory=dict)
    """Of the question."""

    @cached_property
    def known(self) -> Question:
        """The question; raises BadInput if there is none of that name."""
        for question in puzzle(self.puzzle).questions:
            if question.name == self.question:
                return question
        raise BadInput(f"question is {self.question}, which {self.puzzle} does not have")

    def inquiry(self) -> Inquiry:
        """Return the question about the plan, not yet asked."""
        return Plan.read(puzzle(self.puzzle), {"seed": "0"} | dict(self.values)).ask(self.known, **self.options)


@dataclass(frozen=True)
class Paper:
    """A publication's experiments."""

    name: str
    title: str
    source: str
    takes: tuple[str, str]
    """How long the short form and the full one take on two cores, measured, once kernels are compiled."""
    declared: tuple[PaperTable | PaperQuestion, ...]

    def parts(self, full: bool) -> tuple[PaperTable | PaperQuestion, ...]:
        """Return the parts of the short form or of the full one."""
        return tuple(part for part in self.declared if full or not part.full)
