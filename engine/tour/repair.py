"""Solver `repair`: the genetic algorithm with heuristic repair of Al-Gharaibeh, Qawagneh and Al-Zahawi (2007).

A chromosome is a start square and a row of moves, any moves. Its evaluation walks them, and a move that cannot be made
is replaced by Warnsdorff's choice. An iteration is one population from one start, bred for some generations; then comes
another, after some from the next start. Without evolution it is the heuristic alone: each chromosome a random one.
"""

from collections.abc import Iterator
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from engine.boards import Squares, padded, unpadded
from engine.errors import BadInput
from engine.frame import Board, Figure, Frame
from engine.search import State, count
from engine.tour.collection import MOST_PATHS, collection, images, kept, make_room, tour
from engine.tour.collector import Collector, CollectorSettings
from engine.tour.problem import KNIGHT, TourProblem
from engine.tour.walk import fresh_ways
from engine.trace import Merge, curves, trace

MAX_GENES = 2_000_000
"""Moves in all individuals together: what keeps an evaluation, even a generation's last, within a slice of time."""


class Place(IntEnum):
    """Places in `at`; what is said of an evaluation is said of the last."""

    MOVES = 0
    """Moves made."""
    REPAIRED = 1
    """Moves replaced by the rule."""
    BRED = 2
    """Whether the chromosome was a child, not a random one."""
    ONE = 3
    """The first child's first parent, the second child's second."""
    OTHER = 4
    ONE_MOVES = 5
    OTHER_MOVES = 6
    CUT = 7
    """Moves before the cut; all of them where the parents were not crossed."""
    TURNED = 8
    """Bits turned by mutation."""
    REPLACED = 9
    """Individuals that children took the places of, at the end of a generation."""
    NEWS = 10
    """0 where it is no tour, 1 where it is one found before, 2 where it is new."""
    BEST = 11
    """Most moves made in the population."""
    TOTAL = 12
    """Moves made in the population, added up."""
    LONGEST = 13
    """Squares of the longest walk, kept in `best`."""
    TOURS = 14
    """Tours of this iteration."""
    MOST_TOURS = 15
    """Tours of the iteration that has most."""
    FAILED = 16
    """Iterations that ended without a tour."""
    SUCCESSES = 17
    """Iterations with a tour."""
    GENERATIONS = 18
    """Generations bred up to the first tour of those, added up."""
    REPAIRS = 19
    """Moves replaced by the rule in all evaluations."""


class RepairSettings(CollectorSettings):
    """Parameters of `repair`; the defaults are the published ones."""

    pop: int = Field(50, ge=2, le=20_000, description="individuals in the population")
    generations: int = Field(50, ge=1, le=1_000_000, description="generations of an iteration, the random one included")
    iterations: int = Field(5, ge=1, le=1_000_000, description="iterations from each start before the next start")
    pc: float = Field(0.9, ge=0, le=1, description="probability that a pair is crossed")
    pm: float = Field(0.005, ge=0, le=1, description="probability that a bit is mutated")
    replaced: float = Field(
        0.25, ge=0, le=1, description="share of the population, the worst, that better children may replace"
    )
    evolve: bool = Field(True, description="no: the heuristic alone, every chromosome is a new random one")
    evaluations: int = Field(800_000, ge=0, le=10**9, description="chromosomes judged before giving up")


