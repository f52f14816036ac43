"""Writes the generated pages of the documentation: `make docs`.

Settings, words and JSON schemas come from their declarations, the table of rooms from the docstrings of packages,
and the page of commands from the command line itself.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic.fields import FieldInfo

from docs.cli_page import cli_page
from docs.json_schemas import schemas
from knightwatch.engine.core.declaration import Settings, allowed, default, option
from knightwatch.engine.core.glossary import GLOSSARY
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Seed
from knightwatch.engine.plans.puzzle import Puzzle

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent
SETTINGS_HEAD = """# Settings

Every parameter is a field of the form behind `s`, an option of the command line and, with `_` for `-`, a keyword of the
[library](library.md). This page is generated from the declarations: `make docs`.
"""
GLOSSARY_HEAD = """# Words of the field

The key `?` shows the same list on the screen of a puzzle.
"""
TOPS = ("engine", "tui", "tests", "bench", "screenshots", "docs")
"""Folders with a line in the table of rooms; packages of the first two have lines of their own."""
ROOMS = re.compile(r"(?<=<!-- rooms: make docs -->\n).*?(?=<!-- end of rooms -->)", re.DOTALL)


def settings_page() -> str:
    """Return the page of all settings."""
    every = ["## Every solver\n", _table(Settings.model_fields | Seed.model_fields)]
    return "\n".join([SETTINGS_HEAD, *(part for puzzle in PUZZLES for part in _puzzle(puzzle)), *every])


def _puzzle(puzzle: Puzzle) -> Iterator[str]:
    yield f"## {puzzle.title}\n"
    yield f"`{puzzle.name}`: {puzzle.summary}.\n"
    yield _table(puzzle.problem.model_fields)
    for solver in puzzle.solvers:
        steps = f"A step is one {solver.unit}; `i` stops at the next {solver.milestone}."
        yield f"### {solver.name}\n"
        yield f"{solver.summary[0].upper()}{solver.summary[1:]}. {steps}\n"
        fields = solver.settings_type.model_fields
        if own := {name: field for name, field in fields.items() if _is_own(name, field)}:
            yield _table(own)


def _is_own(name: str, field: FieldInfo) -> bool:
    """Return whether a setting belongs to a solver: no other has it, or this solver changes its default."""
    return name not in Settings.model_fields or default(field) != default(Settings.model_fields[name])


def _table(fields: Mapping[str, FieldInfo]) -> str:
    rows = ["| option | what it is | allowed | default |", "|---|---|---|---|"]
    for name, field in fields.items():
        usual = f"`{default(field)}`" if default(field) else ""
        rows.append(f"| `--{option(name)}` | {field.description} | {allowed(field)} | {usual} |")
    return "\n".join(rows) + "\n"


def glossary_page() -> str:
    """Return the page of words."""
    return GLOSSARY_HEAD + "".join(f"\n- **{word}**: {meaning}." for word, meaning in GLOSSARY.items()) + "\n"


def rooms() -> dict[str, str]:
    """Return what each folder is for: the first paragraph of its package's docstring."""
    folders = [ROOT / top for top in TOPS]
    folders += [place.parent for top in ("engine", "tui") for place in ROOT.glob(f"{top}/**/__init__.py")]
    return {f"{folder.relative_to(ROOT)}/": _purpose(folder) for folder in sorted(set(folders), key=_order)}


def _order(folder: Path) -> tuple[int, Path]:
    return TOPS.index(folder.relative_to(ROOT).parts[0]), folder


def _purpose(folder: Path) -> str:
    for name in ("__init__.py", "__main__.py"):
        if (place := folder / name).exists():
            text = ast.get_docstring(ast.parse(place.read_text("utf-8"))) or ""
            return " ".join(text.split("\n\n")[0].split())
    return ""


def building_page() -> str:
    """Return the page about the code with its table of rooms."""
    rows = ["", "| folder | what it is for |", "|---|---|"]
    rows += [f"| `{folder}` | {purpose} |" for folder, purpose in rooms().items()]
    return ROOMS.sub(lambda _: "\n".join(rows) + "\n\n", (FOLDER / "building.md").read_text("utf-8"))


def schema_texts() -> dict[str, str]:
    """Return the JSON schemas by the names of their files."""
    return {f"schemas/{name}.json": json.dumps(schema, indent=1) + "\n" for name, schema in schemas().items()}


PAGES = {
    "settings.md": settings_page,
    "glossary.md": glossary_page,
    "building.md": building_page,
    "cli.md": cli_page,
}
"""Every page that is generated, at least in part."""

if __name__ == "__main__":
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), "utf-8")
        print(f"docs/{name}")
    (FOLDER / "schemas").mkdir(exist_ok=True)
    for name, text in schema_texts().items():
        (FOLDER / name).write_text(text, "utf-8")
        print(f"docs/{name}")
