"""The player in Chromium: keys, slider, sizes and the time of a step, of pages that `--output run.html` writes.

`python -m bench.player FOLDER` writes the pages and their pictures, dark and light, to a folder. It exits with 1 if a
check fails, or if Chromium is not installed.
"""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.browser import chromium
from bench.start import SCRIPT

SCENES = {
    "tour": ("tour --solver backtrack --order warnsdorff --start a3 --seed 1", 40, 1_000_000),
    "queens": ("queens --n 12 --seed 8", 20, 1_000_000),
    "generations": ("tour --solver genetic --generations 500 --rule 100 --seed 1", 30, 5_000_000),
    "large": ("tour --rows 255 --cols 255 --seed 1", 200, 5_000_000),
}
"""For each page: the command line, the frame of its picture, and the bytes that it may have."""
PATIENCE = 20.0
"""Seconds to wait for the player."""
SIZE = {"width": 1100, "height": 760}


def main(folder: Path) -> int:
    """Write, open and check all pages; return the exit code."""
    if chromium() is None:
        print("Chromium is not installed")
        return 1
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        faults = [fault for name in SCENES for fault in _faults(browser, folder, name)]
        browser.close()
    print("\n".join(faults) or "all checks hold")
    return 1 if faults else 0


def _faults(browser: Any, folder: Path, name: str) -> list[str]:
    """Return the faults of a page as short sentences; print its figures."""
    line, frame, most = SCENES[name]
    file = folder / f"{name}.html"
    file.unlink(missing_ok=True)
    subprocess.run([str(SCRIPT), *line.split(), "--json", "--output", str(file)], stdout=subprocess.DEVNULL)
    faults = [f"{name} has {file.stat().st_size:,} bytes"] if file.stat().st_size > most else []
    for theme in ("dark", "light"):
        page = browser.new_context(color_scheme=theme, viewport=SIZE).new_page()
        heard: list[str] = []
        page.on("pageerror", lambda error, heard=heard: heard.append(str(error)))
        page.on("console", lambda said, heard=heard: heard.append(said.text))
        page.on("request", lambda sent, heard=heard: heard.append(sent.url))
        page.goto(file.absolute().as_uri())
        faults += [f"{name} {theme}: {fault}" for fault in _pressed(page, frame)]
        page.screenshot(path=folder / f"{name}-{theme}.png")
        back = page.evaluate("""() => {
            const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", { key: name }));
            const begun = performance.now();
            for (let i = 0; i < 20; i++) { key("ArrowLeft"); key("ArrowRight"); }
            return (performance.now() - begun) / 40;
        }""")
        faults += [f"{name} {theme}: {words}" for words in heard if words != file.absolute().as_uri()]
        print(f"{name} {theme}: {file.stat().st_size:,} bytes, {back:.1f} ms for a step")
    return faults


def _pressed(page: Any, frame: int) -> list[str]:
    """Press all keys of the player and move its slider; return what did not work. Leave it at a frame."""
    slider, last = page.locator("#slider"), int(page.get_attribute("#slider", "max"))
    faults = []

    def expect(place: int, words: str) -> None:
        if int(slider.input_value()) != place:
            faults.append(f"{words} leads to frame {slider.input_value()}, not {place}")

    for key, place in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        expect(place, key)
    page.keyboard.press("Space")
    end = time.monotonic() + PATIENCE
    while slider.input_value() == "0" and time.monotonic() < end:
        page.wait_for_timeout(50)
    if slider.input_value() == "0":
        faults.append("the space bar does not play")
    page.keyboard.press("Space")
    slider.fill(str(min(frame, last)))
    expect(min(frame, last), "the slider")
    if not page.inner_text("#sentence"):
        faults.append("there is no sentence")
    return faults


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "player")))
