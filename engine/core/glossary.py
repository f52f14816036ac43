"""Words of the field, as they are used here, each in a sentence or two."""

GLOSSARY = {
    "A*": "search that expands the position with the lowest f = g + h first; with an admissible h, the first way that "
    "it finds is the shortest",
    "admissible": "said of a bound h that is never more than what is really left to do",
    "assignment": "a pairing of knights with goal squares; the cheapest one, by moves on an empty board, is the bound "
    "h",
    "backtracking": "depth-first search that, at a dead end, takes its last choice back and tries the next",
    "bidirectional search": "level-by-level search from start and goal at once, until the two meet: two small circles "
    "have fewer positions than one large one",
    "branching": "how many ways lead on from a position, on average; a search to depth d looks at about its d-th power",
    "breadth-first search": "all positions one move away, then all that are two away, and so on: levels",
    "chromosome": "an individual as its genes, one after the other",
    "closed tour": "a tour whose last square is a knight's move from its first; also called a circuit",
    "convergence": "when most of a population is the same; premature if that happens before a solution is found",
    "crossover": "making children of two parents; on permutations so that nothing is lost and nothing stands there "
    "twice",
    "cycle crossover (CX)": "a crossover in which every gene stands where one of the parents has it",
    "diversity": "how much individuals differ; here the number of different ones as a share of all",
    "elitism": "the best individuals survive as they are, so that the best never gets worse",
    "evaluation": "finding out the fitness of one individual: what evolution spends its time on",
    "evaporation": "what each cycle takes away from all pheromone, so that old trails are forgotten",
    "f, g, h": "moves made so far (g), moves left at least (h), and their sum (f): no way through here is shorter "
    "than f",
    "fitness": "how good an individual is: attacking pairs for queens, different squares or moves made for tours",
    "frontier": "the squares, or positions, between what is settled and what is not",
    "gene": "one place of an individual: the row of one queen, one square of a walk, one move",
    "generation": "a population after selection, crossover and mutation have made it from the one before",
    "heuristic": "a rule of thumb that is mostly good, without a promise",
    "individual": "one candidate solution of a population",
    "local search": "improving one candidate step by step; it may get stuck where no step is better, and then begins "
    "anew",
    "mutation": "a small random change of one individual; it brings in what crossover cannot",
    "order crossover (OX)": "a crossover that keeps a section of one parent and the order of the rest of the other",
    "partially mapped crossover (PMX)": "a crossover that exchanges a section; what would then stand there twice is "
    "replaced along the mapping that the section makes",
    "permutation": "an order of all rows: one queen in each row and each column, so that only diagonals can be "
    "attacked",
    "pheromone": "what ants leave on the moves of their walks, the more the longer the walk; later ants prefer it",
    "population": "all individuals of a generation",
    "proof by colouring": "a knight changes colour with each move; where light and dark squares do not fit, no tour "
    "exists",
    "rotation (Pósa)": "a walk that is stuck is turned: from some square on it is run through backwards, and has a "
    "new end",
    "roulette wheel": "selection by chance, each individual with a share in proportion to its fitness",
    "seed": "the number that all random numbers of a run come from: the same seed, the same run",
    "selection pressure": "how much the better are preferred; the larger a tournament, the higher",
    "state": "one situation of a search, as a walk and what is left to try",
    "tournament": "selection of the best of k individuals drawn at random",
    "Warnsdorff's rule": "go to the square from which the fewest ways lead on (1823)",
}
"""Each word with its meaning, in alphabetical order, not looking at capitals."""