class Repair(Collector[RepairSettings]):
    """A population of rows of moves; its fitness is the number of moves made before the knight is stuck."""

    name = "repair"
    summary = "genetic algorithm: rows of moves, repaired by Warnsdorff's rule where they cannot be made"
    unit = "evaluation"
    milestone = "new tour"
    settings_type = RepairSettings

    def __init__(self, problem: TourProblem, settings: RepairSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        genes = problem.squares * settings.pop
        if genes > MAX_GENES:
            raise BadInput(
                f"squares x pop is {genes:,}, but must be at most {MAX_GENES:,}: choose a smaller pop or board"
            )

    @property
    def limit(self) -> int:
        return self.settings.evaluations

    def load_kernels(self) -> Iterator[None]:
        from engine.tour import repairing

        self._kernels = repairing
        return repairing.compilations()

    def starts(self) -> NDArray[np.uint32]:
        """Return the squares that iterations begin from, in their order, numbered with the border."""
        return padded(self.problem.beginnings, self.problem.cols).astype(np.uint32)

    def begin(self) -> State:
        from engine.rng import generator
        from engine.tour.collecting import collect

        n, pop = self.problem.squares, self.settings.pop
        self._starts, self._ways, self._images = self.starts(), fresh_ways(self.problem), images(self.problem)
        points, extent = trace(Merge.MOST, Merge.MEAN)
        collected = collection(self.problem, len(self._ways))
        path = np.zeros(n, np.uint32)
        path[0] = self._starts[0]
        if n == 1:
            make_room(collected)
            collect(path, self.offsets, self._images, **collected)
        return collected | {
            "pop": np.zeros((pop, n - 1), np.uint8),
            "fitness": np.zeros(pop, np.int64),
            "children": np.zeros((pop, n - 1), np.uint8),
            "children_fitness": np.zeros(pop, np.int64),
            "path": path,
            "best": np.zeros(n, np.uint32),
            "at": np.zeros(len(Place), np.int64),
            "tours_from": np.zeros(len(self._ways), np.int64),
            "points": points,
            "extent": extent,
            "rng": generator(self.seed),
        }

    def step(self, budget: int, halt: bool) -> None:
        s, end = self.settings, self.done + budget
        while self._kernels.evaluations(
            **self.state,
            starts=self._starts,
            ways=self._ways,
            offsets=self.offsets,
            images=self._images,
            generations=s.generations,
            iterations=s.iterations,
            pc=s.pc,
            pm=s.pm,
            most_replaced=int(s.pop * s.replaced),
            evolve=s.evolve,
            closed=self.problem.closed,
            most_paths=MOST_PATHS,
            tours=s.tours,
            budget=end - self.done,
            halt=halt,
        ):
            make_room(self.state)

    def count(self, place: Place) -> int:
        """Return a counter."""
        return int(self.state["at"][place])

    def best(self) -> Squares:
        return unpadded(self.state["best"][: self.count(Place.LONGEST)], self.problem.cols)

    def walk(self) -> Squares:
        """Return the squares of the last evaluation's walk; before the first, where it will begin."""
        return unpadded(self.state["path"][: self.count(Place.MOVES) + 1], self.problem.cols)

    def moment(self) -> tuple[int, int, int]:
        """Return the iteration, the generation in it and the place in that of the last evaluation, all from 0."""
        generation, place = divmod(max(0, self.done - 1), self.settings.pop)
        return *divmod(generation, self.settings.generations), place

    def work(self) -> dict[str, int]:
        counted = {"repairs": Place.REPAIRS, "failed_iterations": Place.FAILED, "most_tours": Place.MOST_TOURS}
        own = {name: self.count(place) if self.ready else 0 for name, place in counted.items()}
        whole = self.done // (self.settings.pop * self.settings.generations)
        return {"evaluations": self.done, "iterations": whole, **own, **self.tours_work()}

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        iteration, generation, place = self.moment()
        s, total = self.settings, self.problem.squares - 1
        judged = s.pop if self.count(Place.BRED) else place + 1
        successes, failed = self.count(Place.SUCCESSES), self.count(Place.FAILED)
        whole = self.work()["iterations"]
        start = self.problem.name(int(self.walk()[0]))
        first = f"{self.count(Place.GENERATIONS) / successes:.2f}" if successes else "none yet"
        return Frame(
            self.done,
            self.status,
            self.reason,
            self._board(),
            (
                Figure("evaluations", f"{self.done:,}", "chromosomes judged"),
                Figure("iteration", f"{iteration + 1:,} from {start}", "populations so far, and where this one begins"),
                Figure(
                    "generation", f"{generation:,} of {s.generations - 1:,}", "generations bred since the random one"
                ),
                Figure("best", f"{self.count(Place.BEST):,} of {total:,}", "moves made by the best of the population"),
                Figure("mean", f"{self.count(Place.TOTAL) / judged:.2f}", "moves made, mean of the population"),
                *self.tours_figures(),
                Figure("failed", f"{failed:,} of {whole:,}", "iterations that ended without a tour"),
                Figure("first tour", first, "generations bred up to an iteration's first tour, mean"),
            ),
            curves(self.state["points"], self.state["extent"], "best", "mean"),
            self._sentence(),
        )

    def _board(self) -> Board:
        if self.found():
            return self.problem.walk(tour(self.state, kept(self.state) - 1, self.problem.cols))
        walk = self.walk()
        return self.problem.walk(walk, [(KNIGHT, walk[-1:])])

    def _sentence(self) -> str:
        walk, total = self.walk(), self.problem.squares - 1
        if not self.done:
            start = self.problem.name(int(walk[0]))
            return f"{count(self.settings.pop, 'random chromosome')} will be judged first, from {start}."
        moves, repaired = self.count(Place.MOVES), self.count(Place.REPAIRED)
        where = self.problem.name(int(walk[-1]))
        fixed = f"{repaired:,} of its moves could not be made and were replaced by Warnsdorff's choice"
        if repaired < 2:
            fixed = ("no move was repaired", "1 move was replaced by Warnsdorff's choice")[repaired]
        if moves < total:
            end = f"It came to a dead end on {where} after {moves:,} of {total:,} moves."
        else:
            kind = ("no way leads back to the start", "a tour found before", "a new tour")[self.count(Place.NEWS)]
            end = f"It made {'all ' if total > 1 else ''}{count(total, 'move')}, to {where}: {kind}."
        replaced = self.count(Place.REPLACED)
        last = f" At the generation's end, children replaced {count(replaced, 'individual')}." if replaced else ""
        return f"{self._origin()}; {fixed}. {end}{last}"

    def _origin(self) -> str:
        """Say where the chromosome of the last evaluation came from."""
        _, generation, place = self.moment()
        which = f"Generation {generation:,}, chromosome {place + 1:,}"
        if not self.count(Place.BRED):
            return f"{which}: random"
        parents = [(self.count(Place.ONE), self.count(Place.ONE_MOVES))]
        parents.append((self.count(Place.OTHER), self.count(Place.OTHER_MOVES)))
        (one, moves), (other, other_moves) = parents[:: -1 if place % 2 else 1]
        cut, turned = self.count(Place.CUT), self.count(Place.TURNED)
        mutated = f", {count(turned, 'bit')} mutated" if turned else ""
        if cut == self.problem.squares - 1:
            return f"{which}: a copy of {one + 1:,} ({count(moves, 'move')}){mutated}"
        return (
            f"{which}: {one + 1:,} ({count(moves, 'move')}) up to move {cut:,}, "
            f"then {other + 1:,} ({count(other_moves, 'move')}){mutated}"
        )
