"""As printed in the thesis: level by level, but a position is recognised only within its level.

After Herceg's thesis. So positions come back two levels later, and the list grows far beyond that of `breadth`. The
printed program compares each position with the whole list; here a set does it.
"""

from knightwatch import Impossible, Step

puzzle = "swap"

PRINTED = [(-2, -1), (-2, 1), (2, -1), (2, 1), (-1, -2), (1, -2), (-1, 2), (1, 2)]


def solve(problem, random):
    def printed_order(move):
        here, there = move
        if problem.files:
            return (len(here), here)
        return (here, PRINTED.index((there[0] - here[0], there[1] - here[1])))

    positions, before = [problem.start], [None]  # -> start
    cursor, level_end, next_level, sizes = 0, 1, set(), [1]
    while cursor < len(positions) and problem.start != problem.goal:
        position = positions[cursor]
        if position == problem.goal:
            yield position, "The next position of the list is the goal."  # -> goal
            break
        for move in sorted(problem.moves(position), key=printed_order):
            there = problem.after(position, move)
            if there not in next_level:
                next_level.add(there)
                positions.append(there)
                before.append((cursor, move))
        cursor += 1
        complete = cursor == level_end
        sentence = f"{len(positions)} positions are listed."  # -> expanded
        if complete:
            sizes.append(len(next_level))
            sentence = f"The next level has {len(next_level)} positions."  # -> level
            level_end, next_level = len(positions), set()
        yield Step(position, sentence, milestone=complete)
        if complete and len(sizes) > 2 and sizes[-1] == sizes[-3]:
            return Impossible("the last level has nothing new")  # -> none
    if cursor == len(positions):
        return Impossible("no position is left")
    moves = []
    while cursor > 0:
        cursor, move = before[cursor]
        moves.append(move)
    return moves[::-1]
