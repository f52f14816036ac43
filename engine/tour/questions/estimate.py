"""Estimating numbers of tours by probing, after Knuth (1975): how many tours there are, from how rarely one is met.

A probe goes from square to square at random until it is a tour or is stuck. A tour counts as much as it was unlikely,
so that the mean over all probes is right on average. Squares with few ways on are preferred, as by Warnsdorff's rule,
which makes tours likelier and the estimate steadier. Numbers are kept as logarithms, since on large boards they have
millions of digits.
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
"""Parts of the probes; how much their means differ tells how good the estimate is."""
RESAMPLES = 2000
CHANCE = 0.95
"""How likely the interval would cover the truth if the batches' means were well-behaved."""
NOTED = 1.1
"""How many times as many probes there are at each point of the curve as at the one before."""
LARGEST_DRAWN = 2500
"""Squares of the largest board on which the last probe is drawn."""
LARGEST = 300.0
"""Powers of ten up to which a number is given as such, and not only as its logarithm."""

CAUTION = (
    "A few unlikely probes carry most of the sum; the rarest may not have been met.\n"
    "Any such interval is too narrow: take it as a lower bound on the error."
)


class Estimate(Inquiry):
    """An estimate of the number of directed tours: open ones, from the start if one is given, or closed ones."""

    def __init__(self, free: NDArray[np.bool_], start: int | None, closed: bool, probes: int, seed: int) -> None:
        cols = free.shape[1]
        self.free, self.start, self.closed, self.probes, self.seed = free, start, closed, probes, seed
        self.squares = int(free.sum())
        self._tier = Tier()
        self._known: list[tuple[int, float, float, float]] = []
        """What was known after so many probes: the natural logarithms of the estimate and of its interval's ends."""
        starts = np.flatnonzero(free) if start is None else np.array([start])
        # A closed tour passes through every square, so any one of them will do.
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
        """Write down what is known by now, each time there are a tenth more probes."""
        if not self._known or self.done >= NOTED * self._known[-1][0] or self.done == self.probes:
            self._known.append((self.done, *self.logarithms()))

    def progress(self) -> tuple[int, int, str]:
        return self.done, self.probes, "probes"

    def seconds_left(self) -> float | None:
        """Return about how long the rest will take; None where that cannot be told yet."""
        spent = float(self.state["seconds"][0])
        return spent * (self.probes - self.done) / self.done if 0 < self.done < self.probes else None

    def probed(self) -> Board:
        """Return the board with the walk of the last probe."""
        rows, cols = self.free.shape
        holes = np.flatnonzero(~self.free)
        trail = np.array(self.last_probe() if self.squares <= LARGEST_DRAWN else [], np.int64)
        return Board(rows, cols, (HOLE,), holes, np.zeros(len(holes), np.uint8), trail)

    def last_probe(self) -> list[int]:
        """Return the walk of the last probe: as far as there was a square that it could go to."""
        if not self.done:
            return []
        rows, cols = self.free.shape
        path: list[int] = unpadded(self.state["path"], cols).tolist()
        walk, left = path[:1], set(np.flatnonzero(self.free).tolist()) - set(path[:1])
        for there in path[1:]:
            lonely = len(left) > 1 and not left.intersection(neighbours(there, rows, cols))
            if there not in left or not adjacent(walk[-1], there, cols) or lonely:
                break
            walk.append(there)
            left.remove(there)
        return walk

    def so_far(self) -> str:
        """Say what is known by now, in a sentence."""
        tours = int(self.state["tours"].sum())
        became = f"{tours:,} of {counted_noun(self.done, 'probe')} became {'a tour' if tours == 1 else 'tours'}"
        if not tours:
            return f"{became}, so nothing can be said yet."
        mean, low, high = (written(power / math.log(10)) if power > -math.inf else "0" for power in self.logarithms())
        return f"{became}: about {mean} directed tours, {CHANCE:.0%} interval {low} to {high}."

    def course(self) -> Diagram | None:
        """Return how the estimate went, as far as there is one; at which probes depends on the speed of the machine."""
        known = [point for point in self._known if point[1] > -math.inf]
        if not known:
            return None
        steps = np.array([point[0] for point in known], np.int64)
        curves = []
        for name, logs in zip(("mean", "low", "high"), list(zip(*known, strict=True))[1:], strict=True):
            some = np.array(logs) > -math.inf  # the interval may begin with no tours at all, which is no power of ten
            curves.append(Curve(name, steps[some], np.array(logs)[some] / math.log(10)))
        if published := self._published():
            directed = math.log10(published * (1 if self.squares == 1 else 2))
            curves.append(Curve("published", steps, np.full(len(steps), directed)))
        return Diagram("directed tours, as a power of ten", (), tuple(curves), across="probes", log=True)

    def logarithms(self) -> tuple[float, float, float]:
        """Return the natural logarithms of the directed estimate and of its interval's ends; -inf for nothing."""
        batches, done = len(self.state["sums"]), self.done  # once: another thread may make more
        made = done // batches + (np.arange(batches) < done % batches)
        begun = made > 0
        largest = self.state["largest"].max()
        if not begun.any() or largest == -np.inf:
            return -math.inf, -math.inf, -math.inf
        sums = (self.state["sums"] * np.exp(self.state["largest"] - largest))[begun]
        drawn = np.random.default_rng(self.seed).integers(0, len(sums), (RESAMPLES, len(sums)))
        means = sums[drawn].sum(axis=1) / made[begun][drawn].sum(axis=1)
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
        """Whether only some open tours are asked for, of which the reverse ones are others."""
        return self.start is not None and not self.closed

    def _published(self) -> int | None:
        """Return the published undirected number, if there is one."""
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
                    lines.append(f"{'published: ':>{len(way) + 2}}{answer['published'][way]:,}")
        if answer["covered"] is not None:
            lines.append(f"The interval {'covers' if answer['covered'] else 'does not cover'} the published number.")
        lines += ["", f"{answer['tours']:,} of {answer['done']:,} probes became tours, in {answer['seconds']:.3f} s."]
        if answer["tours"]:
            lines.append(CAUTION)
        else:
            lines.append("So nothing can be said: there may be none, or they may be too rare to be met.")
        if not self.closed and not self._from_start:
            lines.append("Open tours are all paths through the board, also those that could be closed.")
        if not answer["complete"]:
            lines.append(f"Not complete: {answer['done']:,} of {answer['probes']:,} probes made.")
        return "\n".join(lines) + "\n"


