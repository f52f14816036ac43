"""My solver: random moves, again and again."""

from knightwatch import Step

puzzle = "swap"


def solve(problem, random, tries: int = 1000, length: int = 50):
    for attempt in range(1, tries + 1):
        position, moves = problem.start, []
        yield position  # a value to draw: a position, or the moves so far
        while position != problem.goal and len(moves) < length:
            here, there = random.choice(problem.moves(position))
            position = problem.after(position, (here, there))
            moves.append((here, there))
            yield moves, f"A knight goes from {problem.name(here)} to {problem.name(there)}."  # a value and a sentence
        sentence = f"Try {attempt} ends after {len(moves)} moves."
        yield Step(moves, sentence, figures={"try": attempt}, milestone=position == problem.goal)
        if position == problem.goal:
            break
    return moves
