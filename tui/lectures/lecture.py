"""Lectures: scenes one after the other, each a command line, a caption, a pace, and where to stop.

A lecture is a TOML file. One from somebody else is data: it is short, all of it is checked before it begins, and its
command lines can do no more than open a puzzle or a race.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field

from knightwatch.engine.core.declaration import Declared, Text
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line, quoted

if TYPE_CHECKING:
    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.tui.workers.worker import Order

MOST_SCENES = 100
LARGEST = 1 << 18
"""Bytes of a file that is read."""
BUILT_IN = ("start-here", "evolution", "six-knights")
"""Names of the lectures that come with knightwatch."""

Line = Annotated[str, Text("a text of at most 80 characters"), Field(max_length=80)]


class SceneView(StrEnum):
    """Which parts of a screen are on show."""

    ALL = "all"
    BOARD = "board"
    SIDE = "side"
    GRAPH = "graph"
    PROJECTOR = "projector"


class Heading(Declared):
    """What a lecture is called, and what it is about."""

    title: Line = Field("A lecture", description="its name")
    about: Annotated[str, Text("a text of at most 200 characters"), Field(max_length=200)] = Field(
        "", description="a sentence for lists"
    )


class Scene(Declared):
    """Something to be seen, and what to say about it."""

    command: Annotated[str, Text("a command line of knightwatch"), Field(max_length=1000)] = Field(
        description="what is run: a puzzle or a race with its options"
    )
    caption: Annotated[str, Text("a text of at most 1,000 characters"), Field(max_length=1000)] = Field(
        description="what to say about it; a blank line begins a paragraph"
    )
    pace: float | None = Field(None, gt=0, le=1e9, description="steps a second; left out: as fast as it goes")
    moment: int | None = Field(None, ge=0, le=10**15, description="the step at which to stop; left out: at the end")
    milestones: int | None = Field(None, ge=1, le=10**15, description="or after how many milestones to stop")
    view: SceneView = Field(SceneView.ALL, description="which parts of the screen are on show")
    zoom: int = Field(0, ge=-9, le=9, description="how many times to zoom in or, below 0, out")
    next: float | None = Field(
        None, ge=0, le=86_400, description="seconds from its stop to the next scene; left out: a key leads there"
    )

    def subject(self) -> "tuple[Plan | Race, int]":
        """Return what is run, and the moment at which it is opened; raises BadInput where that cannot be."""
        from knightwatch.tui.output.command_line import read_command

        return read_command(self.command)

    def order(self) -> "Order":
        """Return how far it is run, and how fast."""
        from knightwatch.tui.workers.worker import RunAt, ToMilestone

        if self.milestones is not None:
            return ToMilestone(self.milestones, self.pace)
        return RunAt(self.pace, self.moment)

    def faults(self) -> dict[str, str]:
        """Return what is wrong with it as a whole: by field, a sentence."""
        from knightwatch.engine.plans.plan import Plan

        try:
            subject, _ = self.subject()
        except BadInput as error:
            return {"command": str(error)}
        racing, swap = not isinstance(subject, Plan), subject.puzzle.name == "swap"
        found = {}
        if self.milestones is not None and self.moment is not None:
            found["milestones"] = "it stops at a moment or after milestones, not both"
        elif self.milestones is not None and racing:
            found["milestones"] = "milestones are for one solver; a race stops at a moment or at its end"
        if self.view is SceneView.GRAPH and (racing or not swap):
            found["view"] = "view is graph, but only knights that change places have one"
        if self.view is SceneView.PROJECTOR and racing:
            found["view"] = "view is projector, but a race has none"
        return found

    def paragraphs(self) -> str:
        """Return the caption, to be broken into lines anew: those of the file are whoever's who wrote it."""
        return "\n\n".join(one_line(part) for part in re.split(r"\n\s*\n", self.caption.strip()))


@dataclass(frozen=True)
class Mistake:
    """What is wrong in a file, and where."""

    line: int
    words: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.words}"


