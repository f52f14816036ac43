"""Warnsdorff's rule alone: go to the square with the fewest ways on; never step back.

After H. C. von Warnsdorff (1823). Ties go to the first square in the order of moves; the built-in solver can change it.
"""

puzzle = "tour"


def solve(problem, random):
    starts = list(problem.starts)
    random.shuffle(starts)
    path = starts[:1]  # -> start
    free = set(problem.squares) - set(path)

    def ways(square):
        return sum(there in free for there in problem.neighbours(square))

    while candidates := [there for there in problem.neighbours(path[-1]) if there in free]:
        there = min(candidates, key=ways)
        sentence = f"Go to {problem.name(there)}: {ways(there)} ways on."  # -> go
        path.append(there)
        free.remove(there)
        if not free:
            sentence = "All squares are visited."  # -> tour
        elif ways(there) == 0:
            sentence = "Dead end: no free square is a knight's move away."  # -> dead
        yield path, sentence
    return path
