"""The look: what signs a terminal is given."""

import sys
import unicodedata
from dataclasses import dataclass
from enum import StrEnum


class TrailAs(StrEnum):
    """How the trail of a walk is shown."""

    BOTH = "both"
    """A line and, where there is room on top of it, numbers."""
    LINE = "line"
    NUMBERS = "numbers"


@dataclass(frozen=True)
class Look:
    """What a person, or the environment, asked for."""

    ascii: bool = False
    """Signs from ASCII only."""
    colour: bool = True
    tints: bool = True
    """Whether there are colours enough to tint a square that keeps its own: not on terminals with 16."""
    trail_as: TrailAs = TrailAs.BOTH

    @property
    def no_half_blocks(self) -> bool:
        """Tell whether pictures must do without half blocks, whose halves differ by nothing but colour."""
        return self.ascii or not self.colour


def knows_pieces() -> bool:
    """Tell whether standard output has an encoding with chess pieces in it."""
    try:
        "♛".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


_TO_ASCII = str.maketrans(
    {"µ": "u", "ł": "l", "Ł": "L", "±": "+-", "✓": "o", "×": "x", "→": "right", "←": "left", "↑": "up", "↓": "down"}
)


def to_ascii(text: str, ascii_only: bool) -> str:
    """Return a text as a terminal can show it: in ASCII, letters lose their accents."""
    if not ascii_only:
        return text
    return unicodedata.normalize("NFKD", text.translate(_TO_ASCII)).encode("ascii", "ignore").decode()
