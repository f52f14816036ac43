"""Run a race: one worker drives all racers, and one report describes them all."""

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
    """The state of one racer."""

    frame: Frame
    work: int
    """The work done, in the unit that all racers share."""
    seconds: float
    place: int | None
    """Its rank among the racers that found an answer, by the clock of the race; None without an answer."""
    shared: bool
    """Whether another racer has the same place."""
    begun: bool
    """Whether the race has begun. A racer may wait for the others with its first state."""
    lead: float
    """Steps of the clock that the racer waits for the others; 0 if it need not wait."""

    @property
    def status(self) -> Status:
        """Running, solved, impossible or gave up."""
        return self.frame.status


@dataclass(frozen=True)
class RaceReport:
    """Everything that the screen of a race shows."""

    standings: tuple[RacerState, ...]
    level: int
    """Units of work or milliseconds on the clock."""
    ended: bool
    words: str
    """The winner and why it won, or what the racers have in common."""
    diagram: Diagram | None
    """The progress of each racer; None before the start."""
    playing: bool
    preparing: str
    """Describes the preparation; empty once the race can start."""


class RaceRunner(Worker[RaceReport]):
    """Runs one race."""

    def __init__(self, race: Race, on_report: Callable[[], object]) -> None:
        self.race = race
        super().__init__(on_report)

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
                forwards = moment > self.race.level
                self._advance(order, until=max(moment, self.race.least + 1) if forwards else moment)
            case RunAt(pace, until):
                self._advance(order, until, pace)
        # Finish the current round (about 20 ms), so that the paused racers can be compared.
        for _ in self.race.round_end():
            if isinstance(self._order, Quit):
                return

    def _advance(self, order: Order, until: int | None = None, pace: float | None = None) -> None:
        for _ in self._run_slices(order, self.race.slices(until, pace, partial(self._wait, order))):
            pass

    def _release(self) -> None:
        self.race.close()

    @property
    def _may_report(self) -> bool:
        return self.race.even

    def _make_report(self, preparing: str) -> RaceReport:
        race = self.race
        standings = tuple(self._standing(racer) for racer in race.racers)
        playing = self.playing and not race.ended
        doing = f"{race.doing().capitalize()}." if race.ended and race.doing() else ""
        words = f"{race.words()} {doing}".rstrip()
        return RaceReport(standings, race.level, race.ended, words, race.diagram(), playing, preparing)

    def _standing(self, racer: Racer) -> RacerState:
        run = racer.run
        place, shared = self.race.place(racer, self.race.by), self.race.shares_place(racer, self.race.by)
        begun, work = self.race.level > 0, run.search.common_work()
        return RacerState(run.frame(), work, run.seconds, place, shared, begun, self.race.lead(racer))
