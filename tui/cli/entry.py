"""The entry point, which imports next to nothing: from its first moment on, an interrupt ends the program in peace."""

import os
import signal

INTERRUPTED = 130


def main() -> None:
    """Run the program."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's own threads are of no use here, and slow to start
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.SIG_IGN:  # what is only just being imported has nothing to put in order
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from tui.cli.main import main

    signal.signal(signal.SIGINT, usual)
    main()
