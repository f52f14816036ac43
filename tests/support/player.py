"""Pages that play a run, as their player reads them."""

import json
from html.parser import HTMLParser
from typing import Any


class Page(HTMLParser):
    """The elements of a page: tags with their attributes, and the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        """The text of each element, after its tag."""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.append((self.open[-1], data))

    def inside(self, tag: str) -> list[str]:
        """Return the texts of the elements with this tag."""
        return [text for name, text in self.texts if name == tag]


def run_of(text: str) -> dict[str, Any]:
    """Return the run that a page plays."""
    run: dict[str, Any] = json.loads(Page(text).inside("script")[0])
    return run


def states(run: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the state of each frame of a run: its changes, applied one after the other as the player does."""
    now: dict[str, Any] = {"s": "", "e": "running", "t": [], "r": 0, "m": {}, "h": "", "l": [], "f": [], "v": []}
    now |= {"c": 0, "p": [], "x": ""}
    found = []
    for frame in run["frames"]:
        now = now | {key: frame[key] for key in "nserhlcpx" if key in frame}
        if "t" in frame:
            now["t"] = now["t"][: frame["t"][0]] + frame["t"][1:]
        changes = frame.get("m", [])
        marks = now["m"] | dict(zip(changes[::2], changes[1::2], strict=True))
        now["m"] = {square: kind for square, kind in marks.items() if kind >= 0}
        for key in "fv":
            change = frame.get(key, {})
            now[key] = change if isinstance(change, list) else _changed(now[key], change)
        found.append(now)
    return found


def _changed(pairs: list[list[str]], change: dict[str, str]) -> list[list[str]]:
    return [[name, change.get(str(place), value)] for place, (name, value) in enumerate(pairs)]
