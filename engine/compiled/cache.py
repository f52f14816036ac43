"""Compiled loops: the one place that talks to numba.

A kernel is a plain module-level function over arrays, marked with `kernel`. It is compiled when it is first
called, without the interpreter's lock, and cached on disk. Only modules that hold kernels import this one, and
searches import those when they are prepared, so that nothing waits for numba before it is needed.

numba's own cache looks only at the file of the function that is called, not at the kernels which that function
calls in turn. The cache's folder is therefore named after the contents of all of the engine's files: whenever one
of them changes, everything is compiled anew.
"""

import atexit
import hashlib
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
from platformdirs import user_cache_path

Kernel = TypeVar("Kernel", bound=Callable[..., object])


UNUSED_DAYS = 30
"""After so many days without use, the kernels of another version are removed."""


def cache_folder() -> tuple[Path, bool]:
    """Return a folder for compiled kernels that can be written, and whether it will be there the next time.

    It is in the user's cache or, where that cannot be written, a temporary one for this process.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.parent.rglob("*.py")):
        digest.update(source.read_bytes())
    folder = user_cache_path("knightwatch") / f"kernels-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        temporary = tempfile.mkdtemp(prefix="knightwatch-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return Path(temporary), False
    for other in folder.parent.glob("kernels-*"):
        if time.time() - other.stat().st_mtime > UNUSED_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)
    return folder, True


CACHE, KEPT = cache_folder()
setattr(numba.config, "CACHE_DIR", str(CACHE))  # noqa: B010, since numba's types do not know its settings


def kernel(function: Kernel) -> Kernel:
    """Mark a function as a kernel."""
    return cast(Kernel, numba.njit(nogil=True, cache=True)(function))


def inlined(function: Kernel) -> Kernel:
    """Mark a kernel that is to become part of the kernels that call it: worth it in the innermost loops only."""
    return cast(Kernel, numba.njit(nogil=True, cache=True, inline="always")(function))


def cached(compiled: Callable[..., object]) -> bool:
    """Tell whether a kernel was compiled before, so that preparing it will only take a moment."""
    return any(CACHE.rglob(f"*.{compiled.__name__}-*.nbc"))


def about_compiling() -> str:
    """Say what somebody who waits for a compilation should know."""
    often = "first time only" if KEPT else "each time, since the cache folder cannot be written"
    return f"preparing kernels, {often}"
