"""The themes of the screen: our own, dark and light, and those of Textual with colours of the board derived from them.

A colour keeps its hue and is made as light or as dark as what it has to be told from demands: squares are of a certain
luminance, and lines and signs go away from them until their contrast is enough.
"""

from dataclasses import replace
from functools import cache

from textual.color import BLACK, WHITE, Color
from textual.theme import BUILTIN_THEMES, Theme

from knightwatch.tui.colours import DARK, LIGHT, Colours
from knightwatch.tui.contrast import contrast, luminance

SQUARES = {True: (0.058, 0.014), False: (0.86, 0.6)}
"""The luminance of light and of dark squares, in dark themes and in light ones."""
SIDES = "square-black", "square-black-text", "square-white", "square-white-text"
"""Knights of both colours look the same in every theme."""
SEEN, READ, LOUD = 4.6, 5.5, 8.0
"""Contrasts: of lines on squares, of signs, and of pieces."""


def own(name: str, colours: Colours) -> Theme:
    """Return our own colours as a theme."""
    return Theme(
        name=f"knightwatch-{name}",
        primary=colours.primary,
        secondary=colours.secondary,
        accent=colours.primary,
        foreground=colours.foreground,
        background=colours.background,
        surface=colours.surface,
        panel=colours.panel,
        success=colours.success,
        warning=colours.warning,
        error=colours.error,
        dark=colours is DARK,
        variables=colours.board,
    )


THEMES = {"dark": own("dark", DARK), "light": own("light", LIGHT)}
"""By the names that people know them by."""


def registered(name: str) -> str:
    """Return what Textual calls a theme that people know by a name."""
    return THEMES[name].name if name in THEMES else name


def known(theme: str) -> str:
    """Return what people call a theme of Textual or of ours."""
    return next((name for name, own in THEMES.items() if own.name == theme), theme)


def theme(name: str) -> Theme:
    """Return a theme, with the colours of the board."""
    if name in THEMES:
        return THEMES[name]
    declared = BUILTIN_THEMES[name]
    return replace(declared, variables=declared.variables | board(name))


@cache
def board(theme: str) -> dict[str, str]:
    """Return the colours of the board in a theme, by the names that people know it by."""
    if theme in THEMES:
        return THEMES[theme].variables
    declared = BUILTIN_THEMES[theme]
    if declared.ansi:  # which colours these are is up to the terminal
        return (DARK if declared.dark else LIGHT).board
    return {name: colour.hex for name, colour in _derived(declared).items()}


def _derived(theme: Theme) -> dict[str, Color]:
    system = theme.to_color_system().generate()
    base = {name: Color.parse(system[name]).rgb for name in ("background", "panel", "foreground")}
    background, panel, foreground = (Color(*base[name]) for name in base)
    primary, secondary, accent, success, warning, error = (
        Color.parse(system[name]) for name in ("primary", "secondary", "accent", "success", "warning", "error")
    )
    light, dark = (lit(paper, share) for paper, share in zip((panel, background), SQUARES[theme.dark], strict=True))
    if not theme.dark:
        light, dark = lit(background, SQUARES[False][0]), lit(panel.blend(secondary, 0.2), SQUARES[False][1])
    squares = light, dark
    sides = {name: Color.parse(DARK.board[name]) for name in SIDES}
    return {
        **sides,
        "square-light": light,
        "square-dark": dark,
        "square-piece": told(foreground, LOUD, *squares),
        "square-alarm": lit(error, 0.09),
        "square-alarm-text": WHITE,
        "square-hint": told(warning if theme.dark else primary, READ, *squares),
        "square-hint-pixel": lit(accent, 0.45),
        "square-good": lit(success, 0.12),
        "square-good-text": WHITE,
        "square-cursor": WHITE if theme.dark else BLACK,
        "trail-first": lit(primary, 0.04),
        "trail-last": lit(accent, 0.6),
        "trail-piece": lit(warning, 0.6),
        "line-first": told(primary, SEEN, *squares),
        "line-last": told(accent, READ, *squares),
        "line-alarm": told(error, SEEN, *squares),
        "line-hint": told(warning, READ, *squares),
        "heat-first": told(secondary, SEEN, *squares),
        "heat-last": told(warning, READ, *squares),
        "curve-first": told(warning, SEEN, background),
        "curve-second": told(primary, SEEN, background),
        "curve-third": told(success, SEEN, background),
        "curve-fourth": told(foreground, SEEN, background),
    }


def lit(colour: Color, share: float) -> Color:
    """Return a colour of the same hue that has a luminance, as nearly as may be."""
    end = WHITE if luminance(colour) < share else BLACK
    least, most = 0.0, 1.0
    for _ in range(12):
        middle = (least + most) / 2
        if (luminance(colour.blend(end, middle)) < share) == (end is WHITE):
            least = middle
        else:
            most = middle
    return colour.blend(end, most)


def told(colour: Color, ratio: float, *papers: Color) -> Color:
    """Return a colour, lighter or darker if need be, that can be told from all papers by a contrast."""
    end = max(WHITE, BLACK, key=lambda each: min(contrast(each, paper) for paper in papers))
    steps = (colour.blend(end, step / 20) for step in range(21))
    return next((each for each in steps if min(contrast(each, paper) for paper in papers) >= ratio), end)
