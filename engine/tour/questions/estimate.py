"""Estimate the number of tours by random probes, after Knuth (1975).

A probe is a random walk until it is a tour or is stuck. A tour counts 1 / (probability of this walk), any other walk 0.
The mean over all probes is then an unbiased estimate. Squares with few ways on are preferred, as in Warnsdorff's rule:
tours are more likely then, and the variance is smaller. All numbers are stored as logarithms, because on large boards
they have millions of digits.
"""

import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import adjacent, move_offsets, neighbours, padded, square_name, unpadded
from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.core.clock import DONE
from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.frame import Board, Curve
from knightwatch.engine.core.inquiry import Diagram, Inquiry
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.kernels.estimate import Probing, ProbingConstants, probes
from knightwatch.engine.tour.problem import HOLE, TourProblem
from knightwatch.engine.tour.questions.known_counts import published
from knightwatch.engine.tour.solvers.base import fresh_ways

BATCHES = 100
"""Batches of probes. The spread of their means gives the interval."""
RESAMPLES = 2000
"""Bootstrap samples for the interval."""
CHANCE = 0.95
"""Nominal confidence level of the interval."""
NOTED = 1.1
"""Growth of the number of probes from one point of the curve to the next."""
LARGEST_DRAWN = 2500
"""Squares of the largest board on which the last probe is drawn."""
LARGEST = 300.0
"""Largest power of ten that is given as a number; larger ones only as logarithms."""

CAUTION = (
    "A few unlikely probes make up most of the sum; rarer ones may be missing.\n"
    "So the interval is too narrow: take it as a lower bound of the error."
)


