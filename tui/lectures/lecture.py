"""Read lectures. A lecture is a TOML file of scenes: command line, caption, pace, and the step at which to stop.

A lecture from another person is safe: its size is limited, it is checked before it starts, and its command lines can
only open a puzzle, a race or a sweep. Its solvers may be Python files only if the user allows that.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field, field_validator

from knightwatch.engine.core.declaration import Declared, Text
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line, quoted
from knightwatch.tui.lectures.ask import SceneAsk, read_ask

if TYPE_CHECKING:
    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.lab.sweeps.sweep import Sweep
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.tui.workers.worker import Order

MOST_SCENES = 100
LARGEST = 1 << 18
"""Largest size of a file in bytes."""
BUILT_IN = ("start-here", "evolution", "six-knights", "eight-queens")
"""The lectures that come with knightwatch."""

Line = Annotated[str, Text("a text of at most 80 characters"), Field(max_length=80)]


class SceneView(StrEnum):
    """Which parts of a screen are visible."""

    ALL = "all"
    BOARD = "board"
    SIDE = "side"
    GRAPH = "graph"
    PROJECTOR = "projector"
    POPULATION = "population"


class Heading(Declared):
    """The title of a lecture and a sentence about it."""

    title: Line = Field("A lecture", description="the title of the lecture")
    about: Annotated[str, Text("a text of at most 200 characters"), Field(max_length=200)] = Field(
        "", description="a sentence for the list of lectures"
    )


class SceneOpen(StrEnum):
    """What a scene opens when it stops."""

    STEP = "step"
    MAP = "map"


class Scene(Declared):
    """One scene: a run or a race, and a caption."""

    command: Annotated[str, Text("a command line of knightwatch"), Field(max_length=1000)] = Field(
        description="the command line of a puzzle or a race"
    )
    caption: Annotated[str, Text("a text of at most 1,000 characters"), Field(max_length=1000)] = Field(
        description="the text of the scene; a blank line starts a new paragraph"
    )
    pace: float | None = Field(None, gt=0, le=1e9, description="steps per second; if left out, full speed")
    moment: int | None = Field(None, ge=0, le=10**15, description="the step at which to stop; if left out, the end")
    milestones: int | None = Field(None, ge=1, le=10**15, description="the number of milestones after which to stop")
    view: SceneView = Field(SceneView.ALL, description="which parts of the screen are visible")
    code: bool = Field(False, description="whether the code of the solver is visible, with the lines of each step")
    zoom: int = Field(0, ge=-9, le=9, description="how many times to zoom in; below 0, zoom out")
    open: SceneOpen | None = Field(
        None, description="what to open at the stop: the pages of the last step, or a map of all starts"
    )
    sweep: Annotated[str, Text("a command line of knightwatch sweep"), Field(max_length=1000)] = Field(
        "", description="the command line of a sweep to open at the stop"
    )
    next: float | None = Field(
        None, ge=0, le=86_400, description="seconds from the stop to the next scene; if left out, wait for a key"
    )
    ask: SceneAsk | None = Field(None, description="a question that opens at the stop")

    @field_validator("ask", mode="before")
    @classmethod
    def _table(cls, values: object) -> SceneAsk | None:
        return read_ask(values)

    def subject(self, folder: Path | None = None) -> "tuple[Plan | Race, int]":
        """Return the plan or race, and the step at which it opens; raises BadInput if the command is wrong.

        Python files of solvers are allowed only with the `folder` that their names start in.
        """
        from knightwatch.tui.output.command_line import read_command

        return read_command(self.command, folder)

    def sweep_to_open(self, folder: Path | None = None) -> "Sweep":
        """Return the sweep; raises BadInput if its command is wrong."""
        from knightwatch.tui.output.command_line import read_sweep

        return read_sweep(self.sweep, folder)

    def order(self) -> "Order":
        """Return the order for the worker: how far to run, and how fast."""
        from knightwatch.tui.workers.worker import RunAt, ToMilestone

        if self.milestones is not None:
            return ToMilestone(self.milestones, self.pace)
        return RunAt(self.pace, self.moment)

    def faults(self, folder: Path | None, thorough: bool) -> dict[str, str]:
        """Return an error for each field that is wrong, or does not fit another field.

        If `thorough`, run up to a question that the engine must answer.
        """
        from knightwatch.engine.plans.plan import Plan, declaration

        errors = self._own_faults(folder)
        try:
            subject, begins = self.subject(folder)
        except BadInput as error:
            return {"command": str(error)} | errors
        is_race, is_swap = not isinstance(subject, Plan), subject.puzzle.name == "swap"
        if self.milestones is not None and is_race:
            errors["milestones"] = "a race has no milestones; use moment, or let it run to its end"
        if self.view is SceneView.GRAPH and (is_race or not is_swap):
            errors["view"] = "view is graph, but only a swap puzzle has a graph"
        if self.view is SceneView.PROJECTOR and is_race:
            errors["view"] = "view is projector, but a race has no projector view"
        evolves = isinstance(subject, Plan) and "pop" in declaration(subject.puzzle, subject.solver)
        if self.view is SceneView.POPULATION and not evolves:
            errors["view"] = "view is population, but only a run of a solver that evolves has one"
        if self.code and (why := _uncoded(subject)):
            errors["code"] = f"code is true, but {why}"
        if self.open is SceneOpen.MAP and (is_race or subject.puzzle.name != "tour"):
            errors["open"] = "open is map, but only a tour has a map of all starts"
        elif self.open and is_race:
            errors["open"] = f"open is {self.open}, but a race has no pages"
        if (
            "ask" not in errors
            and self.ask
            and (why := self.ask.fault(subject, (begins, self.moment, self.milestones), thorough))
        ):
            errors["ask"] = f"ask: {why}"
        return errors

    def _own_faults(self, folder: Path | None) -> dict[str, str]:
        """Return the errors that do not depend on the command."""
        errors = {}
        if self.milestones is not None and self.moment is not None:
            errors["milestones"] = "a scene has moment or milestones, not both"
        if self.sweep and self.open:
            errors["sweep"] = "a scene has open or sweep, not both"
        elif self.sweep:
            try:
                self.sweep_to_open(folder)
            except BadInput as error:
                errors["sweep"] = str(error)
        if self.ask and (self.open or self.sweep or self.next is not None):
            errors["ask"] = "ask waits for the answer, so open, sweep and next must be left out"
        return errors

    def paragraphs(self) -> str:
        """Return the caption with one line per paragraph; the screen breaks the lines."""
        return "\n\n".join(one_line(part) for part in re.split(r"\n\s*\n", self.caption.strip()))


@dataclass(frozen=True)
class Mistake:
    """An error in a file, with its line."""

    line: int
    words: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.words}"


@dataclass(frozen=True)
class Lecture:
    """A heading and the scenes in order."""

    heading: Heading
    scenes: Sequence[Scene]
    folder: Path | None = None
    """The folder of its solvers' files; None if it may run no files."""

    @property
    def title(self) -> str:
        """The title on one line."""
        return one_line(self.heading.title)

    @classmethod
    def read(cls, text: str) -> "Lecture":
        """Read a lecture from a text; raises BadInput with the first mistake and its line."""
        lecture, wrong = parsed(text)
        if lecture is None:
            raise BadInput(str(wrong[0]))
        return lecture

    @classmethod
    def named(cls, name: str) -> "Lecture":
        """Return a lecture that comes with knightwatch."""
        return cls.read(text_of(name))


