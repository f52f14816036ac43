"""No circular imports, including imports inside functions and for type checking."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = {
    ".".join(["knightwatch", *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(".__init__"): path
    for package in ("engine", "tui")
    for path in (ROOT / package).rglob("*.py")
}


def imported(path: Path) -> Iterator[str]:
    """Return the modules of this project that a file imports."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            assert node.module
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in MODULES else node.module for name in names if node.module in MODULES)


def test_no_module_imports_itself_indirectly() -> None:
    assert {"knightwatch.engine", "knightwatch.engine.core.search", "knightwatch.tui.app"} < set(MODULES)
    tuple(TopologicalSorter({name: set(imported(path)) for name, path in MODULES.items()}).static_order())
