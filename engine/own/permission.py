"""Permission to run Python files of users, by an environment variable that child processes inherit."""

import os

ALLOW = "KNIGHTWATCH_ALLOW_SOLVERS"
"""The variable: 0 forbids users' files, as for visitors of a server; 1 allows them on workers of a cluster."""


REFUSAL = (
    f"the workers of this cluster run no Python files of users: start them with {ALLOW}=1 in their environment, if all "
    "their users may run code there"
)


def allowed_on_cluster() -> bool:
    """Tell whether this process, a worker of a cluster, may run files that users send to it."""
    return os.environ.get(ALLOW) == "1"


def files_allowed() -> bool:
    """Tell whether this process may run users' files."""
    return os.environ.get(ALLOW) != "0"
