"""The entry point. It imports very little, so that Ctrl+C works from the first millisecond."""

import gc
import os
import signal

INTERRUPTED = 130
GC_THRESHOLDS = (50_000, 20, 20)
"""Thresholds of the garbage collector. Modules and screens create many objects, and nearly all of them live on."""


def main() -> None:
    """Run the program."""
    gc.set_threshold(*GC_THRESHOLDS)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads are unused here and slow to start
    usual_handler = signal.getsignal(signal.SIGINT)
    if usual_handler is not signal.SIG_IGN:  # during imports there is nothing to clean up
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from knightwatch.tui.cli.main import main

    signal.signal(signal.SIGINT, usual_handler)
    try:
        main()
    finally:
        gc.freeze()  # else the interpreter collects garbage once more at exit
