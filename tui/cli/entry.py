"""The entry point, which imports next to nothing: from its first moment on, an interrupt ends the program in peace."""

import gc
import os
import signal

INTERRUPTED = 130
OFTEN = (50_000, 20, 20)
"""After how many new objects garbage is looked for: modules and screens make many, and nearly all of them stay."""


def main() -> None:
    """Run the program."""
    gc.set_threshold(*OFTEN)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's own threads are of no use here, and slow to start
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.SIG_IGN:  # what is only just being imported has nothing to put in order
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from knightwatch.tui.cli.main import main

    signal.signal(signal.SIGINT, usual)
    try:
        main()
    finally:
        gc.freeze()  # or the interpreter would look through all of it once more before it ends
