"""Populations: one row per individual."""

from typing import Any

from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel, stands_in_for


@kernel
def copy(source: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy an individual, or any other row."""
    for i in range(len(source)):
        target[i] = source[i]


@stands_in_for(copy)
def copy_whole(source: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy an individual at once."""
    target[: len(source)] = source
