"""Machine code: kernels compiled by numba, loaded from the cache or, in a process that may, compiled. Imports numba.

A kernel's own module keeps the plain function. What is compiled is a copy of it in which the names of other kernels
stand for their compiled forms; numba caches by module and name, which the copy has from the original.
"""

import gc
import pickle
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pkgutil import resolve_name
from types import FunctionType
from typing import Any

import numba

from knightwatch.engine.compiled.cache import compiling_alone, make_folder
from knightwatch.engine.compiled.kernel import callees, closure, is_inlined
from knightwatch.engine.compiled.linked import LinkedCompiler
from knightwatch.engine.compiled.locator import LOCATORS

Function = Callable[..., Any]
Signature = tuple[Any, ...]
"""The types of a kernel's arguments, in numba's terms."""


class NotCompiled(Exception):
    """The cache has no machine code for these arguments, and this process does not compile."""


may_compile = False
"""Whether this process compiles what the cache lacks: those that somebody looks at do not."""
must_keep = False
"""Whether machine code is compiled for other processes, so that it is of no use where it cannot be kept."""

_compiling = threading.RLock()
"""Held while this process compiles: workers of a cluster may be threads, and one of them ends before another."""

_forms: dict[tuple[Function, bool], Any] = {}
_namespaces: dict[int, dict[str, Any]] = {}


@cache
def kept() -> bool:
    """Tell whether machine code can be kept in the cache; if so, see to it that it is."""
    try:
        make_folder()
    except OSError:
        return False
    setattr(numba.config, "CACHE_LOCATOR_CLASSES", ",".join(LOCATORS))  # noqa: B010, numba's types lack its settings
    return True


def form(function: Function, inner: bool = False) -> Any:
    """Return the form of a kernel that runs as machine code, once it has been loaded or compiled.

    An inner form is called by other kernels alone: it is linked into them, and nothing would let Python call it.
    """
    if (function, inner) not in _forms:
        assert isinstance(function, FunctionType)
        names = _namespaces.setdefault(id(function.__globals__), dict(function.__globals__))
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__ + "_inner" * inner
        wanted: Any = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": True}  # numba's types do not know them
        if inner:
            wanted["pipeline_class"] = LinkedCompiler
        inline: Any = "always" if is_inlined(function) else "never"
        made: Any = numba.njit(nogil=True, cache=kept(), inline=inline, **wanted)(copy)
        _forms[function, inner] = made
        compile_it = made._compiler.compile

        def compile_if_allowed(*arguments: Any) -> Any:
            if not may_compile:
                raise NotCompiled(function.__name__)
            return compile_it(*arguments)

        made._compiler.compile = compile_if_allowed
        keep_it = made._cache.save_overload

        def keep_if_possible(*arguments: Any) -> None:
            with suppress(*() if must_keep else (OSError,)):
                keep_it(*arguments)

        made._cache.save_overload = keep_if_possible
        names |= {name: form(callee, inner=True) for name, callee in callees(function).items()}
    return _forms[function, inner]


def signature(function: Function, arguments: tuple[Any, ...]) -> Signature:
    """Return the types of arguments that a kernel is to be called with."""
    made = form(function)
    return tuple(made.typeof_pyval(argument) for argument in arguments)


def load(function: Function, types: Signature) -> bool:
    """Load machine code from the cache; tell whether it is there. What is damaged counts as not there."""
    made = form(function)
    if types not in made.overloads:
        try:
            made.compile(types)
        except NotCompiled:
            return False
        except Exception:  # whatever a damaged file leads to: it is compiled anew
            if may_compile:
                raise
            return False
    return True


def compile_now(function: Function, types: Signature) -> None:
    """Compile a kernel in this process, unless it is in the cache; raises OSError where it must be kept and cannot."""
    global may_compile
    if types in form(function).overloads:
        return
    with _compiling, compiling_alone(f"{function.__module__}.{function.__name__}"):
        if load(function, types):
            return
        if kept():
            for made in (form(function), *(form(each, inner=True) for each in closure(function) - {function})):
                _mend(made)
        before, may_compile = may_compile, True
        try:
            with _nothing_collected():
                form(function).compile(types)
        finally:
            may_compile = before


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Keep the garbage collector from what a compiler makes: little of it is garbage, and to look took a sixth."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _mend(made: Any) -> None:
    """Empty what the cache has of a form of a kernel if it cannot be read."""
    files = made._cache._cache_file
    try:
        for name in files._load_index().values():
            files._load_data(name)
    except Exception:  # whatever a damaged file leads to
        files.flush()


def order(function: Function, types: Signature) -> str:
    """Return a kernel and the types of its arguments as text, which `ordered` of another process reads."""
    return f"{function.__module__}:{function.__qualname__} {pickle.dumps(types).hex()}"


def ordered(text: str) -> tuple[Function, Signature]:
    """Return the kernel and the types that an order names."""
    place, types = text.split()
    return resolve_name(place), pickle.loads(bytes.fromhex(types))
