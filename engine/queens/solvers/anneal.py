"""Solver `anneal`: simulated annealing on complete placements, after Kirkpatrick, Gelatt and Vecchi (1983).

A hot search keeps almost every random move, good or bad. As it cools, worse moves become rare, and the search settles.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from pydantic import Field

from knightwatch.engine.boards import square_name
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.compiled.trace import Merge, trace
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Curve, Figure, Frame, Kind
from knightwatch.engine.core.search import State
from knightwatch.engine.core.state_rules import LARGE, within
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels import anneal as kernels
from knightwatch.engine.queens.kernels.anneal import AnnealCounter as Counter
from knightwatch.engine.queens.kernels.anneal import AnnealOutcome, AnnealState, chance
from knightwatch.engine.queens.kernels.lines import count_lines
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.complete import CompleteSearch

MAX_N = 100_000
"""The largest board."""
HOT, COLD = 0.5, 0.05
"""The chance of a move with one more attack: above HOT the search is called hot, below COLD cold."""


class AnnealSettings(Settings):
    """Parameters of `anneal`."""

    temperature: float = Field(2.0, ge=0, le=1000, description="start temperature, in attacks")
    cooling: float = Field(0.95, ge=0, le=1, description="factor of the temperature after each stage")
    stage: int = Field(50, ge=1, le=1_000_000, description="trials at each temperature")
    trials: int = Field(1_000_000, ge=0, le=1_000_000_000, description="trials before giving up")


class Anneal(CompleteSearch[AnnealSettings]):
    """A placement, the counters of its lines, and a temperature that falls."""

    name = "anneal"
    summary = "simulated annealing: random moves; worse ones are kept while it is hot, hardly ever when it is cold"
    unit = "trial"
    milestone = "improvement"
    settings_type = AnnealSettings

    @classmethod
    def check(cls, problem: QueensProblem, settings: AnnealSettings) -> None:  # noqa: ARG003
        if problem.n > MAX_N:
            raise BadInput(f"n is {problem.n:,}, but must be at most {MAX_N:,} for anneal")

    @property
    def limit(self) -> int:
        return self.settings.trials

    def begin(self) -> State:
        points, extent = trace(Merge.MEAN, Merge.MEAN, Merge.MEAN)
        state = self.placements() | {
            "lines": np.zeros(5 * self.problem.n, np.int32),
            "temperature": np.full(2, self.settings.temperature),
            "counters": np.zeros(len(Counter), np.int64),
            "points": points,
            "extent": extent,
            "rng": generator(self.seed),
        }
        self.tier(kernels.first_placement)(_arrays(state))
        return state

    def step(self, budget: int, halt: bool) -> None:
        s, clock = self.settings, self.state["clock"]
        self.tier(kernels.trials)(_arrays(self.state), s.cooling, s.stage, clock, budget, halt)

    def rules(self, state: State) -> Iterator[bool]:
        yield from super().rules(state)
        n, counters, s = self.problem.n, state["counters"], self.settings
        lines = np.zeros_like(state["lines"])
        interpret(count_lines, state["queens"], lines)
        yield bool((state["lines"] == lines).all())
        yield within(counters[[Counter.COLUMN, Counter.FROM, Counter.TO]], 0, n - 1)
        yield within(counters[[Counter.STAGE, Counter.WORSE, Counter.LAST_WORSE]], 0, s.stage)
        yield counters[Counter.OUTCOME] <= max(AnnealOutcome) and within(counters, 0, LARGE)
        yield state["temperature"][0] == s.temperature and 0 <= state["temperature"][1] <= s.temperature

    def work(self) -> dict[str, int]:
        kept = {"worse_moves": Counter.ALL_WORSE, "temperatures": Counter.STAGES}
        return {"trials": self.done} | {name: self.counter(c) if self.ready else 0 for name, c in kept.items()}

    def spending(self) -> str:
        worse = counted_noun(self.counter(Counter.ALL_WORSE), "worse move")
        return f"{worse} kept, from {self._temperatures()}"

    def _temperatures(self) -> str:
        first, now = self.state["temperature"]
        return f"temperature {first:.3g} to {now:.3g}"

    @property
    def temperature(self) -> float:
        """The present temperature."""
        return float(self.state["temperature"][1])

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        one_more = interpret(chance, 1, self.temperature)
        share = f"{self.counter(Counter.LAST_WORSE) / self.settings.stage:.0%}"
        kept = share if self.counter(Counter.STAGES) else "after stage 1"
        return Frame(
            self.done,
            self.verdict,
            self.problem.placement(self.state["queens"]),
            (
                Figure("temperature", f"{self.temperature:.3g}", "falls after each stage"),
                Figure("chance of +1", f"{one_more:.1%}", "probability that a move with one more attack is kept"),
                Figure("attacks", f"{self.counter(Counter.ATTACKS):,}", "attacking pairs of this placement"),
                Figure("best ever", f"{self.counter(Counter.BEST):,}", "fewest attacking pairs so far"),
                Figure("worse kept", kept, "trials of the last stage that added attacks and were kept"),
            ),
            self._curves(),
            self._sentence(),
        )

    def _curves(self) -> tuple[Curve, ...]:
        """Return the curves: heat and attacks as shares of their first values; worse moves kept, of a stage's trials.

        The last are not known before the end of the first stage.
        """
        names = "heat", "worse kept", "attacks"
        heat, kept, attacks = curves(self.state["points"], self.state["extent"], *names, of="%", kind=Kind.PERCENT)
        known = np.where(kept.steps > self.settings.stage, kept.values, np.nan)
        return heat, replace(kept, values=known), attacks

    def _sentence(self) -> str:
        n, col = self.problem.n, self.counter(Counter.COLUMN)
        attacks = counted_noun(self.counter(Counter.ATTACKS), "attack")
        if self.counter(Counter.OUTCOME) == AnnealOutcome.STARTED:
            return f"Random rows: {attacks}. {self.season()}"
        squares = [square_name(self.counter(place), col, n) for place in (Counter.FROM, Counter.TO)]
        more, less = self.counter(Counter.MORE), self.counter(Counter.LESS)
        change = f"{more} more" if more else f"{less} fewer" if less else "equally many"
        head = f"Trial {self.done:,}: {squares[0]} to {squares[1]} means {change} attack{'s' * (more + less != 1)}"
        probability = f"chance {interpret(chance, more, self.temperature):.1%}"
        match self.counter(Counter.OUTCOME):
            case AnnealOutcome.KEPT:
                return f"{head}: kept, {attacks} now."
            case AnnealOutcome.KEPT_WORSE:
                return f"{head}, {probability}: kept, {attacks} now. {self.season()}"
        return f"{head}, {probability}: refused. {self.season()}"

    def season(self) -> str:
        """Say what the present temperature does."""
        one_more = interpret(chance, 1, self.temperature)
        kept = f"it keeps {one_more:.0%} of the moves with 1 more attack"
        if one_more > HOT:
            return f"Hot: {kept}. It walks almost at random, up and down: never stuck, but never settled."
        if one_more > COLD:
            return f"Warm: {kept}. Such losses lead out of local minima."
        return f"Cold: {kept}. It goes down as hill climbing does."


def _arrays(state: State) -> AnnealState:
    """Return the state as the kernels take it."""
    return AnnealState(*(state[name] for name in AnnealState._fields))