def text_of(name: str) -> str:
    """Return the text of a built-in lecture, or of a file; raises BadInput if the file cannot be read."""
    if name in BUILT_IN:
        return (files("knightwatch.tui") / "lectures" / f"{name}.toml").read_text("utf-8")
    subject = f"lecture is {quoted(name, 200)}"
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadInput(f"{subject}, but the file is larger than {LARGEST >> 10} KiB, the limit for a lecture")
        return data.decode()
    except OSError as error:
        names = ", ".join(BUILT_IN)
        raise BadInput(
            f"{subject}, but the file cannot be read ({error.strerror}); built-in lectures are {names}"
        ) from None
    except UnicodeDecodeError:
        raise BadInput(f"{subject}, but the file is not a text in UTF-8") from None


def heading_of(name: str) -> Heading:
    """Return the heading of a built-in lecture without checking its scenes."""
    contents = tomllib.loads(text_of(name))
    return Heading(**{part: contents[part] for part in Heading.model_fields})


def _uncoded(subject: "Plan | Race") -> str:
    """Say in a clause why a scene cannot show the code of its steps; empty if it can."""
    from knightwatch.engine.own.companion import lacking
    from knightwatch.engine.plans.plan import Plan

    return lacking(subject) if isinstance(subject, Plan) else "a race shows no code"


