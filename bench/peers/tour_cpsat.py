"""A closed knight's tour with the circuit constraint of OR-tools' CP-SAT: python tour_cpsat.py SIDE."""

import json
import sys

from ortools.sat.python import cp_model

side = int(sys.argv[1])
model = cp_model.CpModel()
arcs = {
    (x * side + y, (x + dx) * side + y + dy): model.new_bool_var("")
    for x in range(side)
    for y in range(side)
    for dx, dy in ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
    if 0 <= x + dx < side and 0 <= y + dy < side
}
model.add_circuit([(a, b, variable) for (a, b), variable in arcs.items()])
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.solve(model)
after = dict(arc for arc, variable in arcs.items() if solver.value(variable))
path = [0]
while after[path[-1]] != 0:
    path.append(after[path[-1]])
print(json.dumps({"path": [divmod(square, side) for square in path]}))
