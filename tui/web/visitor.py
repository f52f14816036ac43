"""The process of one visitor: it opens the home screen, with limits on memory and disk."""

import os
import signal
import sys
import time
from threading import Thread

CHECK_SECONDS = 0.5
"""Seconds between two checks that the server still runs."""


def main() -> None:
    """Run the screen. Arguments: the memory limit in bytes, and the server's process id."""
    memory_limit, server = map(int, sys.argv[1:])
    try:
        import resource

        for kind, limit in ((resource.RLIMIT_DATA, memory_limit), (resource.RLIMIT_FSIZE, memory_limit // 4)):
            resource.setrlimit(kind, (limit, limit))
    except ImportError:  # Windows has no such limits
        pass
    Thread(target=_end_with_server, args=(server,), daemon=True).start()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from knightwatch.tui.launch import open_screen

    sys.exit(open_screen(None, ascii_only=False, theme=None))


def _end_with_server(server: int) -> None:
    """Kill this process and its children once the server is gone: a crashed server cannot do it."""
    while os.getppid() == server:
        time.sleep(CHECK_SECONDS)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