# Parse the text.

Made = TypeVar("Made", bound=Declared)

PLACES = re.compile(
    r"^[ \t]*(?P<quote>[\"']?)(?P<key>[A-Za-z0-9_-]+)(?P=quote)[ \t]*=|(?P<scene>^[ \t]*\[\[[ \t]*scene[ \t]*\]\])"
    r"|^[ \t]*\[[ \t]*scene[ \t]*\.[ \t]*(?P<table>[a-z]+)[ \t]*\]"
    r'|"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*',
    re.MULTILINE | re.DOTALL,
)
"""Matches scenes, keys and tables of a scene. It also matches strings and comments, to skip the keys inside them."""


def places(text: str) -> dict[tuple[int, str], int]:
    """Return the line of each scene (key: empty name) and of each of its keys. Scene 0 is the heading."""
    lines, scene = {}, 0
    for match in PLACES.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match["scene"]:
            scene += 1
            lines[scene, ""] = line
        elif name := match["key"] or match["table"]:
            lines.setdefault((scene, name), line)
    return lines


def parsed(text: str, folder: Path | None = None, thorough: bool = False) -> tuple[Lecture | None, list[Mistake]]:
    """Return the lecture of a text, or None and all its mistakes. With a folder, solvers may be Python files there.

    If `thorough`, try the questions that the engine answers; that may take seconds.
    """
    try:
        contents = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return None, [_unreadable(text, error)]
    lines = places(text)
    wrong: list[Mistake] = []
    scenes = contents.pop("scene", [])
    heading = _validated(Heading, contents, 0, lines, wrong)
    if isinstance(scenes, list) and 0 < len(scenes) <= MOST_SCENES and all(isinstance(each, dict) for each in scenes):
        numbered = enumerate(scenes, 1)
        made = [_validated(Scene, each, number, lines, wrong, folder, thorough) for number, each in numbered]
    else:
        words = f"a lecture has 1 to {MOST_SCENES} scenes, each written as [[scene]]"
        wrong.append(Mistake(lines.get((0, "scene"), 1), words))
    if wrong or heading is None:
        return None, sorted(wrong, key=lambda mistake: mistake.line)
    return Lecture(heading, [scene for scene in made if scene], folder), []


def _validated(
    kind: type[Made],
    values: Mapping[str, Any],
    number: int,
    lines: Mapping[tuple[int, str], int],
    wrong: list[Mistake],
    folder: Path | None = None,
    thorough: bool = False,
) -> Made | None:
    """Return a heading or a scene, or None if it has mistakes; append them to `wrong`."""
    made = None
    try:
        made = kind(**values)
        faults = made.faults(folder, thorough) if isinstance(made, Scene) else {}
    except BadInput as error:
        faults = error.faults
        if kind is Scene:
            faults = faults | _other_faults(values, faults, folder, thorough)
    for name, sentence in faults.items():
        line = lines.get((number, name), lines.get((number, ""), 1))
        wrong.append(Mistake(line, f"scene {number}: {sentence}" if number else sentence))
    return None if faults else made


def _other_faults(
    values: Mapping[str, Any], faults: Mapping[str, str], folder: Path | None, thorough: bool
) -> dict[str, str]:
    """Return the faults of the other fields of a scene with faults, so that a check lists all of them."""
    others = {"caption": ""} | {name: value for name, value in values.items() if name not in faults}
    if not faults.keys().isdisjoint({"moment", "milestones"}):
        others.pop("ask", None)  # a question needs one of them
    try:
        return Scene(**others).faults(folder, thorough)
    except BadInput:  # without a command
        return {}


def _unreadable(text: str, error: Exception) -> Mistake:
    """Return the mistake for a text that is not TOML."""
    match = re.search(r"(.*) \(at line (\d+), column \d+\)$", str(error), re.DOTALL)
    words = match[1] if match else str(error).removesuffix(" (at end of document)")
    line = int(match[2]) if match else text.count("\n") + 1
    return Mistake(line, f"a lecture is written in TOML: {words[:1].lower()}{one_line(words[1:])}")
