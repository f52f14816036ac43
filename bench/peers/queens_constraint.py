"""N-queens with python-constraint: python queens_constraint.py N [count]."""

import json
import sys
from itertools import combinations

from constraint import AllDifferentConstraint, Problem

n = int(sys.argv[1])
problem = Problem()
problem.addVariables(range(n), range(n))
problem.addConstraint(AllDifferentConstraint())
for i, j in combinations(range(n), 2):
    problem.addConstraint(lambda a, b, d=j - i: abs(a - b) != d, (i, j))
if sys.argv[2:] == ["count"]:
    print(json.dumps({"solutions": len(problem.getSolutions())}))
else:
    solution = problem.getSolution()
    print(json.dumps({"queens": [solution[x] for x in range(n)]}))
