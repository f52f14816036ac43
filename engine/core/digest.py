"""A digest of code: some modules of the engine and all of its modules that these import, one by another.

What was made by code is kept under the digest of that code; so after a change nothing old comes back as new, and what
other code has made stays. Imports are read from the sources, those inside functions too: nothing is imported for it.
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from threading import Lock

ENGINE = Path(__file__).parent.parent

_parsing = Lock()
"""Held while a source is parsed: two threads of Python 3.11 that do so at once may fail, with a SystemError."""


@cache
def digest(*modules: str, engine: Path = ENGINE) -> str:
    """Return a name for the code of modules, by their full names; it is worked out once in a process."""
    found = hashlib.sha256()
    for module, path in sorted(reached(*modules, engine=engine).items()):
        found.update(f"{module}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def reached(*modules: str, engine: Path = ENGINE) -> dict[str, Path]:
    """Return modules of the engine and all that they import of it, with their files; raises KeyError for any other."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            path = _file(module, engine)
            if path is None:
                raise KeyError(module)
            found[module] = path
            waiting += _imported(path, engine)
    return found


@cache
def _imported(path: Path, engine: Path) -> tuple[str, ...]:
    """Return the modules of the engine that a file imports itself."""
    source = path.read_bytes()
    with _parsing:
        tree = ast.parse(source)
    names = dict.fromkeys(_names(tree))
    return tuple(name for name in names if _file(name, engine))


def _names(tree: ast.Module) -> Iterator[str]:
    """Return what may be the names of modules imported: `from a import b` may name a.b or a thing in a."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def _file(module: str, engine: Path) -> Path | None:
    """Return the file of a module of the engine; None where there is none."""
    package, *parts = module.split(".")
    if package != "engine":
        return None
    place = engine.joinpath(*parts)
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)
