"""Places in the clock of a search, which kernels advance: units of work done, milestones passed."""

DONE, MILESTONES = 0, 1
