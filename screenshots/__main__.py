"""Takes the pictures of README.md and docs/ from the real application.

`make screenshots` takes all of them; `python -m screenshots tour map` takes two. Each picture is an SVG without
external fonts. Seeds are fixed, so a picture changes only if the application changes.
"""

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from bench.browser import chromium, new_page, served, visited
from bench.following import lecturer, place
from knightwatch.engine.compiled.tiers import compile_here
from knightwatch.engine.own.template import template
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.screens.base.inquiry import InquiryScreen
from knightwatch.tui.screens.base.worker_screen import WorkerScreen
from screenshots.film import film

HERE = Path(__file__).parent
OWN = "mine.py"
"""A file that `knightwatch new tour --like backtrack` wrote, in the current folder."""

SHOTS: dict[str, tuple[tuple[int, int], str, str, dict[str, str], list[str]]] = {
    "home": ((80, 24), "dark", "", {}, []),
    "lecture": ((100, 30), "dark", "", {}, ["enter", "right"]),
    "sweep": ((120, 40), "dark", "", {}, ["end", "up", "enter", "f5"]),
    "papers": ((100, 30), "dark", "", {}, ["end", "enter"]),
    "tour": (
        (100, 30),
        "dark",
        "tour",
        {"solver": "backtrack", "order": "warnsdorff", "start": "a3", "seed": "1"},
        ["i"] * 2 + ["right"] * 4,
    ),
    "help": ((100, 30), "dark", "tour", {"seed": "1"}, ["question_mark"]),
    "settings": ((80, 24), "dark", "tour", {"solver": "backtrack", "seed": "1"}, ["s", "tab"]),
    "export": ((80, 24), "dark", "tour", {"seed": "1"}, ["i"] * 2 + ["e"]),
    "setup": ((80, 24), "dark", "tour", {"start": "a3", "holes": "d4:e5", "seed": "1"}, ["o"]),
    "play": ((80, 24), "dark", "tour", {"rows": "6", "cols": "6", "start": "a1", "seed": "1"}, ["right"] * 12 + ["p"]),
    "projector": (
        (100, 30),
        "dark",
        "tour",
        {"solver": "backtrack", "start": "a3", "seed": "1"},
        ["right"] * 30 + ["P"],
    ),
    "closed": ((120, 40), "dark", "tour", {"rows": "60", "cols": "60", "closed": "yes", "seed": "3"}, ["i"] * 400),
    "proof": ((80, 24), "light", "tour", {"holes": "a8:h1", "seed": "1"}, []),
    "map": ((80, 24), "dark", "tour", {"solver": "warnsdorff", "rows": "7", "cols": "7", "seed": "1"}, ["m"]),
    "count": ((100, 30), "dark", "tour", {"rows": "6", "cols": "6", "seed": "1"}, ["C"]),
    "estimate": ((100, 30), "dark", "tour", {"rows": "6", "cols": "6", "seed": "1"}, ["E"]),
    "ten": ((100, 30), "dark", "tour", {"solver": "backtrack", "max_states": "100000", "seed": "1"}, ["t"]),
    "gallery": ((100, 30), "dark", "tour", {"solver": "repair", "tours": "12", "seed": "1"}, ["i"] * 12 + ["g"]),
    "swap": ((100, 30), "dark", "swap", {"seed": "1"}, ["i"] * 9),
    "position": ((80, 24), "dark", "swap", {"seed": "1"}, ["o"]),
    "table": ((100, 30), "dark", "swap", {"solver": "best-first", "seed": "1"}, ["t"]),
    "replay": ((100, 30), "light", "swap", {"seed": "1"}, ["i"] * 16 + ["U", "g"] + ["right"] * 5),
    "race": ((120, 40), "dark", "swap", {"seed": "1"}, ["a"] + ["plus"] * 14 + ["space"]),
    "queens": ((100, 30), "dark", "queens", {"n": "12", "seed": "8"}, ["right"] * 41),
    "small": ((80, 24), "dark", "queens", {"n": "8", "seed": "480908861"}, ["right"] * 3),
    "detail": ((100, 30), "dark", "queens", {"n": "12", "seed": "8"}, ["right"] * 6 + ["d"] + ["right"] * 1),
    "population": ((120, 40), "dark", "queens", {"n": "12", "seed": "8"}, ["i"] * 3),
    "back": (
        (120, 40),
        "light",
        "queens",
        {"n": "30", "pm": "0.8", "elitism": "1", "k": "3", "seed": "1"},
        ["i"] * 12 + ["left"] * 9,
    ),
    "own": (
        (120, 40),
        "dark",
        "tour",
        {"solver": OWN, "order": "warnsdorff", "start": "a3", "seed": "1"},
        ["right"] * 30,
    ),
    "climb": ((80, 24), "dark", "queens", {"solver": "climb", "restarts": "0", "seed": "2"}, ["i"]),
    "nodes": ((80, 24), "dark", "queens", {"solver": "backtrack", "seed": "1"}, ["i"] * 16),
    "thousand": ((120, 40), "dark", "queens", {"n": "1000", "seed": "1"}, ["i"] * 40),
}
"""Size, theme, puzzle, settings and keys of each picture. Those of the home screen come first: it lists saved runs."""


