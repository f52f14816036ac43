"""Searches of `genetic` for tests, helpers to read them, and a model with the options that its plain version lacks."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knightwatch.engine.boards import unpadded
from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.tour.kernels.genetic import Survival
from knightwatch.engine.tour.kernels.genetic_operators import WalkSelection
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.genetic import Genetic, GeneticSettings
from knightwatch.engine.tour.task import TourTask
from tests.models.tour import Square, around, asked
from tests.support.kernel_random import KernelRandom
from tests.support.plain import plain_module

MANY = 10**6
PLAIN = plain_module("tour", "genetic")
WITH_HOLES = asked(5, 6, holes=[(0, 0), (2, 3)])
BOARDS = [
    asked(5, 5),
    asked(4, 5, start=(0, 0)),
    asked(3, 4),
    asked(3, 3, holes=[(1, 1)], closed=True),
    asked(5, 6, closed=True),
    WITH_HOLES,
    asked(6, 6, start=(2, 3), holes=[(0, 1), (5, 5)]),
    asked(2, 3, holes=[(0, 1), (0, 2), (1, 0), (1, 1)]),
]


def genetic(problem: TourProblem | None = None, seed: int = 1, **values: Any) -> Genetic:
    """Return a search before its first step."""
    search = Genetic(problem or TourProblem(), GeneticSettings(**values), seed)
    search.prepare()
    return search


def squares(search: Genetic, name: str) -> list[list[Square]]:
    """Return walks of the state, by row and column."""
    cols = search.problem.cols
    return [[divmod(int(square), cols) for square in unpadded(walk, cols)] for walk in search.state[name]]


def shown(search: Genetic) -> list[list[Square]]:
    """Return the collected tours."""
    cols = search.problem.cols
    return [
        [divmod(int(s), cols) for s in search.gallery().page(i).board.trail] for i in range(1, search.gallery().size)
    ]


def marked(board: Board) -> dict[Square, Mark]:
    """Return the marks on a board, except holes."""
    placed = zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
    return {divmod(s, board.cols): board.marks[k] for s, k in placed if board.marks[k].tone is not Tone.HOLE}


def recounted(walk: list[Square], closed: bool) -> int:
    """Return the fitness of a walk."""
    back = (walk[0][0] - walk[-1][0]) ** 2 + (walk[0][1] - walk[-1][1]) ** 2 == 5
    return len(set(walk)) + (closed and back)


@dataclass
class Model:
    """A population in plain lists, with the same random numbers."""

    task: TourTask
    start: Square
    settings: GeneticSettings
    random: KernelRandom
    done: int = 0
    parents: list[tuple[int, int]] = field(default_factory=list)
    entrants: list[list[int]] = field(default_factory=list)
    children: list[list[Square]] = field(default_factory=list)
    source: list[list[int]] = field(default_factory=list)
    grown: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.walks = [PLAIN.grow(self.task, [self.start], False, self.random) for _ in range(self.settings.pop)]
        self.closed = self.task.closed
        self.goal = self.task.size + self.closed
        self.first_best = max(self.fitness)
        self.longest: list[Square] = []
        self.look(self.walks)

    @property
    def fitness(self) -> list[int]:
        return self.judged(self.walks)

    def judged(self, walks: list[list[Square]]) -> list[int]:
        return [recounted(walk, self.closed) for walk in walks]

    def look(self, walks: list[list[Square]]) -> None:
        """Remember the longest start of a walk without a repeated square."""
        for walk in walks:
            beginning = next(n for n in range(len(walk), 0, -1) if len(set(walk[:n])) == n)
            if beginning > len(self.longest):
                self.longest = walk[:beginning]

    def choose(self, pairs: int) -> None:
        """Select the parents."""
        s, fitness = self.settings, self.fitness
        mu = s.mu or max(1, s.pop // 2)
        self.mu_parents: list[int] = []
        if s.selection is WalkSelection.TOURNAMENT:
            self.entrants = [[self.random.randrange(len(fitness)) for _ in range(s.k)] for _ in range(pairs)]
            ranked = [sorted(entrants, key=lambda e: -fitness[e]) for entrants in self.entrants]
            if s.distinct:
                ranked = [[*dict.fromkeys(best), best[0]] for best in ranked]
            self.parents = [(best[0], best[1]) for best in ranked]
            return self.separate()
        self.entrants = [[] for _ in range(pairs)]
        if s.selection is WalkSelection.PROPORTIONAL:
            wheel = [i for i, squares in enumerate(fitness) for _ in range(squares)]
            selected = [wheel[self.random.randrange(len(wheel))] for _ in range(2 * pairs)]
            self.parents = list(zip(selected[::2], selected[1::2], strict=True))
            return self.separate()
        if s.selection is WalkSelection.PROPORTIONAL_UNIVERSAL:
            wheel = [i for i, squares in enumerate(fitness) for _ in range(squares)]
            offset = self.random.random()
            selected = [wheel[int((i + offset) * len(wheel) / (2 * pairs))] for i in range(2 * pairs)]
            for place in range(2 * pairs - 1, 0, -1):
                other = self.random.randrange(place + 1)
                selected[place], selected[other] = selected[other], selected[place]
            self.parents = list(zip(selected[::2], selected[1::2], strict=True))
            return self.separate()
        if s.selection.shrinks:
            everyone = list(range(len(self.walks)))
            for i in range(mu):
                j = i + self.random.randrange(len(everyone) - i)
                everyone[i], everyone[j] = everyone[j], everyone[i]
            self.mu_parents = everyone[:mu]
            selected = [self.mu_parents[self.random.randrange(mu)] for _ in range(2 * pairs)]
            self.parents = list(zip(selected[::2], selected[1::2], strict=True))
            return self.separate()
        # Tested in tests/engine/evolution; this model only checks its arguments.
        from knightwatch.engine.evolution.selection import select

        chosen, rng = np.empty(2 * pairs, np.uint32), np.array(self.random.words, np.uint64)
        missing = self.goal - np.array(fitness)
        select(s.selection.code, 1, mu, missing, chosen, rng)
        self.random.words = rng.tolist()
        self.parents = [(int(a), int(b)) for a, b in chosen.reshape(-1, 2)]
        return self.separate()

    def separate(self) -> None:
        """With `distinct`, replace the second parent if both are the same walk."""
        if not self.settings.distinct or len(self.walks) == 1:
            return
        for pair, (a, b) in enumerate(self.parents):
            if a == b:
                others = [i for i in range(len(self.walks)) if i != a]
                self.parents[pair] = a, others[self.random.randrange(len(others))]

    def cross(self, one: list[Square], other: list[Square], first: int) -> None:
        """Add the child of two parents; `first` is the number of the leading parent."""
        child, source = [one[0]], [first]
        for i in range(1, len(one)):
            copied = next((n for n, s in enumerate(reversed(source)) if s != source[-1]), len(source))
            mine, theirs = (one, other) if source[-1] == first else (other, one)
            late = self.settings.late and len(set(source)) == 1
            switch = copied >= self.settings.field + late and theirs[i] in around([theirs[i]], child[-1])
            child.append(theirs[i] if switch else mine[i])
            source.append(1 - source[-1] if switch else source[-1])
        self.children.append(child)
        self.source.append(source)

    def breed(self) -> None:
        """Breed one generation."""
        s, old, fitness = self.settings, self.walks, self.fitness
        rule = self.done + 1 > s.generations * s.rule / 100
        self.choose(s.pop if s.survival is Survival.CHILD else -(-s.pop // 2))
        self.children, self.source, self.grown = [], [], []
        for a, b in self.parents:
            self.cross(old[a], old[b], 0)
            if s.survival is Survival.TWO_CHILDREN:
                self.cross(old[b], old[a], 1)
        crossed = self.judged(self.children)
        if s.protect:
            self.look(self.children)
        pm = s.pm
        if s.falling:
            pm *= min(1, (self.goal - max(fitness) + 1) / (self.goal - self.first_best + 1))
        safe = sorted(range(len(crossed)), key=lambda c: -crossed[c])[: s.protect]
        for c, child in enumerate(self.children):
            mutated = self.random.random() * 100 < pm and c not in safe
            self.grown.append(1 + self.random.randrange(len(child) - 1) if mutated else 0)
            if mutated:
                self.children[c] = PLAIN.grow(self.task, child[: self.grown[c]], rule, self.random)
                self.source[c][self.grown[c] :] = [2] * (len(child) - self.grown[c])
        self.look(self.children)
        self.walks = self.survivors(old, fitness)
        mu = s.mu or max(1, s.pop // 2)
        if s.selection is WalkSelection.RANDOM_PLUS:
            self.keep(old, fitness, self.mu_parents, 0, mu)
        if s.selection.shrinks:
            self.walks = sorted(self.walks, key=lambda walk: -recounted(walk, self.closed))[:mu]
        self.keep(old, fitness, list(range(len(old))), s.elitism, mu if s.selection is WalkSelection.PLUS else 0)
        self.done += 1

    def survivors(self, old: list[list[Square]], fitness: list[int]) -> list[list[Square]]:
        """Return the next generation, from children and parents."""
        if self.settings.survival is Survival.CHILD:
            return self.children[:]
        walks = []
        for p, (a, b) in enumerate(self.parents):
            litter = [self.children[p]]
            if self.settings.survival is Survival.TWO_CHILDREN:
                litter = self.children[2 * p : 2 * p + 2]
            walks += [max(litter, key=lambda w: recounted(w, self.closed)), old[max(a, b, key=lambda i: fitness[i])]]
        return walks[: self.settings.pop]

    def keep(self, old: list[list[Square]], fitness: list[int], allowed: list[int], elite: int, rivals: int) -> None:
        """Replace the worst new walks by the best of some old ones."""
        new = self.fitness
        best = sorted(allowed, key=lambda i: -fitness[i])
        worst = sorted(range(len(new)), key=lambda i: -new[i])[::-1]
        for rank in range(min(len(best), len(worst), max(elite, rivals))):
            if rank >= elite and fitness[best[rank]] <= new[worst[rank]]:
                break
            self.walks[worst[rank]] = old[best[rank]]


def model_of(search: Genetic) -> Model:
    start = squares(search, "walks")[0][0]
    return Model(search.problem.task, start, search.settings, KernelRandom(search.seed))
