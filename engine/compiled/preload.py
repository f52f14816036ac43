"""Import numba in the server of worker processes, which would end at any other error than ImportError.

Under a memory limit that leaves too little for compiled code, workers need that memory for their work.
"""

from knightwatch.engine.compiled.importing import memory_fault, numba_fault

if not memory_fault(compiles=True):
    numba_fault()
