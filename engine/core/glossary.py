"""Terms of the field, each explained in a sentence or two."""

GLOSSARY = {
    "A*": "search that always expands the position with the lowest f = g + h; if h is admissible, its first solution "
    "is a shortest one",
    "admissible": "a lower bound h is admissible if it is never higher than the true number of moves left",
    "agree": "the individuals of a population agree in a gene if more than half of them have the same value there",
    "assignment": "a pairing of knights with goal squares; the cheapest one, counted in moves on an empty board, is "
    "the lower bound h",
    "backtracking": "depth-first search that, at a dead end, undoes its last choice and tries the next one",
    "bidirectional search": "breadth-first search from the start and from the goal until the two meet (both-ends); "
    "two searches of half the depth visit fewer positions, because levels grow wider with depth",
    "branching": "the average number of moves from a position; a search to depth d visits about its d-th power",
    "breadth-first search": "search that visits all positions one move away, then all positions two moves away, and "
    "so on: level by level",
    "chromosome": "the genes of an individual, one after the other",
    "closed tour": "a tour whose last square is a knight's move from its first; also called a circuit",
    "convergence": "most individuals become the same; premature if that happens before a solution. Here: converging "
    "if they agree in half of the genes, converged if 90 % are equal",
    "crossover": "makes children from two parents; on permutations each value must occur exactly once in each child",
    "cycle crossover (CX)": "a crossover in which each gene has the place that it has in one of the parents",
    "diversity": "how much individuals differ; here the number of different individuals as a share of the population",
    "elitism": "the best individuals survive unchanged, so that the best fitness never gets worse",
    "evaluation": "computing the fitness of one individual; evolution spends most of its time on it",
    "evaporation": "each cycle multiplies all pheromone by a factor, so that ants forget old trails; 0.75 keeps "
    "three quarters",
    "f, g, h": "the moves made so far (g), a lower bound of the moves left (h), and their sum (f): no solution "
    "through this position is shorter than f",
    "first-fail": "fill the column with the fewest free rows next: a dead end is found as early as possible",
    "fitness": "how good an individual is: for queens its attacking pairs (fewer is better), for tours its "
    "squares or moves (more is better)",
    "forward checking": "after each queen, look at all columns ahead; if one has no free row, turn back at once "
    "instead of searching below",
    "frontier": "the squares, or positions, between the finished part and the rest",
    "gene": "one place of an individual: the row of one queen, one square of a walk, or one move",
    "generation": "a population that selection, crossover and mutation made from the previous one",
    "heuristic": "a rule that is usually good but guarantees nothing",
    "hill climbing": "take the best small change as long as it is better; it ends in the nearest local minimum",
    "individual": "one candidate solution of a population",
    "local minimum": "a placement from which no small change is better, although better placements exist elsewhere",
    "local search": "improves one candidate step by step; if no step makes it better, it is stuck and starts again",
    "mutation": "a small random change of one individual; it adds what crossover cannot",
    "order crossover (OX)": "a crossover that keeps a section of one parent and fills in the rest in the order of "
    "the other parent",
    "partially mapped crossover (PMX)": "a crossover that exchanges a section; a value that then occurs twice is "
    "replaced by the value that it is paired with in the section",
    "permutation": "an order of all rows: one queen in each row and each column, so that only diagonals can be "
    "attacked",
    "pheromone": "ants leave it on the moves of their walks, more on longer walks; later ants prefer these moves",
    "population": "all individuals of a generation",
    "population map": "one sign for each individual, the best first: equal individuals have the same letter (or +, if "
    "letters run out), and . is an individual without an equal",
    "proof by colouring": "a knight changes the colour of its square with each move; if the numbers of light and dark "
    "squares do not fit, there is no tour",
    "rotation (Pósa)": "reverses the end of a walk that is stuck, so that the walk has a new last square",
    "roulette wheel": "random selection in which the chance of each individual is proportional to its fitness",
    "seed": "the number that all random numbers of a run come from: the same seed gives the same run",
    "selection pressure": "how strongly selection prefers better individuals; a larger tournament raises it",
    "sideways move": "a move that leaves the attacks equal; it leads across flat parts where hill climbing is stuck",
    "simulated annealing": "local search with random changes: worse ones are often kept at a high temperature and "
    "hardly ever at a low one",
    "state": "one situation of a search, for example a walk and the moves left to try",
    "temperature": "of simulated annealing: a change with d more attacks is kept with probability exp(-d / "
    "temperature); it falls during the search",
    "tournament": "selection of the best of k random individuals",
    "Warnsdorff's rule": "move to the square that has the fewest ways on: free squares a knight's move away (1823)",
}
"""Each term with its meaning, in alphabetical order without regard to capitals."""
