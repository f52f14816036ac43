"""N-queens by depth-first search in plain Python: python queens_plain.py N [count]."""

import json
import sys

n = int(sys.argv[1])
rows: list[int] = []
rising, falling, taken = [False] * (2 * n), [False] * (2 * n), [False] * n


def place(x: int, all_of_them: bool) -> int:
    """Fill the columns from x on; return the number of solutions, or 1 at the first."""
    if x == n:
        return 1
    found = 0
    for y in range(n):
        if not (taken[y] or rising[x + y] or falling[x - y]):
            taken[y] = rising[x + y] = falling[x - y] = True
            rows.append(y)
            found += place(x + 1, all_of_them)
            if found and not all_of_them:
                return found
            rows.pop()
            taken[y] = rising[x + y] = falling[x - y] = False
    return found


if sys.argv[2:] == ["count"]:
    print(json.dumps({"solutions": place(0, True)}))
else:
    place(0, False)
    print(json.dumps({"queens": rows}))
