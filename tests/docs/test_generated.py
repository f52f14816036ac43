"""Generated pages: they agree with the declarations and docstrings that they come from."""

import pytest

from docs.__main__ import PAGES as GENERATED
from docs.__main__ import rooms
from tests.support.pages import PAGES


@pytest.mark.parametrize("name", ["settings.md", "glossary.md"])
def test_a_generated_page_is_up_to_date(name: str) -> None:
    assert PAGES[f"docs/{name}"] == GENERATED[name](), "run: make docs"


def test_every_folder_says_what_it_is_for() -> None:
    purposes = rooms()
    assert {"engine/core/", "engine/tour/solvers/", "tui/screens/puzzle/", "tests/", "bench/"} <= purposes.keys()
    assert [folder for folder, purpose in purposes.items() if not purpose] == []
