"""The player: one HTML file that plays a run in any browser, without a server and without the network.

The page has its script, its style and the run. A Content-Security-Policy allows this script and this style only, by
their hashes. The run is JSON with every `<` escaped, so no text of a solver can leave its element.
"""

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from knightwatch.engine.pictures.colours import DARK, LIGHT, Colours
from knightwatch.engine.pictures.playback import playback
from knightwatch.engine.pictures.recording import FrameRecording

MOST_BYTES = 4_500_000
"""Size of a page at most."""
NAMES = "primary", "foreground", "background", "surface", "panel", "success", "warning", "error"
"""Colours of the page, besides those of the board."""


def page(title: str, unit: str, recording: FrameRecording, command: str = "", most_bytes: int = MOST_BYTES) -> str:
    """Return the page that plays a recording; `command` repeats the run. If it is too large, drop frames evenly."""
    run = _written(playback(title, unit, recording) | {"command": command})
    while len(run.encode()) > most_bytes and len(recording.frames) > 2:
        recording.thin()
        run = _written(playback(title, unit, recording) | {"command": command})
    script, style = _part("player.js"), f"{_theme(LIGHT)}@media (prefers-color-scheme: dark) {{ {_theme(DARK)} }}\n"
    style += _part("player.css")
    values = {
        "title": escape(title),
        "script": script,
        "style": style,
        "script_hash": _digest(script),
        "style_hash": _digest(style),
        "run": run,
    }
    head, *rest = _part("player.html").split("{")
    pieces = (part.partition("}") for part in rest)
    return head + "".join(values[name] + text for name, _, text in pieces)


def frame_element(document: str, height: int) -> str:
    """Return a page as an element of another page, for notebooks. Its script reaches nothing outside."""
    return (
        f'<iframe srcdoc="{escape(document)}" sandbox="allow-scripts" width="100%" height="{height}" '
        'title="A run of knightwatch" style="border: 0"></iframe>'
    )


def _written(data: dict[str, Any]) -> str:
    """Return data as JSON that is safe inside a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _theme(colours: Colours) -> str:
    named = {name: getattr(colours, name) for name in NAMES} | colours.board
    return ":root { " + "".join(f"--{name}: {colour}; " for name, colour in named.items()) + "}\n"


def _digest(text: str) -> str:
    """Return the hash of an inline element, as a Content-Security-Policy names it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")
