"""Fixtures for tests of screens: temporary folders and stores, no animation, and a faster pilot."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual._context import active_app
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.screen import Screen

from knightwatch.tui.app import Knightwatch


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "store.sqlite"
    monkeypatch.setenv("KNIGHTWATCH_STORE", str(path))
    monkeypatch.setenv("KNIGHTWATCH_RUNS", str(tmp_path / "runs.sqlite"))
    return path


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.tui.config.path", lambda: tmp_path / "config" / "config.toml")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)


async def settled(*_seconds: float) -> None:
    """Wait until all messages are processed and the layout is up to date."""
    loop: Any = asyncio.get_running_loop()
    app = active_app.get()
    for _ in range(2):  # the layout sends messages too
        await asyncio.sleep(0)
        while loop._ready:
            await asyncio.sleep(0)
        if app.is_running and (app.screen._layout_required or app.screen._callbacks):
            app.screen._on_timer_update()


async def worked_off(pilot: Pilot[Any], *_: object) -> bool:
    """Replace the pilot's own wait, which sends a message to every widget; wait for keys that are held back."""
    await settled()
    while isinstance(pilot.app, Knightwatch) and pilot.app.key_order.waits:
        await asyncio.sleep(0.001)
        await settled()
    return True


draw = Screen._compositor_refresh


def drawn_at_once(screen: Screen[Any]) -> None:
    """Skip drawing: tests that look at a widget render it themselves, and snapshots draw everything."""
    screen._dirty_widgets.clear()
    screen.app.post_display_hook()


@pytest.fixture(autouse=True)
def no_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """End keys and pauses when all messages are processed; Textual's pilot would wait for an idle processor."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", settled)
    monkeypatch.setattr(Pilot, "_wait_for_screen", worked_off)
    monkeypatch.setattr(Screen, "_compositor_refresh", drawn_at_once)


RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign] # equal, but faster: called 200 times per widget

_read = Stylesheet._parse_rules
_rules: dict[object, Any] = {}


def read_once(sheet: Stylesheet, *arguments: Any, **options: Any) -> Any:
    """Parse a style sheet only once for all applications with the same theme."""
    key = (arguments, tuple(options.items()), tuple(sheet._variables.items()))
    if key not in _rules:
        _rules[key] = _read(sheet, *arguments, **options)
    return _rules[key]


Stylesheet._parse_rules = read_once  # type: ignore[assignment, method-assign]


class Components(dict[str, Any]):
    """Component styles of a widget, made on first use: a board has 22, and most tests use none."""

    def __init__(self, sheet: Stylesheet, node: DOMNode) -> None:
        super().__init__()
        self._sheet, self._node = sheet, node

    def __contains__(self, name: object) -> bool:
        return name in self._node._get_component_classes()

    def __missing__(self, name: str) -> Any:
        part = DOMNode(classes=name)
        part._attach(self._node)
        self._sheet.apply(part)
        return self.setdefault(name, part.styles)


def style_later(sheet: Stylesheet, node: DOMNode) -> None:
    """Make the component styles of a widget on first use."""
    if node._get_component_classes():
        node._component_styles = Components(sheet, node)
        node.refresh()


Stylesheet._process_component_classes = style_later  # type: ignore[assignment, method-assign]
