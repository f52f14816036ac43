"""Two tiers: a kernel is interpreted, at once and on every machine, or runs as machine code, once that is worth it.

Both lead to the same state, bit by bit, so a piece of work may change from one to the other between any two calls. A
kernel is interpreted until it has taken some time. Then its machine code is loaded from the cache; what the cache lacks
is compiled by a process in the background, and calls are interpreted until it is there.
"""

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from functools import partial
from typing import Any, ParamSpec, TypeVar

import numpy as np

from knightwatch.engine.compiled import background, cache
from knightwatch.engine.compiled.kernel import parameters

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 0.2
"""Seconds that a kernel is interpreted for in a process before its machine code is wanted."""

AGAIN = 1.0
"""Seconds after which the cache is looked into again: another program may have compiled what is missing."""


class Source(Enum):
    """Where machine code comes from."""

    NONE = auto()
    """Nowhere: everything is interpreted."""
    BACKGROUND = auto()
    """From the cache; a process in the background compiles what it lacks."""
    HERE = auto()
    """From the cache or, if it lacks something, from this process, which waits for it."""


class NotReady(Exception):
    """Machine code is needed that is being compiled."""


_source, _patience = Source.BACKGROUND, PATIENCE
_interpreted: defaultdict[Callable[..., Any], float] = defaultdict(float)
"""Seconds that each kernel was interpreted for."""


def compile_here(patience: float = PATIENCE) -> None:
    """Let this process wait for machine code where it is wanted: for tests and measurements, which nobody watches."""
    global _source, _patience
    _source, _patience = Source.HERE, patience


def prepare(job: str, *arguments: Any) -> None:
    """Have what a function lists compiled in the background before anybody waits for it, unless all was compiled."""
    if _source is Source.BACKGROUND and not cache.complete():
        background.prepare(job, *arguments)


class Tier:
    """The form in which one piece of work calls its kernels."""

    def __init__(self, patience: float | None = None) -> None:
        """Interpret each kernel for so many seconds, as many as this process does, before machine code is wanted."""
        self.source = _source
        self.patience = _patience if patience is None else patience
        self.ask: Callable[[Callable[..., Any], Any], bool] = background.ask
        """Is told what the cache lacks; tells whether to look again."""
        self.seconds = 0.0
        """Spent looking for machine code and loading it."""
        self.now: Callable[[], float] = time.perf_counter
        """The clock by which that is counted."""
        self.interpreting = False
        """Whether a kernel was interpreted whose machine code may come."""
        self._needed = False
        self._forms: dict[Any, Any] = {}
        self._missing: dict[Any, tuple[Any, float]] = {}
        """Kernels that the cache lacks, each with the types it is wanted for and when it was last looked for."""

    def __call__(self, kernel: Callable[P, R]) -> Callable[P, R]:
        """Return a kernel in the form in which it is to be called now."""
        form: Callable[P, R] | None = self._forms.get(kernel)
        return form or partial(self._call, kernel)

    @property
    def waiting(self) -> bool:
        """Whether machine code is wanted that is not there yet; what is there by now is loaded.

        A kernel that is not called again, as one that makes the first state, would else be waited for without end.
        """
        for kernel, (types, _) in tuple(self._missing.items()):
            if self.ask(kernel, types):
                self._load(kernel, types)
        return bool(self._missing)

    @contextmanager
    def needed(self, really: bool) -> Iterator[None]:
        """If machine code is really needed, raise NotReady here instead of interpreting, as long as it may come."""
        self._needed = really
        try:
            yield
        finally:
            self._needed = False

    def _call(self, kernel: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        wanted = self._needed or _interpreted[kernel] >= self.patience
        if wanted and self.source is not Source.NONE:
            bound = parameters(kernel).bind(*args, **kwargs)
            bound.apply_defaults()
            begun = self.now()
            with _numba_loading(self.source):
                form = self._find(kernel, bound.args)
            self.seconds += self.now() - begun
            if form:
                self.interpreting = False
                return form(*bound.args)  # type: ignore[no-any-return]
            if self._needed and not background.fault():
                raise NotReady
        self.interpreting = self.source is not Source.NONE
        begun = time.perf_counter()
        try:
            return interpret(kernel, *args, **kwargs)
        finally:
            _interpreted[kernel] += time.perf_counter() - begun

    def _run(self, kernel: Callable[P, R], form: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        from knightwatch.engine.compiled.dispatchers import NotCompiled

        try:
            return form(*args, **kwargs)
        except NotCompiled:  # the arguments are of other types now
            del self._forms[kernel]
            return self._call(kernel, *args, **kwargs)

    def _find(self, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> Any | None:
        """Return the compiled form of a kernel if it is there for arguments of these types."""
        from knightwatch.engine.compiled import dispatchers

        types = dispatchers.signature(kernel, arguments)
        if self.source is Source.HERE:
            dispatchers.compile_now(kernel, types)
            return self._take(kernel)
        if kernel in self._missing:
            _, last = self._missing[kernel]
            if not self.ask(kernel, types) and time.monotonic() - last < AGAIN:
                return None
        form = self._load(kernel, types)
        if form is None:
            self._missing[kernel] = types, time.monotonic()
            self.ask(kernel, types)
        return form

    def _load(self, kernel: Callable[..., Any], types: Any) -> Any | None:
        """Return the compiled form of a kernel if the cache has it."""
        from knightwatch.engine.compiled import dispatchers

        if not dispatchers.load(kernel, types):
            return None
        self._missing.pop(kernel, None)
        return self._take(kernel)

    def _take(self, kernel: Callable[..., Any]) -> Any:
        """Call a kernel in its compiled form from now on; return that."""
        from knightwatch.engine.compiled import dispatchers

        form = dispatchers.form(kernel)
        self._forms[kernel] = partial(self._run, kernel, form)
        return form


@contextmanager
def _numba_loading(source: Source) -> Iterator[None]:
    """Keep what comes with numba the first time from the garbage collector, in a process that does not compile.

    Each full round over so many objects would hold up all threads, and with them the screen, for 0.03 s and more.
    """
    if source is not Source.BACKGROUND or "numba" in sys.modules or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def interpret(kernel: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a kernel as the plain function that it is; integers wrap around as they do in machine code."""
    with np.errstate(over="ignore"):
        return kernel(*args, **kwargs)
