"""The bridge for a race: one worker drives all of its racers, and one report tells of all of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from knightwatch.engine.core.frame import Frame, Status
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.races.racer import Racer
from knightwatch.tui.workers.worker import Order, Quit, RunAt, Seek, Worker


@dataclass(frozen=True)
class RacerState:
    """How a racer stands."""

    frame: Frame
    status: Status
    seconds: float
    place: int | None
    """At which place it came to its answer, by the clock of the race; None where it has none so far."""


@dataclass(frozen=True)
class RaceReport:
    """What the screen of a race is to show."""

    standings: tuple[RacerState, ...]
    level: int
    """What the clock shows, in its steps."""
    ended: bool
    words: str
    """Who was first and why, or what the racers have in common."""
    diagram: Diagram | None
    """How far everybody was, and when; None before the start."""
    playing: bool
    preparing: str
    """What is being prepared; empty once the race can begin."""


class RaceRunner(Worker[RaceReport]):
    """One race, from its beginning to its end."""

    def __init__(self, race: Race, tell: Callable[[], object]) -> None:
        self.race = race
        super().__init__(tell)

    @property
    def moment(self) -> int:
        """Steps of the clock."""
        return self.race.level

    @property
    def _interpreting(self) -> bool:
        return any(racer.run.search.tier.interpreting for racer in self.race.racers)

    def _preparing(self) -> Iterator[str]:
        return self.race.preparing()

    def _carry_out(self, order: Order) -> None:
        match order:
            case Seek(moment):
                self._advance(order, until=moment)
            case RunAt(pace, until):
                self._advance(order, until, pace)
        # Whoever stops a race wants to compare: the round under way, some 20 ms, is still finished.
        for _ in self.race.round_end():
            if isinstance(self._order, Quit):
                return

    def _advance(self, order: Order, until: int | None = None, pace: float | None = None) -> None:
        for _ in self._follow(order, self.race.slices(until, pace, partial(self._wait, order))):
            pass

    @property
    def _presentable(self) -> bool:
        return self.race.even

    def _look(self, preparing: str) -> RaceReport:
        race = self.race
        standings = tuple(self._standing(racer) for racer in race.racers)
        playing = self.playing and not race.ended
        words = f"{race.told()} {race.why()}".rstrip()
        return RaceReport(standings, race.level, race.ended, words, race.diagram(), playing, preparing)

    def _standing(self, racer: Racer) -> RacerState:
        run = racer.run
        return RacerState(run.search.frame(), run.status, run.seconds, self.race.place(racer, self.race.by))
