"""Where machine code is kept: a folder in the user's cache, named after the contents of the files that kernels live in.

numba's own cache looks only at the file of the function that is called, not at the kernels which that function calls in
turn, nor at the constants of other files. So the folder is another when a kernel or anything that it imports changes.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

from knightwatch.engine.compiled.digest import ENGINE, digest

UNUSED_DAYS = 30
"""After so many days without use, the machine code of another version is removed."""


@cache
def folder() -> Path:
    """Return where this version's machine code is kept; it need not be there."""
    from importlib.metadata import version

    from platformdirs import user_cache_path

    kernels = (
        f"knightwatch.engine.{path.parts[-3]}.kernels.{path.stem}" for path in sorted(ENGINE.glob("*/kernels/[!_]*.py"))
    )
    return user_cache_path("knightwatch") / f"kernels-{version('numba')}-{digest(*kernels, engine=ENGINE)}"


def make_folder() -> Path:
    """Return the folder, made if need be, and remove those that were not used for long; raises OSError."""
    import shutil
    import tempfile

    here = folder()
    here.mkdir(parents=True, exist_ok=True)
    here.touch()
    with tempfile.TemporaryFile(dir=here):
        pass
    for other in here.parent.glob("kernels-*"):
        with suppress(OSError):
            if time.time() - other.stat().st_mtime > UNUSED_DAYS * 86400:
                shutil.rmtree(other, ignore_errors=True)
    return here


def complete() -> bool:
    """Tell whether everything was compiled and kept."""
    return _mark().exists()


def mark_complete() -> None:
    """Note that everything was compiled and kept."""
    _mark().touch()


def _mark() -> Path:
    return folder() / "complete"


@contextmanager
def compiling_alone(kernel: str) -> Iterator[None]:
    """Let one process at a time compile a kernel, so that the next finds it cached; if locks fail, do not wait."""
    from filelock import FileLock  # loads asyncio

    lock = FileLock(folder() / f"{kernel}.lock", thread_local=False)
    with ExitStack() as held:
        with suppress(OSError, NotImplementedError):
            held.enter_context(lock)
        yield
