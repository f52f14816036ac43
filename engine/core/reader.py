"""Reading what a solver yields. Each puzzle has a `Reader` in its module `yields`, made from the puzzle's task.

Readers run in the process of the solver, so they import only the standard library. A value may be an object of the
author's whose methods raise or lie. A reader raises WrongYield for it or passes the exception on.
"""

import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Collection
from itertools import islice
from operator import index
from reprlib import Repr
from typing import Any, Protocol

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Addresses in a repr differ from run to run, and say nothing."""
MOST_BITS = 200
"""The largest integers that are written out."""
MOST_BYTES = 60
"""The longest bytes that are written out."""
KNOWN_REPRS = Counter.__repr__, OrderedDict.__repr__, defaultdict.__repr__
"""Containers of the standard library that write all their elements."""


class WrongYield(Exception):
    """A yielded value that cannot be drawn. The message is a clause that follows the step and its line."""


class Reader(Protocol):
    """Checks the values of one run and turns them into plain data."""

    def check(self, value: Any) -> None:
        """Raise WrongYield if a value cannot be drawn. It is called for every step, so it is fast."""

    def plain(self, value: Any) -> Any:
        """Return a checked value as data for JSON, as the puzzle's `own` module reads it."""

    def measures(self, value: Any) -> dict[str, float]:
        """Return the points that a checked value adds to the curves."""

    def square(self, square: Any) -> int:
        """Return the number of a square that the author names in marks or candidates. Raise WrongYield."""


class _Short(Repr):
    """Writes the beginning of a value: the whole of a large list would take long."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdeque = self.maxdict = 20
        self.maxstring = self.maxother = 200

    def repr_int(self, number: int, level: int) -> str:  # noqa: ARG002
        return repr(number) if number.bit_length() <= MOST_BITS else f"<integer of {number.bit_length():,} bits>"

    def repr_set(self, x: set[Any], level: int) -> str:
        """Write the first elements. The base class sorts them all, which takes long."""
        return self._first(x, level, "{", "}") if x else "set()"

    def repr_frozenset(self, x: frozenset[Any], level: int) -> str:
        return f"frozenset({self.repr_set(x, level) if x else ''})"  # type: ignore[arg-type]

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        pairs = (f"{self.repr1(k, level - 1)}: {self.repr1(v, level - 1)}" for k, v in islice(x.items(), self.maxdict))
        return f"{{{', '.join(pairs)}{', ...' if len(x) > self.maxdict else ''}}}" if level > 0 else "{...}"

    def repr_bytes(self, x: bytes, level: int) -> str:  # noqa: ARG002
        return repr(x[:MOST_BYTES]) if len(x) <= MOST_BYTES else f"<{len(x):,} bytes>"

    def repr_bytearray(self, x: bytearray, level: int) -> str:  # noqa: ARG002
        return f"bytearray({bytes(x)!r})" if len(x) <= MOST_BYTES else f"<bytearray of {len(x):,} bytes>"

    def repr_instance(self, x: Any, level: int) -> str:
        """Write the beginning of a subclass of a container, such as a Counter, as that of the container."""
        for kind in (dict, set, list, tuple):
            if isinstance(x, kind) and type(x).__repr__ in (kind.__repr__, *KNOWN_REPRS):
                inner: str = getattr(self, f"repr_{kind.__name__}")(x, level)
                return f"{_name(type(x))}({inner})"
        return super().repr_instance(x, level)

    def _first(self, x: Collection[Any], level: int, left: str, right: str) -> str:
        if level <= 0:
            return f"{left}...{right}"
        shown = ", ".join(self.repr1(each, level - 1) for each in islice(x, self.maxset))
        return f"{left}{shown}{', ...' if len(x) > self.maxset else ''}{right}"


_short = _Short().repr


def shown(value: Any) -> str:
    """Return a short text for a value of the author's; its `__repr__` may fail."""
    try:
        text = ADDRESS.sub("", " ".join(str.split(_short(value))))
    except BaseException as error:
        text = f"<{_name(type(value))}: repr raised {_name(type(error))}>"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _name(kind: type[Any]) -> str:
    """Return the name of a class, whatever its metaclass does."""
    return str(type.__dict__["__name__"].__get__(kind))


def listed(value: Any) -> Any:
    """Return a NumPy array, a range, a tuple or another kind of list as a list; any other value as it is."""
    if type(value) is list:
        return value
    if isinstance(value, list | tuple | range | deque):
        return list(value)
    to_list = getattr(value, "tolist", None)
    return to_list() if callable(to_list) else value


def whole(number: Any) -> int:
    """Return a whole number of any kind as a plain integer. Raise TypeError for other values."""
    return int(number) if isinstance(number, float) and number.is_integer() else int(index(number))


def plain_text(text: str) -> str:
    """Return a text of any kind as a plain one."""
    return "".join((text,))
