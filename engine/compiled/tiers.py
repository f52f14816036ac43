"""Two tiers: a kernel is interpreted at once on every machine, or runs as compiled code once that pays.

Both tiers lead to the same state, bit by bit, so a search may change the tier between any two calls. A kernel is
interpreted until it has taken some time. Then its compiled code is loaded from the cache. If the cache lacks it, a
background process compiles it, and calls are interpreted until it is ready.
"""

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any, ParamSpec, TypeVar

import numpy as np

from knightwatch.engine.compiled import background, cache
from knightwatch.engine.compiled.importing import memory_fault, numba_fault
from knightwatch.engine.compiled.kernel import interpreted_form, parameters

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 0.2
"""Seconds that a process interprets a kernel before it asks for compiled code."""

AGAIN = 1.0
"""Seconds until the next look into the cache: another program may have compiled the missing kernel."""

TRIES = 3
"""Failed attempts to load code that is reported ready, before a search stops waiting for it."""


class Source(Enum):
    """Where compiled code comes from."""

    NONE = auto()
    """From nowhere: everything is interpreted."""
    BACKGROUND = auto()
    """From the cache; a background process compiles what the cache lacks."""
    HERE = auto()
    """From the cache; this process compiles what the cache lacks, and waits."""


class NotReady(Exception):
    """The search needs compiled code that is still being compiled."""


@dataclass
class Missing:
    """A kernel that is not loaded yet."""

    types: Any
    """The types of its arguments; None if numba cannot be used."""
    looked: float = 0.0
    """When the cache was last searched for it."""
    failures: int = 0
    """Failed attempts to load it after the compiler reported it ready."""


_source, _patience = Source.BACKGROUND, PATIENCE
_interpreted: defaultdict[Callable[..., Any], float] = defaultdict(float)
"""Seconds that this process spent interpreting each kernel."""


def compile_here(patience: float = PATIENCE) -> None:
    """Let this process compile and wait, for tests, measurements and workers without a screen."""
    global _source, _patience
    _source, _patience = Source.HERE, patience


def prepare(job: str, *arguments: Any) -> None:
    """Compile in the background all kernels that a function lists, unless the cache has everything."""
    if _source is Source.BACKGROUND and not cache.is_complete():
        background.prepare(job, *arguments)


