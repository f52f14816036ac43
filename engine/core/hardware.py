"""What there is to work with: cores and memory of this machine."""

import os


def cores() -> int:
    """Return how many cores this process may use; where the system does not tell, how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory() -> int:
    """Return how many bytes of memory this machine has; where the system does not tell, 8 GiB."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 << 30
