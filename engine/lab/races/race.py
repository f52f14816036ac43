"""Races: two to four solvers on one problem, by one clock.

The clock counts what every racer has had: steps of work, whose size differs from solver to solver, or ticks of
searching time. It goes on round by round; in each, the racers take turns, one after the other in one thread, until all
have had the same. Whoever ends waits for the others. By work, no racer's way depends on how the rounds are cut. Seconds
are processor time; after the end some run again, and the order by time is told as far as all runs agree in it.
"""

import math
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.inquiry import Diagram, Inquiry
from knightwatch.engine.core.pace import SLICE, Budget, Pace
from knightwatch.engine.core.timing import made_ready, timed
from knightwatch.engine.core.words import aligned
from knightwatch.engine.lab.races.entries import format_racer, labels
from knightwatch.engine.lab.races.racer import By, Racer
from knightwatch.engine.lab.races.timing import Timing
from knightwatch.engine.lab.races.ways import Way, far_apart
from knightwatch.engine.lab.races.words import ordinal, short, standing, times
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.result import result

LEAST, MOST = 2, 4
"""Racers in a race."""
TICK = 0.001
"""Seconds of processor time that a step of the clock stands for, in a race by time."""


class Rules(Declared):
    """How a race is run."""

    by: By = Field(By.WORK, description="what every racer gets the same of: steps of its work, or searching time")


