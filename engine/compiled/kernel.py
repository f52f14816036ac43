"""Kernels: plain functions over arrays, marked so that they can be compiled as well as interpreted.

The mark changes nothing: a marked function can be called, debugged and measured for coverage as usual.
`knightwatch.engine.compiled.tiers` decides whether a call is interpreted or compiled.

A loop over an array is slow when it is interpreted. A kernel may therefore have a stand-in: a function that does the
same with lists, whole numbers or whole arrays. Only the interpreted tier calls stand-ins.
"""

from collections.abc import Callable
from functools import cache
from inspect import Signature, signature
from types import CodeType, FunctionType
from typing import Any, TypeVar

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_KERNELS: dict[Any, bool] = {}
"""Every kernel, and whether it is inlined into its callers."""
_STAND_INS: dict[Any, Any] = {}
"""The stand-in of each kernel that has one."""
_FORMS: dict[Any, Any] = {}
"""The function that the interpreted tier calls for each kernel."""


def kernel(function: Kernel) -> Kernel:
    """Mark a function as a kernel."""
    _KERNELS[function] = False
    return function


def inlined(function: Kernel) -> Kernel:
    """Mark a kernel to be inlined into its callers. This pays only in innermost loops."""
    _KERNELS[function] = True
    return function


def stands_in_for(function: Kernel) -> Callable[[Kernel], Kernel]:
    """Mark a function as the interpreted form of a kernel. Both must write and return the same values."""

    def mark(stand_in: Kernel) -> Kernel:
        _STAND_INS[function] = stand_in
        return stand_in

    return mark


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


@cache
def size(function: Callable[..., Any]) -> int:
    """Return the bytes of bytecode of a kernel and of all kernels that it calls: a measure of its compile time."""
    return sum(len(each.__code__.co_code) for each in closure(function))


def interpreted_form(function: Any) -> Any:
    """Return the function that the interpreted tier calls for a kernel.

    It is a copy of the kernel or of its stand-in, in which the names of other kernels refer to their forms. A kernel
    that reaches no stand-in is its own form, and so is any other function.
    """
    if function not in _FORMS:
        source = _STAND_INS.get(function, function)
        if function not in _KERNELS or _STAND_INS.keys().isdisjoint(closure(source)):
            return source
        names = dict(source.__globals__)
        form = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
        _FORMS[function] = form
        names |= {name: interpreted_form(callee) for name, callee in callees(source).items()}
    return _FORMS[function]
