"""The house: no module needs itself by way of others, imports inside functions and for types included."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def modules() -> dict[str, Path]:
    paths = (path for room in ("engine", "tui") for path in (ROOT / room).rglob("*.py"))
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def imported(path: Path) -> Iterator[str]:
    """Yield all names that a module imports, wherever it does so."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_no_two_modules_import_each_other_not_even_by_way_of_others() -> None:
    known = modules()
    needed = {name: known.keys() & set(imported(path)) - {name} for name, path in known.items()}
    order = list(TopologicalSorter(needed).static_order())  # raises a CycleError that names them
    assert len(order) == len(known) > 100
