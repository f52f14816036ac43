"""Takes the pictures of README and docs from the real application: `make screenshots`.

Each picture is an SVG that needs no font from elsewhere. Seeds are fixed, so that a picture changes only when the
application does.
"""

import asyncio
import os
import re
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from engine.compiled.tiers import compile_here
from engine.plans.catalog import puzzle
from engine.plans.plan import Plan
from tui.app import Knightwatch
from tui.screens.base.inquiry import InquiryScreen
from tui.screens.base.worker import WorkerScreen

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


FRAMES, STRIDE, REST, SECONDS = 21, 3, 5, 0.4
"""Of the moving picture: frames, steps between two, how many times the last is shown, and how long each is."""


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


async def film() -> None:
    """Take the moving picture: a tour, some steps at a time, and its end for a while."""
    app, pictures = Knightwatch(Plan.read(puzzle("tour"), {"start": "a1", "seed": "1"}), theme="dark"), []
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await settle(app, pilot)
        for _ in range(FRAMES):
            pictures.append(self_contained(app.export_screenshot()))
            for _ in range(STRIDE):
                await pilot.press("right")
                await settle(app, pilot)
        app.clear_notifications()
        await pilot.pause()
        pictures += [self_contained(app.export_screenshot())] * REST
    (HERE / "film.svg").write_text(moving(pictures))
    print("screenshots/film.svg")


def moving(pictures: list[str]) -> str:
    """Return pictures one after the other, again and again, as one that moves."""
    box = re.search(r'viewBox="([^"]*)"', pictures[0])
    assert box
    parts, total, at = [], len(pictures) * SECONDS, 0
    for picture, run in ((key, len(list(group))) for key, group in groupby(pictures)):
        # The names inside a picture are made its own, since all of them are in one file now.
        inside = picture.replace("terminal", f"p{at}")
        first, last = at / len(pictures), (at + run) / len(pictures)
        times = f'keyTimes="0;{first:.4f};{min(last, 1):.4f};1" values="none;inline;none;none"'
        if at == 0:
            times = f'keyTimes="0;{last:.4f};1" values="inline;none;none"'
        shown = (
            f'<animate attributeName="display" calcMode="discrete" dur="{total:g}s" repeatCount="indefinite" {times}/>'
        )
        parts.append(f'<g display="{"inline" if at == 0 else "none"}">{shown}{inside}</g>')
        at += run
    return f'<svg viewBox="{box[1]}" xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>\n'


async def main() -> None:
    """Take all pictures."""
    for name in SHOTS:
        await take(name)
    await film()


if __name__ == "__main__":
    compile_here()  # so that no picture shows how far the compiler was
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        asyncio.run(main())
