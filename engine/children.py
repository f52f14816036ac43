"""Child processes: every Python process that the program starts gets its command and environment here.

`python -m` and `python -c` put the current folder first on the path, so a file random.py in it would run as our code.
A child imports from the folders of its parent's installation only.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SAFE = {"PYTHONSAFEPATH": "1"}
"""The environment variable that keeps the current folder off the path, also in children of children."""


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module in a new interpreter."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment() -> dict[str, str]:
    """Return the environment of a child: this process's own, with a path that finds the same knightwatch."""
    here = str(Path(__file__).parents[2])
    others = (folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if Path(folder).is_absolute())
    return os.environ | SAFE | {"PYTHONPATH": os.pathsep.join([here, *others])}


@contextmanager
def safe_path() -> Iterator[None]:
    """Make processes safe that the standard library starts within: it takes no environment for them."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ |= SAFE
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before
