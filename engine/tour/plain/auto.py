"""Warnsdorff's rule, with ties by the distance from the centre, and rotations at dead ends.

After Squirrel and Cull (1996) and Pósa (1976). After 50 walks it gives up; the built-in solver decides narrow boards
exactly then, and walks on on others.
"""

from knightwatch import Step

puzzle = "tour"

TRIES = 50


def solve(problem, random):
    starts = list(problem.starts)
    random.shuffle(starts)
    if problem.closed:
        starts = starts[:1]
    path = starts[:1]  # -> start
    place = {path[0]: 0}  # the index of each visited square in the path
    walks, rotations = 1, 0

    def ways(square):
        return sum(there not in place for there in problem.neighbours(square))

    def fewest_ways(square):
        row, col = square
        far = (2 * row - problem.rows + 1) ** 2 + (2 * col - problem.cols + 1) ** 2
        return (ways(square), -far if walks % 2 else 0)

    def usefulness(pivot):
        end, first = path[pivot + 1], path[0]
        useful = first in problem.neighbours(end) if complete else ways(end) > 0
        distance = (end[0] - first[0]) ** 2 + (end[1] - first[1]) ** 2
        return (not useful, distance if aimed else 0)

    while len(path) < problem.size or (problem.closed and path[0] not in problem.neighbours(path[-1])):
        free = [there for there in problem.neighbours(path[-1]) if there not in place]
        if free:
            there = lowest(free, fewest_ways, random)
            sentence = f"Go to {problem.name(there)}: {ways(there)} ways on."  # -> went
            place[there] = len(path)
            path.append(there)
        else:
            complete = len(path) == problem.size
            aimed = complete and random.randrange(4) > 0
            pivots = [place[there] for there in problem.neighbours(path[-1]) if place[there] < len(path) - 2]
            pivot = lowest(pivots, usefulness, random)
            if pivot is None or rotations == 200 + problem.rows + problem.cols:
                if walks == TRIES:
                    break
                path = [starts[walks % len(starts)]]
                place = {path[0]: 0}
                walks, rotations = walks + 1, 0
                sentence = f"Walk {walks} begins on {problem.name(path[0])}."  # -> began
            else:
                path[pivot + 1 :] = path[:pivot:-1]
                place.update((path[i], i) for i in range(pivot + 1, len(path)))
                rotations += 1
                sentence = f"The walk after {problem.name(path[pivot])} is reversed."  # -> rotated
        yield Step(path, sentence, milestone=not free)
    return path  # -> tour


def lowest(candidates, rank, random):
    """Return the candidate with the lowest rank; a random one of equal ones."""
    best, equal = None, 0
    for candidate in candidates:
        if best is None or rank(candidate) < rank(best):
            best, equal = candidate, 1
        elif rank(candidate) == rank(best):
            equal += 1
            if random.randrange(equal) == 0:
                best = candidate
    return best
