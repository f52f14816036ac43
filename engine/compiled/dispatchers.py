"""Compiled kernels: numba's dispatchers, which load compiled code from the cache or compile it. Imports numba.

The module of a kernel keeps the plain function. This module compiles a copy of it, in which the names of other kernels
refer to their dispatchers. numba caches by module and name, which the copy has from the original.
"""

import gc
import pickle
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pkgutil import resolve_name
from types import FunctionType
from typing import Any

import numba
from numba.core import event

from knightwatch.engine.compiled.cache import compiling_alone, make_folder
from knightwatch.engine.compiled.kernel import callees, closure, is_inlined
from knightwatch.engine.compiled.locator import LOCATORS, remove_files

try:
    from knightwatch.engine.compiled.numba_internals import INNER, OUTER
except ImportError:  # another numba: compile inner kernels like all others
    INNER, OUTER = {}, {}

Function = Callable[..., Any]
Signature = tuple[Any, ...]
"""The types of a kernel's arguments, in numba's terms."""


class NotCompiled(Exception):
    """The cache has no compiled code for these arguments, and this process must not compile."""


may_compile = False
"""Whether this process compiles what the cache lacks. A process with a screen never does."""
must_save = False
"""Whether this process compiles for other processes, so that compiled code is useless if it cannot be saved."""

_compiling = threading.RLock()
"""Held while this process compiles: workers of a cluster may be threads, and `may_compile` is global."""

_dispatchers: dict[tuple[Function, bool], Any] = {}
_namespaces: dict[int, dict[str, Any]] = {}
_cache_failed = False


class _Refusal(event.Listener):
    """Raises NotCompiled before numba compiles a kernel in a process that must not compile."""

    def on_start(self, started: Any) -> None:
        if not may_compile and any(started.data["dispatcher"] is each for each in tuple(_dispatchers.values())):
            raise NotCompiled(started.data["dispatcher"].py_func.__name__)

    def on_end(self, ended: Any) -> None:
        pass


event.register("numba:compile", _Refusal())  # type: ignore[no-untyped-call]


@cache
def cache_ready() -> bool:
    """Let numba use the cache folder; return False if the folder cannot be written."""
    try:
        make_folder()
    except OSError:
        return False
    setattr(numba.config, "CACHE_LOCATOR_CLASSES", ",".join(LOCATORS))  # noqa: B010, numba's types lack its settings
    return True


def dispatcher(function: Function, inner: bool = False) -> Any:
    """Return the dispatcher of a kernel. It can be called once `load` or `compile_now` has succeeded.

    An inner dispatcher is for other kernels only: it is linked into them, and Python cannot call it.
    """
    if (function, inner) not in _dispatchers:
        assert isinstance(function, FunctionType)
        names = _namespaces.setdefault(id(function.__globals__), dict(function.__globals__))
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        copy.__module__, copy.__qualname__ = function.__module__, qualname(function, inner)
        inline: Any = "always" if is_inlined(function) else "never"
        cached = cache_ready() and not _cache_failed
        options = INNER if inner else OUTER
        _dispatchers[function, inner] = numba.njit(nogil=True, cache=cached, inline=inline, **options)(copy)
        names |= {name: dispatcher(callee, inner=True) for name, callee in callees(function).items()}
    return _dispatchers[function, inner]


def qualname(function: Function, inner: bool) -> str:
    """Return the name under which numba caches a kernel."""
    return function.__qualname__ + "_inner" * inner


def signature(function: Function, arguments: tuple[Any, ...]) -> Signature:
    """Return the numba types of some arguments of a kernel."""
    made = dispatcher(function)
    return tuple(made.typeof_pyval(argument) for argument in arguments)


def has_code(function: Function) -> bool:
    """Tell whether this process has compiled code of a kernel, for any arguments."""
    made = _dispatchers.get((function, False))
    return made is not None and bool(made.overloads)


def load(function: Function, types: Signature) -> bool:
    """Load compiled code from the cache; return whether that worked. A damaged file counts as missing."""
    made = dispatcher(function)
    if types not in made.overloads:
        try:
            made.compile(types)
        except NotCompiled:
            return False
        except Exception:  # a damaged file can raise anything: `compile_now` will replace it
            if may_compile:
                raise
            return False
    return True


def compile_now(function: Function, types: Signature) -> None:
    """Load a kernel or compile it in this process. Raise OSError if `must_save` and the cache cannot be written."""
    global may_compile
    if types in dispatcher(function).overloads:
        return
    with _compiling, compiling_alone(f"{function.__module__}.{function.__name__}"):
        if load(function, types):
            return
        before, may_compile = may_compile, True
        try:
            with _collector_paused():
                _compile(function, types)
        finally:
            may_compile = before


def _compile(function: Function, types: Signature) -> None:
    """Compile a kernel; if the cache fails, compile again without the damaged files, or without the cache."""
    try:
        dispatcher(function).compile(types)
    except OSError:
        if must_save:
            raise
        _stop_caching()
        dispatcher(function).compile(types)
    except Exception:  # a damaged file can raise anything
        for each in closure(function):
            for inner in (False, True):
                remove_files(each, qualname(each, inner))
        dispatcher(function).compile(types)


def _stop_caching() -> None:
    """Make all dispatchers again without a cache, because it cannot be written."""
    global _cache_failed
    _cache_failed = True
    _dispatchers.clear()
    _namespaces.clear()


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the garbage collector: it finds little here and cost 1/6 of the compile time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@cache
def encode(function: Function, types: Signature) -> str:
    """Return a kernel and the types of its arguments as text for another process. It is cached: searches ask often."""
    return f"{function.__module__}:{function.__qualname__} {pickle.dumps(types).hex()}"


def decode(text: str) -> tuple[Function, Signature]:
    """Return the kernel and the types from the text that `encode` made."""
    place, types = text.split()
    return resolve_name(place), pickle.loads(bytes.fromhex(types))
