"""Solver `ants`: the ant colony of Hingston and Kendall (2005), which collects many tours.

In each cycle the ants walk one after the other, each from another start, and prefer moves with much pheromone. At the
end of the cycle pheromone evaporates, and each ant adds pheromone to its moves: more for longer walks. After a number
of cycles a new colony begins with equal pheromone.
"""

from collections.abc import Iterator
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
from knightwatch.engine.core.state_rules import LARGE, within
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
"""Largest board: one ant, even the last of a cycle, must fit into one time slice."""
HEAT_SPAN = 1e6
"""Squares with less than 1 / HEAT_SPAN of the most pheromone have heat 0."""
MOST_LINKS = 60
"""Moves drawn with their pheromone: the strongest."""
TINY = 1e-300
"""Avoids a division by 0."""
LARGEST_DRAWN = 4096
"""Squares of the largest board on which the strongest moves are drawn."""

HEAT = "pheromone of the square's strongest move: 0 is the least, 9 the most, on a logarithmic scale"
GAINS = "pheromone that the ant adds to its move from the square, in tenths"


class AntsSettings(CollectingSettings):
    """Parameters of `ants`; the defaults are the published ones."""

    ants: int | None = Field(
        None, ge=1, le=1_000_000, description="ants in a cycle, from each start in turn; empty: one for each square"
    )
    cycles: int = Field(27_000, ge=1, le=1_000_000_000, description="cycles before a new colony begins")
    evaporation: float = Field(0.75, ge=0, le=1, description="factor by which each cycle multiplies all pheromone")
    alpha: float = Field(1, ge=0, le=10, description="a move's probability is proportional to pheromone ** alpha")
    first: float = Field(1e-6, ge=1e-12, le=1, description="pheromone on every move when a colony begins")
    evaluations: int = Field(10_000_000, ge=0, le=10**9, description="ants before giving up")


class Ants(SamplingSearch[AntsSettings]):
    """The pheromone of each move from each square, and the walk of the last ant."""

    name = "ants"
    summary = "ant colony: random walks that prefer the moves of longer walks before them"
    unit = "ant"
    milestone = "new tour"
    settings_type = AntsSettings

    @classmethod
    def check(cls, problem: TourProblem, settings: AntsSettings) -> None:  # noqa: ARG003
        if problem.squares > MAX_SQUARES:
            words = f"the board has {problem.squares:,} squares, but ants need at most {MAX_SQUARES:,}"
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

    def rules(self, state: State) -> Iterator[bool]:
        yield from super().rules(state)
        yield within(state["pheromone"], 0, LARGE) and within(state["deposits"], 0, LARGE)

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

    def position(self) -> tuple[int, int, int]:
        """Return colony, cycle in the colony and place in the cycle of the last ant, all from 0."""
        cycle, place = divmod(max(0, self.done - 1), self.ants)
        return *divmod(cycle, self.settings.cycles), place

    def work(self) -> dict[str, int]:
        longest = self.counter(SamplingCounter.LONGEST) if self.ready else 0
        return {"ants": self.done, "cycles": self.done // self.ants, "longest": longest, **self.tours_work()}

    def common_work(self) -> int:
        return self.done * self.problem.squares  # a walk counts with all its squares

    def spending(self) -> str:
        return f"{counted_noun(self.done, 'walk')} of {self.problem.squares:,} squares, guided by pheromone"

    def heat(self) -> NDArray[np.float64]:
        """Return the pheromone of each square's strongest move, from 0 to 1 on a logarithmic scale.

        1 is the most of all squares; 0 is the least, or 1 / HEAT_SPAN of the most if the least is below that.
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
        colony, cycle, place = self.position()
        rate = f"{self.tally(CollectionCounter.DISTINCT) / self.done:.4f}" if self.done else "none yet"
        longest = f"{self.counter(SamplingCounter.LONGEST):,} of {self.problem.squares:,}"
        return Frame(
            self.done,
            self.verdict,
            self.board() if self.found() else self.with_heat(self.board()),
            (
                Figure("ant", f"{place + 1 if self.done else 0:,} of {self.ants:,}", "ants of this cycle so far"),
                Figure("cycle", f"{cycle + 1:,} of {self.settings.cycles:,}", "cycles of this colony so far"),
                Figure("colony", f"{colony + 1:,}", "colonies so far"),
                Figure("ants", f"{self.done:,}", "ants of all cycles so far"),
                Figure("longest", longest, "squares in the longest walk so far"),
                *self.tours_figures(),
                Figure("per ant", rate, "different tours divided by ants"),
            ),
            curves(self.state["points"], self.state["extent"], "tours", "distinct", of="tours found", kind=Kind.COUNT),
            self.sentence(),
            profile=self.onward(),
        )

    def with_heat(self, board: Board) -> Board:
        """Return the board with the pheromone as heat, unless all moves are equal."""
        heat = self.heat()
        if not heat.any():
            return replace(board, heat_name=HEAT)
        return replace(board, heat=heat, heat_name=HEAT, links=self.strongest())

    def strongest(self) -> tuple[Links, ...]:
        """Return the moves with the most pheromone, with weights from 0 for the weakest to 1 for the strongest."""
        if self.problem.squares > LARGEST_DRAWN:
            return ()
        free = np.pad(self.problem.free, BORDER).ravel()
        here = np.flatnonzero(free)
        there = here[:, None] + self.offsets.view(np.int32)
        strength = np.where(free[there], self.state["pheromone"][here], 0.0)
        order = np.argsort(-strength, axis=None, kind="stable")[:MOST_LINKS]
        order = order[strength.flat[order] > 0]
        weights = strength.flat[order] - strength.flat[order].min(initial=strength.max())
        pairs = np.stack([here[order // len(MOVES)], there.flat[order]], axis=1)
        squares = unpadded(pairs.ravel().astype(np.uint32), self.problem.cols).reshape(-1, 2)
        return (Links("moves with most pheromone", Tone.HEAT, squares, weights / max(weights.max(initial=0), TINY)),)

    def announced(self) -> str:
        start = self.problem.name(int(self.walk()[0]))
        return f"All moves have the same pheromone. The first ant begins on {start}."

    def last_step(self) -> str:
        _, cycle, place = self.position()
        start = self.problem.name(int(self.walk()[0]))
        words = f"Cycle {cycle + 1:,}, ant {place + 1:,}, from {start}: {self.outcome()}."
        if self.found():
            return words
        gain = f"It adds {self.gain()}."
        if place == self.ants - 1:
            gain = f"The cycle ends: all pheromone x {self.settings.evaporation:.4g}, plus what the ants add."
        if not self.heat().any():
            return f"{words} {gain} All moves are still equal."
        return f"{words} {gain} Small digits are pheromone: 9 is most. While it runs, lines are the strongest moves."

    def gains(self) -> NDArray[np.float64]:
        """Return the pheromone that the last ant adds to each of its moves at the end of the cycle."""
        made = self.counter(SamplingCounter.MOVES)
        return (made - np.arange(made)) / (self.problem.squares - 1 - np.arange(made))

    def gain(self) -> str:
        """Say how much pheromone the last ant adds."""
        gains = self.gains()
        if not len(gains):
            return "no pheromone"
        if gains[0] < 1:
            return f"{gains[0]:.2f} pheromone to its first move, {gains[-1]:.2f} to its last"
        return "1 pheromone to each move"