def _log(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf


def _spread(mean: float, low: float, high: float) -> dict[str, Any]:
    """Return an estimate and its interval from their natural logarithms; None for what is too large or is nothing."""
    powers = [None if x == -math.inf else x / math.log(10) for x in (mean, low, high)]
    numbers = [0.0 if x is None else 10**x if x < LARGEST else None for x in powers]
    return {"estimate": numbers[0], "interval": numbers[1:], "log10": powers[0], "log10_interval": powers[1:]}


def covers(low: float, high: float, number: int) -> bool:
    """Tell whether a number is between two that are given by their logarithms."""
    return low <= _log(number) + 1e-12 and _log(number) - 1e-12 <= high


def written(power: float | None) -> str:
    """Return a power of ten for people."""
    if power is None:
        return "0"
    if power < 15:
        return f"{10**power:,.4g}" if power < 3 else f"{10**power:,.0f}"
    return f"{10 ** (power % 1):.3f} x 10^{int(power):,}"


class EstimateOptions(Declared):
    """What can be chosen for an estimate."""

    estimate: int = Field(100_000, ge=1, le=1_000_000_000, description="probes to estimate the number of tours by")


def estimate(plan: Plan, number: str) -> Estimate:
    """Return the inquiry about an estimated number of tours; raises BadInput if the number of probes is none."""
    assert isinstance(plan.problem, TourProblem)
    asked = EstimateOptions(estimate=number)
    return Estimate(plan.problem.free, plan.problem.first, plan.problem.closed, asked.estimate, plan.seed)
