"""Libraries behind one module: a change of theirs has one place to be handled."""

import re
from pathlib import Path

import pytest

from knightwatch import tui

TUI = Path(tui.__path__[0])


def importers(pattern: str) -> set[str]:
    """Return the modules of tui with an import that matches a pattern."""
    matching = re.compile(pattern, re.MULTILINE)
    return {str(path.relative_to(TUI)) for path in TUI.rglob("*.py") if matching.search(path.read_text("utf-8"))}


@pytest.mark.parametrize(
    ("library", "module"),
    [
        ("plotext", "output/charts/lines.py"),
        ("psutil", "web/usage.py"),
        ("textual_serve", "web/server.py"),
    ],
)
def test_only_one_module_imports_a_library(library: str, module: str) -> None:
    assert importers(rf"^\s*(?:from|import) {library}\b") == {module}


def test_only_one_module_imports_private_parts_of_textual() -> None:
    modules = r"^\s*(?:from|import) (?:textual|rich)(?:\.\w+)*\._"
    names = r"^\s*from (?:textual|rich)[\w.]* import [^#\n]*\b_[a-z]"
    assert importers(f"{modules}|{names}") == {"textual_internals.py"}