async def settle(app: Knightwatch, pilot: Pilot[Any]) -> None:
    """Wait until the search is idle or complete, and the screen is drawn."""
    while (isinstance(app.screen, WorkerScreen) and not app.screen.runner.idle) or (
        isinstance(app.screen, InquiryScreen) and not app.screen.complete
    ):
        await asyncio.sleep(0.01)
    await pilot.pause()


async def take(name: str) -> None:
    """Take one picture."""
    size, theme, puzzle_name, values, keys = SHOTS[name]
    plan = Plan.read(puzzle(puzzle_name), values) if puzzle_name else None
    app = Knightwatch(plan, theme=theme)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await settle(app, pilot)
        for key in keys:
            await pilot.press(key)
            await settle(app, pilot)
        app.clear_notifications()
        await pilot.pause()
        (HERE / f"{name}.svg").write_text(self_contained(app.export_screenshot()))
    print(f"screenshots/{name}.svg", flush=True)


def self_contained(svg: str) -> str:
    """Return an SVG without font addresses, and with fixed class names so that equal screens give equal files."""
    svg = re.sub(r"@font-face\s*{[^}]*}", "", svg)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")


def browse(folder: Path) -> None:
    """Take a picture of a browser, if Chromium is installed."""
    if chromium() is None:
        print("screenshots/browser.png was not taken: Chromium is not installed")
        return
    with served(folder) as (address, _), visited(address, (1000, 620)) as visit:
        visit.click("by evolution, as published")
        visit.until(lambda: visit.shows("generation 0"))
        visit.page.keyboard.press("i")
        visit.page.keyboard.press("i")
        visit.until(lambda: visit.shows("paused") and not visit.shows("generation 0"))
        visit.page.screenshot(path=HERE / "browser.png")
    print("screenshots/browser.png")


def follow(folder: Path) -> None:
    """Take a picture of a page that follows a lecture, if Chromium is installed."""
    if chromium() is None:
        print("screenshots/follow.png was not taken: Chromium is not installed")
        return
    own = {f"XDG_{name}_HOME": str(folder) for name in ("STATE", "DATA", "CONFIG")}
    command = "lecture", "six-knights", "--theme", "light"
    with lecturer([], command, own, (100, 30)) as terminal, new_page((1000, 620)) as page:
        host, port = place(terminal)
        page.goto(f"http://{host}:{port}/")
        for keys, words in (("\r", "1 of 6"), ("n", "2 of 6"), ("", "solved in 16 moves")):
            terminal.send(keys)
            terminal.read_until(lambda words=words: terminal.shows(words), 60)  # type: ignore[misc]
            page.wait_for_function("words => document.querySelector('pre').textContent.includes(words)", arg=words)
        page.screenshot(path=HERE / "follow.png")
    print("screenshots/follow.png")


async def take_all(names: Sequence[str]) -> None:
    """Take pictures one after the other."""
    for name in names:
        await take(name)


def main(names: Sequence[str]) -> None:
    """Take the named pictures or, without names, all of them, the film and the browsers."""
    compile_here()  # otherwise a picture may show the progress of the compiler
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        os.environ["KNIGHTWATCH_RUNS"] = f"{folder}/runs.sqlite"
        os.environ["KNIGHTWATCH_STORE"] = f"{folder}/store.sqlite"
        os.chdir(tempfile.gettempdir())  # the export dialog shows the current folder
        SHOTS["own"][3]["solver"] = str(Path(folder, OWN))
        Path(folder, OWN).write_text(template("tour", "backtrack"), "utf-8")
        asyncio.run(take_all(names or list(SHOTS)))
        if not names:
            film(Path(folder), HERE / "film.svg")
            print("screenshots/film.svg")
            browse(Path(folder))
            follow(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
