"""Kernels: plain functions over arrays, marked so that they can be compiled as well as interpreted.

The mark changes nothing: a marked function can be called, debugged and measured for coverage as usual.
`knightwatch.engine.compiled.tiers` decides whether a call is interpreted or compiled.
"""

from collections.abc import Callable
from functools import cache
from inspect import Signature, signature
from types import CodeType, FunctionType
from typing import Any, TypeVar

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_KERNELS: dict[Any, bool] = {}
"""Every kernel, and whether it is inlined into its callers."""


def kernel(function: Kernel) -> Kernel:
    """Mark a function as a kernel."""
    _KERNELS[function] = False
    return function


def inlined(function: Kernel) -> Kernel:
    """Mark a kernel to be inlined into its callers. This pays only in innermost loops."""
    _KERNELS[function] = True
    return function


def is_inlined(function: Callable[..., Any]) -> bool:
    """Tell whether a kernel is inlined into its callers."""
    return _KERNELS[function]


@cache
def parameters(function: Callable[..., Any]) -> Signature:
    """Return the Python signature of a kernel. It is cached: computing it takes as long as a small step."""
    return signature(function)


def callees(function: Callable[..., Any]) -> dict[str, FunctionType]:
    """Return the kernels that a kernel calls directly, by their names in its module."""
    assert isinstance(function, FunctionType)
    candidates = {name: function.__globals__.get(name) for name in _names(function.__code__)}
    return {name: f for name, f in candidates.items() if isinstance(f, FunctionType) and f in _KERNELS}


def _names(code: CodeType) -> set[str]:
    nested = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*map(_names, nested))


def closure(function: Callable[..., Any]) -> set[Callable[..., Any]]:
    """Return a kernel and all kernels that it calls, directly or indirectly."""
    reached: set[Callable[..., Any]] = {function}
    left = [function]
    while left:
        new = set(callees(left.pop()).values()) - reached
        reached |= new
        left += new
    return reached
