"""The words of the engine: sentences about problems and searches, for whoever shows them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from knightwatch import engine

ROOT = Path(engine.__path__[0])
FOREIGN = re.compile(
    r"--[a-z]"  # a flag
    r"|\bknightwatch (tour|swap|queens|race|sweep|papers)\b"
    r"|\b(press|key|click|command line)\b"
    r"|(^|[.;:,] )([b-mo-z?]|[Ss]pace|[Ee]nter|[Tt]ab) [a-z]+s\b"  # a key, and what it does
)


def sentences(path: Path) -> Iterator[str]:
    """Yield the texts of a module that are no documentation."""
    tree = ast.parse(path.read_text("utf-8"))
    documented = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    said = {id(node) for node in documented if isinstance(node, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.parametrize(
    "foreign",
    [
        "choose another file with --store",
        "That is a dead end: u takes it back.",
        "Space puts the start on a square",
        "knightwatch papers six-knights",
    ],
)
def test_what_belongs_to_the_screen_or_to_the_command_line_is_recognised(foreign: str) -> None:
    assert FOREIGN.search(foreign)


def test_the_engine_knows_no_key_no_flag_and_no_command_line() -> None:
    found = [(path.name, text) for path in sorted(ROOT.rglob("*.py")) for text in sentences(path)]
    assert len(found) > 1000
    assert [each for each in found if FOREIGN.search(each[1])] == []
