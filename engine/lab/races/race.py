"""Races: two to four solvers on one problem, with one clock.

The clock counts work in a unit that all solvers of the puzzle share, or milliseconds of searching time. A race goes on
in rounds. In each round the racers take turns in one thread, until all have had the same amount. A racer that ends
waits for the others. So does a racer whose last step took more than the clock shows; if all wait, the clock jumps.

By work, the way in which rounds are cut changes no run. Seconds are processor time. After the end, short runs are
repeated: a racer is before another only if all runs agree, and the seconds become those of the quickest run.

A race by work starts at once, interpreted if compiled code is missing; the repeated runs wait for that code. A race by
time waits for it before the start.

A racer may be Python of the user, in a process of its own. If one of its steps takes long, the others go on.
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
from knightwatch.engine.core.timing import BEFORE_CLOCK, compiled, made_ready, timed
from knightwatch.engine.core.words import aligned
from knightwatch.engine.lab.races import verdict
from knightwatch.engine.lab.races.entries import format_racer, labels
from knightwatch.engine.lab.races.racer import By, Racer
from knightwatch.engine.lab.races.timing import Timing, full_speed_seconds
from knightwatch.engine.lab.races.track import Track, far_apart
from knightwatch.engine.lab.races.words import ordinal, standing
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.result import result

LEAST, MOST = 2, 4
"""The smallest and the largest number of racers."""
START = 2.0
"""Seconds that a race waits for a process to start."""
TICK = 0.001
"""Seconds of processor time for one step of the clock, in a race by time."""


class Rules(Declared):
    """The rules of a race."""

    by: By = Field(By.WORK, description="what the clock counts for every racer: work, or searching time")


class Race(Inquiry):
    """Several plans for one problem and their runs. They share one seed, or have their own."""

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
        self.racers = tuple(Racer(name, plan, timed(plan.search()), Track()) for name, plan in named)
        self._timing = Timing(plans)
        self._prepared = 0
        self.level = 0
        """Steps of the clock: each running racer has had this many, or is having them now."""
        self._budget = Budget()
        self._doing = ""
        self._stuck: set[str] = set()
        """The names of racers that did not finish a step in their last turn."""

    def again(self, by: By | None = None, new_seed: bool = False) -> "Race":
        """Return the same race at its start, with another clock or new seeds if asked."""
        seeds = {racer.plan.seed: racer.plan.seed for racer in self.racers}
        if new_seed:
            seeds = {seed: secrets.randbelow(1 << 32) for seed in seeds}
        return Race([replace(racer.plan, seed=seeds[racer.plan.seed]) for racer in self.racers], by or self.by)

    def joined_by(self, file: str) -> "Race":
        """Return the race at its start with one more racer, a Python file; raise BadInput if it cannot race."""
        plans = [racer.plan for racer in self.racers]
        shared = {*type(self.problem).model_fields, "seed"}
        values = {name: value for name, value in plans[0].values().items() if name in shared}
        return Race([*plans, Plan.read(self.puzzle, values | {"solver": file})], self.by)

    # On its way.

    @property
    def ended(self) -> bool:
        """Whether all racers have ended."""
        return all(racer.ended for racer in self.racers)

    @property
    def even(self) -> bool:
        """Whether all running racers have had the same amount, so that they can be compared."""
        return not any(self._due(racer) for racer in self.racers if racer.name not in self._stuck)

    def preparing(self) -> Iterator[str]:
        """Prepare one racer after the other; yield a message while that, or the clock, waits for compiled code."""
        for racer in self.racers[self._prepared :]:
            if racer.plan.solver.interpreted:
                yield from self._start(racer)
            else:
                yield from made_ready(racer.run)
            self._prepared += 1
        if self.by is By.TIME and not self.level:
            yield from compiled((racer.run for racer in self.racers), BEFORE_CLOCK)

    def _start(self, racer: Racer) -> Iterator[str]:
        """Start the process of a racer. If that takes long, the others begin without it."""
        begun = time.monotonic()
        for words in racer.run.preparing():
            yield words
            if time.monotonic() - begun > START:
                return

    def slices(
        self,
        until: int | None = None,
        pace: float | None = None,
        wait: Callable[[float], object] = time.sleep,
    ) -> Iterator[None]:
        """Advance all racers; yield about fifty times a second, after a round or within one.

        Stop at the end of the race or when the clock shows `until`; do at most `pace` steps of the clock a second.
        First finish a round that was left half-way. `wait` sleeps, and may return early. After the end, repeat short
        runs for the order by time.
        """
        for words in self.preparing():
            self._doing = words
            yield
        self._doing = ""
        yield from self.round_end()
        limiter = Pace(pace, time.perf_counter()) if pace is not None else None
        self._skip_to_work(until)
        while not self.ended and (until is None or self.level < until):
            ask = self._budget.size if until is None else min(self._budget.size, until - self.level)
            if limiter and not (ask := limiter.allowed(ask, time.perf_counter())):
                wait(limiter.due())
                yield
                continue
            moving, before = self._moving, self._seconds()
            self.level += ask if moving or self.by is By.TIME else 0
            yield from self._turns()
            self._skip_to_work(until)
            if moving:
                spent = sum(now - before[name] for name, now in self._seconds().items() if name not in self._stuck)
                self._budget.learn(ask, spent, SLICE)
            self._note()
            if self.ended:  # the clock stops with the last who runs
                self.level = min(self.level, math.ceil(max(racer.spent(self.by) for racer in self.racers) / self._step))
            yield
        if self.ended and not self.settled:
            decided = {place: r.run for place, r in enumerate(self.racers) if r.decided}
            for words in self._timing.repeat({} if self.problem.refutation() else decided):
                self._doing = words
                yield
            self._doing = ""
            for place, racer in enumerate(self.racers):
                if seconds := self._timing.seconds(place) or full_speed_seconds(racer.run):
                    racer.track.rescale(racer.run.seconds, seconds)
                    racer.run.replace_seconds(seconds)

    @property
    def least(self) -> int:
        """What every moving racer has had, in steps of the clock; 0 if none moves."""
        return int(min((racer.spent(self.by) for racer in self._moving), default=0) / self._step)

    def _skip_to_work(self, until: int | None) -> None:
        """Let the clock jump to what every racer has had, but before `until`: a population is much work in one step."""
        self.level = max(self.level, self.least if until is None else min(self.least, until - 1))

    def round_end(self) -> Iterator[None]:
        """Finish a round that was left half-way."""
        self._note()
        yield from self._turns()

    def _turns(self) -> Iterator[None]:
        """Let each racer in turn have what the clock shows."""
        for racer in self.racers:
            if self._due(racer):
                yield from self._turn(racer)

    def _turn(self, racer: Racer) -> Iterator[None]:
        """Let a racer have what the clock shows. If it finishes no step for a while, the others go on."""
        search, before = racer.run.search, racer.run.search.done
        search.hurried = racer.name in self._stuck and bool(self._moving)
        while self._due(racer):
            start = search.done
            until = racer.steps_to(self.level) if self.by is By.WORK else None
            length = SLICE if self.by is By.WORK else min(SLICE, self.level * TICK - racer.run.seconds)
            for _ in racer.run.slices(until, length=length):
                yield
                if search.done == before:
                    break
                self._stuck.discard(racer.name)
                before = search.done
                if not self._due(racer):
                    break
            if search.done == start:
                break
        if self._due(racer):
            self._stuck.add(racer.name)

    def _note(self) -> None:
        """Record the progress of each racer."""
        for racer in self.racers:
            if racer.run.search.ready:
                search = racer.run.search
                racer.track.add(search.common_work(), racer.run.seconds, search.attained())

    def _due(self, racer: Racer) -> bool:
        return not racer.ended and racer.spent(self.by) < self.level * self._step

    @property
    def _step(self) -> float:
        """A step of the clock: one unit of work, or seconds."""
        return 1 if self.by is By.WORK else TICK

    @property
    def _moving(self) -> list[Racer]:
        """The racers that still run, without those that are stuck in a step."""
        return [racer for racer in self.racers if not racer.ended and racer.name not in self._stuck]

    def lead(self, racer: Racer) -> float:
        """Return the steps that a running racer is ahead of the clock and of the last one; 0 if it need not wait."""
        return 0.0 if racer.ended else max(0.0, racer.spent(self.by) / self._step - max(self.level, self.least))

    def _seconds(self) -> dict[str, float]:
        return {racer.name: racer.run.seconds for racer in self.racers}

    def close(self) -> None:
        for racer in self.racers:
            racer.run.search.close()

    # Who was first.

    @property
    def settled(self) -> bool:
        """Whether all repeated runs are done, so that the order by time is known."""
        return self._timing.settled

    def place(self, racer: Racer, by: By) -> int | None:
        """Return the place of a racer that has an answer, from 1; None if it has none or can still be overtaken.

        By time, a racer is before another only if all repeated runs agree, so several may share a place. If a theorem
        refutes the problem, nobody has a place.
        """
        if racer.run.search.refutation or not racer.decided:
            return None
        if by is By.TIME:
            return self._place_by_time(self.racers.index(racer)) if self.settled else None
        mine = racer.spent(by)
        if any(not other.ended and other.spent(by) < mine for other in self.racers):
            return None
        return 1 + sum(other.decided and other.spent(by) < mine for other in self.racers)

    def _place_by_time(self, mine: int) -> int:
        others = [place for place, racer in enumerate(self.racers) if racer.decided and place != mine]
        return 1 + sum(self._timing.before(other, mine) for other in others)

    def shares_place(self, racer: Racer, by: By) -> bool:
        """Return whether another racer has the same place."""
        mine = self.place(racer, by)
        return mine is not None and any(self.place(other, by) == mine for other in self.racers if other is not racer)

    def first(self, by: By) -> list[Racer]:
        """Return the first racer; several if they share the first place, none if it is not known yet."""
        return [racer for racer in self.racers if self.place(racer, by) == 1]

    def unit_seconds(self, racer: Racer) -> float:
        """Return the seconds of one unit of work; 0 if that is not known.

        Short runs are repeated at full speed after the race, so the figure is the same by work and by time.
        """
        work = racer.spent(By.WORK)
        return racer.run.seconds / work if work and self.settled else 0.0

    def rules(self) -> str:
        """Return a sentence that says what every racer gets."""
        if self.by is By.TIME:
            return "By time: every racer gets the same seconds of searching."
        noun, done = self.problem.common_unit
        return f"By work: every racer goes on until it has {done} the same number of {noun}s."

    def words(self) -> str:
        """Return sentences about the race: who was first and why, or its rules."""
        return verdict.words(self)

    # As an inquiry.

    def diagram(self) -> Diagram | None:
        if not any(racer.track.points for racer in self.racers):
            return None
        by_time, first = self.by is By.TIME, self.first(self.by)
        of, kind = self.problem.attainment
        curves = tuple(
            racer.track.curve(
                f"{racer.name}, first" if racer in first else racer.name, kind, of, by_time, racer in first
            )
            for racer in self.racers
        )
        noun, done = self.problem.common_unit
        across = "microseconds" if by_time else f"{noun}s {done}"
        return Diagram(
            f"{of}, against {across}", (), curves, across=across, log=far_apart(curves), signs="1234"[: len(curves)]
        )

    def progress(self) -> tuple[int, int, str]:
        return sum(racer.ended for racer in self.racers), len(self.racers), "racers ended"

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
            "common_unit": " ".join(self.problem.common_unit),
            "seed": self.seed,
            **{f"first_by_{by}": [racer.name for racer in self.first(by)] for by in By},
            "racers": [
                {
                    "racer": racer.name,
                    "code": racer.code,
                    "steps": racer.run.search.done,
                    "unit": racer.plan.solver.unit,
                    "common_work": racer.run.search.common_work(),
                    **{f"place_by_{by}": self.place(racer, by) for by in By},
                    **result(racer.plan, racer.run),
                }
                for racer in self.racers
            ],
        }

    def records(self) -> list[tuple[Any, ...]]:
        head = ("racer", "code", "status", "reason", "steps", "unit", "seconds", *(f"place_by_{by}" for by in By))
        return [head, *(tuple("" if a[name] is None else a[name] for name in head) for a in self.answer()["racers"])]

    def text(self) -> str:
        mixed = any(racer.code != "compiled" for racer in self.racers)
        rows = [["racer", *(["code"] if mixed else []), "result", "work", "seconds", *(f"by {by}" for by in By)]]
        rows += [
            [
                racer.name,
                *([racer.code] if mixed else []),
                standing(racer.run.status),
                racer.work,
                f"{racer.run.seconds:.6f}",
                *(ordinal(self.place(racer, by), self.shares_place(racer, by)) for by in By),
            ]
            for racer in self.racers
        ]
        reasons = [f"{racer.name}: {racer.run.reason}." for racer in self.racers if racer.run.reason]
        blocks = [
            f"{self.problem.title()}, a race by {self.by} with seed {self.seed}",
            "\n".join(aligned(rows)),
            "" if self.problem.refutation() else "\n".join(reasons),
            self.words(),
            "" if self.problem.refutation() or self.words().startswith(self.rules()) else self.rules(),
        ]
        return "\n\n".join(filter(None, blocks)) + "\n"
