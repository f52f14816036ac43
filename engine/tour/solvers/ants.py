"""Solver `ants`: the ant colony of Hingston and Kendall (2005), which collects many tours.

Ants walk one after the other, each from a square of its own, and prefer moves with much pheromone. When all of a cycle
have walked, pheromone evaporates, and each ant adds to that of its moves the more, the longer it went. After a number
of cycles a new colony begins, which knows nothing of the last.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import BORDER, MOVES, Squares, unpadded
from knightwatch.engine.compiled.trace import Merge
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Figure, Frame, Kind, Links, Tone
from knightwatch.engine.core.search import State
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.kernels import ants as kernels
from knightwatch.engine.tour.kernels.ants import Colony, Trails
from knightwatch.engine.tour.kernels.collection import CollectionCounter
from knightwatch.engine.tour.kernels.sampling import SamplingCounter
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.collecting import CollectingSettings
from knightwatch.engine.tour.solvers.collection import collection_of
from knightwatch.engine.tour.solvers.sampling import SamplingSearch

MAX_SQUARES = 250_000
"""What keeps one ant, even a cycle's last, within a slice of time."""
HEAT_SPAN = 1e6
"""How many times the hottest square's pheromone may be that of one which is cold."""


MOST_LINKS = 60
"""Moves whose pheromone is drawn: the strongest."""
TINY = 1e-300
"""Keeps what is divided by from being 0."""
LARGEST_DRAWN = 4096
"""Squares up to which they are looked for in each frame."""


HEAT = "pheromone of the square's strongest move: 0 is the least, 9 the most, on a logarithmic scale"
LEFT = "what the ant's move from the square gains, in tenths"


class AntsSettings(CollectingSettings):
    """Parameters of `ants`; the defaults are the published ones."""

    ants: int | None = Field(
        None, ge=1, le=1_000_000, description="ants in a cycle, from the starts in turn; empty: as many as squares"
    )
    cycles: int = Field(27_000, ge=1, le=1_000_000_000, description="cycles before a new colony begins")
    evaporation: float = Field(0.75, ge=0, le=1, description="what each cycle multiplies pheromone by")
    alpha: float = Field(1, ge=0, le=10, description="a move is chosen in proportion to its pheromone to this power")
    first: float = Field(1e-6, ge=1e-12, le=1, description="pheromone of every move when a colony begins")
    evaluations: int = Field(10_000_000, ge=0, le=10**9, description="ants before giving up")


