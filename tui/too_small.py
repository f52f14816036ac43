"""The message that fills a terminal which is too small for any screen."""

from textwrap import wrap

from textual.geometry import Size

MIN_WIDTH, MIN_HEIGHT = 40, 12


def is_too_small(size: Size) -> bool:
    """Tell whether a terminal is too small to show a screen."""
    return size.width < MIN_WIDTH or size.height < MIN_HEIGHT


def enlarged(size: Size) -> Size:
    """Return a size at which screens can be laid out: at least the smallest one."""
    return Size(max(size.width, MIN_WIDTH), max(size.height, MIN_HEIGHT))


def message_lines(size: Size) -> list[str]:
    """Return the lines that fill the terminal and ask the user to enlarge it."""
    message = f"knightwatch needs {MIN_WIDTH} x {MIN_HEIGHT} characters: please enlarge the terminal. F10 quits."
    lines = wrap(message, max(size.width, 1))[: size.height]
    above = (size.height - len(lines)) // 2
    lines = [""] * above + lines + [""] * (size.height - len(lines) - above)
    return [line.center(size.width) for line in lines]


def escape_codes(size: Size) -> str:
    """Return what to send to the terminal to show the message."""
    return "\x1b[0m" + "".join(f"\x1b[{row}H{line}" for row, line in enumerate(message_lines(size), 1))
