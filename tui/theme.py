"""The two themes of the screen."""

from textual.theme import Theme

from tui.colours import DARK, LIGHT, Colours


def theme(name: str, colours: Colours) -> Theme:
    """Return colours as a theme."""
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


THEMES = {"dark": theme("dark", DARK), "light": theme("light", LIGHT)}
"""By the names that people know them by."""
