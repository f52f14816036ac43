"""The colours of knightwatch, dark and light, for the screen and for pictures.

With only 16 colours, squares, pieces and trails still differ; success is green, a warning yellow, an error red.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Colours:
    """One set of colours."""

    primary: str
    secondary: str
    foreground: str
    background: str
    surface: str
    panel: str
    success: str
    warning: str
    error: str
    board: dict[str, str]
    """Colours of squares, trails and curves, by name."""


DARK = Colours(
    primary="#d8a657",
    secondary="#7daea3",
    foreground="#e6e1d6",
    background="#16181c",
    surface="#1e2126",
    panel="#272b31",
    success="#7cbf5a",
    warning="#e8b030",
    error="#ea6962",
    board={
        "square-light": "#3e4050",
        "square-dark": "#1e2028",
        "square-piece": "#fff4d6",
        "square-black": "#d89020",
        "square-black-text": "#000000",
        "square-white": "#2a45a8",
        "square-white-text": "#ffffff",
        "square-alarm": "#b00000",
        "square-alarm-text": "#ffffff",
        "square-hint": "#ffd166",
        "square-hint-pixel": "#ff80ff",
        "square-good": "#1f7a1f",
        "square-good-text": "#ffffff",
        "square-cursor": "#ffffff",
        "trail-first": "#20209c",
        "trail-last": "#60e0ff",
        "trail-piece": "#ffc24a",
        "line-first": "#a2b0ff",
        "line-last": "#7dffe9",
        "line-alarm": "#ff938a",
        "line-hint": "#ffd166",
        "heat-first": "#d0a050",
        "heat-last": "#ffb000",
        "curve-first": "#f0b040",
        "curve-second": "#5fb0d0",
        "curve-third": "#d88ad0",
        "curve-fourth": "#d8d8d8",
    },
)
LIGHT = Colours(
    primary="#7d5100",
    secondary="#1f6f78",
    foreground="#1c1c1c",
    background="#faf7f0",
    surface="#f1ece0",
    panel="#e6dfcf",
    success="#2f7a1f",
    warning="#7d5100",
    error="#b00000",
    board={
        "square-light": "#f6ecd8",
        "square-dark": "#dcc6a0",
        "square-piece": "#000000",
        "square-black": "#d89020",
        "square-black-text": "#000000",
        "square-white": "#2a45a8",
        "square-white-text": "#ffffff",
        "square-alarm": "#e8584f",
        "square-alarm-text": "#000000",
        "square-hint": "#00007a",
        "square-hint-pixel": "#ff80ff",
        "square-good": "#1f7a1f",
        "square-good-text": "#ffffff",
        "square-cursor": "#000000",
        "trail-first": "#20209c",
        "trail-last": "#60e0ff",
        "trail-piece": "#ffc24a",
        "line-first": "#2c4cc0",
        "line-last": "#5a0078",
        "line-alarm": "#b00000",
        "line-hint": "#00007a",
        "heat-first": "#804800",
        "heat-last": "#8a2000",
        "curve-first": "#a04800",
        "curve-second": "#00608a",
        "curve-third": "#8a1f7a",
        "curve-fourth": "#404040",
    },
)
THEMES = {"dark": DARK, "light": LIGHT}


def between(first: str, last: str, share: float) -> str:
    """Return the colour between two others, at a share from 0 to 1."""
    pairs = ((int(first[at : at + 2], 16), int(last[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
