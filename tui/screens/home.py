"""The home screen: a list of examples and saved runs, and a preview of the highlighted line."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import counted_noun
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.find import FIND, FindScreen
from knightwatch.tui.screens.base.program import SavedRunsChanged
from knightwatch.tui.screens.entries import GUTTER, OLDER, SAVED, WIDE, Entries, Entry, room_of
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.screens.preview import Preview
from knightwatch.tui.screens.saved_runs import DeletedRuns, distinctions, saved_runs, take_deleted
from knightwatch.tui.widgets.choices import Choices
from knightwatch.tui.widgets.footer import Keys

if TYPE_CHECKING:
    from knightwatch.engine.store.runs import SavedRun

NEWEST = 3
"""Saved runs at the top of the list, fewer if the screen is low. Older runs are at the end."""

AROUND = 2
"""Lines above and below the list."""


class Menu(Choices):
    """The list; its keys are in the footer."""

    BINDINGS = [Binding("enter", "select", "Open", tooltip="open the highlighted line (also a click)")]

    details: Sequence[str] = ()
    """More about each line, for the key `/`."""

    def texts(self) -> Sequence[str]:
        """Return the text of each line, and more about it."""
        return [f"{line} {more}" for line, more in zip(super().texts(), self.details, strict=True)]


class HomeScreen(FindScreen[None]):
    """The list and the preview."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (WIDE, "-wide")]

    BINDINGS = [
        FIND,
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
        Binding("q", "app.quit", "Quit", tooltip="leave knightwatch"),
        Binding(
            "x,delete", "forget", "Delete", key_display="x", tooltip="delete the highlighted saved run (also delete)"
        ),
        Binding("u", "undo", "Undo", tooltip="restore the run that was deleted last"),
        Binding("o", "older", "Older runs", tooltip="go to the older saved runs, at the end of the list"),
    ]

    def __init__(self, beneath: bool = False) -> None:
        """Make the screen; `beneath` another screen, it is laid out only when that one closes."""
        super().__init__()
        self._beneath = beneath
        self._entries: list[Entry] = []
        self._room = 0
        self._trash = DeletedRuns()
        self._highlighted: object = None
        """The key of the entry that is highlighted; notices are about earlier ones."""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        if not self._beneath:
            yield from self._compose_list()

    def _compose_list(self) -> ComposeResult:
        yield Static(Text.assemble(("knightwatch", "bold"), "  watch searches think"), classes="title")
        yield Container(Menu(), Preview(), id="home")
        yield Keys(show_command_palette=True)

    async def on_screen_resume(self) -> None:
        """List examples and saved runs again: they may have changed."""
        if self._beneath:
            self._beneath = False
            return
        if not self.query(OptionList):
            await self.mount_all(self._compose_list())
        self.refresh_list()
        self._report_deleted()
        self.query_one(OptionList).focus()
        self.app.show_notices()

    def _report_deleted(self) -> None:
        """Say how many runs were deleted, and why."""
        with suppress(BadInput):  # the list has reported it
            if number := take_deleted():
                limits = self.app.config.limits
                deleted = f"Deleted {counted_noun(number, 'saved run')}, the least recently used first"
                limit = f"the limit is {counted_noun(limits.number, 'run')} and {limits.megabytes:,g} MB"
                self.notify(f"{deleted}: {limit}. Bookmarked runs stay.", markup=False)

    @property
    def listed(self) -> bool:
        """Whether the list is filled."""
        return bool(self._entries)

    @on(SavedRunsChanged)
    def _refresh_saved_runs(self) -> None:
        if self.is_current and self.listed:
            self.refresh_list()
            self._report_deleted()

    def refresh_list(self) -> None:
        """Fill the list again; the same entry stays highlighted."""
        menu = self.query_one(Menu)
        key = None if menu.highlighted is None else self._entries[menu.highlighted].key
        self._entries, self._room = [*self._all_entries()], room_of(self.app)
        menu.clear_options()
        menu.add_options(self._lines())
        menu.details = [f"{entry.section} {entry.about * bool(entry.run)}" for entry in self._entries]
        menu.highlighted = next((place for place, entry in enumerate(self._entries) if entry.key == key), 0)
        self._preview(self._entries[menu.highlighted])  # at once: the entry may be on another line now

    def on_resize(self) -> None:
        """List as many saved runs at the top as fit now, and as much of each as fits."""
        offered = sum(not entry.run and entry.section != SAVED for entry in self._entries)
        saved = sum(entry.section == SAVED for entry in self._entries if entry.run)
        fits = self._on_top(offered, sum(bool(entry.run) for entry in self._entries))
        if self.listed and (saved, self._room) != (fits, room_of(self.app)):
            self.refresh_list()

    def on_screen_suspend(self) -> None:
        """Stop the preview while another screen covers it."""
        for preview in self.query(Preview):
            preview.stop()

    # Lines of the list.

    def _all_entries(self) -> Iterator[Entry]:
        """Yield all entries: the newest saved runs, the examples, the older saved runs."""
        try:
            kept = saved_runs()
            apart = distinctions(kept)
            runs = [Entries(self.app).saved(run, apart.get(run.id, "")) for run in kept]
        except BadInput as error:
            self.notify(f"Cannot list the saved runs: {error}.", markup=False)
            runs = []
        offered = [*Entries(self.app).offered()]
        newest = self._on_top(len(offered), len(runs))
        yield from (replace(entry, section=SAVED) for entry in runs[:newest])
        if older := runs[newest:]:
            about = f"{counted_noun(len(older), 'older run')} at the end of this list. Enter goes there, / finds a run."
            words = f"{counted_noun(len(older), 'older run')} ..."
            yield Entry(SAVED, words, about, self.action_older, older[0].searches, older[0].pace)
        yield from offered
        yield from older

    def _on_top(self, offered: int, runs: int) -> int:
        """Return how many saved runs fit above the other lines; if not all fit, one line names the others."""
        room = max(self.app.size.height - AROUND - offered, 1)
        return runs if runs <= min(room, NEWEST) else min(max(room - 1, 1), NEWEST)

    @property
    def _first_older(self) -> int | None:
        """The line of the first older run."""
        return next((place for place, entry in enumerate(self._entries) if entry.section == OLDER), None)

    def action_older(self) -> None:
        """Highlight the first older run, and show as many below it as fit."""
        menu = self.query_one(Menu)
        menu.highlighted = self._first_older
        menu.scroll_to_highlight(top=True)

    def _lines(self) -> Iterator[Option]:
        """Yield the lines of the list; the first line of a section has its name."""
        named, room = "", room_of(self.app)
        for place, entry in enumerate(self._entries):
            section = "" if entry.section == named else entry.section
            named = entry.section
            words = to_ascii(entry.words, self.app.look.ascii)
            line = Text.assemble(
                (f"{section:<{GUTTER}}", "bold"), words if len(words) <= room else words[: room - 3] + "..."
            )
            yield Option(line, id=str(place))

    # Preview and open an entry.

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the preview of the entry, and compile its code in the background."""
        if self.app.screen is not self:
            return
        entry = self._entries[int(event.option_id or 0)]
        if self._highlighted not in (None, entry.key):
            self.app.clear_notifications()
        self._highlighted = entry.key
        self._preview(entry)
        self.refresh_bindings()
        if entry.plan:
            self.run_worker(partial(self._prepare, *entry.plan), thread=True, exclusive=True)

    def _preview(self, entry: Entry) -> None:
        self.query_one(Preview).show(entry.about, entry.searches, entry.pace)

    def _prepare(self, name: str, values: dict[str, str]) -> None:
        from knightwatch.engine.compiled.tiers import prepare

        prepare("knightwatch.engine.plans.warm:kernels", name, values)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Clear notices and open the chosen entry."""
        self.app.clear_notifications()
        opening = self._entries[int(event.option_id or 0)].open()
        if opening is not None:
            await opening  # type: ignore[misc]

    @property
    def _highlighted_run(self) -> "SavedRun | None":
        """The saved run on the highlighted line."""
        menus = self.query(OptionList)
        place = menus.first().highlighted if menus else None
        return None if place is None or place >= len(self._entries) else self._entries[place].run

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable x on a saved run, and u after a run was deleted."""
        enabled = {
            "forget": self._highlighted_run is not None,
            "undo": bool(self._trash.deleted),
            "older": self._first_older is not None,
        }
        return enabled.get(action, True)

    def action_forget(self) -> None:
        """Delete the highlighted run."""
        run = self._highlighted_run
        assert run
        self._change(partial(self._trash.delete, run), f"Deleted (u restores it): {run.title} by {run.solver}.")

    def action_undo(self) -> None:
        """Restore the run that was deleted last."""
        self._change(self._trash.restore, "The run is restored.")

    def _change(self, change: Callable[[], None], notice: str) -> None:
        """Change the saved runs and show a notice."""
        self.app.clear_notifications()
        try:
            change()
        except BadInput as error:
            notice = f"Failed: {error}."
        self.notify(notice, markup=False)
        self.refresh_list()

    def action_help(self) -> None:
        """Explain the screen."""
        paragraphs = (
            "knightwatch shows searches at work: on a board, with curves, step by step, forwards and back.",
            "Choose a line with the arrow keys and enter, or with the mouse; / finds a line. The preview plays the "
            "highlighted example, or shows where a saved run was paused. "
            "Every run is saved automatically. The newest runs are at the top, o goes to the older ones; "
            "x deletes one, u restores it.",
            "In a puzzle, space runs and pauses, → and ← step forwards and back, s opens settings, ? lists all keys.",
            "On the command line, knightwatch --help lists all commands; knightwatch lecture plays your own lectures.",
        )
        ascii_only = self.app.look.ascii
        self.app.push_screen(
            HelpScreen("knightwatch", [to_ascii(each, ascii_only) for each in paragraphs], commands_of(self))
        )