class Estimate(Inquiry):
    """An estimate of the number of directed tours: open ones, from the start if one is given, or closed ones."""

    def __init__(self, free: NDArray[np.bool_], start: int | None, closed: bool, probes: int, seed: int) -> None:
        cols = free.shape[1]
        self.free, self.start, self.closed, self.probes, self.seed = free, start, closed, probes, seed
        self.squares = int(free.sum())
        self._tier = Tier()
        self._known: list[tuple[int, float, float, float]] = []
        """Points of the curve: number of probes, then natural logarithms of the estimate and of the interval's ends."""
        starts = np.flatnonzero(free) if start is None else np.array([start])
        # A closed tour passes through every square, so one start is enough.
        self.starts = padded(starts[:1] if closed else starts, cols).astype(np.uint32)
        self._constants = ProbingConstants(fresh_ways(free), move_offsets(cols), self.starts, closed)
        batches = min(BATCHES, probes)
        self.state: State = {
            "path": np.zeros(self.squares, np.uint32),
            "rng": generator(seed),
            "clock": np.zeros(1, np.int64),
            "tours": np.zeros(batches, np.int64),
            "largest": np.full(batches, -np.inf),
            "sums": np.zeros(batches),
            "seconds": np.zeros(1),
        }

    @property
    def done(self) -> int:
        """Probes made."""
        return int(self.state["clock"][DONE])

    def advance(self, budget: int) -> None:
        """Make up to `budget` probes."""
        probing = Probing(*(self.state[name] for name in Probing._fields))
        self._tier(probes)(probing, self._constants, min(budget, self.probes - self.done))

    def slices(self) -> Iterator[None]:
        budget = 1
        while self.done < self.probes:
            begun = time.perf_counter()
            self.advance(budget)
            spent = time.perf_counter() - begun
            self.state["seconds"] += spent
            self._note()
            budget = max(1, int(budget * min(2.0, SLICE / max(spent, 1e-9))))
            yield

    def _note(self) -> None:
        """Add a point to the curve each time the number of probes has grown by a tenth."""
        if not self._known or self.done >= NOTED * self._known[-1][0] or self.done == self.probes:
            self._known.append((self.done, *self.logarithms()))

    def progress(self) -> tuple[int, int, str]:
        return self.done, self.probes, "probes"

    def seconds_left(self) -> float | None:
        """Return the estimated remaining time; None if it is not known yet."""
        spent = float(self.state["seconds"][0])
        return spent * (self.probes - self.done) / self.done if 0 < self.done < self.probes else None

    def probed(self) -> Board:
        """Return the board with the walk of the last probe."""
        rows, cols = self.free.shape
        holes = np.flatnonzero(~self.free)
        trail = np.array(self.last_probe() if self.squares <= LARGEST_DRAWN else [], np.int64)
        return Board(rows, cols, (HOLE,), holes, np.zeros(len(holes), np.uint8), trail)

    def last_probe(self) -> list[int]:
        """Return the walk of the last probe, up to its dead end."""
        if not self.done:
            return []
        rows, cols = self.free.shape
        path: list[int] = unpadded(self.state["path"], cols).tolist()
        walk, left = path[:1], set(np.flatnonzero(self.free).tolist()) - set(path[:1])
        for there in path[1:]:
            dead_end = len(left) > 1 and not left.intersection(neighbours(there, rows, cols))
            if there not in left or not adjacent(walk[-1], there, cols) or dead_end:
                break
            walk.append(there)
            left.remove(there)
        return walk

    def so_far(self) -> str:
        """Return the estimate so far in a sentence."""
        tours = int(self.state["tours"].sum())
        became = f"{tours:,} of {counted_noun(self.done, 'probe')} became {'a tour' if tours == 1 else 'tours'}"
        if not tours:
            return f"{became}: no estimate yet."
        mean, low, high = (written(power / math.log(10)) if power > -math.inf else "0" for power in self.logarithms())
        return f"{became}: about {mean} directed tours, {CHANCE:.0%} interval {low} to {high}."

    def course(self) -> Diagram | None:
        """Return the curve of the estimate; None without a tour. Its points depend on the speed of the machine."""
        known = [point for point in self._known if point[1] > -math.inf]
        if not known:
            return None
        steps = np.array([point[0] for point in known], np.int64)
        curves = []
        for name, logs in zip(("mean", "low", "high"), list(zip(*known, strict=True))[1:], strict=True):
            some = np.array(logs) > -math.inf  # the lower end may be 0 tours, which has no logarithm
            curves.append(Curve(name, steps[some], np.array(logs)[some] / math.log(10)))
        if published := self._published():
            directed = math.log10(published * (1 if self.squares == 1 else 2))
            curves.append(Curve("published", steps, np.full(len(steps), directed)))
        return Diagram("directed tours, as a power of ten", (), tuple(curves), across="probes", log=True)

    def logarithms(self) -> tuple[float, float, float]:
        """Return the natural logarithms of the estimate of directed tours and of the interval's ends; -inf for 0."""
        batches, done = len(self.state["sums"]), self.done  # read once: another thread may make more probes
        made = done // batches + (np.arange(batches) < done % batches)
        begun = made > 0
        largest = self.state["largest"].max()
        if not begun.any() or largest == -np.inf:
            return -math.inf, -math.inf, -math.inf
        sums = (self.state["sums"] * np.exp(self.state["largest"] - largest))[begun]
        resamples = np.random.default_rng(self.seed).integers(0, len(sums), (RESAMPLES, len(sums)))
        means = sums[resamples].sum(axis=1) / made[begun][resamples].sum(axis=1)
        low, high = np.quantile(means, [(1 - CHANCE) / 2, (1 + CHANCE) / 2])
        scale = float(largest) + math.log(len(self.starts))
        mean = float(sums.sum() / done)
        return scale + _log(mean), scale + _log(low), scale + _log(high)

    def answer(self) -> dict[str, Any]:
        rows, cols = self.free.shape
        ways = 1 if self.squares == 1 else 2
        mean, low, high = self.logarithms()
        known = self._published()
        return {
            "question": "estimate",
            "rows": rows,
            "cols": cols,
            "squares": self.squares,
            "start": None if self.start is None else list(divmod(self.start, cols)),
            "closed": self.closed,
            "seed": self.seed,
            "probes": self.probes,
            "complete": self.done == self.probes,
            "done": self.done,
            "tours": int(self.state["tours"].sum()),
            "directed": _spread(mean, low, high),
            "undirected": None if self._from_start else _spread(*(x - math.log(ways) for x in (mean, low, high))),
            "published": None if known is None else {"directed": ways * known, "undirected": known},
            "covered": covers(low, high, ways * known) if known is not None and mean > -math.inf else None,
            "seconds": round(float(self.state["seconds"][0]), 6),
        }

    @property
    def _from_start(self) -> bool:
        """Whether only open tours from one start count. Their reversed tours start elsewhere."""
        return self.start is not None and not self.closed

    def _published(self) -> int | None:
        """Return the published number of undirected tours; None if there is none."""
        known = published(*self.free.shape) if self.free.all() and not self._from_start else None
        return None if known is None else known.closed if self.closed else known.open

    def text(self) -> str:
        answer = self.answer()
        rows, cols = self.free.shape
        missing = rows * cols - self.squares
        kind = "closed" if self.closed else "open"
        where = ""
        if self.start is not None and not self.closed:
            row, col = divmod(self.start, cols)
            where = f" from {square_name(row, col, rows)}"
        holes = f", {missing:,} squares missing" if missing else ""
        lines = [f"Number of {kind} tours{where} on {rows} x {cols}{holes}, estimated by probing", ""]
        for way in ("directed", "undirected"):
            if answer[way]:
                low, high = (written(power) for power in answer[way]["log10_interval"])
                interval = f", {CHANCE:.0%} interval {low} to {high}" if answer["tours"] else ""
                lines.append(f"{way}: {written(answer[way]['log10'])}{interval}")
                if answer["published"]:
                    lines.append(f"published: {answer['published'][way]:,}")
        if answer["covered"] is not None:
            lines.append(f"The interval {'covers' if answer['covered'] else 'does not cover'} the published number.")
        lines += ["", f"{answer['tours']:,} of {answer['done']:,} probes became tours, in {answer['seconds']:.3f} s."]
        if answer["tours"]:
            lines.append(CAUTION)
        else:
            lines.append("No estimate: there may be no tours, or they are too rare for these probes.")
        if not self.closed and not self._from_start:
            lines.append("Open tours are all paths through the board, also those that a move could close.")
        if not answer["complete"]:
            lines.append(f"Not complete: {answer['done']:,} of {answer['probes']:,} probes made.")
        return "\n".join(lines) + "\n"


