"""The entry point. It imports very little, so that Ctrl+C works from the first millisecond."""

import gc
import os
import signal
from contextlib import suppress

INTERRUPTED, GAVE_UP = 130, 4
GC_THRESHOLDS = (50_000, 20, 20)
"""Thresholds of the garbage collector. Modules and screens create many objects, and nearly all of them live on."""
LEAST_MEMORY = {"RLIMIT_AS": 136, "RLIMIT_DATA": 76}
"""MiB of address space and of data with which a small search runs. With less, libraries end the process themselves."""
M_ARENA_MAX = -8
"""The name of a setting in glibc's malloc.h."""


def main() -> None:
    """Run the program."""
    gc.set_threshold(*GC_THRESHOLDS)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads are unused here and slow to start
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # to look for plugins reads all installed packages
    usual_handler = signal.getsignal(signal.SIGINT)
    if usual_handler is not signal.SIG_IGN:  # during imports there is nothing to clean up
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    respect_memory_limits()
    from knightwatch.tui.cli.main import main

    signal.signal(signal.SIGINT, usual_handler)
    try:
        main()
    finally:
        gc.freeze()  # else the interpreter collects garbage once more at exit


def respect_memory_limits() -> None:
    """End the process if `ulimit` leaves too little memory to start; save address space if that is limited."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, least in LEAST_MEMORY.items():
        limit, _ = resource.getrlimit(getattr(resource, name))
        if limit != resource.RLIM_INFINITY and limit < least << 20:
            message = f"knightwatch: the memory limit is {limit >> 20} MiB ({name}): allow at least {least} MiB\n"
            os.write(2, message.encode())
            os._exit(GAVE_UP)
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        _use_one_arena()


def _use_one_arena() -> None:
    """Let all threads share one arena of malloc: each arena reserves 64 MiB of address space."""
    import ctypes

    with suppress(OSError, AttributeError):  # not glibc
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
