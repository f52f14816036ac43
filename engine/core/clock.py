"""Places in a search's clock, which kernels advance: units of work done, milestones passed."""

DONE, MILESTONES = 0, 1