def _log(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf


def _spread(mean: float, low: float, high: float) -> dict[str, Any]:
    """Return an estimate and its interval from their natural logarithms; None for numbers that are too large."""
    powers = [None if x == -math.inf else x / math.log(10) for x in (mean, low, high)]
    numbers = [0.0 if x is None else 10**x if x < LARGEST else None for x in powers]
    return {"estimate": numbers[0], "interval": numbers[1:], "log10": powers[0], "log10_interval": powers[1:]}


def covers(low: float, high: float, number: int) -> bool:
    """Return whether a number lies between two numbers given by their logarithms."""
    return low <= _log(number) + 1e-12 and _log(number) - 1e-12 <= high


def written(power: float | None) -> str:
    """Return 10 ** power as readable text."""
    if power is None:
        return "0"
    if power < 15:
        return f"{10**power:,.4g}" if power < 3 else f"{10**power:,.0f}"
    return f"{10 ** (power % 1):.3f} x 10^{int(power):,}"


class EstimateOptions(Declared):
    """Options of an estimate."""

    estimate: int = Field(100_000, ge=1, le=1_000_000_000, description="probes to estimate the number of tours")


def estimate(plan: Plan, number: str) -> Estimate:
    """Return the estimate of the number of tours; raise BadInput if the number of probes is invalid."""
    assert isinstance(plan.problem, TourProblem)
    asked = EstimateOptions(estimate=number)
    return Estimate(plan.problem.free, plan.problem.first, plan.problem.closed, asked.estimate, plan.seed)
