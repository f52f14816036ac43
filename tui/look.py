"""The look: which characters and colours the program may use."""

import sys
import unicodedata
from dataclasses import dataclass
from enum import StrEnum


class TrailAs(StrEnum):
    """How a trail is drawn."""

    BOTH = "both"
    """A line and, where there is room, numbers."""
    LINE = "line"
    NUMBERS = "numbers"


@dataclass(frozen=True)
class Look:
    """What the user or the environment allows."""

    ascii: bool = False
    """Only ASCII characters."""
    colour: bool = True
    tints: bool = True
    """Whether there are enough colours to tint squares: not on terminals with 16 colours."""
    trail_as: TrailAs = TrailAs.BOTH

    @property
    def no_half_blocks(self) -> bool:
        """Whether half blocks are useless, because only colour distinguishes their halves."""
        return self.ascii or not self.colour


def knows_pieces() -> bool:
    """Tell whether the encoding of standard output contains chess pieces."""
    try:
        "♛".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


_TO_ASCII = str.maketrans(
    {"µ": "u", "ł": "l", "Ł": "L", "±": "+-", "✓": "o", "×": "x", "→": "right", "←": "left", "↑": "up", "↓": "down"}
)


def to_ascii(text: str, ascii_only: bool) -> str:
    """Return a text, converted to ASCII if `ascii_only`; letters lose their accents."""
    if not ascii_only:
        return text
    return unicodedata.normalize("NFKD", text.translate(_TO_ASCII)).encode("ascii", "ignore").decode()
