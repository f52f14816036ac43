"""The sentences about a race: who was first by its clock, why, and who was first by the other clock.

The most important sentence comes first, because a small screen cuts the last ones. By time, the reason is a product:
the units of work times the seconds of a unit. By work, the reason is what each solver spent its work on.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from knightwatch.engine.compiled import background
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.races.racer import By, Racer
from knightwatch.engine.lab.races.timing import SPREAD
from knightwatch.engine.lab.races.words import short, times


class Judged(Protocol):
    """What the sentences need of a race."""

    by: By
    problem: Any
    racers: tuple[Racer, ...]

    @property
    def ended(self) -> bool:
        """Whether all racers have ended."""

    @property
    def settled(self) -> bool:
        """Whether the order by time is known."""

    def first(self, by: By) -> list[Racer]:
        """Return the racers in the first place."""

    def place(self, racer: Racer, by: By) -> int | None:
        """Return the place of a racer, from 1; None if it is not known."""

    def unit_seconds(self, racer: Racer) -> float:
        """Return the seconds of one unit of work; 0 if that is not known."""

    def rules(self) -> str:
        """Return a sentence that says what every racer gets."""


def words(race: Judged) -> str:
    """Return who was first and why; the rules of the race if that is not known yet."""
    if refutation := race.problem.refutation():
        return " ".join(filter(None, [f"Proved impossible before any search: {refutation}.", _languages(race)]))
    if race.ended and not any(racer.decided for racer in race.racers):
        return " ".join(filter(None, ["All racers have ended without an answer.", _languages(race)]))
    return " ".join(filter(None, [" ".join(_result(race)) or race.rules(), _languages(race)]))


def _result(race: Judged) -> Iterator[str]:
    """Yield sentences: the first racer by the race's clock, the others, and the first one by the other clock."""
    other = next(by for by in By if by is not race.by)
    first = race.first(race.by)
    both = len(first) == 1 and race.first(other) == first
    if race.by is By.TIME and not race.settled:
        yield from filter(None, [_first_so_far(race)])
    elif both:
        seconds = short(first[0].run.seconds)
        spent = _cost(race, first[0]) if race.by is By.TIME else f"{first[0].work}, {seconds}{_spending(first[0])}"
        yield f"First by {race.by} and by {other}: {first[0].name}, {spent}."
    elif first:
        yield _first(race, race.by, first)
    if first:
        yield from _others(race, first)
    # By time, the products already show the work of each racer.
    if not both and not (race.by is By.TIME and race.settled) and (racers := race.first(other)):
        yield _first(race, other, racers)


def _first(race: Judged, by: By, racers: Sequence[Racer]) -> str:
    """Return a sentence about the racers in the first place."""
    if by is By.WORK:
        reason = _spending(racers[0]) if race.by is by and len(racers) == 1 else ""
        return f"First by work: {_names(racers)}, {racers[0].work}{reason}."
    if len(racers) == 1:
        return f"First by time: {racers[0].name}, {_cost(race, racers[0])}."
    quickest = sorted(racers, key=lambda racer: racer.run.seconds)
    costs = "; ".join(f"{racer.name}, {_cost(race, racer)}" for racer in quickest)
    return f"Too close to call by time: {costs}."


def _others(race: Judged, first: Sequence[Racer]) -> Iterator[str]:
    """Yield sentences about the next racer and the last one, with the reason why they were later."""
    placed = [racer for racer in race.racers if race.place(racer, race.by) and racer not in first]
    placed.sort(key=lambda racer: racer.spent(race.by))
    for word, racer in (*(("Next", each) for each in placed[:1]), *(("Last", each) for each in placed[1:][-1:])):
        if race.by is By.TIME:
            spent = _cost(race, racer)
        else:
            spent = f"{racer.work}, {times(racer.spent(By.WORK) / max(1, first[0].spent(By.WORK)))}"
        yield f"{word}: {racer.name}, {spent}{_spending(racer)}."


def _spending(racer: Racer) -> str:
    """Return what the steps of a racer were spent on, after a colon."""
    clause = racer.run.search.spending()
    return f": {clause}" if clause else ""


def _cost(race: Judged, racer: Racer) -> str:
    """Return the seconds of a racer as a product: 209 µs = 63 squares x 3.32 µs."""
    if not (each := race.unit_seconds(racer)):
        return short(racer.run.seconds)
    done = counted_noun(racer.run.search.common_work(), race.problem.common_unit[0])
    return f"{short(racer.run.seconds)} = {done} x {short(each)}"


def _first_so_far(race: Judged) -> str:
    """Return a sentence about the first by time before runs are repeated; empty if it is not known."""
    ahead = sorted((racer for racer in race.racers if racer.decided), key=lambda racer: racer.run.seconds)
    if not ahead:
        return ""
    least = ahead[0].run.seconds
    if any(not racer.ended and racer.run.seconds < least for racer in race.racers):
        return ""
    if close := [racer for racer in ahead if racer.run.seconds <= least * SPREAD**2][1:]:
        spent = ahead[0].spent_words(By.TIME), close[-1].spent_words(By.TIME)
        return f"By time, {_names([ahead[0], *close])} are too close so far: {spent[0]} to {spent[1]}."
    return f"First by time so far: {ahead[0].name}, {ahead[0].spent_words(By.TIME)}."


def _languages(race: Judged) -> str:
    """Return sentences about racers that are interpreted Python, or were interpreted; empty if there are none."""
    slow = [racer.name for racer in race.racers if racer.code == "interpreted"] if race.settled else []
    remedy = f"since {background.fault()}" if background.fault() else "run the race again to compare them"
    seconds = f"The seconds of {' and '.join(slow)} include interpreted code: {remedy}." if slow else ""
    return " ".join(filter(None, [_own_racers(race), seconds]))


def _own_racers(race: Judged) -> str:
    own = [racer.name for racer in race.racers if racer.plan.solver.interpreted]
    if not own:
        return ""
    if len(own) == len(race.racers):
        return "All racers are interpreted Python."
    others = "other is" if len(own) + 1 == len(race.racers) else "others are"
    return f"{' and '.join(own)} {'is' if len(own) == 1 else 'are'} interpreted Python; the {others} compiled."


def _names(racers: Sequence[Racer]) -> str:
    """Return the names of racers that share the first place."""
    names = [racer.name for racer in racers]
    return " and ".join(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1} others"
