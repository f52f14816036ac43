"""The house: no module needs itself by way of others, and no two classes share a name."""

import ast
from collections import Counter
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


def test_a_name_of_a_class_has_one_meaning() -> None:
    paths = [*modules().values(), *(ROOT / "bench").glob("*.py")]
    declared = Counter(
        node.name
        for path in paths
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in declared.items() if times > 1] == []
