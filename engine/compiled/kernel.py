"""Kernels: plain functions over arrays, marked here so that they can be compiled as well as interpreted.

A mark changes nothing: a marked function can be called, debugged and covered as what it is. `engine.compiled.tiers`
decides in which form a piece of work calls it.
"""

from collections.abc import Callable
from functools import cache
from inspect import Signature, signature
from types import CodeType, FunctionType
from typing import Any, TypeVar

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_KERNELS: dict[Any, bool] = {}
"""Every kernel, and whether it is to become part of those that call it."""


def kernel(function: Kernel) -> Kernel:
    """Mark a function as a kernel."""
    _KERNELS[function] = False
    return function


def inlined(function: Kernel) -> Kernel:
    """Mark a kernel that is to become part of the kernels that call it: worth it in the innermost loops only."""
    _KERNELS[function] = True
    return function


def is_inlined(function: Callable[..., Any]) -> bool:
    """Tell whether a kernel is to become part of the kernels that call it."""
    return _KERNELS[function]


@cache
def parameters(function: Callable[..., Any]) -> Signature:
    """Return what a kernel is called with; every search asks, and to find out takes as long as a small step."""
    return signature(function)


def callees(function: Callable[..., Any]) -> dict[str, FunctionType]:
    """Return the kernels that a kernel calls, by the names that it has for them."""
    assert isinstance(function, FunctionType)
    found = {name: function.__globals__.get(name) for name in _names(function.__code__)}
    return {name: f for name, f in found.items() if isinstance(f, FunctionType) and f in _KERNELS}


def _names(code: CodeType) -> set[str]:
    nested = (part for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*map(_names, nested))


def closure(function: Callable[..., Any]) -> set[Callable[..., Any]]:
    """Return a kernel and all that it calls, directly or not."""
    found: set[Callable[..., Any]] = {function}
    left = [function]
    while left:
        new = set(callees(left.pop()).values()) - found
        found |= new
        left += new
    return found
