"""Compiled code: the only room that knows numba. Kernels, tiers, the cache, random numbers and traces."""
