"""Solver `formula`: the explicit construction for every n of at least 4, after Hoffman, Loessi and Moore (1969).

It searches nothing. Finding one solution of n-queens is easy; the other solvers show how search works.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.answers import as_lists
from knightwatch.engine.core.clock import DONE
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.frame import Figure, Frame
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.core.state_rules import within
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels import formula as kernels
from knightwatch.engine.queens.kernels.formula import Rule
from knightwatch.engine.queens.problem import QueensProblem


class FormulaSettings(Settings):
    """`formula` has no parameters of its own."""


class Formula(Search[QueensProblem, FormulaSettings]):
    """Queens placed by a rule, column by column."""

    name = "formula"
    summary = "an explicit construction: one solution for every n from 4 on, without any search"
    unit = "queen"
    milestone = "queen"
    settings_type = FormulaSettings

    @classmethod
    def seeded(cls, problem: QueensProblem, settings: FormulaSettings) -> bool:  # noqa: ARG003
        return False

    @property
    def limit(self) -> int:
        return self.problem.n

    def begin(self) -> State:
        return {"queens": np.full(self.problem.n, -1, np.int32)}

    def step(self, budget: int, halt: bool) -> None:
        self.tier(kernels.place)(self.state["queens"], self.state["clock"], budget, halt)

    def rules(self, state: State) -> Iterator[bool]:
        placed = int(state["clock"][DONE])
        yield within(state["queens"][:placed], 0, self.problem.n - 1)
        yield bool((state["queens"][placed:] == -1).all())

    def found(self) -> bool:
        return self.done == self.problem.n

    def answer(self) -> dict[str, Any]:
        return as_lists(self.raw_answer())

    def raw_answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"queens": None, "attacks": None}
        return {"queens": self.state["queens"], "attacks": 0}

    def attained(self) -> float:
        return self.problem.n - self.done

    def work(self) -> dict[str, int]:
        return {"queens_placed": self.done}

    def spending(self) -> str:
        return f"{counted_noun(self.done, 'queen')} placed by a formula, no other square looked at"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        n = self.problem.n
        return Frame(
            self.done,
            self.verdict,
            self.problem.placement(self.state["queens"]),
            (
                Figure("placed", f"{self.done:,} of {n:,}", "queens on the board"),
                Figure("construction", self.construction(), "which of the three published constructions applies"),
                Figure("remainder", f"{n:,} mod 6 = {n % 6}", "decides which construction applies"),
            ),
            (),
            self._sentence(),
        )

    def construction(self) -> str:
        """Return the letters of the constructions that this n needs."""
        n = self.problem.n
        first = "AB"[kernels.rule_of(n, 1)] if n > 1 else ""
        return f"{first}{' and ' * (n % 2 and n > 1)}{'C' * (n % 2)}"

    def _sentence(self) -> str:
        n = self.problem.n
        if not self.done:
            return f"{self.rule_words(Rule(kernels.rule_of(n, 1)))} No square is searched: a formula gives every row."
        square = square_name(int(self.state["queens"][self.done - 1]), self.done - 1, n)
        rule = self.rule_words(Rule(kernels.rule_of(n, self.done)))
        easy = " One solution is easy; to find it by search, or to count all, is not." if self.done == n else ""
        return f"Queen {self.done:,} goes to {square}. {rule}{easy}"

    def rule_words(self, rule: Rule) -> str:
        """Say what a rule does."""
        n = self.problem.n
        even = n - n % 2
        if rule is Rule.CORNER:
            return f"{n:,} is odd: the last queen takes the corner, which no diagonal of the others meets."
        if rule is Rule.STEPS:
            return f"{even:,} mod 6 is not 2: go up two rows per column, even rows first, then odd rows."
        return f"{even:,} mod 6 is 2: the same knight's moves, but shifted by half the board, then turned."
