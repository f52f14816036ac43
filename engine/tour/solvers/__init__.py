"""Tour solvers: rules, depth-first search, division, evolution and ants. One module for each solver."""
