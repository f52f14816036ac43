"""Screens of the knight's tour.

- `screen`: the keys that only tours have
- `setup`: edit the board, the key `o`; `starts`: map and ten starts, the keys `m` and `t`
- `estimate`: estimate the number of tours, the key `E`
"""
