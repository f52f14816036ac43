"""Declarations of papers: published experiments, with each published figure beside its definition.

A paper is a list of parts. A part is a table of figures, or a question of the catalog about a plan. Each figure of a
table is a statistic over the runs of one plan, which a sweep makes. `registry` lists the papers.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.lab.papers.statistic import Aggregate, Statistic
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Question
from knightwatch.engine.store.outcomes import RunOutcome

Values = Mapping[str, str]
"""The values of a plan, as people write them."""


@dataclass(frozen=True)
class PaperFigure:
    """One figure of a table."""

    row: str
    values: Values
    statistic: Statistic
    published: float | str | None = None
    """A number, or words if the publication has no number; None if it has neither."""
    column: str = ""
    """The column of the figure; empty if a row has one figure."""
    full: bool = False
    """Whether it takes too long for the short form."""

    def excluded_by(self, runs: Collection[RunOutcome]) -> bool:
        """Return whether the interval of some runs excludes the published number.

        Medians have quartiles instead of an interval, seconds depend on the machine, and a lower bound excludes little.
        """
        printed, statistic = self.published, self.statistic
        if isinstance(printed, str) and statistic.kind is Aggregate.SUCCESS and printed.endswith(" %"):
            printed = float(printed.removesuffix(" %")) / 100
        if printed is None or isinstance(printed, str) or statistic.kind is Aggregate.MEDIAN:
            return False
        found = statistic.estimate(runs)
        if found is None or statistic.field == "seconds" or statistic.is_bound(runs):
            return False
        return not found.low <= printed <= found.high


@dataclass(frozen=True)
class PaperTable:
    """A part whose figures come from runs."""

    title: str
    puzzle: str
    rows: str
    """What the rows are."""
    figures: tuple[PaperFigure, ...]
    repeat: tuple[int, int]
    """The number of runs of each plan, in the short form and in the full one."""
    note: str = ""
    """What differs from the publication, and why, if that is known."""
    source: str = ""
    """Where the published figures come from, if not from the paper itself."""
    chart: str = ""
    """The title of the chart; empty if there is no chart."""
    log: bool = False
    """Whether the chart shows logarithms."""
    full: bool = False

    def chosen(self, full: bool) -> tuple[PaperFigure, ...]:
        """Return the figures of the short form or of the full one."""
        return tuple(figure for figure in self.figures if full or not figure.full)


@dataclass(frozen=True)
class PaperQuestion:
    """A part that asks a question of the catalog about a plan."""

    title: str
    puzzle: str
    question: str
    values: Values
    note: str = ""
    source: str = ""
    full: bool = False
    options: Values = field(default_factory=dict)
    """The options of the question."""

    @cached_property
    def known(self) -> Question:
        """The question; raises BadInput if there is none of this name."""
        for question in puzzle(self.puzzle).questions:
            if question.name == self.question:
                return question
        raise BadInput(f"question is {self.question}, which {self.puzzle} does not have")

    def inquiry(self) -> Inquiry:
        """Return the inquiry, not started yet."""
        return Plan.read(puzzle(self.puzzle), {"seed": "0"} | dict(self.values)).ask(self.known, **self.options)


@dataclass(frozen=True)
class Paper:
    """The experiments of a publication."""

    name: str
    title: str
    source: str
    takes: tuple[str, str]
    """How long the short form and the full one take on two cores, measured after compiling."""
    declared: tuple[PaperTable | PaperQuestion, ...]

    def parts(self, full: bool) -> tuple[PaperTable | PaperQuestion, ...]:
        """Return the parts of the short form or of the full one."""
        return tuple(part for part in self.declared if full or not part.full)
