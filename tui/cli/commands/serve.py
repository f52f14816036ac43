"""The command `serve`: show the same screens in a browser, or this screen to many browsers."""

import inspect
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

from cyclopts import App, Group, Parameter

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput, missing_extra
from knightwatch.engine.core.words import quoted
from knightwatch.tui.cli.options.fields import field_parameter
from knightwatch.tui.cli.options.signature import parameter, with_options
from knightwatch.tui.cli.streams import say
from knightwatch.tui.launch import BROADCAST, has_screen
from knightwatch.tui.web.limits import Following, Serving

SERVE = Group("Serve", sort_key=0)
FOLLOW = Group("Follow", sort_key=1)
OPEN = (
    "everyone who can reach this machine can use its processor and memory, within the limits; there is no password, "
    "and the connection is not encrypted"
)
SEEN = "everyone who can reach this machine can see this screen{}, and the connection is not encrypted"
FOLLOWS = "show this terminal's screen, live and read-only, in all browsers; a command may follow, as -- tour --rows 6"
WORDS = "with --follow, the command that opens the screen; without it, the home screen"

VISITORS = (
    "largest number of visitors at a time (a whole number from 1 to 1,000; default "
    f"{Serving().visitors}, with --follow {Following().visitors})"
)


def command(_: Sequence[str]) -> App:
    """Return the command; the fields of `Serving` and `Following` are its options."""
    app = App(
        name="serve",
        help="Serve the same screens to a browser (needs the extra web). Each visitor gets a process and a folder. "
        "Both are deleted when the page is closed. With --follow, visitors see the screen of this terminal instead.",
        help_format="plaintext",
    )
    app.default(_command())
    return app


def _command() -> Callable[..., int]:
    def command(*words: str, follow: bool = False, **given: Any) -> int:
        values = {name: value for name, value in given.items() if value is not None}
        kind = Following if follow else Serving
        if stray := [name for name in values if name not in kind.model_fields]:
            raise BadInput(f"{option(stray[0])} cannot be used {'with' if follow else 'without'} --follow")
        if follow:
            return show(Following(**values), words)
        if words:
            raise BadInput(f"{quoted(' '.join(words))} is a command for --follow: add --follow, or leave it out")
        return serve(Serving(**values))

    words = Annotated[str, Parameter(help=WORDS)]
    parameters = [inspect.Parameter("command", inspect.Parameter.VAR_POSITIONAL, annotation=words)]
    helped = {"visitors": VISITORS}
    parameters += [
        field_parameter(name, field, SERVE, helped.get(name, "")) for name, field in Serving.model_fields.items()
    ]
    parameters += [
        parameter("follow", bool, False, FOLLOWS, FOLLOW),
        field_parameter("word", Following.model_fields["word"], FOLLOW),
    ]
    return with_options(command, parameters)


def serve(serving: Serving) -> int:
    """Serve until a signal stops the program."""
    try:
        from knightwatch.tui.web.server import Site
    except ImportError as error:
        raise missing_extra("serve", error.name or "the web server", "web") from None
    if not serving.local:
        say(f"knightwatch: host is {quoted(serving.host)}, so other machines can connect: {OPEN}")
    Site(serving, say).run()
    return 0


def show(following: Following, words: Sequence[str]) -> int:
    """Open a screen in this terminal, and show it in browsers until it is closed."""
    if os.name != "posix":
        raise BadInput("serve --follow needs Linux or macOS")
    if printing := {"--json", "--headless", "--output"} & {word.split("=")[0] for word in words}:
        raise BadInput(f"{min(printing)} opens no screen that serve --follow could show: leave it out")
    if not has_screen():
        raise BadInput("serve --follow needs a terminal, whose screen it shows")
    if words[:1] == ("serve",):
        raise BadInput("serve --follow shows one screen: name another command after --")
    from knightwatch.tui.cli.main import run
    from knightwatch.tui.web.follow.start import followed

    if not following.local:
        who = SEEN.format(" if they know the word" if following.word else "")
        say(f"knightwatch: host is {quoted(following.host)}, so other machines can connect: {who}")
    token = BROADCAST.set(partial(followed, following))
    try:
        return run(words)
    finally:
        BROADCAST.reset(token)
