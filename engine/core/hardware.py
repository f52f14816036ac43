"""Cores and memory of this computer."""

import os


def cores() -> int:
    """Return the number of cores that this process may use or, if the system cannot say, of all cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory() -> int:
    """Return the memory of this computer in bytes or, if the system cannot say, 8 GiB."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 << 30
