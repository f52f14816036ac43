"""The interface that people and scripts rely on: states, options, JSON fields and keys, written down in a file.

A deliberate change is written down again: `python -m tests.laws.test_same_interface`.
"""

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from knightwatch import tui
from knightwatch.engine.core.declaration import default, option
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.plans.result import result
from knightwatch.tui.output.json_format import versioned
from tests.laws.test_seed import default_digests

WRITTEN = Path(__file__).with_name("same_interface.json")


def options() -> dict[str, list[str]]:
    """Return every option of every solver with its bounds and default."""
    return {
        f"{puzzle.name} {solver.name}": [
            f"{option(name)} {field.metadata} {default(field)}" for name, field in declaration(puzzle, solver).items()
        ]
        for puzzle in PUZZLES
        for solver in puzzle.solvers
    }


def names(value: Any) -> Any:
    """Return the names of the fields of a JSON value, those of its objects included."""
    return {name: names(each) for name, each in value.items()} if isinstance(value, dict) else ""


def json_fields() -> dict[str, Any]:
    """Return the fields of the JSON result of every solver."""
    fields = {}
    for puzzle in PUZZLES:
        for solver in puzzle.solvers:
            plan = Plan.read(puzzle, {"solver": solver.name, "seed": "1"})
            fields[f"{puzzle.name} {solver.name}"] = names(versioned(result(plan, Run(plan.search()), everything=True)))
    return fields


def keys() -> dict[str, list[str]]:
    """Return the keys of the program and of every screen, by the name of its class."""
    for module in walk_packages(tui.__path__, "knightwatch.tui."):
        import_module(module.name)
    found: dict[str, list[str]] = {}
    for kind in sorted({*every_kind(Screen), *every_kind(App)}, key=lambda kind: kind.__name__):
        if kind.__module__.startswith("knightwatch.") and (bindings := vars(kind).get("BINDINGS")):
            found[kind.__name__] = sorted(each.key if isinstance(each, Binding) else each[0] for each in bindings)
    return found


def every_kind(kind: type[Any]) -> Iterator[type[Any]]:
    for narrower in kind.__subclasses__():
        yield narrower
        yield from every_kind(narrower)


ALL = {"states": default_digests, "options": options, "json": json_fields, "keys": keys}


@pytest.mark.parametrize("part", ALL)
def test_the_interface_is_as_written_down(part: str) -> None:
    assert json.loads(json.dumps(ALL[part]())) == json.loads(WRITTEN.read_text("utf-8"))[part]


if __name__ == "__main__":
    WRITTEN.write_text(json.dumps({part: make() for part, make in ALL.items()}, indent=1, ensure_ascii=False) + "\n")
