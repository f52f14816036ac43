"""A file with a solver, read as data: text, summary, puzzle and settings. Reading it runs none of its code."""

import ast
import hashlib
import io
import os
import tokenize
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line, quoted
from knightwatch.engine.own.parameters import Parameter, file_parameters

MOST_BYTES = 1 << 20
"""The largest file that is read."""
FUNCTION = "solve"


@dataclass(frozen=True)
class SolverFile:
    """The contents of a file at the time it was read."""

    path: Path
    text: str
    summary: str
    """The first line of its docstring."""
    puzzle: str | None
    """The puzzle that it names; None if it names none."""
    parameters: tuple[Parameter, ...]

    @property
    def name(self) -> str:
        """The name of the file, without its folder."""
        return one_line(self.path.name)

    @property
    def digest(self) -> str:
        """A digest of the text."""
        return digest_of(self.text)


def user_path(text: str) -> Path:
    """Return the path that a user wrote; ~ is the home folder, and an unknown ~name stays as it is."""
    return Path(os.path.expanduser(text))  # noqa: PTH111 - Path.expanduser raises RuntimeError


def read_solver_file(path: Path) -> SolverFile:
    """Return the solver in a file; raise BadInput with the line if it cannot be one."""
    return understood(path, read_text(path))


def understood(path: Path, text: str) -> SolverFile:
    """Return the solver in the text of a file; raise BadInput with the line if it cannot be one."""
    name = quoted(path.name)
    try:
        tree = ast.parse(text, str(path))
    except SyntaxError as error:
        raise BadInput(f"{name} line {error.lineno or 1}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadInput(f"{name} is not a Python file ({quoted(str(error))})") from None
    constants = _constants(tree)
    kinds = ast.FunctionDef, ast.AsyncFunctionDef
    function = next((n for n in reversed(tree.body) if isinstance(n, kinds) and n.name == FUNCTION), None)
    if isinstance(function, ast.AsyncFunctionDef):
        raise BadInput(f"{name} line {function.lineno}: solve is async, but must be a plain function: remove async")
    if function is None:
        raise BadInput(f"{name} has no function solve(problem, random): knightwatch new writes a file to start from")
    try:
        parameters = file_parameters(function, constants)
    except BadInput as error:
        raise BadInput(f"{name} {error}") from None
    puzzle = constants.get("puzzle")
    summary = one_line((ast.get_docstring(tree) or "").strip().partition("\n")[0]).rstrip(".")
    return SolverFile(
        path, text, summary or "a solver of your own", None if puzzle is None else str(puzzle), tuple(parameters)
    )


def digest_of(text: str) -> str:
    """Return the digest of a file's text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_text(path: Path) -> str:
    """Return the text of a file; raise BadInput if it cannot be a solver."""
    name = quoted(path.name)
    try:
        if path.is_dir():
            raise BadInput(f"solver is {name}, which is a folder: name a Python file")
        if not path.is_file() and path.exists():
            raise BadInput(f"solver is {name}, which is not a regular file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except BadInput:  # a ValueError too
        raise
    except FileNotFoundError:
        raise BadInput(
            f"solver is {name}, but there is no such file: knightwatch new PUZZLE {name} writes one"
        ) from None
    except OSError as error:
        raise BadInput(f"solver is {name}, which cannot be read ({error.strerror})") from None
    except ValueError:
        raise BadInput(f"solver is {name}, which is not the name of a file") from None
    if len(data) > MOST_BYTES:
        raise BadInput(f"{name} has more than {MOST_BYTES:,} bytes: it is not a solver")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        raise BadInput(f"{name} is not text: a solver is a Python file in UTF-8") from None
    if "\0" in text:
        raise BadInput(f"{name} is not text: it has a zero byte")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _constants(tree: ast.Module) -> dict[str, Any]:
    """Return the literals that the file assigns to names at its top level."""
    found = {}
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            value = getattr(node, "value", None)
            if isinstance(target, ast.Name) and value is not None:
                try:
                    found[target.id] = ast.literal_eval(value)
                except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                    found.pop(target.id, None)
    return found
