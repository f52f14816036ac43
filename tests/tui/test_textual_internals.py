"""What knightwatch relies on in Textual's private interface.

If a test fails after an update of Textual, adapt tui/textual_internals.py or tui/terminal.py,
then raise the bound of textual in pyproject.toml.
"""

import inspect
from collections.abc import Iterable
from typing import Any

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Footer, Select, Static
from textual.worker import Worker

from knightwatch.tui import textual_internals
from knightwatch.tui.textual_internals import (
    GATHERING,
    ChopsUpdate,
    FindOverlay,
    FooterKey,
    HookedApp,
    LayoutUpdate,
    Piece,
    SelectOverlay,
    XTermParser,
    add_breakpoint_classes,
    bindings_of,
    clear_styles_cache,
    current_node,
    driver_of,
    key_name,
    keymap_of,
    notifications,
    pieces_of,
    postpone,
    redraw,
    unbind,
)
from tests.support.screens import draw


class Hooked(HookedApp):
    """Records the calls of each hook."""

    def __init__(self) -> None:
        super().__init__()
        self.called: list[str] = []
        self.screens: list[Screen[Any]] = []
        self.errors: list[Exception] = []

    def compose(self) -> ComposeResult:
        yield Static("text")

    def prepare_screen(self, screen: Screen[Any]) -> None:
        assert not screen.children
        self.screens.append(screen)

    def draw_update(self, screen: Screen[Any], update: Any) -> None:
        self.called.append("draw_update")
        super().draw_update(screen, update)

    def handle_error(self, error: Exception) -> None:
        self.errors.append(error)

    def show_notices(self) -> None:
        self.called.append("show_notices")
        super().show_notices()


async def test_textual_calls_every_hook_of_the_app() -> None:
    app = Hooked()
    async with app.run_test(notifications=True) as pilot:
        assert app.screens == [app.screen]
        app.notify("a notice")
        await pilot.pause()
        draw(app.screen)
        assert {"draw_update", "show_notices"} <= set(app.called)
        app.call_later(app.query_one, "#missing")
        await pilot.pause()
        assert [type(error) for error in app.errors] == [NoMatches]


async def test_private_state_of_the_app_can_be_read() -> None:
    app: App[None] = App()
    assert driver_of(app) is None  # not started yet
    app.set_keymap({"quit": "x"})
    async with app.run_test(notifications=True) as pilot:
        assert isinstance(driver_of(app), Driver)
        assert keymap_of(app) == {"quit": "x"}
        app.notify("first")
        app.notify("second")
        await pilot.pause()
        assert [each.message for each in notifications(app)] == ["first", "second"]
        assert notifications(app)[0].time_left > 0


async def test_the_current_node_is_the_widget_that_handles_a_message() -> None:
    nodes: list[object] = []

    class Noting(Static):
        def on_mount(self) -> None:
            nodes.append(current_node(self.app))

    class Holding(App[None]):
        def compose(self) -> ComposeResult:
            yield Noting()

    app = Holding()
    async with app.run_test():
        assert nodes == [app.query_one(Noting)]


def test_bindings_of_a_screen_can_be_changed() -> None:
    class Bound(Screen[None]):
        BINDINGS = [("x", "bell", "Ring")]

    (binding,) = bindings_of(Bound()).key_to_bindings["x"]
    assert binding.action == "bell"


def test_breakpoint_classes_follow_the_size() -> None:
    class Breaking(Screen[None]):
        HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide")]
        VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]

    screen = Breaking()
    add_breakpoint_classes(screen, Size(80, 24))
    assert {"-wide", "-low"} <= screen.classes
    assert not {"-narrow", "-high"} & screen.classes


async def test_unbinding_a_widget_cuts_it_from_its_parent() -> None:
    class Child(Static):
        number = var(0)

    class Parent(App[None]):
        number = var(7)

        def compose(self) -> ComposeResult:
            yield Child(id="bound").data_bind(Parent.number)
            child = Child(id="unbound").data_bind(Parent.number)
            unbind(child)
            yield child

    async with Parent().run_test() as pilot:
        assert pilot.app.query_one("#bound", Child).number == 7
        assert pilot.app.query_one("#unbound", Child).number == 0


def test_the_styles_cache_can_be_cleared() -> None:
    from textual._styles_cache import StylesCache
    from textual.color import Color

    black = Color(0, 0, 0)
    StylesCache().get_inner_outer(black, black)
    assert StylesCache.get_inner_outer.cache_info().currsize > 0
    clear_styles_cache()
    assert StylesCache.get_inner_outer.cache_info().currsize == 0


async def test_postponed_regions_are_drawn_by_the_next_redraw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "_compositor_refresh", draw)
    app = Hooked()
    async with app.run_test() as pilot:
        await pilot.pause()
        redraw(app.screen)
        drawn: list[Any] = []
        monkeypatch.setattr(HookedApp, "draw_update", lambda _self, _screen, update: drawn.append(update))
        postpone(app.screen, LayoutUpdate([], Region(2, 3, 4, 1)))
        postpone(app.screen, ChopsUpdate([], [(5, 6, 9)], []))
        redraw(app.screen)
        (update,) = [each for each in drawn if each is not None]
        assert isinstance(update, ChopsUpdate)
        assert sorted(update.spans) == [(3, 2, 6), (5, 6, 9)]


