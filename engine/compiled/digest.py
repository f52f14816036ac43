"""A digest of the meaning of code: of some modules and of every module of the engine that they import.

Saved runs and compiled code are stored under the digest of the code that made them. The digest covers the syntax tree
without docstrings, comments and messages, so that better prose invalidates nothing. Imports are read from the sources,
including those inside functions; no module is imported.
"""

import hashlib
import sys
from functools import cache
from pathlib import Path

from knightwatch.engine.compiled import meanings

ENGINE = Path(__file__).parent.parent
NAME = "knightwatch.engine"

SHOWN = {f"{NAME}.core.{name}" for name in ("curves", "frame", "gallery", "glossary", "page", "words")}
"""Modules that only present a result: neither they nor their imports are part of a digest."""


@cache
def digest(*modules: str, engine: Path = ENGINE) -> str:
    """Return the digest of modules, given by their full names. It is cached."""
    total = hashlib.sha256()
    for module, path in sorted(reached(*modules, engine=engine).items()):
        total.update(f"{module}\n{meanings.meaning(path).code}\n".encode())
    return total.hexdigest()[:16]


def reached(*modules: str, engine: Path = ENGINE) -> dict[str, Path]:
    """Return the files of modules and of all their imports in the engine and in the same packages.

    A module of another package must be imported already. Raise KeyError for a module without a file.
    """
    files: dict[str, Path] = {}
    waiting = list(modules)
    packages = {top for module in modules if (top := module.partition(".")[0]) != "knightwatch"}
    while waiting:
        module = waiting.pop()
        if module not in files and module not in SHOWN:
            path = _file(module, engine) or _foreign_file(module, packages)
            if path is None:
                raise KeyError(module)
            files[module] = path
            waiting += (n for n in meanings.meaning(path).names if _file(n, engine) or _foreign_file(n, packages))
    return files


def _foreign_file(module: str, packages: set[str]) -> Path | None:
    """Return the file of an imported module of other packages; None if it has none."""
    file = getattr(sys.modules.get(module), "__file__", None) if module.partition(".")[0] in packages else None
    return Path(file) if file and file.endswith(".py") else None


@cache
def _file(module: str, engine: Path) -> Path | None:
    """Return the file of a module of the engine; None for any other module."""
    if module != NAME and not module.startswith(f"{NAME}."):
        return None
    place = engine.joinpath(*module.removeprefix(NAME).split(".")[1:])
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)
