"""What a visitor's process does: it opens knightwatch at home, with no more memory and disk than it may have."""

import os
import sys


def main() -> None:
    """Be a visitor's process; the argument is how many bytes of memory it may have."""
    try:
        import resource

        most = int(sys.argv[1])
        for kind, limit in ((resource.RLIMIT_DATA, most), (resource.RLIMIT_FSIZE, most // 4)):
            resource.setrlimit(kind, (limit, limit))
    except ImportError:  # a system that has no such limits
        pass
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from tui.cli.launch import open_screen

    sys.exit(open_screen(None, ascii_only=False, theme=None))


if __name__ == "__main__":
    main()
