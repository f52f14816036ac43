"""Measure the contrast between colours, and change a colour until its contrast is high enough."""

from textual.color import BLACK, WHITE, Color


def luminance(colour: Color) -> float:
    """Return the relative luminance of a colour, as defined by the Web Content Accessibility Guidelines."""
    red, green, blue = (((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in colour.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Color, b: Color) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def with_luminance(colour: Color, share: float) -> Color:
    """Return the colour of the same hue whose luminance is nearest to `share`."""
    end = WHITE if luminance(colour) < share else BLACK
    least, most = 0.0, 1.0
    for _ in range(12):
        middle = (least + most) / 2
        if (luminance(colour.blend(end, middle)) < share) == (end is WHITE):
            least = middle
        else:
            most = middle
    return colour.blend(end, most)


def readable(colour: Color, ratio: float, *backgrounds: Color) -> Color:
    """Return a colour, lightened or darkened until its contrast with all backgrounds is at least `ratio`."""
    end = max(WHITE, BLACK, key=lambda each: min(contrast(each, paper) for paper in backgrounds))
    steps = (colour.blend(end, step / 20) for step in range(21))
    return next((each for each in steps if min(contrast(each, paper) for paper in backgrounds) >= ratio), end)