class Ants(SamplingSearch[AntsSettings]):
    """Pheromone for each move from each square, and the ants of a cycle that walk by it."""

    name = "ants"
    summary = "ant colony: random walks that prefer the moves of longer walks before them"
    unit = "ant"
    milestone = "new tour"
    settings_type = AntsSettings

    @classmethod
    def check(cls, problem: TourProblem, settings: AntsSettings) -> None:  # noqa: ARG003
        if problem.squares > MAX_SQUARES:
            words = f"the board has {problem.squares:,} squares, but ants walk on at most {MAX_SQUARES:,}"
            raise BadInput(f"{words}: choose a smaller board or another solver")

    def __init__(self, problem: TourProblem, settings: AntsSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        self.ants = settings.ants or problem.squares

    @property
    def limit(self) -> int:
        return self.settings.evaluations

    def starts(self) -> Squares:
        first = self.problem.first
        return np.flatnonzero(self.problem.free) if first is None else np.array([first])

    def begin(self) -> State:
        state = self.walk_state(len(SamplingCounter), Merge.MOST, Merge.MOST)
        trails = (len(self.constants.ways), 8)
        return state | {"pheromone": np.full(trails, self.settings.first), "deposits": np.zeros(trails)}

    def send(self, budget: int, halt: bool) -> bool:
        s, state = self.settings, self.state
        return self.tier(kernels.ants)(
            Trails(state["pheromone"], state["deposits"]),
            Colony(self.ants, s.cycles, s.evaporation, s.alpha, s.first),
            self.sample(),
            collection_of(state),
            self.constants,
            state["clock"],
            budget,
            halt,
        )

    def moment(self) -> tuple[int, int, int]:
        """Return the colony, the cycle in it and the place in that of the last ant, all from 0."""
        cycle, place = divmod(max(0, self.done - 1), self.ants)
        return *divmod(cycle, self.settings.cycles), place

    def work(self) -> dict[str, int]:
        longest = self.counter(SamplingCounter.LONGEST) if self.ready else 0
        return {"ants": self.done, "cycles": self.done // self.ants, "longest": longest, **self.tours_work()}

    def spending(self) -> str:
        return f"{counted_noun(self.done, 'walk')} by chance and pheromone, {self.ants:,} in each cycle"

    def heat(self) -> NDArray[np.float64]:
        """Return for each square how much pheromone its strongest move has, as a share on a logarithmic scale.

        1 is the most of all squares; 0 the least, or a millionth of the most where the least is even less.
        """
        problem = self.problem
        shape = (problem.rows + 2 * BORDER, problem.cols + 2 * BORDER)
        strongest = self.state["pheromone"].max(axis=1).reshape(shape)[BORDER:-BORDER, BORDER:-BORDER]
        most = strongest[problem.free].max()
        least = max(strongest[problem.free].min(), most / HEAT_SPAN)
        heat = np.zeros(strongest.shape)
        if least < most:
            heat = np.log(np.clip(strongest, least, most) / least) / np.log(most / least)
        return np.where(problem.free, heat, 0.0).ravel()

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        colony, cycle, place = self.moment()
        rate = f"{self.tally(CollectionCounter.DISTINCT) / self.done:.4f}" if self.done else "none yet"
        longest = f"{self.counter(SamplingCounter.LONGEST):,} of {self.problem.squares:,}"
        return Frame(
            self.done,
            self.status,
            self.reason,
            self.drawn() if self.found() else self.with_heat(self.drawn()),
            (
                Figure("ant", f"{place + 1 if self.done else 0:,} of {self.ants:,}", "ants of this cycle so far"),
                Figure("cycle", f"{cycle + 1:,} of {self.settings.cycles:,}", "cycles of this colony"),
                Figure("colony", f"{colony + 1:,}", "colonies so far"),
                Figure("ants", f"{self.done:,}", "ants in all"),
                Figure("longest", longest, "squares of the longest walk so far"),
                *self.tours_figures(),
                Figure("per ant", rate, "different tours found for each ant"),
            ),
            curves(self.state["points"], self.state["extent"], "tours", "distinct", of="tours found", kind=Kind.COUNT),
            self.sentence(),
            profile=self.onward(),
        )

    def with_heat(self, board: Board) -> Board:
        """Return a picture with pheromone beneath it, as soon as there are differences."""
        heat = self.heat()
        if not heat.any():
            return replace(board, heat_name=HEAT)
        return replace(board, heat=heat, heat_name=HEAT, links=self.strongest())

    def strongest(self) -> tuple[Links, ...]:
        """Return the moves with most pheromone, weighed from the weakest of them to the strongest."""
        if self.problem.squares > LARGEST_DRAWN:
            return ()
        free = np.pad(self.problem.free, BORDER).ravel()
        here = np.flatnonzero(free)
        there = here[:, None] + self.offsets.view(np.int32)
        strength = np.where(free[there], self.state["pheromone"][here], 0.0)
        kept = np.argsort(-strength, axis=None, kind="stable")[:MOST_LINKS]
        kept = kept[strength.flat[kept] > 0]
        weights = strength.flat[kept] - strength.flat[kept].min(initial=strength.max())
        pairs = np.stack([here[kept // len(MOVES)], there.flat[kept]], axis=1)
        squares = unpadded(pairs.ravel().astype(np.uint32), self.problem.cols).reshape(-1, 2)
        return (Links("moves with most pheromone", Tone.HEAT, squares, weights / max(weights.max(initial=0), TINY)),)

    def announced(self) -> str:
        start = self.problem.name(int(self.walk()[0]))
        return f"All moves have the same pheromone; the first ant will begin on {start}."

    def told(self) -> str:
        _, cycle, place = self.moment()
        start = self.problem.name(int(self.walk()[0]))
        words = f"Cycle {cycle + 1:,}, ant {place + 1:,}, from {start}: {self.outcome()}."
        if self.found():
            return words
        gain = f"Its moves will gain {self.gain()}."
        if place == self.ants - 1:
            gain = f"The cycle ends: pheromone x {self.settings.evaporation:.4g}, and all ants' moves gain."
        return f"{words} {gain} {'9 is most pheromone.' if self.heat().any() else 'All moves are equal as yet.'}"

    def gains(self) -> NDArray[np.float64]:
        """Return what the last ant leaves on each of its moves, to be added when the cycle ends."""
        made = self.counter(SamplingCounter.MOVES)
        return (made - np.arange(made)) / (self.problem.squares - 1 - np.arange(made))

    def gain(self) -> str:
        """Say what the last ant leaves."""
        gains = self.gains()
        if not len(gains):
            return "nothing"
        return f"{gains[0]:.2f} at first, {gains[-1]:.2f} at last" if gains[0] < 1 else "1 each"
