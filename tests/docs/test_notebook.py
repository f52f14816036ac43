"""The notebook of the documentation: its cells run in order, and the values that it shows draw themselves.

The test runs the cells itself. A Jupyter kernel would bring thirty packages, a process and sockets for the same check.
"""

import ast
import json
from typing import Any

from tests.support.pages import ROOT

NOTEBOOK = json.loads((ROOT / "docs" / "knightwatch.ipynb").read_text("utf-8"))
KEYS = {"markdown": {"cell_type", "id", "metadata", "source"}}
KEYS["code"] = KEYS["markdown"] | {"execution_count", "outputs"}


def sources() -> list[str]:
    return ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell and return the value of its last line; None if that is no expression."""
    module = ast.parse(source)
    last = module.body.pop() if isinstance(module.body[-1], ast.Expr) else None
    exec(compile(module, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


def test_the_notebook_has_the_form_of_nbformat_4_5() -> None:
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    assert all(cell.keys() == KEYS[cell["cell_type"]] for cell in NOTEBOOK["cells"])
    ids = [cell["id"] for cell in NOTEBOOK["cells"]]
    assert len(ids) == len(set(ids))


def test_every_cell_runs_and_shows_something() -> None:
    names: dict[str, Any] = {"__name__": "notebook"}
    drawn = []
    for source in sources():
        value = shown(source, names)
        assert value is not None, source
        html = getattr(value, "_repr_html_", None) or getattr(value, "_repr_svg_", None)
        drawn.append(html() if html else "")
    assert sum("<svg" in html for html in drawn) >= 7
    assert sum(html.startswith("<iframe") for html in drawn) == 2
    assert sum(map(len, drawn)) < 1_000_000
