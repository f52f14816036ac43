"""Solver `auto`: finds a tour on nearly every board, fast.

It walks by Warnsdorff's rule, with ties by the distance from the centre, after Squirrel and Cull (1996). At a dead end
it rotates the walk, after Pósa (1976). Measured, this finds a tour at once on nearly every board up to 1000 x 1000,
closed or not. If TRIES walks fail and the board is narrow enough, dynamic programming decides exactly: it finds a tour
or proves that there is none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import BORDER, padded
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.clock import DONE
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.frame import Board, Figure, Frame, Links, Status, Tone
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.exact.frontier import WIDEST, layout
from knightwatch.engine.tour.kernels import auto as kernels
from knightwatch.engine.tour.kernels import layers
from knightwatch.engine.tour.kernels.auto import AutoConstants, AutoStep, Counter, Decision
from knightwatch.engine.tour.kernels.squares import VISITED, is_move
from knightwatch.engine.tour.kernels.warnsdorff import best_move
from knightwatch.engine.tour.solvers.base import TourSearch, TourSettings, walk_of

TRIES = 50
"""Walks before the exact decision, if the board is narrow enough for it."""
PATIENCE = 200
"""Rotations before a walk is abandoned; each row and column allows one more, because distances are larger then."""


class AutoSettings(TourSettings):
    """Limits of `auto`."""

    max_states: int = Field(1_000_000_000, ge=0, le=10**9, description="moves, rotations and states before giving up")
    max_seconds: float | None = Field(60, ge=0, le=1e9, description="seconds of searching before giving up")


class Auto(TourSearch[AutoSettings]):
    """A walk, the index of each square in it (`place`) and, during the exact decision, its states."""

    name = "auto"
    summary = "the safest choice: Warnsdorff's rule, rotations at dead ends, and an exact decision if they fail"
    unit = "move"
    milestone = "rotation"
    settings_type = AutoSettings

    def begin(self) -> State:
        problem, free = self.problem, self.problem.free
        # A cheap test first: if the longest row and the longest column exceed WIDEST, no layout fits.
        self._narrow = bool(min(free.sum(axis=0).max(), free.sum(axis=1).max()) <= WIDEST)
        if self._narrow:
            self._layout = layout(free, problem.first)
            self._narrow = self._layout.width <= WIDEST
        state = self.walk_state(len(Counter))
        self.constants = AutoConstants(
            fresh=state["ways"].copy(),
            offsets=self.offsets,
            starts=self.starts(),
            far=self._distances(),
            width=self.width,
            closed=problem.closed,
            patience=PATIENCE + problem.rows + problem.cols,
        )
        return state | {"place": np.full(len(state["ways"]), -1, np.int32), "rng": generator(self.seed)}

    def _distances(self) -> NDArray[np.int32]:
        """Return for each square its squared distance from the centre, in units of half a square."""
        down, right = (2 * np.arange(side) - side + 1 for side in self.problem.free.shape)
        return np.pad(np.add.outer(down**2, right**2), BORDER).astype(np.int32).ravel()

    def step(self, budget: int, halt: bool) -> None:
        end, milestones = self.done + budget, self.milestones
        self._walk(budget, halt)
        while self.done < end and not (halt and self.milestones > milestones) and not (self.found() or self.end()):
            match self.counter(Counter.DECISION):
                case Decision.NOT_YET:
                    self.state["counters"][Counter.DECISION] = Decision.NOW
                    self.state |= layers.begin(self._layout)
                case Decision.NOW:
                    self._decide(end - self.done)
                case Decision.TOO_LARGE:
                    self._walk(end - self.done, halt)

    def rules(self, state: State) -> Iterator[bool]:
        yield from super().rules(state)
        path, counters = state["path"], state["counters"]
        depth, step, decision = (int(counters[place]) for place in (Counter.DEPTH, Counter.STEP, Counter.DECISION))
        yield step <= max(AutoStep) and counters[Counter.START] < len(self.constants.starts)
        yield step != AutoStep.WENT or depth > 1
        yield step != AutoStep.ROTATED or counters[Counter.PIVOT] + 1 < depth
        yield counters[Counter.TRIES] <= state["clock"][DONE]
        if decision == Decision.FOUND:
            yield depth == len(path)
            yield not self.problem.closed or bool(is_move(path[-1], path[0], self.offsets))
            return
        yield decision == Decision.NOT_YET or (decision in (Decision.NO_TOUR, Decision.TOO_LARGE) and self._narrow)
        yield from self.growing(state)
        place = np.full_like(state["place"], -1)
        place[path[:depth]] = np.arange(depth)
        yield bool((state["place"] == place).all())

    @property
    def checkable(self) -> bool:
        return self.counter(Counter.DECISION) != Decision.NOW  # no simple rules hold for the arrays of the decision

    def _walk(self, budget: int, halt: bool) -> None:
        """Continue the walks, unless the exact decision runs."""
        deciding = self.counter(Counter.DECISION)
        if deciding in (Decision.NOT_YET, Decision.TOO_LARGE):
            tries = TRIES if self._narrow and deciding == Decision.NOT_YET else 1 << 62
            state = self.state
            self.tier(kernels.walks)(
                walk_of(state), state["place"], self.constants, state["rng"], state["clock"], tries, budget, halt
            )

    def _decide(self, budget: int) -> None:
        """Expand states of the exact decision; at its end, copy its tour into the walk."""
        counters = self.state["counters"]
        self.state["clock"][DONE] += layers.advance(self.state, self._layout, self.problem.closed, budget, self.tier)
        outcome = layers.outcome(self.state)
        if outcome == layers.Outcome.RUNNING:
            return
        counters[Counter.DECISION] = Decision.TOO_LARGE
        if outcome == layers.Outcome.NONE:
            counters[Counter.DECISION] = Decision.NO_TOUR
        elif outcome == layers.Outcome.EXISTS:
            counters[Counter.DECISION] = Decision.FOUND
            tour = layers.tour(self.state, self._layout, self.problem.closed)
            self.state["path"][:] = padded(tour, self.problem.cols)
            counters[Counter.DEPTH] = len(tour)
        for name in [name for name in self.state if name.startswith("frontier_")]:
            del self.state[name]

    def end(self) -> tuple[Status, str] | None:
        if self.counter(Counter.DECISION) != Decision.NO_TOUR:
            return None
        where = f" from {self.problem.name(self.problem.first)}" if self.problem.first is not None else ""
        return (
            Status.IMPOSSIBLE,
            f"dynamic programming covered all walks{where}, and none is a tour",
        )

    def work(self) -> dict[str, int]:
        if not self.ready:
            return {"states": 0, "turns": 0, "walks": 0}
        return {"states": self.done, "turns": self.counter(Counter.ROTATIONS), "walks": self._walks()}

    def spending(self) -> str:
        rotations, walks = self.counter(Counter.ROTATIONS), counted_noun(self._walks(), "walk")
        return f"{counted_noun(rotations, 'rotation')} in {walks}, and no step back"

    def _walks(self) -> int:
        """Return the number of walks. The exact decision starts in place of the next walk."""
        walking = self.counter(Counter.DECISION) in (Decision.NOT_YET, Decision.TOO_LARGE)
        return self.counter(Counter.TRIES) + walking

    def next_square(self) -> int | None:
        depth, state = self.counter(Counter.DEPTH), self.state
        if not depth:
            return None
        tip = state["path"][depth - 1]
        far = self.constants.far if self.counter(Counter.TRIES) % 2 == 0 else None
        move = int(interpret(best_move, tip, state["ways"], self.offsets, far, state["rng"].copy()))
        return self.after(int(tip), move) if move >= 0 else None

    def board(self, tried: Sequence[int] = ()) -> Board:
        board = super().board(tried)
        if self.counter(Counter.STEP) != AutoStep.ROTATED or self.found():
            return board
        trail = self.trail[self.counter(Counter.PIVOT) :]
        reversed_part = Links.equal("the reversed part", Tone.GOOD, np.stack([trail[:-1], trail[1:]], axis=1))
        return replace(board, links=(reversed_part, *board.links))

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        deciding = self.counter(Counter.DECISION) == Decision.NOW
        depth = self.counter(Counter.DEPTH)
        longest = max(depth, self.counter(Counter.BEST))
        covered = self._layout.squares[: self._frontier_at("STEP")] if deciding else None
        return Frame(
            self.done,
            self.verdict,
            self.board() if covered is None else self.problem.walk(covered),
            (
                Figure("moves", f"{self.done:,}", "squares entered, rotations, and states of the exact decision"),
                Figure("depth", f"{depth:,} of {self.problem.squares:,}", "squares in the present walk"),
                Figure("longest", f"{longest:,}", "squares in the longest walk so far"),
                Figure(
                    "rotations",
                    f"{self.counter(Counter.ROTATIONS):,}",
                    "Pósa rotations: each reverses the end of the walk",
                ),
                Figure("walks", f"{self._walks():,}", "walks so far"),
                *self.kind_figure(),
            ),
            curves(
                self.state["points"],
                self.state["extent"],
                "depth",
                "least depth",
                of="squares",
                most=self.problem.squares,
            ),
            self._sentence() if covered is None else self._deciding(len(covered)),
            profile=self.onward(),
        )

    def _sentence(self) -> str:
        if self.found():
            return self.completed()
        if end := self.end():
            return f"{end[1][0].upper()}{end[1][1:]}."
        depth, tries = self.counter(Counter.DEPTH), self.counter(Counter.TRIES)
        path = self.state["path"]
        tip = self.name_of(int(path[depth - 1]))
        match self.counter(Counter.STEP):
            case AutoStep.WENT:
                return self._went(int(path[depth - 2]), int(path[depth - 1]))
            case AutoStep.ROTATED:
                pivot = self.counter(Counter.PIVOT)
                corner, stuck = self.name_of(int(path[pivot])), self.name_of(int(path[pivot + 1]))
                why = "does not lead back to the first square" if depth == self.problem.squares else "is a dead end"
                return (
                    f"Rotation: {stuck} {why}, but leads to {corner}, square {pivot + 1:,}. "
                    f"The walk after {corner} is reversed and now ends on {tip}."
                )
            case AutoStep.BEGAN:
                ties = "to the square farthest from the centre" if tries % 2 == 0 else "at random"
                return f"This walk is abandoned. Walk {tries + 1:,} begins on {tip}; ties go {ties}."
        return f"The knight stands on {tip}. It goes to the square with the fewest ways on."

    def _went(self, before: int, chosen: int) -> str:
        ways = int(self.state["ways"][chosen] - VISITED)
        options = [way for _, way in self.candidates(before)]
        tip = self.name_of(chosen)
        if not options:
            return f"1 candidate; go to {tip}: {counted_noun(ways, 'way')} on."
        equal = options.count(ways)
        ties = "one of the farthest from the centre" if self.counter(Counter.TRIES) % 2 == 0 else "chosen at random"
        rest = f", and of {equal + 1} equal ones {ties}" if equal else ""
        return f"{len(options) + 1} candidates; go to {tip}: fewest ways on ({ways}){rest}."

    def _frontier_at(self, name: str) -> int:
        """Return the value of a counter of the exact decision."""
        return int(self.state["frontier_at"][layers.At[name]])

    def _deciding(self, covered: int) -> str:
        states = self._frontier_at("END") - self._frontier_at("NEXT")
        return (
            f"{TRIES} walks failed, so dynamic programming decides: {covered} of "
            f"{self.problem.squares} squares covered, {counted_noun(states, 'state')}."
        )
