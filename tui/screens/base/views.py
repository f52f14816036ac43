"""Views: which parts of a screen are on show, as classes that the style sheet knows."""

from collections.abc import Sequence
from typing import Any

from textual.screen import Screen

VIEWS = (
    "-board-only",
    "-graph-only",
    "-side-only",
    "-real-only",
    "-files-only",
    "-table-only",
    "-chart-only",
    "-crowd-only",
)
"""All views but the one with everything that has room."""


def next_view(screen: Screen[Any], views: Sequence[str]) -> None:
    """Go from one of the views to the next, from the last to everything, and from there to the first."""
    now = next((place for place, view in enumerate(views, 1) if screen.has_class(view)), 0)
    screen.remove_class(*VIEWS)
    if now < len(views):
        screen.add_class(views[now])
