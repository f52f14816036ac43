"""Texts of the engine: no keys, options or commands, because the engine does not know its front end."""

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
    """Yield the string constants of a module, except docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    expressions = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    docstrings = {id(node) for node in expressions if isinstance(node, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
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
def test_the_pattern_finds_keys_options_and_commands(foreign: str) -> None:
    assert FOREIGN.search(foreign)


def test_texts_of_the_engine_name_no_key_option_or_command() -> None:
    texts = [(path.name, text) for path in sorted(ROOT.rglob("*.py")) for text in sentences(path)]
    assert len(texts) > 1000
    assert [each for each in texts if FOREIGN.search(each[1])] == []
