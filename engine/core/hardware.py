"""Cores and memory that this process may use."""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePosixPath

GIB = 1 << 30
UNKNOWN = 8 * GIB
"""Bytes of memory to assume if the system does not tell."""
GROUPS, OWN_GROUPS = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
"""Where Linux lists all control groups, and those of this process."""


def cores() -> int:
    """Return how many cores this process may use; where the system does not tell, how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


RESERVE = 8 << 20
"""Bytes that the program keeps for its last words. The system provides them only when they are used."""

_reserve = bytearray()


@cache
def memory() -> int:
    """Return how many bytes this process may use: the smallest of physical memory and the limits set for it.

    The first call decides, so that a message about full memory needs no file.
    """
    return min([_physical(), *_process_limits(), *_group_limits()])


def keep_reserve() -> None:
    """Keep some memory until `out_of_memory`."""
    global _reserve
    _reserve = bytearray(RESERVE)


def out_of_memory() -> str:
    """Return a sentence for a person whose work needs more memory than there is.

    Also release the reserve, so that the sentence and the best result can be written.
    """
    _reserve.clear()
    return f"the memory is full ({memory() / GIB:.1f} GiB may be used): take a smaller problem or allow more memory"


def _physical() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return UNKNOWN


def _process_limits() -> Iterator[int]:
    """Yield the limits that `ulimit -v` and `ulimit -d` set."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        limit, _ = resource.getrlimit(kind)
        if limit != resource.RLIM_INFINITY:
            yield limit


def _group_limits() -> Iterator[int]:
    """Yield the limits of this process's control groups and of their parents, in both versions of Linux's files."""
    lines: list[str] = []
    with suppress(OSError):
        lines = OWN_GROUPS.read_text("utf-8", "replace").splitlines()
    for line in lines:
        _, controllers, group = line.split(":", 2)
        if controllers and "memory" not in controllers.split(","):
            continue
        root, name = (GROUPS / "memory", "memory.limit_in_bytes") if controllers else (GROUPS, "memory.max")
        path = PurePosixPath(group.lstrip("/"))
        for each in (path, *path.parents):
            with suppress(OSError, ValueError):  # the text "max" stands for no limit
                yield int((root / each / name).read_text("ascii"))
