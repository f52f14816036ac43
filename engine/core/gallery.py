"""What a search has collected: pages to look at, and answers to write to a file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from knightwatch.engine.core.page import Page


def no_page(place: int) -> Page:
    """Raise IndexError: an empty gallery has no page."""
    raise IndexError(place)


@dataclass(frozen=True)
class Gallery:
    """What one search has collected; empty by default."""

    size: int = 0
    """How many pages there are."""
    page: Callable[[int], Page] = no_page
    """Returns one page, from 0."""
    many: bool = False
    """Whether the user asked for more than one answer."""
    answers: Callable[[], dict[str, list[Any]]] = dict
    """Returns all stored answers under their name in the JSON result."""
    table: Callable[[], list[tuple[Any, ...]]] = list
    """Returns all stored answers as the rows of a table, column names first. The last column is the answer."""
    about: str = ""
    """What the pages show, in a clause for the help."""
