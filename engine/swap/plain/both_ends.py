"""Breadth-first search from start and goal at once, until they meet: the fewest moves, with fewer positions.

After Pohl (1971). It expands whole levels, always at the end whose level has fewer positions.
"""

from knightwatch import Impossible, Step

puzzle = "swap"


def solve(problem, random):
    if problem.start == problem.goal:
        return []
    depths = [{problem.start: 0}, {problem.goal: 0}]  # -> start
    levels = [[problem.start], [problem.goal]]
    side = 0
    while levels[side]:
        depth, other, later = depths[side], depths[1 - side], []
        for number, position in enumerate(levels[side], 1):
            meeting = None
            for move in problem.moves(position):
                there = problem.after(position, move)
                if there not in depth:
                    depth[there] = depth[position] + 1
                    later.append(there)
                    if there in other:
                        meeting = there
                        break
            if meeting:
                yield problem.goal, "The two searches meet."  # -> goal
                forwards = [(there, here) for here, there in reversed(way(problem, depths[0], meeting))]
                return forwards + way(problem, depths[1], meeting)
            complete = number == len(levels[side])
            sentence = f"{len(depth) + len(other)} positions are reached."  # -> expanded
            if complete:
                sentence = f"The next level has {len(later)} positions."  # -> level
            yield Step(position, sentence, milestone=complete)
        levels[side] = later
        if len(levels[1 - side]) < len(later):
            side = 1 - side
    return Impossible(f"the other end is not among {len(depths[side])} positions")  # -> none


def way(problem, depth, position):
    """Return the fewest moves from a position to the end whose depth is 0."""
    moves = []
    while depth[position] > 0:
        for move in problem.moves(position):
            nearer = problem.after(position, move)
            if depth.get(nearer) == depth[position] - 1:
                moves.append(move)
                position = nearer
                break
    return moves
