"""Playbacks: a recording as compact plain data, for the player in a page. A frame has only its changes.

Keys of a frame: `n` step, `s` sentence, `e` status, `t` trail (squares kept, then new squares), `r` whether it is a
ring, `m` marks (square, kind; kind -1: none), `h` heat in tenths, `l` links, `f` figures, `c` line of the source, `v`
variables, `p` printed lines, `x` traceback. A key is missing if nothing changed. `player.js` reads them.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board, Code, Curve, Event, Frame, Kind, Links, Mark, Status
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.pictures.curves_svg import thinned
from knightwatch.engine.pictures.informative import informative, shown_curves
from knightwatch.engine.pictures.recording import FrameRecording

Pairs = Sequence[tuple[str, str]]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""A weight from 0 to 1 is one of these."""
MOST_PRINTED = 8
"""Printed lines of a step in a page."""


def playback(title: str, unit: str, recording: FrameRecording) -> dict[str, Any]:
    """Return a recording as data for the player."""
    last, changes = recording.frames[-1], _Changes()
    frames = [changes.frame(frame, recording.codes.get(frame.moment, frame.code)) for frame in recording.frames]
    curves = _curves(last)
    code = last.code or next(iter(recording.codes.values()), None)
    return {
        "title": title,
        "unit": unit,
        "end": _end(last),
        "stride": recording.stride,
        "note": recording.note,
        "rows": last.board.rows,
        "cols": last.board.cols,
        "heat": last.board.heat_name,
        "marks": [[mark.sign, mark.tone, mark.name] for mark in changes.marks],
        "links": [[name, tone] for name, tone in changes.links],
        "frames": frames,
        "curves": curves,
        "across": _across(curves, unit),
        "events": [[event.step, event.name] for event in _events(last)],
        "code": {"name": code.name, "text": code.text.expandtabs(4), "note": _note(recording)} if code else None,
    }


def _end(frame: Frame) -> str:
    """Return in words how a run ended, or that it has not."""
    if frame.status is Status.RUNNING:
        return "not finished"
    return frame.status.replace("-", " ") + (f": {frame.reason}" if frame.reason else "")


def _across(curves: Sequence[dict[str, Any]], unit: str) -> str:
    """Return what the axis counts: steps of the search, or what the curves are drawn along."""
    along, last = next((curve["along"] for curve in curves), ""), max([1, *(curve["steps"][-1] for curve in curves)])
    first = min((curve["steps"][0] for curve in curves if curve["along"]), default=0)
    return f"{along}, {first:,} to {last:,}" if along else counted_noun(last, unit)


def _curves(frame: Frame) -> list[dict[str, Any]]:
    """Return the informative curves, from their first point."""
    curves = shown_curves(frame)
    return [_curve(curves[place]) for place, _ in informative(curves)]


def _curve(curve: Curve) -> dict[str, Any]:
    """Return a curve. `at` has the step of the search at which each point is known, if that differs."""
    points = thinned(curve)
    found = {
        "name": curve.name,
        "bars": curve.kind is Kind.LEVELS,
        "along": curve.along,
        "steps": [int(step) for step, _ in points],
        "values": [_short(value) for _, value in points],
    }
    if curve.along:
        moments = {} if curve.moments is None else dict(zip(curve.steps.tolist(), curve.moments.tolist(), strict=True))
        found["at"] = [moments.get(int(step), 0) for step, _ in points]
    return found


def _events(frame: Frame) -> Sequence[Event]:
    return [] if any(curve.along for curve in shown_curves(frame)) else frame.events


def _short(value: float) -> float | int:
    return int(value) if value == int(value) else float(f"{value:.5g}")


def _note(recording: FrameRecording) -> str:
    """Return why the newest line is missing; empty if it is known."""
    notes = [code.note for code in recording.codes.values()]
    if not notes or (len(notes) == len(recording.frames) and not notes[-1]):
        return ""
    known = max((moment for moment, code in recording.codes.items() if not code.note), default=None)
    if known is None:
        return f"No line is marked: {notes[-1]}."
    return f"Lines are marked up to step {known:,}: plain Python is slower."


class _Changes:
    """Turns frames into their changes, one after the other."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.links: list[tuple[str, str]] = []
        self._kinds: NDArray[np.int16] | None = None
        self._trail: NDArray[np.int64] = np.empty(0, np.int64)
        self._known: dict[str, Any] = {"s": "", "e": "running", "r": 0, "h": "", "l": [], "c": 0, "p": [], "x": ""}
        self._pairs: dict[str, Pairs] = {"f": (), "v": ()}

    def frame(self, frame: Frame, code: Code | None) -> dict[str, Any]:
        """Return the changes of a frame since the one before."""
        board = frame.board
        found: dict[str, Any] = {"n": frame.moment} | self._marks(board) | self._walk(board)
        heat = "".join(map(str, np.minimum((10 * board.heat).astype(np.int64), 9).tolist()))
        now = {"s": frame.sentence, "e": str(frame.status), "r": int(board.ring), "h": heat}
        now["l"] = [self._link(links) for links in board.links if len(links.pairs)]
        if code:
            now |= {"c": code.line, "p": list(code.console[-MOST_PRINTED:]), "x": code.fault}
        found |= {key: value for key, value in now.items() if value != self._known[key]}
        self._known |= now
        found |= self._named("f", tuple((figure.name, figure.value) for figure in frame.figures))
        return found | self._named("v", code.variables if code else ())

    def _named(self, key: str, pairs: Pairs) -> dict[str, Any]:
        """Return the changed values by their place, or all names and values if the names changed."""
        before, self._pairs[key] = self._pairs[key], pairs
        if pairs == before:
            return {}
        if [name for name, _ in pairs] != [name for name, _ in before]:
            return {key: [list(pair) for pair in pairs]}
        both = enumerate(zip(before, pairs, strict=True))
        return {key: {str(place): new[1] for place, (old, new) in both if old != new}}

    def _marks(self, board: Board) -> dict[str, Any]:
        if self._kinds is None and not len(board.squares):  # nothing yet, or a board too large to be kept
            return {}
        places = [self._place(mark) for mark in board.marks]
        before = self._kinds if self._kinds is not None else np.full(board.rows * board.cols, -1, np.int16)
        self._kinds = np.full(board.rows * board.cols, -1, np.int16)
        if len(board.squares):
            self._kinds[board.squares] = np.array(places, np.int16)[board.kinds]
        changed = np.flatnonzero(self._kinds != before)
        return {"m": np.stack([changed, self._kinds[changed]], axis=1).ravel().tolist()} if len(changed) else {}

    def _walk(self, board: Board) -> dict[str, Any]:
        before, self._trail = self._trail, board.trail
        shared = min(len(before), len(board.trail))
        differ = np.flatnonzero(before[:shared] != board.trail[:shared])
        kept = int(differ[0]) if len(differ) else shared
        return {"t": [kept, *board.trail[kept:].tolist()]} if kept < max(len(before), len(board.trail)) else {}

    def _link(self, links: Links) -> list[Any]:
        weights = "".join(DIGITS[min(max(int(36 * weight), 0), 35)] for weight in links.weights.tolist())
        return [_index(self.links, (links.name, str(links.tone))), links.pairs.ravel().tolist(), weights]

    def _place(self, mark: Mark) -> int:
        return _index(self.marks, mark)


def _index(table: list[Any], value: Any) -> int:
    """Return the place of a value in a table; add it if it is new."""
    if value not in table:
        table.append(value)
    return table.index(value)
