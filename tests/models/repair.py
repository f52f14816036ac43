"""A model of evolution with repair, with the options that its plain version lacks, and searches to compare with it."""

from typing import Any

from knightwatch.engine.boards import MOVES
from knightwatch.engine.tour.kernels.repair import GeneMutation, Replacement
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.repair import Repair, RepairSettings
from knightwatch.engine.tour.task import TourTask
from tests.models.tour import Square, is_tour, squares_of
from tests.support.kernel_random import KernelRandom
from tests.support.plain import plain_module

WHOLE = 1_000_000
PLAIN = plain_module("tour", "repair")


def repair(problem: TourProblem, seed: int = 1, **values: Any) -> Repair:
    """Return a search before its first step; by default it stops at its limit only."""
    search = Repair(problem, RepairSettings(**{"tours": WHOLE, **values}), seed)
    search.prepare()
    return search


def walked(search: Repair) -> list[Square]:
    """Return the squares of the last evaluation's walk."""
    return [divmod(int(square), search.problem.cols) for square in search.walk()]


class Model:
    """The algorithm with all readings of the publication, and the same random numbers."""

    def __init__(self, problem: TourProblem, settings: RepairSettings, random: KernelRandom) -> None:
        self.board, self.closed, self.s, self.random = squares_of(problem), problem.closed, settings, random
        self.task = problem.task
        self.genes = len(self.board) - 1
        self.starts = self.task.starts
        self.pop: list[list[int]] = []
        self.fitness: list[int] = []
        self.tours: list[tuple[Square, ...]] = []
        self.failed = self.successes = self.first_generations = self.most_tours = 0

    def run(self, evaluations: int) -> None:
        """Run iterations until a number of chromosomes is evaluated."""
        self.left, iteration = evaluations, 0
        while self.left:
            self.start = self.starts[iteration // self.s.iterations % len(self.starts)]
            self.pop, self.fitness = [], []
            before = len(self.tours)
            for generation in range(self.s.generations):
                known = len(self.tours)
                whole = self.generation(generation)
                if known == before < len(self.tours):
                    self.successes += 1
                    self.first_generations += generation
                if not whole:
                    break
            else:
                self.failed += len(self.tours) == before
            self.most_tours = max(self.most_tours, len(self.tours) - before)
            iteration += 1

    def generation(self, generation: int) -> bool:
        """Evaluate a generation; return whether it is complete."""
        if generation == 0 or not self.s.evolve:
            self.pop, self.fitness = [], []
            for _ in range(self.s.pop):
                if not self.left:
                    return False
                self.pop.append([self.random.randrange(8) for _ in range(self.genes)])
                self.fitness.append(self.evaluate(self.pop[-1]))
            return True
        children: list[list[int]] = []
        judged: list[int] = []
        copies = self.s.replacement is not Replacement.CHILDREN
        pairs = self.s.replacement is Replacement.PAIRS
        if copies and self.left:
            self.replace(self.pop[:], self.fitness[:])
        if pairs and self.left:
            self.mix()
        for place in range(self.s.pop):
            if not self.left:
                return False
            if place % 2 == 0:
                if pairs:
                    one, other = self.pop[place], self.pop[(place + 1) % self.s.pop]
                else:
                    one, other = (PLAIN.roulette(self.pop, self.fitness, self.random) for _ in range(2))
                crossed = self.random.random() < self.s.pc and self.genes > 1
                cut = 1 + self.random.randrange(self.genes - 1) if crossed else self.genes
            else:
                one, other = other, one
            child = one[:cut] + other[cut:]
            if self.s.mutates is GeneMutation.GENE:
                if self.random.random() < self.s.pm:
                    child[self.random.randrange(self.genes)] = self.random.randrange(8)
            else:
                for i in range(self.genes):
                    for bit in (1, 2, 4):
                        child[i] ^= bit * (self.random.random() < self.s.pm)
            judged.append(self.evaluate(child))
            children.append(child)
        if copies:
            self.pop, self.fitness = children, judged
        else:
            self.replace(children, judged)
        return True

    def replace(self, children: list[list[int]], judged: list[int]) -> None:
        """Replace the worst individuals by better children."""
        best = sorted(range(self.s.pop), key=lambda i: -judged[i])
        worst = sorted(range(self.s.pop), key=lambda i: -self.fitness[i])[::-1]
        for i, j in list(zip(best, worst, strict=True))[: int(self.s.pop * self.s.replaced)]:
            if judged[i] > self.fitness[j]:
                self.pop[j], self.fitness[j] = children[i][:], judged[i]

    def mix(self) -> None:
        """Put the individuals into random order."""
        for i in range(self.s.pop - 1, 0, -1):
            j = self.random.randrange(i + 1)
            self.pop[i], self.pop[j] = self.pop[j], self.pop[i]
            self.fitness[i], self.fitness[j] = self.fitness[j], self.fitness[i]

    def evaluate(self, genes: list[int]) -> int:
        """Walk by the genes, repair illegal moves, and return the number of moves."""
        self.left -= 1
        before = genes.copy()
        walk = PLAIN.walk if self.s.repairs else unrepaired
        self.path = walk(self.task, self.start, genes, self.random)
        self.repaired = sum(a != b for a, b in zip(before, genes, strict=True))
        if is_tour(self.path, self.board, self.start, self.closed):
            self.tours.append(tuple(self.path))
        back = self.closed and self.s.way_back and is_tour(self.path, self.board, self.start, True)
        return len(self.path) - 1 + back


def unrepaired(task: TourTask, start: Square, genes: list[int], _random: KernelRandom) -> list[Square]:
    """Return the path of the genes up to the first impossible move."""
    path = [start]
    for gene in genes:
        there = (path[-1][0] + MOVES[gene][0], path[-1][1] + MOVES[gene][1])
        if there in path or there not in task.neighbours(path[-1]):
            break
        path.append(there)
    return path
