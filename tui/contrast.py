"""Measure the contrast between colours."""

from textual.color import Color


def luminance(colour: Color) -> float:
    """Return the relative luminance of a colour, as defined by the Web Content Accessibility Guidelines."""
    red, green, blue = (((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in colour.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Color, b: Color) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)
