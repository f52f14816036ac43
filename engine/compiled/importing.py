"""Check that numba can be used: its import fails for some environment variables, and without enough memory."""

import os
import warnings
from functools import cache

MISREAD = "Environment variable 'NUMBA_"
"""The beginning of numba's warning about a value that it cannot parse."""


@cache
def numba_fault() -> str:
    """Import numba; return why it cannot compile here, or an empty text."""
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", MISREAD)
            from numba import config

            from knightwatch.engine.compiled import dispatchers  # noqa: F401
    except Exception as error:  # numba raises anything, also for a library that does not fit into memory
        lines = str(error).splitlines() or [type(error).__name__]
        names = ", ".join(sorted(name for name in os.environ if name.startswith("NUMBA_")))
        return f"numba cannot be imported: {lines[0].rstrip('.')}" + (f"; correct or unset {names}" if names else "")
    return "NUMBA_DISABLE_JIT is set" if getattr(config, "DISABLE_JIT", 0) else ""
