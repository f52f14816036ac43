"""Solver `repair`: the genetic algorithm with heuristic repair of Al-Gharaibeh, Qawagneh and Al-Zahawi (2007).

A chromosome is a list of arbitrary moves, 3 bits each: 63 moves are 189 bits on 8 x 8. The text has 192 bits for
63 moves and the start square, and leaves open how 3 bits hold a square. Here the start is no gene: an iteration has one
start, which crossover and mutation do not change. An evaluation makes the moves, and replaces an impossible move by
Warnsdorff's choice. An iteration is one population from one start, bred for some generations. After some iterations
the next start follows. Without evolution the heuristic works alone: every chromosome is random.
"""

from collections.abc import Iterator

import numpy as np
from pydantic import Field

from knightwatch.engine.boards import MOVES, Squares
from knightwatch.engine.compiled.trace import Merge
from knightwatch.engine.core.clock import DONE
from knightwatch.engine.core.curves import curves
from knightwatch.engine.core.frame import Figure, Frame
from knightwatch.engine.core.search import State
from knightwatch.engine.core.state_rules import within
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.evolution.ranking import ranked
from knightwatch.engine.tour.kernels import repair as kernels
from knightwatch.engine.tour.kernels.repair import Chromosomes, Counter, GeneMutation, RepairOperators, Replacement
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.collecting import CollectingSettings, refuse_genes
from knightwatch.engine.tour.solvers.collection import collection_of
from knightwatch.engine.tour.solvers.sampling import SamplingSearch

MAX_GENES = 2_000_000
"""Most moves of all individuals together: one evaluation, even the last of a generation, must fit into a time slice."""


class RepairSettings(CollectingSettings):
    """Parameters of `repair`; the defaults are published where the text gives them.

    pc is the middle of the published range, pm is published for a bit. Population, generations and iterations are ours:
    the text gives only their product, 12,500 evaluations from each start. Its readings are `mutates` and `replacement`.
    """

    pop: int = Field(50, ge=2, le=20_000, description="individuals in the population")
    generations: int = Field(50, ge=1, le=1_000_000, description="generations in an iteration, with the random one")
    iterations: int = Field(5, ge=1, le=1_000_000, description="iterations from each start before the next start")
    pc: float = Field(0.9, ge=0, le=1, description="crossover probability of a pair")
    pm: float = Field(0.005, ge=0, le=1, description="mutation probability of a bit, or of a child (see mutates)")
    mutates: GeneMutation = Field(
        GeneMutation.BITS,
        description="what mutates with probability pm: each bit, or one gene of a child",
    )
    replaced: float = Field(0.25, ge=0, le=1, description="share of the population that may be replaced: the worst")
    replacement: Replacement = Field(
        Replacement.CHILDREN,
        description="what replaces the worst: better children; copies of the best before all are crossed; pairs: such "
        "copies too, but parents are random pairs instead of chosen by roulette",
    )
    repairs: bool = Field(True, description="no: an impossible move is not repaired, the walk ends there")
    way_back: bool = Field(False, description="for closed tours: the closing move adds 1 to the fitness")
    evolve: bool = Field(True, description="no: without evolution, every chromosome is random")
    evaluations: int = Field(800_000, ge=0, le=10**9, description="chromosomes evaluated before giving up")


