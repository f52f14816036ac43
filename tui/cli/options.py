"""Options derived from declarations: what the commands of all puzzles and of the laboratory have in common."""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Group, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.cli.launch import check_record
from knightwatch.tui.colours import THEME_NAMES

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from knightwatch.engine.core.search import Search

Solvers = Sequence["type[Search[Any, Any]]"]

PROBLEM = Group("Problem", sort_key=0)
RUN = Group("Run", sort_key=100)
COMMON = {
    "headless": (bool, False, "print the result as text, without the screen"),
    "json": (bool, False, "print the result as one JSON object, without the screen"),
    "output": (
        str | None,
        None,
        "also write the answer, or all where several were asked for, to a file: .txt, .json, .csv or, only one, .svg; "
        "without the screen",
    ),
    "at": (
        str | None,
        None,
        "go to this moment, a number of the solver's steps; without the screen the run ends there",
    ),
    "record": (str | None, None, "record what the screen shows to a file, .cast, which asciinema plays"),
    "all": (bool, False, "print all answers that the solver collects, not only one; without the screen"),
    "ascii": (bool, False, "draw with ASCII signs only"),
    "theme": (str | None, None, "dark, light, or a theme of Textual, as nord; empty: the one chosen last"),
}
"""Options of every puzzle beside its plan: type, default, help."""
Ascii = Annotated[bool, Parameter(help=COMMON["ascii"][2], negative="")]
Theme = Annotated[str | None, Parameter(help=COMMON["theme"][2])]
Record = Annotated[str | None, Parameter(help=COMMON["record"][2])]
"""Those of them that every screen has."""
METAVARS = {"output": "FILE", "at": "NUMBER", "record": "FILE"}


@dataclass(frozen=True)
class Common:
    """What was chosen of them."""

    headless: bool
    json: bool
    output: str | None
    at: str | None
    record: str | None
    all: bool
    ascii: bool
    theme: str | None

    @classmethod
    def chosen(cls, given: Mapping[str, Any]) -> "Common":
        """Return what was chosen, from all options given; raises BadInput for what cannot be."""
        common = cls(**{name: given.get(name, standard) for name, (_, standard, _) in COMMON.items()})
        check_theme(common.theme)
        check_record(common.record, common.without_screen)
        return common

    @property
    def without_screen(self) -> bool:
        """Whether something was chosen that is done without the screen."""
        return bool(self.headless or self.json or self.output or self.all)


def check_theme(theme: str | None) -> None:
    """Complain about a theme that is not known."""
    if theme and theme not in THEME_NAMES:
        raise BadInput(f"theme is {quoted(theme)}, but must be one of {', '.join(THEME_NAMES)}")


def signed(command: Callable[..., int], parameters: Sequence[inspect.Parameter]) -> Callable[..., int]:
    """Return a command with a signature that lists its options."""
    command.__signature__ = inspect.Signature(parameters, return_annotation=int)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": int}
    return command


def parameter(
    name: str, value_type: Any, standard: Any, words: str, group: Group, metavar: str = "NAME"
) -> inspect.Parameter:
    """Return an option of a command."""
    from knightwatch.engine.core.declaration import option

    flag = value_type is bool
    details = Parameter(
        name=f"--{option(name)}",
        help=words,
        group=group,
        metavar=metavar,
        show_default=False,
        negative=None if value_type == bool | None else "",
        allow_leading_hyphen=not flag,
    )
    annotation = Annotated[value_type, details]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=standard, annotation=annotation)


def field_parameters(puzzle: Puzzle, solvers: Solvers) -> list[inspect.Parameter]:
    """Return an option for each field of the puzzle and of the solvers, and one for presets, if there are any."""
    parameters = []
    if puzzle.presets:
        words = f"values that go by a name: {', '.join(puzzle.presets)}; options given beside it come first"
        parameters.append(parameter("preset", str | None, None, words, PROBLEM))
    for name, (field, group) in _fields(puzzle, solvers).items():
        parameters.append(field_parameter(name, field, group, _about(puzzle, solvers, name)))
    return parameters


def field_parameter(name: str, field: "FieldInfo", group: Group, words: str = "") -> inspect.Parameter:
    """Return the option for a field; its values go as they were typed to the engine, which alone can judge them."""
    from knightwatch.engine.core.declaration import choices, kind

    value_type = bool if kind(field) is bool else str
    metavar = "NAME" if choices(field) else "TEXT" if kind(field) is str else "NUMBER"
    return parameter(name, value_type | None, None, words or _words(field), group, metavar)


def common_parameters(without: Collection[str] = (), **others: str) -> list[inspect.Parameter]:
    """Return the options that every command has, but for some, and some of them with other words of help."""
    return [
        parameter(name, value_type, standard, others.get(name, words), RUN, METAVARS.get(name, "NAME"))
        for name, (value_type, standard, words) in COMMON.items()
        if name not in without
    ]


def _words(field: "FieldInfo") -> str:
    from knightwatch.engine.core.declaration import allowed, default

    usual = f"; default {default(field)}" if default(field) else ""
    return f"{field.description} ({allowed(field)}{usual})"


def _about(puzzle: Puzzle, solvers: Solvers, name: str) -> str:
    """Return what an option is about; where solvers differ in that, for each of them."""
    from knightwatch.engine.plans.plan import declaration

    differing: dict[str, list[str]] = {}
    for solver in solvers:
        if field := declaration(puzzle, solver).get(name):
            differing.setdefault(_words(field), []).append(solver.name)
    first, *others = differing
    return "; ".join([first, *(f"for {', '.join(differing[words])}: {words}" for words in others)])


def _fields(puzzle: Puzzle, solvers: Solvers) -> "dict[str, tuple[FieldInfo, Group]]":
    """Return the fields of a puzzle and of its solvers, each with the group that it is listed in."""
    from knightwatch.engine.core.declaration import Settings
    from knightwatch.engine.plans.plan import declaration

    fields: dict[str, tuple[FieldInfo, Group]] = {}
    for place, solver in enumerate(solvers):
        for name, field in declaration(puzzle, solver).items():
            if name in puzzle.problem.model_fields:
                group = PROBLEM
            elif name in solver.settings_type.model_fields and name not in Settings.model_fields:
                group = Group(f"Solver {solver.name}", help=solver.summary, sort_key=1 + place)
            else:
                group = RUN
            fields.setdefault(name, (field, group))
    return fields
