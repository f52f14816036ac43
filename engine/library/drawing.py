"""Pictures of problems, results, frames, boards and curves, as SVG or PNG."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from pydantic import Field

from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Curve, Frame
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import quoted
from knightwatch.engine.library.checking import AnswerCheck
from knightwatch.engine.library.results import Result
from knightwatch.engine.pictures.boards_svg import sheet
from knightwatch.engine.pictures.colours import THEMES
from knightwatch.engine.pictures.curves_svg import curves_svg
from knightwatch.engine.pictures.raster import check_pillow, png
from knightwatch.engine.pictures.style import PIXELS, PictureStyle


class PictureTheme(StrEnum):
    """The themes of a picture."""

    LIGHT = "light"
    DARK = "dark"


class PictureLook(Declared):
    """How to draw a picture."""

    theme: PictureTheme = Field(PictureTheme.LIGHT, description="colours of the picture")
    size: int = Field(PIXELS, ge=16, le=10_000, description="its width or height in pixels, whichever is larger")
    numbers: bool = Field(True, description="whether the squares of a tour are numbered")


@dataclass(frozen=True)
class DrawnPicture:
    """A picture, drawn when it is asked for."""

    _svg: Callable[[], str]
    _png: Callable[[], bytes] | None

    @cached_property
    def svg(self) -> str:
        """The picture as a self-contained SVG."""
        return self._svg()

    @cached_property
    def png(self) -> bytes:
        """The picture of boards as a PNG. Raises BadInput without Pillow, and for curves."""
        if self._png is None:
            raise BadInput("curves can be drawn as SVG only")
        check_pillow("a PNG")
        return self._png()

    def _repr_svg_(self) -> str:
        return self.svg


def picture(
    thing: "Problem | Result[Any] | AnswerCheck | Frame | Board | Curve | Sequence[Curve]",
    *,
    theme: str = "light",
    size: int = PIXELS,
    numbers: bool = True,
) -> DrawnPicture:
    """Return a picture of a problem, a result, a check, a frame, a board or curves.

    A frame is drawn as its board; `picture(frame.curves)` draws its curves. `theme` is light or dark, `size` the
    pixels of its longer side, and `numbers` numbers the squares of a tour. Raise BadInput for another thing.
    """
    look = PictureLook(theme=theme, size=size, numbers=numbers)
    colours = THEMES[look.theme]
    curves = (thing,) if isinstance(thing, Curve) else thing
    if isinstance(curves, Sequence) and all(isinstance(curve, Curve) for curve in curves):
        across = next((curve.along for curve in curves if curve.along), "step")
        return DrawnPicture(lambda: curves_svg("", list(curves), f"{across}s", colours=colours), None)
    boards, style = _boards(thing), PictureStyle(colours, look.size, look.numbers)
    return DrawnPicture(lambda: sheet(boards, style), lambda: png(boards, style))


def _boards(thing: object) -> list[tuple[str, Board]]:
    match thing:
        case Problem():
            return [("", thing.board())]
        case Result():
            return thing.problem.pictures(thing.json)
        case Frame() | AnswerCheck():
            return [("", thing.board)]
        case Board():
            return [("", thing)]
    raise BadInput(
        f"picture is of {quoted(repr(thing))}, but must be of a problem, result, check, frame, board or curve"
    )
