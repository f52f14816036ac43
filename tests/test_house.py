"""Names: no two classes share one."""

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_class_names_are_unique() -> None:
    paths = [path for room in ("engine", "tui", "bench") for path in (ROOT / room).rglob("*.py")]
    declared = Counter(
        node.name
        for path in paths
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert len(declared) > 100
    assert [name for name, times in declared.items() if times > 1] == []
