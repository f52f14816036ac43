"""The command `serve`: the same screens in a browser."""

from collections.abc import Callable, Sequence
from typing import Any

from cyclopts import App, Group

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.tui.cli.options import field_parameter, signed
from knightwatch.tui.cli.streams import say
from knightwatch.tui.web.limits import Serving

SERVE = Group("Serve", sort_key=0)
OPEN = (
    "whoever reaches this machine can use its processor and memory, within its limits; there is no password, and "
    "what is sent can be read on its way"
)


def command(_: Sequence[str]) -> App:
    """Return the command; its options are all that `Serving` declares."""
    app = App(
        name="serve",
        help="Serve the same screens in a browser (extra web). Every visitor has a process and a folder of their own, "
        "which go when the page is closed.",
        help_format="plaintext",
    )
    app.default(_command())
    return app


def _command() -> Callable[..., int]:
    def command(**given: Any) -> int:
        return serve(Serving(**{name: value for name, value in given.items() if value is not None}))

    return signed(command, [field_parameter(name, field, SERVE) for name, field in Serving.model_fields.items()])


def serve(serving: Serving) -> int:
    """Serve until somebody ends it."""
    try:
        from knightwatch.tui.web.server import Site
    except ImportError as error:
        raise BadInput(f"serve needs {error.name}, of the extra web: pip install knightwatch[web]") from None
    if not serving.local:
        say(f"knightwatch: host is {quoted(serving.host)}, not this machine alone: {OPEN}")
    Site(serving, say).run()
    return 0
