"""Options that most commands share, as `--json` and `--output`: declared here, in `COMMON`."""

import inspect
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Group, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.tui.cli.options.signature import Option
from knightwatch.tui.launch import check_record
from knightwatch.tui.theme_names import THEME_NAMES

RUN = Group("Run", sort_key=100)
COMMON = {
    "headless": Option(bool, False, "print the result as text, without the screen"),
    "json": Option(bool, False, "print the result as one JSON object, without the screen"),
    "output": Option(
        str | None,
        None,
        "also write the answer to a file, without the screen: .txt, .json, .csv, .svg or .png; if you asked for "
        "several answers, the file has them all (a drawing: one); run.html plays the whole run in any browser, "
        "film.svg and film.gif are films of it",
        "FILE",
    ),
    "curves": Option(
        str | None,
        None,
        "also write the curves of the run to a file, without the screen: .csv with a row for every step, or .svg",
        "FILE",
    ),
    "at": Option(
        str | None, None, "start at this step, as 1234; without the screen, the run stops at this step", "NUMBER"
    ),
    "record": Option(str | None, None, "record the screen to a .cast file, which asciinema plays", "FILE"),
    "all": Option(bool, False, "print all answers that the solver collects, without the screen"),
    "ascii": Option(bool, False, "draw with ASCII characters only"),
    "theme": Option(str | None, None, "dark, light, or a theme of Textual, as nord; default: the last one you chose"),
}
Ascii = Annotated[bool, Parameter(help=COMMON["ascii"].help, negative="", show_default=False)]
Headless = Annotated[bool, Parameter(help=COMMON["headless"].help, negative="", show_default=False)]
Theme = Annotated[str | None, Parameter(help=COMMON["theme"].help, metavar="NAME")]
Record = Annotated[str | None, Parameter(help=COMMON["record"].help, metavar="FILE")]
"""The same as types of parameters, for commands that have only some of them."""


@dataclass(frozen=True)
class Common:
    """The values of the common options."""

    headless: bool = False
    json: bool = False
    output: str | None = None
    curves: str | None = None
    at: str | None = None
    record: str | None = None
    all: bool = False
    ascii: bool = False
    theme: str | None = None

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> "Common":
        """Return the common options among all that were given; raises BadInput for a wrong value."""
        common = cls(**{name: given.get(name, option.default) for name, option in COMMON.items()})
        check_theme(common.theme)
        check_record(common.record, common.without_screen)
        return common

    @property
    def without_screen(self) -> bool:
        """Whether one of them means work without the screen."""
        return bool(self.headless or self.json or self.output or self.curves or self.all)


def common_parameters(without: Collection[str] = (), **help_texts: str) -> list[inspect.Parameter]:
    """Return the common options except some; `help_texts` replaces the help of others."""
    return [
        option._replace(help=help_texts.get(name, option.help)).parameter(name, RUN)
        for name, option in COMMON.items()
        if name not in without
    ]


def check_theme(theme: str | None) -> None:
    """Raise BadInput for an unknown theme."""
    if theme and theme not in THEME_NAMES:
        raise BadInput(f"theme is {quoted(theme)}, but must be one of {', '.join(THEME_NAMES)}")
