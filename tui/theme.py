"""The look: what signs and colours a terminal is given, and the two themes."""

import sys
import unicodedata
from dataclasses import dataclass

from textual.theme import Theme


@dataclass(frozen=True)
class Look:
    """What a person, or the environment, asked for."""

    ascii: bool = False
    """Signs from ASCII only."""
    colour: bool = True

    @property
    def plain(self) -> bool:
        """Tell whether pictures must do without half blocks, whose halves differ by nothing but colour."""
        return self.ascii or not self.colour


# Squares, what stands on them and trails keep apart also when a terminal has no more than 16 colours.
DARK = Theme(
    name="knightwatch-dark",
    primary="#d8a657",
    secondary="#7daea3",
    accent="#d8a657",
    foreground="#e6e1d6",
    background="#16181c",
    surface="#1e2126",
    panel="#272b31",
    success="#8fbf6a",
    warning="#e0a84f",
    error="#ea6962",
    dark=True,
    variables={
        "square-light": "#c8b08c",
        "square-dark": "#8a6d4b",
        "square-piece": "#000000",
        "square-other": "#1c2f80",
        "square-other-text": "#ffffff",
        "square-alarm": "#b00000",
        "square-alarm-text": "#ffffff",
        "square-hint": "#00007a",
        "square-hint-pixel": "#ff80ff",
        "square-good": "#1f7a1f",
        "square-good-text": "#ffffff",
        "trail-first": "#20209c",
        "trail-last": "#60e0ff",
        "trail-piece": "#ffe45c",
        "curve-first": "#f0b040",
        "curve-second": "#5fb0d0",
    },
)
LIGHT = Theme(
    name="knightwatch-light",
    primary="#8a5a00",
    secondary="#1f6f78",
    accent="#8a5a00",
    foreground="#1c1c1c",
    background="#faf7f0",
    surface="#f1ece0",
    panel="#e6dfcf",
    success="#3f7a1f",
    warning="#8a5a00",
    error="#b00000",
    dark=False,
    variables={
        "square-light": "#f0dcb8",
        "square-dark": "#bf9a6b",
        "square-piece": "#000000",
        "square-other": "#1c2f80",
        "square-other-text": "#ffffff",
        "square-alarm": "#b00000",
        "square-alarm-text": "#ffffff",
        "square-hint": "#00007a",
        "square-hint-pixel": "#ff80ff",
        "square-good": "#1f7a1f",
        "square-good-text": "#ffffff",
        "trail-first": "#20209c",
        "trail-last": "#60e0ff",
        "trail-piece": "#ffe45c",
        "curve-first": "#a04800",
        "curve-second": "#00608a",
    },
)
THEMES = {"dark": DARK, "light": LIGHT}


def knows_pieces() -> bool:
    """Tell whether standard output has an encoding with chess pieces in it."""
    try:
        "♛".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


_TO_ASCII = str.maketrans(
    {"ł": "l", "Ł": "L", "±": "+-", "✓": "o", "×": "x", "→": "right", "←": "left", "↑": "up", "↓": "down"}
)


def plain(text: str, ascii_only: bool) -> str:
    """Return a text as a terminal can show it: in ASCII, letters lose their accents."""
    if not ascii_only:
        return text
    return unicodedata.normalize("NFKD", text.translate(_TO_ASCII)).encode("ascii", "ignore").decode()