@dataclass(frozen=True)
class Lecture:
    """Scenes in their order."""

    heading: Heading
    scenes: Sequence[Scene]

    @property
    def title(self) -> str:
        """What it is called, on one line."""
        return one_line(self.heading.title)

    @classmethod
    def read(cls, text: str) -> "Lecture":
        """Return the lecture that a text describes; raises BadInput with the first mistake, and where it is."""
        lecture, wrong = parsed(text)
        if lecture is None:
            raise BadInput(str(wrong[0]))
        return lecture

    @classmethod
    def named(cls, name: str) -> "Lecture":
        """Return a lecture that comes with knightwatch."""
        return cls.read(text_of(name))


def text_of(name: str) -> str:
    """Return the text of a lecture that goes by a name, or else is in a file of that name; raises BadInput."""
    if name in BUILT_IN:
        return (files("knightwatch.tui") / "lectures" / f"{name}.toml").read_text("utf-8")
    told = f"lecture is {quoted(name, 200)}"
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadInput(f"{told}, which is larger than any lecture may be: {LARGEST >> 10} KiB")
        return data.decode()
    except OSError as error:
        known = ", ".join(BUILT_IN)
        raise BadInput(f"{told}, which cannot be read ({error.strerror}); lectures by name are {known}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{told}, which is no text in UTF-8") from None


def heading_of(name: str) -> Heading:
    """Return what a lecture that comes with knightwatch is about; its scenes are not looked at."""
    contents = tomllib.loads(text_of(name))
    return Heading(**{part: contents[part] for part in Heading.model_fields})


# From text to scenes.

Made = TypeVar("Made", bound=Declared)

PLACES = re.compile(
    r"^[ \t]*(?P<quote>[\"']?)(?P<key>[A-Za-z0-9_-]+)(?P=quote)[ \t]*=|(?P<scene>^[ \t]*\[\[[ \t]*scene[ \t]*\]\])"
    r'|"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*',
    re.MULTILINE | re.DOTALL,
)
"""Where scenes and keys begin; texts and comments are found too, so that nothing is looked for in them."""


def places(text: str) -> dict[tuple[int, str], int]:
    """Return the lines on which scenes (under no name) and their keys begin; those before any scene are of scene 0."""
    found, scene = {}, 0
    for match in PLACES.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if match["scene"]:
            scene += 1
            found[scene, ""] = line
        elif match["key"]:
            found.setdefault((scene, match["key"]), line)
    return found


def parsed(text: str) -> tuple[Lecture | None, list[Mistake]]:
    """Return the lecture that a text describes or, where there are any, all of its mistakes."""
    try:
        contents = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return None, [_unreadable(text, error)]
    lines = places(text)
    wrong: list[Mistake] = []
    scenes = contents.pop("scene", [])
    heading = _made(Heading, contents, 0, lines, wrong)
    if isinstance(scenes, list) and 0 < len(scenes) <= MOST_SCENES and all(isinstance(each, dict) for each in scenes):
        made = [_made(Scene, each, number, lines, wrong) for number, each in enumerate(scenes, 1)]
    else:
        words = f"a lecture has 1 to {MOST_SCENES} scenes, each written as [[scene]]"
        wrong.append(Mistake(lines.get((0, "scene"), 1), words))
    if wrong or heading is None:
        return None, sorted(wrong, key=lambda mistake: mistake.line)
    return Lecture(heading, [scene for scene in made if scene]), []


def _made(
    kind: type[Made],
    values: Mapping[str, Any],
    number: int,
    lines: Mapping[tuple[int, str], int],
    wrong: list[Mistake],
) -> Made | None:
    """Return a part of a lecture, or None where it has mistakes, which are added to the others."""
    made = None
    try:
        made = kind(**values)
        faults = made.faults() if isinstance(made, Scene) else {}
    except BadInput as error:
        faults = error.faults
    for name, sentence in faults.items():
        line = lines.get((number, name), lines.get((number, ""), 1))
        wrong.append(Mistake(line, f"scene {number}: {sentence}" if number else sentence))
    return None if faults else made


def _unreadable(text: str, error: Exception) -> Mistake:
    """Return what keeps a text from being TOML."""
    found = re.search(r"(.*) \(at line (\d+), column \d+\)$", str(error), re.DOTALL)
    words = found[1] if found else str(error).removesuffix(" (at end of document)")
    line = int(found[2]) if found else text.count("\n") + 1
    return Mistake(line, f"a lecture is written in TOML: {words[:1].lower()}{one_line(words[1:])}")
