"""What a visitor's process does: it opens knightwatch at home, with no more memory and disk than it may have."""

import os
import signal
import sys
import time
from threading import Thread

LOOKS = 0.5
"""Seconds between two looks at whether the server is there."""


def main() -> None:
    """Be a visitor's process; the arguments are how many bytes of memory it may have, and the server's process."""
    most, server = map(int, sys.argv[1:])
    try:
        import resource

        for kind, limit in ((resource.RLIMIT_DATA, most), (resource.RLIMIT_FSIZE, most // 4)):
            resource.setrlimit(kind, (limit, limit))
    except ImportError:  # a system that has no such limits
        pass
    Thread(target=_outlive_no_server, args=(server,), daemon=True).start()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from knightwatch.tui.cli.launch import open_screen

    sys.exit(open_screen(None, ascii_only=False, theme=None))


def _outlive_no_server(server: int) -> None:
    """End, with all that was started here, when the server has ended without a word: nobody else would ever do it."""
    while os.getppid() == server:
        time.sleep(LOOKS)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
