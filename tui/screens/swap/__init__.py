"""Screens of the knights that change places.

- `screen`: the keys that only this puzzle has; `picture`: board, goal and graph of the moves
- `setup`: edit start and goal, the key `o`; `table`: the published table, the key `t`
- `replay`: replay a solution, the key `g`; `play`: play by hand, the key `p`
"""
