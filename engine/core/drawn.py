"""Values that draw themselves in a notebook."""

from pkgutil import resolve_name


class Drawn:
    """A value that a notebook shows as a picture.

    The drawing code is in a higher room, so its function is found by name.
    """

    def _repr_html_(self) -> str:
        html: str = resolve_name("knightwatch.engine.pictures.notebook:html")(self)
        return html
