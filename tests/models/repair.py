"""A plain-Python model of evolution with repair, and searches to compare with it."""

from collections import Counter
from typing import Any

from knightwatch.engine.boards import MOVES
from knightwatch.engine.compiled.rng import Generator, below, uniform
from knightwatch.engine.tour.kernels.repair import GeneMutation, Replacement
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.repair import Repair, RepairSettings
from tests.models.tour import Square, around, is_tour, squares_of

WHOLE = 1_000_000


def repair(problem: TourProblem, seed: int = 1, **values: Any) -> Repair:
    """Return a search before its first step; by default it stops at its limit only."""
    search = Repair(problem, RepairSettings(**{"tours": WHOLE, **values}), seed)
    search.prepare()
    return search


def walked(search: Repair) -> list[Square]:
    """Return the squares of the last evaluation's walk."""
    return [divmod(int(square), search.problem.cols) for square in search.walk()]


class Model:
    """The published algorithm with lists and sets, and the same random numbers."""

    def __init__(self, problem: TourProblem, settings: RepairSettings, rng: Generator) -> None:
        self.board, self.closed, self.s, self.rng = squares_of(problem), problem.closed, settings, rng
        self.genes = len(self.board) - 1
        counts = Counter((row + col) % 2 for row, col in self.board)
        most = [colour for colour in counts if counts[colour] == max(counts.values())]
        self.starts = sorted(square for square in self.board if sum(square) % 2 in most)
        if problem.first is not None:
            self.starts = [divmod(problem.first, problem.cols)]
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
                self.pop.append([below(self.rng, 8) for _ in range(self.genes)])
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
                    one, other = self.roulette(), self.roulette()
                crossed = uniform(self.rng) < self.s.pc and self.genes > 1
                cut = 1 + below(self.rng, self.genes - 1) if crossed else self.genes
            else:
                one, other = other, one
            child = one[:cut] + other[cut:]
            if self.s.mutates is GeneMutation.GENE:
                if uniform(self.rng) < self.s.pm:
                    child[below(self.rng, self.genes)] = below(self.rng, 8)
            else:
                for i in range(self.genes):
                    for bit in (1, 2, 4):
                        child[i] ^= bit * (uniform(self.rng) < self.s.pm)
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
            j = below(self.rng, i + 1)
            self.pop[i], self.pop[j] = self.pop[j], self.pop[i]
            self.fitness[i], self.fitness[j] = self.fitness[j], self.fitness[i]

    def roulette(self) -> list[int]:
        """Return an individual selected by the roulette wheel."""
        total = sum(self.fitness)
        if total == 0:
            return self.pop[below(self.rng, self.s.pop)]
        return [each for each, moves in zip(self.pop, self.fitness, strict=True) for _ in range(moves)][
            below(self.rng, total)
        ]

    def evaluate(self, genes: list[int]) -> int:
        """Walk by the genes, repair illegal moves, and return the number of moves."""
        self.left -= 1
        left, self.path, self.repaired = set(self.board) - {self.start}, [self.start], 0
        for i, gene in enumerate(genes):
            row, col = self.path[-1]
            there = (row + MOVES[gene][0], col + MOVES[gene][1])
            if there not in left:
                ways = {k: len(around(left, square)) for k, square in self.ahead(left) if self.s.repairs}
                if not ways:
                    break
                chosen = fewest = equals = 9
                for k, on in ways.items():
                    if on < fewest:
                        chosen, fewest, equals = k, on, 1
                    elif on == fewest:
                        equals += 1
                        if below(self.rng, equals) == 0:
                            chosen = k
                genes[i] = chosen
                self.repaired += 1
                there = (row + MOVES[chosen][0], col + MOVES[chosen][1])
            self.path.append(there)
            left.remove(there)
        if is_tour(self.path, self.board, self.start, self.closed):
            self.tours.append(tuple(self.path))
        back = self.closed and self.s.way_back and is_tour(self.path, self.board, self.start, True)
        return len(self.path) - 1 + back

    def ahead(self, left: set[Square]) -> list[tuple[int, Square]]:
        """Return the moves that can be made, each with where it leads."""
        row, col = self.path[-1]
        squares = [(k, (row + down, col + right)) for k, (down, right) in enumerate(MOVES)]
        return [(k, square) for k, square in squares if square in left]
