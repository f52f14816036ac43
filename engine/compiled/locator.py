"""The place of a kernel in numba's cache: the folder that is named after the digest of all kernels.

By default numba discards compiled code after any edit of the source file. Here the digest decides, so that a new
comment recompiles nothing. numba imports the class by its name: see NUMBA_CACHE_LOCATOR_CLASSES in its manual.
"""

from collections.abc import Callable
from typing import Any

from numba.core.caching import UserProvidedCacheLocator

from knightwatch.engine.compiled.cache import folder
from knightwatch.engine.compiled.digest import NAME


class KernelLocator(UserProvidedCacheLocator):
    """Locates kernels of the engine and leaves every other function to numba's own locators."""

    def __init__(self, kernel: Callable[..., Any], file: str) -> None:
        self._module = kernel.__module__.removeprefix(f"{NAME}.")
        self._py_file = file

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "KernelLocator | None":
        return cls(py_func, py_file) if py_func.__module__.startswith(f"{NAME}.") else None

    def get_cache_path(self) -> str:
        return str(folder())

    def get_source_stamp(self) -> str:
        return folder().name

    def get_disambiguator(self) -> str:
        return self._module


def remove_files(kernel: Callable[..., Any], qualname: str) -> None:
    """Remove the cache files of a kernel. numba names them `<file>.<qualname>-<disambiguator>.<version>.nbi`."""
    module = kernel.__module__
    for path in folder().glob(f"{module.rpartition('.')[2]}.{qualname}-{module.removeprefix(f'{NAME}.')}.*.nb?"):
        path.unlink(missing_ok=True)


LOCATORS = (
    f"{__name__}.{KernelLocator.__name__}",
    "UserProvidedCacheLocator",
    "InTreeCacheLocator",
    "UserWideCacheLocator",
    "IPythonCacheLocator",
    "ZipCacheLocator",
)
"""The value of CACHE_LOCATOR_CLASSES: ours, then numba's defaults."""
