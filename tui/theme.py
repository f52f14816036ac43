"""Themes: our own, dark and light, and Textual's, with board colours derived from them.

A derived colour keeps its hue. Squares get a fixed luminance; lines and signs become lighter or darker until their
contrast with the squares is high enough.
"""

from dataclasses import replace
from functools import cache

from textual.color import BLACK, WHITE, Color
from textual.theme import BUILTIN_THEMES, Theme

from knightwatch.engine.pictures.colours import DARK, LIGHT, Colours
from knightwatch.tui.contrast import readable, with_luminance

SQUARES = {True: (0.058, 0.014), False: (0.86, 0.6)}
"""Luminance of light and dark squares, by whether the theme is dark."""
SIDES = "square-black", "square-black-text", "square-white", "square-white-text"
"""Colours of black and white knights: the same in every theme."""
LINE, SIGN, PIECE, BAR = 4.6, 5.5, 8.0, 3.2
"""Contrasts with the background: of lines, of signs, of pieces, and of scrollbars."""


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
        variables=colours.board | _textual_colours(colours),
    )


def _textual_colours(colours: Colours) -> dict[str, str]:
    """Return the colours of scrollbars and of selected text; Textual would derive paler ones."""
    paper = Color.parse(colours.background)
    bar = readable(Color.parse(colours.panel), BAR, paper)
    return {
        "scrollbar-background": paper.hex,
        "scrollbar": bar.hex,
        "scrollbar-hover": bar.hex,
        "input-selection-background": f"{colours.secondary} 35%",
    }


THEMES = {"dark": own("dark", DARK), "light": own("light", LIGHT)}
"""Our own themes, by the names that users type."""


def textual_name(name: str) -> str:
    """Return Textual's name of a theme."""
    return THEMES[name].name if name in THEMES else name


def user_name(theme: str) -> str:
    """Return the user's name of a theme."""
    return next((name for name, own in THEMES.items() if own.name == theme), theme)


def theme(name: str) -> Theme:
    """Return a theme, including the colours of the board."""
    if name in THEMES:
        return THEMES[name]
    declared = BUILTIN_THEMES[name]
    return replace(declared, variables=declared.variables | board_colours(name))


@cache
def board_colours(theme: str) -> dict[str, str]:
    """Return the colours of the board in a theme, given the user's name of it."""
    if theme in THEMES:
        return THEMES[theme].variables
    declared = BUILTIN_THEMES[theme]
    if declared.ansi:  # the terminal decides which colours these are
        return (DARK if declared.dark else LIGHT).board
    return {name: colour.hex for name, colour in _derived(declared).items()}


def _derived(theme: Theme) -> dict[str, Color]:
    system = theme.to_color_system().generate()
    base = {name: Color.parse(system[name]).rgb for name in ("background", "panel", "foreground")}
    background, panel, foreground = (Color(*base[name]) for name in base)
    primary, secondary, accent, success, warning, error = (
        Color.parse(system[name]) for name in ("primary", "secondary", "accent", "success", "warning", "error")
    )
    papers = (panel, background) if theme.dark else (background, panel.blend(secondary, 0.2))
    light, dark = (with_luminance(paper, share) for paper, share in zip(papers, SQUARES[theme.dark], strict=True))
    squares = light, dark
    sides = {name: Color.parse(DARK.board[name]) for name in SIDES}
    return {
        **sides,
        "square-light": light,
        "square-dark": dark,
        "square-piece": readable(foreground, PIECE, *squares),
        "square-alarm": with_luminance(error, 0.09 if theme.dark else 0.25),
        "square-alarm-text": WHITE if theme.dark else BLACK,
        "square-hint": readable(warning if theme.dark else primary, SIGN, *squares),
        "square-hint-pixel": with_luminance(accent, 0.45),
        "square-good": with_luminance(success, 0.12),
        "square-good-text": WHITE,
        "square-cursor": WHITE if theme.dark else BLACK,
        "trail-first": with_luminance(primary, 0.04),
        "trail-last": with_luminance(accent, 0.6),
        "trail-piece": with_luminance(warning, 0.6),
        "line-first": readable(primary, LINE, *squares),
        "line-last": readable(accent, SIGN, *squares),
        "line-alarm": readable(error, LINE, *squares),
        "line-hint": readable(warning, SIGN, *squares),
        "heat-first": readable(secondary, LINE, *squares),
        "heat-last": readable(warning, SIGN, *squares),
        "curve-first": readable(warning, LINE, background),
        "curve-second": readable(primary, LINE, background),
        "curve-third": readable(success, LINE, background),
        "curve-fourth": readable(foreground, LINE, background),
    }
