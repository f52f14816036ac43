"""Side-by-side measurements: knightwatch and a named peer in the same run, on the same machine.

`python -m bench` measures all subjects, `python -m bench evolve` one. A subject is a module with a function `table`.
`bench.table` measures the sides in turns and prints figures, ratios and targets.
"""
