"""Side-by-side measurements: knightwatch and a named peer in the same run, on the same machine.

`python -m bench` measures all subjects, `python -m bench evolve` one. A subject is a module with a function `table`;
bench.table holds what they share: measuring in turns, and a table of figures, ratios and targets.
"""
