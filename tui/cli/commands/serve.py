"""The command `serve`: show the same screens in a browser."""

from collections.abc import Callable, Sequence
from typing import Any

from cyclopts import App, Group

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.tui.cli.options.fields import field_parameter
from knightwatch.tui.cli.options.signature import with_options
from knightwatch.tui.cli.streams import say
from knightwatch.tui.web.limits import Serving

SERVE = Group("Serve", sort_key=0)
OPEN = (
    "everyone who can reach this machine can use its processor and memory, within the limits; there is no password, "
    "and the connection is not encrypted"
)


def command(_: Sequence[str]) -> App:
    """Return the command; the fields of `Serving` are its options."""
    app = App(
        name="serve",
        help="Serve the same screens to a browser (needs the extra web). Each visitor gets a process and a folder. "
        "Both are deleted when the page is closed.",
        help_format="plaintext",
    )
    app.default(_command())
    return app


def _command() -> Callable[..., int]:
    def command(**given: Any) -> int:
        return serve(Serving(**{name: value for name, value in given.items() if value is not None}))

    return with_options(command, [field_parameter(name, field, SERVE) for name, field in Serving.model_fields.items()])


def serve(serving: Serving) -> int:
    """Serve until a signal stops the program."""
    try:
        from knightwatch.tui.web.server import Site
    except ImportError as error:
        raise BadInput(
            f"serve needs {error.name}, which is in the extra web: pip install 'knightwatch[web]', or in a clone "
            "pip install '.[web]'"
        ) from None
    if not serving.local:
        say(f"knightwatch: host is {quoted(serving.host)}, so other machines can connect: {OPEN}")
    Site(serving, say).run()
    return 0