async def test_a_redraw_includes_widgets_that_wait_for_the_next_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "_compositor_refresh", draw)
    app = Hooked()
    async with app.run_test() as pilot:
        await pilot.pause()
        redraw(app.screen)
        drawn: list[Any] = []
        monkeypatch.setattr(HookedApp, "draw_update", lambda _self, _screen, update: drawn.append(update))
        widget = app.query_one(Static)
        widget.refresh()
        app.screen._dirty_widgets.add(widget)  # as its message to the screen does
        redraw(app.screen)
        assert any(isinstance(each, ChopsUpdate) and each.spans for each in drawn)


def test_an_update_keeps_its_chops_spans_and_ends() -> None:
    chops, spans, ends = [{0: Strip.blank(3)}], [(0, 0, 3)], [[3]]
    update = ChopsUpdate(chops, spans, ends)
    assert (update.chops, update.spans, update.chop_ends) == (chops, spans, ends)
    assert "render_segments" in vars(ChopsUpdate)


def test_pieces_are_what_an_update_draws() -> None:
    def texts(pieces: Iterable[Piece]) -> list[tuple[int, int, str]]:
        return [(y, x, strip.text) for y, x, strip in pieces]

    abc, de, fg = (Strip([Segment(text)]) for text in ("abc", "de", "fg"))
    assert texts(pieces_of(LayoutUpdate([[abc, de], [fg]], Region(4, 2, 5, 2)))) == [(2, 4, "abcde"), (3, 4, "fg")]
    chops = ChopsUpdate([{0: abc, 3: de}, {0: None, 2: fg}], [(0, 1, 4), (1, 0, 4)], [[3, 5], [2, 4]])
    assert texts(pieces_of(chops)) == [(0, 1, "bc"), (0, 3, "d"), (1, 2, "fg")]


@pytest.mark.parametrize(("character", "name"), [("?", "question_mark"), ("+", "plus"), ("-", "minus"), (":", "colon")])
def test_characters_have_key_names(character: str, name: str) -> None:
    assert key_name(character) == name


async def test_footers_consist_of_footer_keys_and_selects_open_overlays() -> None:
    class Both(App[None]):
        BINDINGS = [("x", "bell", "Ring")]

        def compose(self) -> ComposeResult:
            yield Select([("one", 1)])
            yield Footer()

    async with Both().run_test() as pilot:
        await pilot.pause()
        keys = [each for each in pilot.app.query(FooterKey) if each.key == "x"]
        assert [key.compact for key in keys] == [False]
        pilot.app.query_one(Select).action_show_overlay()
        await pilot.pause()
        assert isinstance(pilot.app.focused, SelectOverlay)


async def test_a_slash_begins_the_search_in_an_overlay_again() -> None:
    class Overlay(App[None]):
        AUTO_FOCUS = None

        def compose(self) -> ComposeResult:
            yield FindOverlay()

    app = Overlay()
    async with app.run_test() as pilot:
        overlay = app.query_one(FindOverlay)
        overlay.add_options(["evolve", "anneal", "climb"])
        overlay.focus()
        await pilot.press("c", "slash", "a", "n")
        assert overlay.highlighted == 1


async def test_workers_of_one_group_fill_the_command_palette() -> None:
    groups = set()

    class Palette(CommandPalette):
        def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
            groups.add(event.worker.group)

    app: App[None] = App()
    async with app.run_test() as pilot:
        app.push_screen(Palette())
        await pilot.press("x")
        assert groups == {GATHERING}


def test_the_parser_turns_characters_into_messages() -> None:
    parser = XTermParser(False)
    messages = [message for character in "\x1b[A" for message in parser.feed(character)]
    assert [message.key for message in messages] == ["up"]  # type: ignore[attr-defined]
    assert all(isinstance(message, Message) for message in messages)
    assert list(parser.tick()) == []


def test_the_driver_has_the_methods_and_attributes_that_ours_overrides() -> None:
    linux_driver = pytest.importorskip("textual.drivers.linux_driver").LinuxDriver
    for name in (
        "_sigtstp_application",
        "_sigcont_application",
        "_get_terminal_size",
        "_query_in_band_window_resize",
        "run_input_thread",
        "process_message",
        "start_application_mode",
        "stop_application_mode",
        "close",
        "write",
    ):
        assert callable(getattr(linux_driver, name)), name
    source = inspect.getsource(linux_driver)
    for name in ("_file", "_must_signal_resume", "_auto_restart", "fileno", "attrs_before", "exit_event"):
        assert f"self.{name}" in source or f"self.{name}" in inspect.getsource(Driver), name


def test_everything_in_the_module_is_tested_here() -> None:
    assert {name for name in textual_internals.__all__ if name not in globals()} == set()
    assert issubclass(FooterKey, Widget)
