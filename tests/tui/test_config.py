"""Preferences: read from a file, changed on the screen, written without other changes to the file."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.theme import BUILTIN_THEMES

from knightwatch.engine.store.limits import Limits
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.config import Config, Preferences, changed
from knightwatch.tui.look import TrailAs
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.theme_names import THEME_NAMES
from tests.support.pilot import Opened, opened, plan, until
from tests.support.screens import draw

WRITTEN = """# mine
pace = 50   # lively
theme = "nord"
animation = false
trail = "line"

[keys]
right = "right,x"   # as in games
"?" = "H"
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config" / "config.toml"
    path.parent.mkdir()
    return path


def test_all_themes_of_textual_can_be_chosen() -> None:
    assert set(THEME_NAMES) == {"dark", "light", *BUILTIN_THEMES}


async def test_preferences_apply_from_the_start(config: Path) -> None:
    config.write_text(WRITTEN)
    app = Knightwatch(plan())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await it.at_rest()
        assert (app.theme, app.animation_level, app.look.trail_as, it.screen.pace) == ("nord", "none", "line", 50)
        await it.press("x")
        assert it.moment == 1
        await it.press("n")
        assert it.moment == 1, "its old key still works"
        assert "Step  →, x" in {command.title for command in app.get_system_commands(it.screen)}


async def test_changes_on_the_screen_are_written_and_comments_stay(config: Path) -> None:
    config.write_text(WRITTEN)
    app = Knightwatch(plan("tour"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await it.press("L", "f2", "plus")
        for command in app.get_system_commands(it.screen):
            if command.title in ("Pace", "Animation"):
                command.callback()
        await until(pilot, lambda: 'theme = "light"' in config.read_text())
    lines = (
        WRITTEN.replace("50   # lively", "100")
        .replace('"nord"', '"light"')
        .replace('"line"', '"numbers"')
        .replace("false", "true")
    )
    assert config.read_text() == lines
    assert [path.name for path in config.parent.iterdir()] == ["config.toml"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("theme =", "Invalid value"),
        ('theme = "pink"', "theme is pink, but must be one of dark, light"),
        ("pace = -1", "pace is -1, but must be a whole number from 0 to 1,000,000"),
        ("colour = 1", "colour is unknown; known fields are theme, trail, animation, pace"),
        ("runs = 1", "runs must be a table"),
        ("[runs]\ndays = -1", "days is -1, but must be a number from 0 to 36,500"),
        ("keys = 1", "keys must be written as"),
        ("[keys]\nright = 1", "keys must be written as"),
        ("a = " + "[" * 5000, "recursion"),
    ],
)
def test_a_bad_file_is_reported_ignored_and_left_alone(text: str, complaint: str, config: Path) -> None:
    config.write_text(text)
    read = Config()
    assert complaint in read.fault
    assert read.preferred == Preferences()
    read.prefer(theme="nord")
    assert (read.preferred.theme, config.read_text()) == ("nord", text)


async def test_the_screen_reports_a_bad_file(config: Path) -> None:
    config.write_bytes(b"\xff")
    app = Knightwatch()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await until(pilot, lambda: any("is ignored" in notice for notice in app.notices))


def test_the_file_sets_limits_for_saved_runs(config: Path) -> None:
    config.write_text("[runs]\ndays = 7\nmegabytes = 10.5\n")
    assert Config().limits == Limits(days=7, megabytes=10.5)


def test_an_unwritable_preference_holds_until_exit(config: Path) -> None:
    config.mkdir()
    read = Config()
    read.prefer(trail=TrailAs.LINE)
    assert read.preferred.trail is TrailAs.LINE


LINES = st.lists(
    st.sampled_from(["# a word", "", "pace = 20 # so", 'trail = "line"', "animation = false"]), unique=True
)


@given(LINES, st.booleans(), st.sampled_from(THEME_NAMES), st.integers(0, 1000))
def test_a_change_edits_only_its_line(lines: list[str], tables: bool, theme: str, pace: int) -> None:
    text = "".join(f"{line}\n" for line in lines) + ('[keys]\npace = "p"\n' if tables else "")
    before = tomllib.loads(text)
    after = changed(changed(text, "theme", theme), "pace", pace)
    assert tomllib.loads(after) == before | {"theme": theme, "pace": pace}
    assert set(text.splitlines()) - set(after.splitlines()) <= {"pace = 20 # so"}


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light", "dracula", "solarized-light", "textual-dark"])
async def test_the_theme_can_change_while_a_board_is_visible(name: str) -> None:
    async with opened({"solver": "warnsdorff"}, of="tour") as it:
        await it.press("right", "right")
        it.app.theme = name
        await it.press("right")
        draw(it.screen)
        assert it.moment == 3
