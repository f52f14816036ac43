"""Import numba in the server of worker processes, which would end at any other error than ImportError."""

from knightwatch.engine.compiled.importing import numba_fault

numba_fault()
