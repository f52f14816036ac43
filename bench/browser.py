"""Serves knightwatch, opens it in Chromium, and reads its screen from the WebSocket: the page draws only pixels."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyte

from bench.start import SCRIPT

PATIENCE = 90.0
"""Timeout in seconds, long enough for a busy machine."""


def chromium() -> str | None:
    """Return the path of Chromium; None if it is not installed."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve knightwatch at a free port; yield its address and its process."""
    env = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(
        [str(SCRIPT), "serve", "--port", "0", *options], stderr=subprocess.PIPE, text=True, env=env, cwd=folder
    ) as process:
        assert process.stderr
        try:
            for line in process.stderr:
                if found := re.search(r"http://\S+/", line):
                    yield found[0], process
                    break
            else:
                raise AssertionError("knightwatch serve printed no address")
        finally:
            process.terminate()


class Visited:
    """A page of knightwatch in a browser."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        query = dict(re.findall(r"(width|height)=(\d+)", socket.url))
        self.screen.resize(int(query.get("height", 24)), int(query.get("width", 80)))
        socket.on("framesent", self._sent)
        socket.on("framereceived", lambda data: self._stream.feed(data) if isinstance(data, bytes) else None)

    def _sent(self, data: str | bytes) -> None:
        kind, *rest = json.loads(data)
        if kind == "resize":
            self.screen.resize(rest[0]["height"], rest[0]["width"])

    def shows(self, words: str) -> bool:
        """Return whether a line of the screen contains the words."""
        return any(words in line for line in self.screen.display)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "\n".join(self.screen.display)
            self.page.wait_for_timeout(50)

    def click(self, words: str) -> None:
        """Click on the words."""
        row, line = next((y, line) for y, line in enumerate(self.screen.display) if words in line)
        box = self.page.locator(".xterm-screen").bounding_box()
        wide, high = box["width"] / self.screen.columns, box["height"] / self.screen.lines
        self.page.mouse.click(box["x"] + (line.index(words) + 0.5) * wide, box["y"] + (row + 0.5) * high)


@contextmanager
def new_page(size: tuple[int, int] = (1000, 620)) -> Iterator[Any]:
    """Open an empty page in Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
        browser.close()


@contextmanager
def visited(address: str, size: tuple[int, int] = (1000, 620)) -> Iterator[Visited]:
    """Open the home screen in Chromium."""
    with new_page(size) as page:
        it = Visited(page)
        page.goto(address)
        it.until(lambda: it.shows("watch searches think") and "All" in it.screen.display[-1])
        yield it
