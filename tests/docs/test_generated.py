"""Generated pages: they agree with the declarations and docstrings that they come from."""

import pytest

from docs.__main__ import PAGES as GENERATED
from docs.__main__ import rooms, schema_texts
from tests.support.pages import PAGES, ROOT


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert PAGES[f"docs/{name}"] == GENERATED[name](), "run: make docs"


def test_the_json_schemas_are_up_to_date() -> None:
    committed = {f"schemas/{path.name}": path.read_text("utf-8") for path in (ROOT / "docs/schemas").iterdir()}
    assert committed == schema_texts(), "run: make docs"


def test_every_folder_says_what_it_is_for() -> None:
    purposes = rooms()
    assert {"engine/core/", "engine/tour/solvers/", "tui/screens/puzzle/", "tests/", "bench/"} <= purposes.keys()
    assert [folder for folder, purpose in purposes.items() if not purpose] == []
