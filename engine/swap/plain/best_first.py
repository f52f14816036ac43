"""A*: expands the position with the lowest f = g + h first.

After Hart, Nilsson and Raphael (1968): g counts the moves made. h is the lower bound of the moves left: the cheapest
assignment of knights to goal squares. This version tries all assignments, so take at most six knights of a colour.
"""

from collections import deque
from functools import cache
from heapq import heappop, heappush
from itertools import permutations
from math import inf

from knightwatch import Impossible, Step

puzzle = "swap"


def solve(problem, random):
    def knights(position, colour):
        return tuple(place for place, letter in enumerate(position) if letter == colour)

    @cache
    def cheapest(knights, goals):
        return min(
            sum(distances(problem, a).get(b, inf) for a, b in zip(knights, each)) for each in permutations(goals)
        )

    def h(position):
        return sum(cheapest(knights(position, colour), knights(problem.goal, colour)) for colour in "BW")

    g = {problem.start: 0}
    before = {}  # the position and the move that led to a position
    expanded, entries = set(), 1
    waiting = [(h(problem.start), 0, 0, problem.start)]  # -> start
    while waiting and waiting[0][3] != problem.goal:
        f, _, cost, position = heappop(waiting)
        expanded.add(position)
        for move in problem.moves(position):
            there = problem.after(position, move)
            if there not in expanded and cost + 1 < g.get(there, cost + 2):
                g[there], before[there] = cost + 1, (position, move)
                heappush(waiting, (cost + 1 + h(there), -entries, cost + 1, there))  # of equal f, the newest first
                entries += 1
        while waiting and (waiting[0][3] in expanded or waiting[0][2] > g[waiting[0][3]]):
            heappop(waiting)  # a shorter way to this position was found later

        if waiting and waiting[0][3] == problem.goal:
            yield problem.goal, "The goal has the lowest f."  # -> goal
        elif waiting:
            sentence = f"The next position has f = {waiting[0][0]}."  # -> expanded
            yield Step(position, sentence, milestone=waiting[0][0] > f)
        else:
            yield position, "No position is left."  # -> none
    if not waiting:
        return Impossible(f"the goal is not among {len(g)} positions")
    moves, position = [], problem.goal
    while position != problem.start:
        position, move = before[position]
        moves.append(move)
    return moves[::-1]


@cache
def distances(problem, place):
    """Return the fewest moves of a knight that is alone on the board, from a place in the text to all others."""
    empty = problem.start.replace("B", ".").replace("W", ".")
    waiting, depth = deque([empty[:place] + "B" + empty[place + 1 :]]), {place: 0}
    while waiting:
        position = waiting.popleft()
        for move in problem.moves(position):
            there = problem.after(position, move)
            if there.index("B") not in depth:
                depth[there.index("B")] = depth[position.index("B")] + 1
                waiting.append(there)
    return depth
