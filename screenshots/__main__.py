"""Takes the pictures of README and docs from the real application: `make screenshots`.

Each picture is an SVG that needs no font from elsewhere. Seeds are fixed, so that a picture changes only when the
application does.
"""

import asyncio
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from bench.browser import chromium, served, visited
from knightwatch.engine.compiled.tiers import compile_here
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.screens.base.inquiry import InquiryScreen
from knightwatch.tui.screens.base.worker_screen import WorkerScreen
from screenshots.film import film

HERE = Path(__file__).parent

SHOTS: dict[str, tuple[tuple[int, int], str, str, dict[str, str], list[str]]] = {
    "home": ((80, 24), "dark", "", {}, []),
    "tour": (
        (100, 30),
        "dark",
        "tour",
        {"solver": "backtrack", "order": "warnsdorff", "start": "a3", "seed": "1"},
        ["i"] * 2 + ["right"] * 4,
    ),
    "closed": ((120, 40), "dark", "tour", {"rows": "60", "cols": "60", "closed": "yes", "seed": "3"}, ["i"] * 400),
    "proof": ((80, 24), "light", "tour", {"holes": "a8:h1", "seed": "1"}, []),
    "map": ((80, 24), "dark", "tour", {"solver": "warnsdorff", "rows": "7", "cols": "7", "seed": "1"}, ["m"]),
    "swap": ((100, 30), "dark", "swap", {"seed": "1"}, ["i"] * 9),
    "replay": ((100, 30), "light", "swap", {"seed": "1"}, ["i"] * 16 + ["U", "g"] + ["right"] * 5),
    "race": ((120, 40), "dark", "swap", {"seed": "1"}, ["a"] + ["plus"] * 14 + ["space"]),
    "queens": ((100, 30), "dark", "queens", {"n": "12", "seed": "8"}, ["right"] * 41),
    "small": ((80, 24), "dark", "queens", {"n": "8", "seed": "480908861"}, ["right"] * 3),
    "back": (
        (120, 40),
        "light",
        "queens",
        {"n": "30", "pm": "0.8", "elitism": "1", "k": "3", "seed": "1"},
        ["i"] * 12 + ["left"] * 9,
    ),
    "thousand": ((120, 40), "dark", "queens", {"n": "1000", "seed": "1"}, ["i"] * 40),
    "settings": ((80, 24), "dark", "tour", {"solver": "backtrack", "seed": "1"}, ["s", "tab"]),
}
"""Size, theme, puzzle, the values of its plan, and keys of each picture."""


async def settle(app: Knightwatch, pilot: Pilot[Any]) -> None:
    """Wait until the search has done what the keys asked for and all of it is drawn."""
    while (isinstance(app.screen, WorkerScreen) and not app.screen.runner.idle) or (
        isinstance(app.screen, InquiryScreen) and not app.screen.complete
    ):
        await asyncio.sleep(0.01)
    await pilot.pause()


async def take(name: str) -> None:
    """Take one picture."""
    size, theme, about, values, keys = SHOTS[name]
    plan = Plan.read(puzzle(about), values) if about else None
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
    print(f"screenshots/{name}.svg")


def self_contained(svg: str) -> str:
    """Return a picture without the addresses of fonts, and with the same names in it whenever it is taken."""
    svg = re.sub(r"@font-face\s*{[^}]*}", "", svg)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")


def browse(folder: Path) -> None:
    """Take a picture of a browser, where there is one."""
    if chromium() is None:
        print("screenshots/browser.png is left as it is: there is no Chromium here")
        return
    with served(folder) as (address, _), visited(address, (1000, 620)) as it:
        it.click("by evolution, as published")
        it.until(lambda: it.shows("generation 0"))
        it.page.keyboard.press("i")
        it.page.keyboard.press("i")
        it.until(lambda: it.shows("paused") and not it.shows("generation 0"))
        it.page.screenshot(path=HERE / "browser.png")
    print("screenshots/browser.png")


async def main() -> None:
    """Take all pictures."""
    for name in SHOTS:
        await take(name)


if __name__ == "__main__":
    compile_here()  # so that no picture shows how far the compiler was
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        os.environ["KNIGHTWATCH_RUNS"] = f"{folder}/runs.sqlite"
        asyncio.run(main())
        film(Path(folder), HERE / "film.svg")
        print("screenshots/film.svg")
        browse(Path(folder))