class Repair(SamplingSearch[RepairSettings]):
    """A population of lists of moves; the fitness is the number of moves made before the knight is stuck.

    The publication leaves open what replaces the worst, what mutation changes, and whether tours are closed. Settings
    choose between the readings.
    """

    name = "repair"
    summary = "genetic algorithm: lists of moves; Warnsdorff's rule repairs impossible moves"
    unit = "evaluation"
    milestone = "new tour"
    settings_type = RepairSettings
    fitness = ("best", "mean")

    @classmethod
    def check(cls, problem: TourProblem, settings: RepairSettings) -> None:
        refuse_genes(problem.squares, settings.pop, MAX_GENES)

    @property
    def limit(self) -> int:
        return self.settings.evaluations

    def starts(self) -> Squares:
        return self.problem.possible_starts

    def begin(self) -> State:
        n, pop = self.problem.squares, self.settings.pop
        state = self.walk_state(len(Counter), Merge.MOST, Merge.MEAN)
        return state | {
            "pop": np.zeros((pop, n - 1), np.uint8),
            "fitness": np.zeros(pop, np.int64),
            "children": np.zeros((pop, n - 1), np.uint8),
            "children_fitness": np.zeros(pop, np.int64),
        }

    def rules(self, state: State) -> Iterator[bool]:
        yield from super().rules(state)
        n, pop, counters = self.problem.squares, self.settings.pop, state["counters"]
        yield within(state["pop"], 0, len(MOVES) - 1) and within(state["children"], 0, len(MOVES) - 1)
        yield within(state["fitness"], 0, n) and within(state["children_fitness"], 0, n)
        yield within(counters[[Counter.ONE, Counter.OTHER]], 0, pop - 1)
        yield counters[Counter.CUT] < n and counters[Counter.BRED] <= self.settings.evolve
        generation, place = divmod(int(state["clock"][DONE]), pop)
        bred = self.settings.evolve and generation % self.settings.generations > 0
        evaluated = state["fitness"] if bred or not place else state["fitness"][:place]
        yield counters[Counter.TOTAL] == evaluated.sum()  # the roulette wheel ends where the sum does

    def send(self, budget: int, halt: bool) -> bool:
        s, state = self.settings, self.state
        return self.tier(kernels.evaluations)(
            Chromosomes(state["pop"], state["fitness"]),
            Chromosomes(state["children"], state["children_fitness"]),
            RepairOperators(
                generations=s.generations,
                iterations=s.iterations,
                pc=s.pc,
                pm=s.pm,
                most_replaced=int(s.pop * s.replaced),
                replacement=s.replacement.code,
                mutation=s.mutates.code,
                repairs=s.repairs,
                way_back=s.way_back and self.problem.closed,
                evolve=s.evolve,
            ),
            self.sample(),
            collection_of(state),
            self.constants,
            state["clock"],
            budget,
            halt,
        )

    def position(self) -> tuple[int, int, int]:
        """Return iteration, generation in it and place in that of the last evaluation, all from 0."""
        generation, place = divmod(max(0, self.done - 1), self.settings.pop)
        return *divmod(generation, self.settings.generations), place

    def work(self) -> dict[str, int]:
        counted = {
            "repairs": Counter.REPAIRS,
            "failed_iterations": Counter.FAILED,
            "most_tours": Counter.MOST_TOURS,
            "successful_iterations": Counter.SUCCESSES,
            "generations_to_a_tour": Counter.GENERATIONS,
        }
        own = {name: self.counter(place) if self.ready else 0 for name, place in counted.items()}
        whole = self.done // (self.settings.pop * self.settings.generations)
        return {"evaluations": self.done, "iterations": whole, **own, **self.tours_work()}

    def common_work(self) -> int:
        return self.done * self.problem.squares  # a walk counts with all its squares

    def spending(self) -> str:
        repairs = self.work()["repairs"] / max(1, self.done)
        walks = f"{counted_noun(self.done, 'walk')} of {self.problem.squares:,} squares"
        return f"{walks}; the rule repaired about {repairs:.0f} moves of each"

    def frame(self) -> Frame:
        if not self.ready:
            return self.blank()
        iteration, generation, place = self.position()
        s, total = self.settings, self.problem.squares - 1 + (self.settings.way_back and self.problem.closed)
        judged = s.pop if self.counter(Counter.BRED) else place + 1
        successes, failed = self.counter(Counter.SUCCESSES), self.counter(Counter.FAILED)
        whole = self.work()["iterations"]
        here = ranked(self.state["pop"][:judged], self.state["fitness"][:judged], "moves made", high=True)
        start = self.problem.name(int(self.walk()[0]))
        first = f"{self.counter(Counter.GENERATIONS) / successes:.2f}" if successes else "none yet"
        return Frame(
            self.done,
            self.verdict,
            self.board(),
            (
                Figure("evaluations", f"{self.done:,}", "chromosomes evaluated"),
                Figure("iteration", f"{iteration + 1:,} from {start}", "iterations so far, and the start of this one"),
                Figure("generation", f"{generation:,} of {s.generations - 1:,}", "generations since the random one"),
                Figure(
                    "best",
                    f"{self.counter(Counter.BEST):,} of {total:,}",
                    "most moves made by an individual of the population",
                ),
                Figure("mean", f"{self.counter(Counter.TOTAL) / judged:.2f}", "mean number of moves in the population"),
                *self.tours_figures(),
                Figure("failed", f"{failed:,} of {whole:,}", "finished iterations without a tour"),
                Figure("first tour", first, "mean number of generations before an iteration's first tour"),
            ),
            curves(self.state["points"], self.state["extent"], "best", "mean", of="moves made", most=total),
            self.sentence(),
            population=here,
        )

    def announced(self) -> str:
        start = self.problem.name(int(self.walk()[0]))
        return f"The first generation is random: {counted_noun(self.settings.pop, 'chromosome')} from {start}."

    def last_step(self) -> str:
        repaired, replaced = self.counter(Counter.REPAIRED), self.counter(Counter.REPLACED)
        repairs = f"{counted_noun(repaired, 'move')} repaired by Warnsdorff's rule" if repaired else "no move repaired"
        replacement = f"Generation complete: children replaced {counted_noun(replaced, 'individual')}"
        if self.settings.replacement is not Replacement.CHILDREN:
            replacement = f"Before it, the worst {counted_noun(replaced, 'individual')} became copies of the best"
        last = f" {replacement}." if replaced else ""
        return f"{self._origin()}; {repairs}; {self.outcome()}.{last}"

    def _origin(self) -> str:
        """Say how the chromosome of the last evaluation was made."""
        _, generation, place = self.position()
        which = f"Generation {generation:,}, chromosome {place + 1:,}"
        if not self.counter(Counter.BRED):
            return f"{which}: random"
        parents = [(self.counter(Counter.ONE), self.counter(Counter.ONE_MOVES))]
        parents.append((self.counter(Counter.OTHER), self.counter(Counter.OTHER_MOVES)))
        (one, moves), (other, other_moves) = parents[:: -1 if place % 2 else 1]
        cut, flipped = self.counter(Counter.CUT), self.counter(Counter.FLIPPED)
        mutated = f", {counted_noun(flipped, str(self.settings.mutates).rstrip('s'))} mutated" if flipped else ""
        if cut == self.problem.squares - 1:
            return f"{which}: a copy of number {one + 1:,} ({counted_noun(moves, 'move')}){mutated}"
        return (
            f"{which}: number {one + 1:,} ({counted_noun(moves, 'move')}) up to move {cut:,}, "
            f"then number {other + 1:,} ({counted_noun(other_moves, 'move')}){mutated}"
        )
