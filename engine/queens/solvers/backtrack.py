"""Solver `backtrack`: depth-first search, a queen in a column at a time.

A node of the tree is a placement without attacks. At a dead end the search removes the last queen and tries its next
row. Forward checking sees a dead end earlier; first-fail fills the column with the fewest free rows next.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.compiled.rng import generator, shuffle
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Curve, Figure, Frame, Kind, Status
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.core.state_rules import within
from knightwatch.engine.core.tree import MOST_CHOICES, Branch, SearchTree
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.free_rows import LARGEST, free_squares, partial_placement
from knightwatch.engine.queens.kernels import backtrack as kernels
from knightwatch.engine.queens.kernels.backtrack import BacktrackRules, BacktrackState
from knightwatch.engine.queens.kernels.backtrack import QueensBacktrackCounter as Counter
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.symmetry import solution_gallery
from knightwatch.engine.queens.trees import Saving

MAX_N = 1000
"""The largest board: a step looks at all columns, which must fit into a slice of time."""
MOST_STORED = 2_000_000
"""Queens in all stored solutions together, at most."""


class ColumnOrder(StrEnum):
    """Which column comes next: from left to right, or the one with the fewest free rows."""

    FIXED = "fixed"
    FIRST_FAIL = "first-fail"


class Check(StrEnum):
    """What is checked after a queen is placed: nothing, or whether every open column has a free row."""

    NONE = "none"
    FORWARD = "forward"


class RowOrder(StrEnum):
    """The order of the rows in a column."""

    ASCENDING = "ascending"
    RANDOM = "random"


class QueensBacktrackSettings(Settings):
    """Parameters of `backtrack`."""

    order: ColumnOrder = Field(
        ColumnOrder.FIXED, description="next column: from left to right, or the one with the fewest free rows"
    )
    check: Check = Field(Check.NONE, description="forward: turn back as soon as a column ahead has no free row")
    rows: RowOrder = Field(RowOrder.ASCENDING, description="rows of a column from 1 upwards, or in random order")
    solutions: int = Field(1, ge=0, le=1_000_000, description="solutions to find before the search ends; 0: all")
    max_nodes: int = Field(1_000_000_000, ge=0, le=10**12, description="queens placed before giving up")


class QueensBacktrack(Search[QueensProblem, QueensBacktrackSettings]):
    """A stack of queens, and the solutions that were found."""

    name = "backtrack"
    summary = (
        "depth-first search: a queen in the next column where none attacks it; at a dead end, back to an untried row"
    )
    unit = "node"
    milestone = "dead end or solution"
    has_tree = True
    settings_type = QueensBacktrackSettings
    grows = ("solutions",)

    @classmethod
    def check(cls, problem: QueensProblem, settings: QueensBacktrackSettings) -> None:  # noqa: ARG003
        if problem.n > MAX_N:
            raise BadInput(f"n is {problem.n:,}, but must be at most {MAX_N:,} for backtrack")

    @classmethod
    def seeded(cls, problem: QueensProblem, settings: QueensBacktrackSettings) -> bool:  # noqa: ARG003
        return settings.rows is RowOrder.RANDOM

    def __init__(self, problem: QueensProblem, settings: QueensBacktrackSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self._rules = BacktrackRules(
            first_fail=settings.order is ColumnOrder.FIRST_FAIL,
            forward=settings.check is Check.FORWARD,
            wanted=settings.solutions,
            most_stored=max(1, MOST_STORED // problem.n),
        )
        self.tracked = self._rules.first_fail or self._rules.forward
        """Whether the search knows the free rows of all open columns."""

    @property
    def limit(self) -> int:
        return self.settings.max_nodes

    def effort(self) -> float:
        return 1e-6 * self.problem.n**2 if self.tracked or self.settings.rows is RowOrder.RANDOM else 0.0

    def begin(self) -> State:
        n = self.problem.n
        table = (n, n) if self.tracked else (0, 0)
        state: State = {
            "queens": np.full(n, -1, np.int32),
            "best": np.full(n, -1, np.int32),
            "columns": np.zeros(n, np.int32),
            "cursor": np.zeros(n, np.int32),
            "order": self._row_order(),
            "attackers": np.zeros(table, np.int32),
            "left": np.full(n, n, np.int32),
            "levels": np.zeros(n + 1, np.int64),
            "solutions": np.zeros((1, n), np.int32),
            "counters": np.zeros(len(Counter), np.int64),
        }
        self.tier(kernels.first_node)(_arrays(state), self._rules)
        return state

    def _row_order(self) -> NDArray[np.int32]:
        """Return the rows in the order in which they are tried; row 1 is at the bottom."""
        n = self.problem.n
        ascending = np.arange(n - 1, -1, -1, dtype=np.int32)
        if self.settings.rows is RowOrder.ASCENDING:
            return ascending.reshape(1, n)
        orders, rng = np.tile(ascending, (n, 1)), generator(self.seed)
        for rows in orders:
            interpret(shuffle, rows, 0, n, rng)
        return orders

    def step(self, budget: int, halt: bool) -> None:
        end = self.done + budget
        while True:
            arrays, clock = _arrays(self.state), self.state["clock"]
            full = self.tier(kernels.nodes)(arrays, self._rules, clock, end - self.done, halt)
            if not full:
                return
            stored = self.state["solutions"]
            room = min(max(16, 2 * len(stored)), self._rules.most_stored)
            self.state["solutions"] = np.concatenate([stored, np.zeros((room - len(stored), self.problem.n), np.int32)])
            if halt:
                return

    def rules(self, state: State) -> Iterator[bool]:
        n, counters = self.problem.n, state["counters"]
        depth, stored = int(counters[Counter.DEPTH]), int(counters[Counter.STORED])
        columns, queens = state["columns"][: min(depth + 1, n)], state["queens"]
        yield depth <= n and counters[Counter.DEEPEST] <= n and counters[Counter.EXHAUSTED] <= 1
        yield within(columns, 0, n - 1) and len(set(columns.tolist())) == len(columns)
        yield within(queens[columns[:depth]], 0, n - 1) and int((queens == -1).sum()) == n - depth
        yield within(state["best"], -1, n - 1)
        yield are_rows(state["order"], n) and within(state["cursor"], 0, n)
        yield stored <= len(state["solutions"]) <= self._rules.most_stored and stored <= counters[Counter.FOUND]
        # A kernel that fills the last place asks for more room at once, unless the search ends there.
        wanted = self._rules.wanted and counters[Counter.FOUND] >= self._rules.wanted
        yield stored < len(state["solutions"]) or bool(wanted) or len(state["solutions"]) == self._rules.most_stored
        yield within(state["solutions"], 0, n - 1)
        order, cursor = state["order"], state["cursor"]
        yield all(
            cursor[level] < n and order[column % len(order), cursor[level]] == queens[column]
            for level, column in enumerate(columns[:depth].tolist())
        )
        yield from self._table_rules(state, columns[:depth])

    def _table_rules(self, state: State, columns: NDArray[np.int32]) -> Iterator[bool]:
        """Yield the conditions for the tables of attackers and free rows: placing the queens again gives them."""
        if not self.tracked:
            return
        again = BacktrackState(*(state[name].copy() for name in BacktrackState._fields))
        again.queens[:], again.attackers[:], again.left[:] = -1, 0, self.problem.n
        for column in columns.tolist():
            again.queens[column] = state["queens"][column]
            interpret(kernels.put, again, column, int(state["queens"][column]), 1)
        yield bool((again.attackers == state["attackers"]).all()) and bool((again.left == state["left"]).all())

    def counter(self, place: Counter) -> int:
        """Return the value of a counter."""
        return int(self.state["counters"][place])

    @property
    def depth(self) -> int:
        """Queens on the board."""
        return self.counter(Counter.DEPTH)

    @property
    def next_column(self) -> int | None:
        """The column that the search fills next; None if the board is full."""
        return int(self.state["columns"][self.depth]) if self.depth < self.problem.n else None

    @property
    def dead_end(self) -> bool:
        """Whether the next column has no row to try."""
        return self.depth < self.problem.n and int(self.state["cursor"][self.depth]) == self.problem.n

    def found(self) -> bool:
        found = self.counter(Counter.FOUND)
        return bool(found) and (found == self.settings.solutions or bool(self.counter(Counter.EXHAUSTED)))

    def end(self) -> tuple[Status, str] | None:
        if not self.counter(Counter.EXHAUSTED):
            return None
        return Status.IMPOSSIBLE, f"the whole tree of {counted_noun(self.done + 1, 'node')} has no solution"

    def reached(self) -> str:
        found = self.counter(Counter.FOUND) if self.ready else 0
        return counted_noun(found, "solution") if found else super().reached()

    def answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"queens": None, "attacks": None}
        stored = self.counter(Counter.STORED)
        queens = self.state["solutions"][stored - 1] if stored else self.state["best"]
        return {"queens": queens.tolist(), "attacks": 0}

    def attained(self) -> float:
        return self.problem.n - self.counter(Counter.DEEPEST)

    def work(self) -> dict[str, int]:
        counters = {"solutions": Counter.FOUND, "backtracks": Counter.BACKTRACKS, "judged": Counter.JUDGED}
        names = {name: self.counter(counter) if self.ready else 0 for name, counter in counters.items()}
        return {"nodes": self.done + self.ready} | names

    def common_work(self) -> int:
        return self.work()["judged"]

    def spending(self) -> str:
        back = counted_noun(self.counter(Counter.BACKTRACKS), "step")
        return f"{counted_noun(self.done + 1, 'node')} of the tree for {self.problem.n:,} columns, {back} back"

    def gallery(self) -> Gallery:
        stored = self.state["solutions"][: self.counter(Counter.STORED)] if self.ready else np.empty((0, 0), np.int32)
        return solution_gallery(self.problem, stored, self.settings.solutions != 1)

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        n = self.problem.n
        wanted = f" of {self.settings.solutions:,}" if self.settings.solutions > 1 else ""
        return Frame(
            self.done,
            self.verdict,
            self._board(),
            (
                Figure("nodes", f"{self.done + 1:,}", "visited nodes of the tree; node 0 is the root"),
                *([saving.figure()] if (saving := self.saving) else []),
                Figure("depth", f"{self.depth:,} of {n:,}", "queens on the board"),
                Figure("deepest", f"{self.counter(Counter.DEEPEST):,}", "most queens on the board so far"),
                Figure("backtracks", f"{self.counter(Counter.BACKTRACKS):,}", "steps back, one column each"),
                Figure("tested", f"{self.counter(Counter.JUDGED):,}", self._tested_help()),
                Figure("solutions", f"{self.counter(Counter.FOUND):,}{wanted}", "solutions found"),
            ),
            self._curves(),
            self._sentence(),
            tree=self.tree(),
        )

    def _tested_help(self) -> str:
        ahead = ", and squares ahead that a new queen attacks" if self.tracked else ""
        return f"placements judged: squares tested for a queen{ahead}"

    def tree(self) -> SearchTree:
        """Return the tree: a node is a placement, its level the number of queens."""
        state, choices = self.state, []
        columns = state["columns"][: self.depth].astype(np.int64)
        rows = state["queens"][columns].astype(np.int64)
        for level in range(max(0, self.depth - MOST_CHOICES), self.depth):
            column, place = int(columns[level]), int(state["cursor"][level])
            above, far = rows[:level], np.abs(columns[:level] - column)
            order = state["order"][column % len(state["order"])]
            free = ~np.isin(order, np.concatenate([above, above - far, above + far]))
            name = square_name(int(rows[level]), column, self.problem.n)
            choices.append(Branch(name, int(free[:place].sum()), int(free[place + 1 :].sum())))
        return SearchTree(state["levels"].copy(), self.depth, tuple(choices))

    def _board(self) -> Board:
        if self.depth == self.problem.n:
            return self.problem.placement(self.state["queens"])
        return partial_placement(self.problem, self.state["queens"], self.next_column)

    @property
    def saving(self) -> Saving | None:
        """What forward checking saves; None if first-fail makes both trees equal, or if the board is large."""
        n = self.problem.n
        if self._rules.first_fail or n > LARGEST:
            return None
        order = self.state["order"].tolist()
        placed = [] if self.counter(Counter.EXHAUSTED) else self.state["queens"][: self.depth].tolist()
        return Saving(placed, [order[x % len(order)] for x in range(n)], self._rules.forward, self.done)

    def _curves(self) -> tuple[Curve, ...]:
        """Return the nodes of each level of the tree."""
        levels = self.state["levels"].astype(float)
        along = np.arange(len(levels))
        return (Curve("nodes by level", along, levels, Kind.LEVELS, "nodes", "queens placed", here=self.depth),)

    def _sentence(self) -> str:
        n, depth = self.problem.n, self.depth
        if self.counter(Counter.EXHAUSTED):
            return f"The whole tree was visited: {counted_noun(self.done + 1, 'node')}, {self._total()}."
        if not self.done:
            return f"The board is empty: node 0, the root of the tree. Column a has {counted_noun(n, 'row')} to try."
        last = int(self.state["columns"][depth - 1])
        square = square_name(int(self.state["queens"][last]), last, n)
        backed = self.counter(Counter.BACKED)
        back = f"back {counted_noun(backed, 'column')} to {file_name(last)}, then " if backed else ""
        head = f"Node {self.done:,}: {back}a queen on {square}{self._why(last, bool(backed))}."
        return f"{head} {self._ahead()}"

    def _why(self, column: int, again: bool) -> str:
        """Say why this square was chosen."""
        which = "next" if again else "first"
        random = " in random order" if self.settings.rows is RowOrder.RANDOM else ""
        fewest = f"; {file_name(column)} had the fewest free rows" if self._rules.first_fail and not again else ""
        return f", its {which} free row{random}{fewest}"

    def _total(self) -> str:
        return counted_noun(self.counter(Counter.FOUND), "solution")

    def _ahead(self) -> str:
        """Say what the queens leave for the columns ahead."""
        n, column = self.problem.n, self.next_column
        if column is None:
            placed = f"All {n:,} queens are placed" if n > 1 else "The only queen is placed"
            return f"{placed}: solution {self.counter(Counter.FOUND):,}."
        free = free_squares(self.state["queens"])
        left = counted_noun(int(free[:, column].sum()), "free row")
        open_columns = np.flatnonzero(self.state["queens"] < 0)
        empty = [file_name(int(x)) for x in open_columns if not free[:, x].any()]
        below, earlier = (self.saving.below(), self.saving.earlier()) if self.saving else ("", "")
        if self.dead_end:
            saved = f" Forward checking saves {below} below." if below else ""
            saved += f" Forward checking would have seen it {earlier}." if earlier else ""
            return f"Column {empty[0] if empty else file_name(column)} has no free row left: dead end.{saved}"
        wasted = f" But {empty[0]} has none: forward checking would turn back and save {below}." if below else ""
        wasted = f" But {empty[0]} has none: forward checking would have turned back {earlier}." if earlier else wasted
        return f"Column {file_name(column)} has {left}.{wasted}"


def are_rows(order: NDArray[np.int32], n: int) -> bool:
    """Return whether each line of an order has every row once."""
    return bool((np.sort(order, axis=1) == np.arange(n)).all())


def _arrays(state: State) -> BacktrackState:
    """Return the state as the kernels take it."""
    return BacktrackState(*(state[name] for name in BacktrackState._fields))