class Race(Inquiry):
    """Plans of one problem, each on its way, with one seed or seeds of their own."""

    def __init__(self, plans: Sequence[Plan], by: By = By.WORK) -> None:
        if not LEAST <= len(plans) <= MOST:
            raise BadInput(f"a race has {LEAST} to {MOST} racers, but there are {len(plans)}: name each with solver")
        self.by = by
        self.puzzle, self.problem, self.seed = plans[0].puzzle, plans[0].problem, plans[0].seed
        for place, plan in enumerate(plans):
            if plan.problem != self.problem:
                raise BadInput(f"{format_racer(plan)} has another problem, but racers must have the same")
            if plan in plans[:place]:
                raise BadInput(
                    f"{format_racer(plan)} races twice: give it other settings, as {plan.solver.name}:max-seconds=5"
                )
        named = zip(labels(plans), plans, strict=True)
        self.racers = tuple(Racer(name, plan, timed(plan.search()), Way()) for name, plan in named)
        self._timing = Timing(plans)
        self._prepared = 0
        self.level = 0
        """Steps of the clock: what every racer that still runs has had, or has under way."""
        self._budget = Budget()
        self._doing = ""

    def again(self, by: By | None = None, new_seed: bool = False) -> "Race":
        """Return the same race at its beginning, by another clock or with new seeds if asked."""
        seeds = {racer.plan.seed: racer.plan.seed for racer in self.racers}
        if new_seed:
            seeds = {seed: secrets.randbelow(1 << 32) for seed in seeds}
        return Race([replace(racer.plan, seed=seeds[racer.plan.seed]) for racer in self.racers], by or self.by)

    # On its way.

    @property
    def ended(self) -> bool:
        """Whether all have ended."""
        return all(racer.ended for racer in self.racers)

    @property
    def even(self) -> bool:
        """Whether all who still run have had the same, so that they can be compared."""
        return not any(map(self._due, self.racers))

    def preparing(self) -> Iterator[str]:
        """Prepare one racer after the other; yield only while kernels have to be compiled, with words."""
        for racer in self.racers[self._prepared :]:
            yield from made_ready(racer.run)
            self._prepared += 1

    def slices(
        self,
        until: int | None = None,
        pace: float | None = None,
        wait: Callable[[float], object] = time.sleep,
    ) -> Iterator[None]:
        """Advance all and yield, some fifty times a second, at the end of a round or in between.

        The race goes on until its end or until the clock shows `until`, at no more than `pace` steps of the clock a
        second. A round that was left half-way is finished first. `wait` is how it sleeps; it may return early. After
        the end, runs are repeated as far as the order by time asks for it.
        """
        for words in self.preparing():
            self._doing = words
            yield
        self._doing = ""
        yield from self.round_end()
        kept = Pace(pace, time.perf_counter()) if pace is not None else None
        while not self.ended and (until is None or self.level < until):
            ask = self._budget.size if until is None else min(self._budget.size, until - self.level)
            if kept and not (ask := kept.allowed(ask, time.perf_counter())):
                wait(kept.due())
                yield
                continue
            before = self._seconds()
            self.level += ask
            yield from self._turns()
            self._budget.learn(ask, self._seconds() - before, SLICE)
            self._note()
            if self.ended:  # the clock stops with the last who runs
                step = 1 if self.by is By.WORK else TICK
                self.level = min(self.level, math.ceil(max(racer.spent(self.by) for racer in self.racers) / step))
            yield
        if self.ended and not self._timing.settled:
            self._doing = "running again, to see whether the order by time holds"
            decided = {place: r.run.seconds for place, r in enumerate(self.racers) if r.decided}
            yield from self._timing.repeat({} if self.problem.refutation() else decided)
            self._doing = ""

    def round_end(self) -> Iterator[None]:
        """Finish a round that was left half-way."""
        self._note()
        yield from self._turns()

    def _turns(self) -> Iterator[None]:
        """Let each racer in turn have what the clock shows."""
        for racer in self.racers:
            if self._due(racer):
                until = self.level if self.by is By.WORK else None
                length = SLICE if self.by is By.WORK else min(SLICE, self.level * TICK - racer.run.seconds)
                for _ in racer.run.slices(until, length=length):
                    yield
                    if not self._due(racer):
                        break

    def _note(self) -> None:
        """Keep how far everybody is."""
        for racer in self.racers:
            if racer.run.search.ready:
                racer.way.note(racer.run.search.done, racer.run.seconds, racer.run.search.attained())

    def _due(self, racer: Racer) -> bool:
        had = self.level if self.by is By.WORK else self.level * TICK
        return not racer.ended and racer.spent(self.by) < had

    def _seconds(self) -> float:
        return sum(racer.run.seconds for racer in self.racers)

    # Who was first.

    def place(self, racer: Racer, by: By) -> int | None:
        """Return at which place a racer came to its answer, from 1; None where it has none, or may yet be overtaken.

        By time it is also None where repeated runs differ in it. Where a theorem refutes the problem, nobody had to
        race.
        """
        if racer.run.search.refutation or not racer.decided:
            return None
        if by is By.TIME:
            return self._place_by_time(self.racers.index(racer)) if self._timing.settled else None
        mine = racer.spent(by)
        if any(not other.ended and other.spent(by) < mine for other in self.racers):
            return None
        return 1 + sum(other.decided and other.spent(by) < mine for other in self.racers)

    def _place_by_time(self, mine: int) -> int | None:
        others = [place for place, racer in enumerate(self.racers) if racer.decided and place != mine]
        before = [self._timing.before(other, mine) for other in others]
        after = [self._timing.before(mine, other) for other in others]
        return 1 + sum(before) if sum(before) + sum(after) == len(others) else None

    def first(self, by: By) -> list[Racer]:
        """Return who was first; several where they had exactly the same, nobody where that is not known."""
        return [racer for racer in self.racers if self.place(racer, by) == 1]

    def told(self) -> str:
        """Say how the race stands: who was first, or what the racers have in common."""
        if self.problem.refutation():
            return f"Proved impossible before any search: {self.problem.refutation()}."
        clocks = self.by, *(other for other in By if other is not self.by)
        first = [
            f"First by {by}: {_together(racers)}, {racers[0].had(by)}." for by in clocks if (racers := self.first(by))
        ]
        if len(first) > 1 and self.first(clocks[0]) == self.first(clocks[1]):
            spent = ", ".join(self.first(by)[0].had(by) for by in clocks)
            return f"First by {' and by '.join(clocks)}: {_together(self.first(self.by))}, {spent}."
        if self.ended and not any(racer.decided for racer in self.racers):
            return "All have ended, and nobody came to an answer."
        if self._timing.settled and not self.first(By.TIME):
            first.append("Who is first by time differs from run to run.")
        return " ".join(first) or self.rules()

    def rules(self) -> str:
        """Say what every racer gets the same of."""
        if self.by is By.TIME:
            return "By time: every racer gets the same seconds of searching."
        units: dict[str, dict[str, None]] = {}
        for racer in self.racers:
            units.setdefault(racer.plan.solver.unit, {})[racer.plan.solver.name] = None
        if len(units) == 1:
            return f"By work: every racer does the same number of steps, and a step is one {next(iter(units))} for all."
        words = ", ".join(f"one {unit} for {' and '.join(who)}" for unit, who in units.items())
        return f"By work: every racer does the same number of steps, but steps differ in size: {words}."

    def why(self) -> str:
        """Say from the numbers why the first was first: how many steps it took, and what a step cost."""
        clocks = self.by, *(other for other in By if other is not self.by)
        ranked = ({p: racer for racer in reversed(self.racers) if (p := self.place(racer, by))} for by in clocks)
        placed = next((places for places in ranked if len(places) > 1), None)
        if not placed:
            return ""
        (_, one), (_, other) = sorted(placed.items())[:2]
        words = f"Next came {other.name}: {other.work}, {times(other.run.search.done / max(1, one.run.search.done))}"
        if (mine := one.step_seconds) and (its := other.step_seconds):
            words += f", of {short(its)} each against {short(mine)}"
        spent = [(racer.name, racer.run.search.spending()) for racer in (one, other)]
        return f"{words}." + "".join(f" {name}: {clause}." for name, clause in spent if clause)

    # As an inquiry.

    def diagram(self) -> Diagram | None:
        if not any(racer.way.points for racer in self.racers):
            return None
        by_time, first = self.by is By.TIME, self.first(self.by)
        of, kind = self.problem.attainment
        curves = tuple(
            racer.way.curve(f"{racer.name}, first" if racer in first else racer.name, kind, of, by_time, racer in first)
            for racer in self.racers
        )
        units = {racer.plan.solver.unit for racer in self.racers}
        across = "microseconds" if by_time else f"{units.pop()}s" if len(units) == 1 else "steps"
        return Diagram(
            f"{of}, against {across}", (), curves, across=across, log=far_apart(curves), signs="1234"[: len(curves)]
        )

    def progress(self) -> tuple[int, int, str]:
        return sum(racer.ended for racer in self.racers), len(self.racers), "racers at their end"

    def doing(self) -> str:
        return self._doing

    def status(self) -> Status:
        found = [racer.run.status for racer in self.racers]
        return next((s for s in (Status.SOLVED, Status.IMPOSSIBLE) if s in found), Status.GAVE_UP)

    def answer(self) -> dict[str, Any]:
        return {
            "question": "race",
            "complete": self.ended,
            "by": str(self.by),
            "seed": self.seed,
            **{f"first_by_{by}": [racer.name for racer in self.first(by)] for by in By},
            "racers": [
                {
                    "racer": racer.name,
                    "steps": racer.run.search.done,
                    "unit": racer.plan.solver.unit,
                    **{f"place_by_{by}": self.place(racer, by) for by in By},
                    **result(racer.plan, racer.run),
                }
                for racer in self.racers
            ],
        }

    def records(self) -> list[tuple[Any, ...]]:
        head = ("racer", "status", "reason", "steps", "unit", "seconds", *(f"place_by_{by}" for by in By))
        return [head, *(tuple("" if a[name] is None else a[name] for name in head) for a in self.answer()["racers"])]

    def text(self) -> str:
        rows = [["racer", "result", "work", "seconds", *(f"by {by}" for by in By)]]
        rows += [
            [
                racer.name,
                standing(racer.run.status),
                racer.work,
                f"{racer.run.seconds:.6f}",
                *(ordinal(self.place(racer, by)) for by in By),
            ]
            for racer in self.racers
        ]
        reasons = [f"{racer.name}: {racer.run.reason}." for racer in self.racers if racer.run.reason]
        blocks = [
            f"{self.problem.title()}, a race by {self.by} with seed {self.seed}",
            "\n".join(aligned(rows)),
            "" if self.problem.refutation() else "\n".join(reasons),
            " ".join(filter(None, [self.told(), self.why()])),
            "" if self.problem.refutation() or self.told() == self.rules() else self.rules(),
        ]
        return "\n\n".join(filter(None, blocks)) + "\n"


def _together(racers: Sequence[Racer]) -> str:
    """Return the names of racers that were first together."""
    names = [racer.name for racer in racers]
    return " and ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} others"
