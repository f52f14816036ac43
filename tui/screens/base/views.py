"""Views: which parts of a screen are visible. Each view is a CSS class of the style sheet."""

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
    "-population-only",
)
"""All views, except the normal one that shows everything."""


def next_view(screen: Screen[Any], views: Sequence[str]) -> None:
    """Switch to the next view. After the last one comes the normal view, then the first again."""
    now = next((place for place, view in enumerate(views, 1) if screen.has_class(view)), 0)
    screen.remove_class(*VIEWS)
    if now < len(views):
        screen.add_class(views[now])
