"""Compiled loops: the one place that talks to numba.

A kernel is a plain module-level function over arrays, marked with `kernel`. It is compiled when it is first
called, without the interpreter's lock, and cached on disk. Only modules that hold kernels import this one, and
searches import those when they are prepared, so that nothing waits for numba before it is needed.

numba's own cache looks only at the file of the function that is called, not at the kernels which that function
calls in turn. The cache's folder is therefore named after the contents of all of the engine's files: whenever one
of them changes, everything is compiled anew.
"""

import hashlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
from platformdirs import user_cache_path

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def cache_folder() -> Path:
    """Return a folder for compiled kernels that can be written: the user's cache, else a temporary one."""
    engine = Path(__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(engine.rglob("*.py")):
        digest.update(source.read_bytes())
    folder = user_cache_path("knightwatch") / f"kernels-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="knightwatch-"))


CACHE = cache_folder()
setattr(numba.config, "CACHE_DIR", str(CACHE))  # noqa: B010, since numba's types do not know its settings


def kernel(function: Kernel) -> Kernel:
    """Mark a function as a kernel."""
    return cast(Kernel, numba.njit(nogil=True, cache=True)(function))


def cached(compiled: Callable[..., object]) -> bool:
    """Tell whether a kernel was compiled before, so that preparing it will only take a moment."""
    return any(CACHE.rglob(f"*.{compiled.__name__}-*.nbc"))
