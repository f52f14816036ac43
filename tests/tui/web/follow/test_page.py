"""The page in a real browser: it shows the terminal, fits every window, and says when the lecturer has left."""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.browser import chromium, new_page
from bench.following import lecturer, place
from bench.terminal import Terminal
from tests.support.terminals import COMPILED

pytestmark = pytest.mark.skipif(chromium() is None, reason="needs Chromium")
TEXT = "[...document.querySelectorAll('pre div')].map(row => row.textContent)"
BOX = "(({width, height}) => [width, height])(document.querySelector('canvas').getBoundingClientRect())"
PAPER = "getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)"
PIXEL = "[...document.querySelector('canvas').getContext('2d').getImageData(1, 1, 1, 1).data].slice(0, 3)"
DRAWING = "document.querySelector('canvas').toDataURL()"
NOTICE = "document.querySelector('body > p').textContent"


class Page:
    """A page beside the terminal that it follows."""

    def __init__(self, terminal: Terminal, page: Any) -> None:
        self.terminal = terminal
        self.page = page

    def until(self, condition: Callable[[], object]) -> None:
        """Wait for a condition; read the terminal meanwhile."""
        end = time.monotonic() + COMPILED
        while not condition():
            assert time.monotonic() < end, "\n".join(self.page.evaluate(TEXT))
            self.terminal.read(0)
            self.page.wait_for_timeout(20)

    def is_same(self) -> bool:
        """Tell whether the page shows what the terminal shows."""
        return bool(self.page.evaluate(TEXT) == self.terminal.screen.display)


def test_the_page_follows_the_terminal(tmp_path: Path) -> None:
    own = {f"XDG_{name}_HOME": str(tmp_path) for name in ("STATE", "DATA", "CONFIG")}
    errors: list[str] = []
    command = "queens", "--n", "20", "--seed", "7", "--theme", "dark"
    with lecturer(["--word", "rook"], command, own) as terminal:
        host, port = place(terminal)
        terminal.send("\r")
        terminal.read_until(lambda: terminal.shows("generation 0"), COMPILED)
        with new_page() as page:
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.goto(f"http://{host}:{port}/")
            it = Page(terminal, page)
            page.fill("input", "Rook")
            page.keyboard.press("Enter")
            page.wait_for_selector("canvas", state="attached")
            it.until(it.is_same)  # a late visitor
            assert max(page.evaluate(PAPER)) < 100
            assert page.evaluate(PIXEL) == page.evaluate(PAPER)
            for width, height in ((1000, 620), (400, 700), (2000, 300)):
                page.set_viewport_size({"width": width, "height": height})
                it.until(lambda width=width, height=height: fits(page.evaluate(BOX), width, height))  # type: ignore[misc]
            terminal.send("n")
            it.until(lambda: terminal.shows("generation 1 ") and it.is_same())
            terminal.send("\x1bOQ")  # F2
            it.until(lambda: min(page.evaluate(PAPER)) > 200)
            terminal.resize((100, 30))
            it.until(lambda: len(page.evaluate(TEXT)) == 30 and it.is_same())
            late = page.context.new_page()
            late.set_viewport_size(page.viewport_size)
            late.goto(page.url)
            it.until(lambda: late.evaluate(TEXT) == page.evaluate(TEXT))
            it.until(lambda: late.evaluate(DRAWING) == page.evaluate(DRAWING))  # old drawings leave no trace
            late.close()
            assert page.evaluate(NOTICE) == ""
            assert errors == []
            terminal.send("\x1b[21~")  # F10
            terminal.wait()
            page.wait_for_function(f"() => {NOTICE}.includes('closed knightwatch')")


def test_the_page_continues_with_the_next_program(tmp_path: Path) -> None:
    own = {f"XDG_{name}_HOME": str(tmp_path) for name in ("STATE", "DATA", "CONFIG")}
    with new_page() as page:
        with lecturer([], [], own) as terminal:
            host, port = place(terminal)
            page.goto(f"http://{host}:{port}/")
            Page(terminal, page).until(lambda: "1 follower." in "".join(page.evaluate(TEXT)))
            terminal.signal(signal.SIGKILL)
            page.wait_for_function(f"() => {NOTICE}.includes('closed knightwatch')")
        with lecturer(["--port", str(port)], [], own, (90, 25)) as terminal:
            it = Page(terminal, page)
            it.until(lambda: len(page.evaluate(TEXT)) == 25 and it.is_same())
            assert page.evaluate(NOTICE) == ""
        with lecturer(["--port", str(port), "--word", "rook"], [], own) as terminal:
            place(terminal)
            page.wait_for_selector("form")  # it asks for the new word


def fits(box: list[float], width: int, height: int) -> bool:
    """Tell whether a drawing is within a window, and fills it in one direction."""
    return box[0] <= width and box[1] <= height and (box[0] > 0.85 * width or box[1] > 0.85 * height)
