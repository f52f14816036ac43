"""Stores on disk: outcomes of sweeps, saved runs, and checkpoints of counts. Each is one SQLite file.

`saving` saves a run while it is watched, `runs` is the file of saved runs, `packing` and `sharing` write a state and a
run as bytes, `outcomes` stores sweeps and papers, `counts` stores counting, and `base` is what all files share.
"""
