"""Permission to run Python files of users, by an environment variable that child processes inherit."""

import os

ALLOW = "KNIGHTWATCH_ALLOW_SOLVERS"
"""The variable: 0 forbids users' files, as for visitors of a server; 1 allows them on workers of a cluster."""


def files_allowed() -> bool:
    """Tell whether this process may run users' files."""
    return os.environ.get(ALLOW) != "0"
