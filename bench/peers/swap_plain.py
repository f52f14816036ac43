"""Six knights that change places on 3 x 4, by breadth-first search in plain Python."""

import json
from collections import deque

JUMPS = [
    [b for b in range(12) if {abs(a // 3 - b // 3), abs(a % 3 - b % 3)} == {1, 2}]
    for a in range(12)
]  # fmt: skip
START, GOAL = "BBB......WWW", "WWW......BBB"

before: dict[str, str] = {START: ""}
queue = deque([START])
while queue and GOAL not in before:
    here = queue.popleft()
    for a in range(12):
        for b in JUMPS[a] if here[a] != "." else ():
            if here[b] == ".":
                squares = list(here)
                squares[a], squares[b] = ".", here[a]
                there = "".join(squares)
                if there not in before:
                    before[there] = here
                    queue.append(there)
moves, here = 0, GOAL
while here := before[here]:
    moves += 1
print(json.dumps({"moves": moves}))
