"""The meaning of source files: a hash of their code without prose, and the modules that they import.

To parse all kernels takes 0.2 s, so meanings are cached on disk. The key of a meaning is a hash of the source, of this
module and of Python's version: a changed source can never find the meaning of another one.
"""

import ast
import hashlib
import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock, get_ident
from typing import NamedTuple

MOST = 2000
"""Meanings that the file keeps; a full file is written again with those of this process alone."""

_parsing = Lock()
"""Held while a source is parsed: in Python 3.11 two threads that parse at once can raise SystemError."""


class Meaning(NamedTuple):
    """The meaning of a source file."""

    code: str
    """A hash of its syntax tree without docstrings, comments and messages."""
    names: tuple[str, ...]
    """The modules that it may import."""


_used: dict[str, Meaning] = {}
"""The meanings that this process computed or looked up, by their keys."""
_sharing = Lock()
"""Held while meanings are added and saved."""


@cache
def meaning(path: Path) -> Meaning:
    """Return the meaning of a source file, from the cache if it is there."""
    text = path.read_bytes()
    key = hashlib.sha256(_salt() + text).hexdigest()
    found = _stored().get(key) or parsed(text)
    with _sharing:
        _used[key] = found
    return found


def save() -> None:
    """Add the meanings of this process to the file on disk. A cache that cannot be written is no error."""
    with _sharing:
        stored = _stored()
        if _used.keys() <= stored.keys():
            return
        stored |= _used
        kept = json.dumps(stored if len(stored) <= MOST else _used)
    part = _file().with_name(f".meanings.{os.getpid()}.{get_ident()}.part")
    with suppress(OSError):
        part.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(kept, "utf-8")
        part.replace(_file())


def parsed(text: bytes) -> Meaning:
    """Return the meaning of a source."""
    with _parsing:
        tree = ast.parse(text)
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            body[:] = (each for each in body if not _is_docstring(each))
        if isinstance(node, ast.Import):
            names |= dict.fromkeys(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            # `from a import b` imports the module a.b, or a name of the module a.
            names |= dict.fromkeys([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = ""  # a message: names, options and notations have no space
    return Meaning(hashlib.sha256(ast.dump(tree).encode()).hexdigest(), tuple(names))


def _is_docstring(node: ast.AST) -> bool:
    """Tell whether a statement is the docstring of a module, class, function or attribute."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@cache
def _salt() -> bytes:
    """Return what a meaning depends on beside the source: this code, and the syntax trees of this Python."""
    return Path(__file__).read_bytes() + sys.version.encode()


def _file() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("knightwatch") / "meanings.json"


@cache
def _stored() -> dict[str, Meaning]:
    """Return the meanings on disk; none if the file is missing or damaged."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        read = json.loads(_file().read_text("utf-8"))
        return {key: Meaning(str(code), tuple(map(str, names))) for key, (code, names) in read.items()}
    return {}
