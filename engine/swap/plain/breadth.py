"""Breadth-first search from the start: the fewest moves, or the proof that no moves lead to the goal.

After Moore (1959). The built-in solver numbers the positions and needs two bits for each.
"""

from collections import deque

from knightwatch import Impossible, Step

puzzle = "swap"


def solve(problem, random):
    depth = {problem.start: 0}  # -> start
    waiting = deque([problem.start])
    while waiting and problem.goal not in depth:
        position = waiting.popleft()
        for move in problem.moves(position):
            there = problem.after(position, move)
            if there not in depth:
                depth[there] = depth[position] + 1
                waiting.append(there)
            if there == problem.goal:
                break

        complete = not waiting or depth[waiting[0]] > depth[position]
        sentence = f"{len(depth)} positions are reached."  # -> expanded
        if problem.goal in depth:
            position, complete = problem.goal, False
            sentence = f"The goal is {depth[position]} moves from the start."  # -> goal
        elif complete and waiting:
            sentence = f"The next level has {len(waiting)} positions."  # -> level
        yield Step(position, sentence, milestone=complete)

    if problem.goal not in depth:
        return Impossible(f"the goal is not among {len(depth)} positions")  # -> none
    moves, position = [], problem.goal
    while position != problem.start:
        for here, there in problem.moves(position):
            before = problem.after(position, (here, there))
            if depth.get(before) == depth[position] - 1:
                moves.append((there, here))
                position = before
                break
    return moves[::-1]
