"""Exact methods over a frontier: count all tours of a board, and decide whether there is one.

Counting cuts the board into two halves, counts each half with a transfer matrix, and joins the halves (meet in the
middle). In order:

1. `split_board` trims the board, turns it to be narrow, and cuts it: an upper half, a window of two rows, a lower half.
2. `half_board` lists the steps through one half. Each step gives one square both its links (chosen moves).
3. `degree_sets` and `reachable` find which degree vectors can occur: how many links each square of the window has.
4. `matchings` numbers the ways in which the path ends of the window belong together in pairs (rank and unrank).
5. `tables` stores a count for each degree vector and matching, and makes the next table from the last, step by step.
6. `half_count` does this for one half, and estimates the memory first.
7. `join` puts the two tables together: pairs of matchings that form a single cycle. `remote_join` does it on a cluster.
8. `tour_count` does steps 3 to 7 for one number. If 32 bits are too few, `modular` uses Chinese remaindering.
9. `symmetry` counts the closed tours that a symmetry of the board maps to themselves.
10. `jobs` lists all numbers of a board, and `time_left` estimates the seconds until the last one.

`threads` runs the kernels in parallel, `checkpoints` saves and loads the progress. The kernels are `kernels.degrees`,
`matchings`, `blocks`, `join` and `symmetry`.

Deciding is separate and serves the solver `auto`: `frontier` gives the order of the squares, `kernels.frontier` the
states, `kernels.layers` the search.

Sources: the transfer matrix for Hamiltonian cycles, as in J. L. Jacobsen, "Exact enumeration of Hamiltonian circuits,
walks and chains in two and three dimensions" (J. Phys. A 40, 2007); cutting the board into two halves, as in
B. D. McKay, "Knight's tours of an 8 x 8 chessboard" (technical report, Canberra 1997).
"""
