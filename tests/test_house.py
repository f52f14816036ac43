"""The house: no two classes share a name."""

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_name_of_a_class_has_one_meaning() -> None:
    paths = [path for room in ("engine", "tui", "bench") for path in (ROOT / room).rglob("*.py")]
    declared = Counter(
        node.name
        for path in paths
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert len(declared) > 100
    assert [name for name, times in declared.items() if times > 1] == []