class Tier:
    """Calls the kernels of one search, interpreted or compiled."""

    def __init__(self, patience: float | None = None) -> None:
        """Interpret each kernel for `patience` seconds before asking for compiled code; None: the process default."""
        self.source = _source
        self.patience = _patience if patience is None else patience
        self.request: Callable[[Callable[..., Any], Any], bool] = background.request
        """Requests a kernel for some argument types; returns True once it is in the cache."""
        self.seconds = 0.0
        """Seconds spent on looking for compiled code and loading it."""
        self.now: Callable[[], float] = time.perf_counter
        """The clock that measures `seconds`."""
        self.interpreting = False
        """Whether the last kernel was interpreted although its compiled code may come."""
        self._needed = False
        self._compiled: dict[Any, Any] = {}
        self._missing: dict[Any, Missing] = {}
        self._tried: set[Any] = set()
        """Kernels whose code was tried for the arguments of this search, whatever their types are."""

    def __call__(self, kernel: Callable[P, R]) -> Callable[P, R]:
        """Return the function to call for a kernel now."""
        compiled: Callable[P, R] | None = self._compiled.get(kernel)
        return compiled or partial(self._call, kernel)

    @property
    def waiting(self) -> bool:
        """Whether compiled code is still missing.

        This also loads what is ready. Otherwise a kernel that is called only once, for the first state, would count
        as missing for ever.
        """
        for kernel, missing in tuple(self._missing.items()):
            if missing.types is not None and self.request(kernel, missing.types) and self._due(kernel, missing.types):
                self._load(kernel, missing.types)
        return bool(self._missing)

    @contextmanager
    def needed(self, needed: bool) -> Iterator[None]:
        """If `needed`, raise NotReady instead of interpreting a kernel whose compiled code may come."""
        self._needed = needed
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
            with _collector_paused_for_numba(self.source):
                dispatcher = self._find(kernel, bound.args)
            self.seconds += self.now() - begun
            if dispatcher:
                self.interpreting = False
                return self._compiled[kernel](*bound.args)  # type: ignore[no-any-return]
            if self._needed and not background.fault():
                raise NotReady
        self.interpreting = self.source is not Source.NONE
        begun = time.perf_counter()
        try:
            return interpret(kernel, *args, **kwargs)
        finally:
            _interpreted[kernel] += time.perf_counter() - begun

    def _call_compiled(
        self, kernel: Callable[P, R], dispatcher: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        from knightwatch.engine.compiled.dispatchers import NotCompiled

        try:
            return dispatcher(*args, **kwargs)
        except NotCompiled:  # the arguments have other types now
            del self._compiled[kernel]
            return self._call(kernel, *args, **kwargs)

    def _find(self, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> Any | None:
        """Return the compiled form of a kernel if it is there for arguments of these types."""
        if fault := memory_fault(self.source is Source.HERE) or numba_fault():
            background.give_up(fault)
            self._missing[kernel] = Missing(None)
            return None
        from knightwatch.engine.compiled import dispatchers

        # Other searches of this process have used its code, probably with the same types: numba's own test for that is
        # fast, while `signature` takes as long as many small runs.
        if dispatchers.has_code(kernel) and kernel not in self._missing and kernel not in self._tried:
            self._tried.add(kernel)
            return self._use(kernel)
        missing = self._missing.get(kernel)
        if missing and missing.types is not None and not self._due(kernel, missing.types):
            return None  # each call of an interpreted search comes here, and `signature` is slow
        types = dispatchers.signature(kernel, arguments)
        if self.source is Source.HERE:
            dispatchers.compile_now(kernel, types)
            return self._use(kernel)
        return self._load(kernel, types) if self._due(kernel, types) else None

    def _due(self, kernel: Callable[..., Any], types: Any) -> bool:
        """Tell whether to look into the cache: first, when the code is reported ready, and every `AGAIN` seconds."""
        missing = self._missing.get(kernel)
        if missing is None or time.monotonic() - missing.looked >= AGAIN:
            return True
        return not missing.failures and self.request(kernel, types)

    def _load(self, kernel: Callable[..., Any], types: Any) -> Any | None:
        """Return the compiled form of a kernel if the cache has it; request it if not.

        Code that is reported ready, but cannot be loaded, is a fault after `TRIES` attempts.
        """
        from knightwatch.engine.compiled import dispatchers

        if dispatchers.load(kernel, types):
            self._missing.pop(kernel, None)
            return self._use(kernel)
        missing = self._missing.setdefault(kernel, Missing(types))
        missing.types, missing.looked = types, time.monotonic()
        if self.request(kernel, types):
            missing.failures += 1
            if missing.failures >= TRIES:
                background.give_up(f"compiled code cannot be loaded: delete {cache.folder()} and start again")
        return None

    def _use(self, kernel: Callable[..., Any]) -> Any:
        """Call a kernel through its dispatcher from now on; return the dispatcher."""
        from knightwatch.engine.compiled import dispatchers

        dispatcher = dispatchers.dispatcher(kernel)
        self._compiled[kernel] = partial(self._call_compiled, kernel, dispatcher)
        return dispatcher


@contextmanager
def _collector_paused_for_numba(source: Source) -> Iterator[None]:
    """Pause the garbage collector while numba is imported, and exempt its objects, in a process with a screen.

    A full collection of that many objects would stop all threads, and so the screen, for 0.03 s or more.
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
    """Call a kernel, or its stand-in, as a plain Python function. Integers wrap around as in compiled code."""
    with np.errstate(over="ignore"):
        return interpreted_form(kernel)(*args, **kwargs)  # type: ignore[no-any-return]
