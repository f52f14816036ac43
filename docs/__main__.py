"""Writes the pages of settings and of words, docs/settings.md and docs/glossary.md, from their source: `make docs`."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic.fields import FieldInfo

from knightwatch.engine.core.declaration import Settings, allowed, default, option
from knightwatch.engine.core.glossary import GLOSSARY
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Seed
from knightwatch.engine.plans.puzzle import Puzzle

FOLDER = Path(__file__).parent
BEGINNING = """# Settings

Every parameter is a field of the form behind `s`, an option of the command line and, with `_` for `-`, a keyword of the
[library](library.md). This page is made from where they are declared: `make docs`.
"""


def page() -> str:
    """Return the page."""
    every = ["## Every solver\n", _table(Settings.model_fields | Seed.model_fields)]
    return "\n".join([BEGINNING, *(part for puzzle in PUZZLES for part in _puzzle(puzzle)), *every])


def _puzzle(puzzle: Puzzle) -> Iterator[str]:
    yield f"## {puzzle.title}\n"
    yield f"`{puzzle.name}`: {puzzle.summary}.\n"
    yield _table(puzzle.problem.model_fields)
    for solver in puzzle.solvers:
        steps = f"A step is one {solver.unit}; `i` stops at the next {solver.milestone}."
        yield f"### {solver.name}\n"
        yield f"{solver.summary[0].upper()}{solver.summary[1:]}. {steps}\n"
        yield _table({name: field for name, field in solver.settings_type.model_fields.items() if _own(name, field)})


def _own(name: str, field: FieldInfo) -> bool:
    """Tell whether a setting is a solver's own: what every solver has is, where its default is another."""
    return name not in Settings.model_fields or default(field) != default(Settings.model_fields[name])


def _table(fields: Mapping[str, FieldInfo]) -> str:
    rows = ["| option | what it is | allowed | default |", "|---|---|---|---|"]
    for name, field in fields.items():
        usual = f"`{default(field)}`" if default(field) else ""
        rows.append(f"| `--{option(name)}` | {field.description} | {allowed(field)} | {usual} |")
    return "\n".join(rows) + "\n"


def glossary() -> str:
    """Return the page of words."""
    words = (f"- **{word}**: {meaning}." for word, meaning in GLOSSARY.items())
    return (
        "\n".join(["# Words of the field", "", "The same stand behind `?` on the screen of a puzzle.", "", *words])
        + "\n"
    )


if __name__ == "__main__":
    for name, text in (("settings.md", page()), ("glossary.md", glossary())):
        (FOLDER / name).write_text(text, "utf-8")
        print(f"docs/{name}")
