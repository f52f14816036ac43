"""Lectures: scenes one after the other, each a command line, a caption, a pace, and where to stop.

A scene is played on the screen that its command line opens, with all of its keys; the caption stands beside it and
takes the keys that lead from scene to scene. Lectures are TOML files: those that come with knightwatch are in
`tui/lectures`.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from engine.core.declaration import Declared, Text
from engine.core.errors import BadInput
from tui.look import to_ascii
from tui.screens.base.program import Program
from tui.screens.base.worker import WorkerScreen

if TYPE_CHECKING:
    from engine.lab.races.race import Race
    from engine.plans.plan import Plan
    from tui.workers.worker import Order

MOST_SCENES = 100


class Scene(Declared):
    """Something to be seen, and what to say about it."""

    command: Annotated[str, Text("a command line of knightwatch")] = Field(description="what is run")
    caption: Annotated[str, Text("a text")] = Field(description="what to say about it")
    pace: float | None = Field(
        None, gt=0, le=1e9, description="steps a second; as fast as it goes where it is left out"
    )
    moment: int | None = Field(None, ge=0, le=1 << 62, description="where to stop; else it runs to its end")
    milestones: int | None = Field(None, ge=1, le=1 << 62, description="milestones after which to stop")

    def subject(self) -> "Plan | Race":
        """Return what is run; raises BadInput where that is nothing that can be."""
        from tui.output.command_line import read_command

        return read_command(self.command)

    def order(self) -> "Order":
        """Return how far it is run, and how fast."""
        from tui.workers.worker import RunAt, ToMilestone

        if self.milestones is not None:
            return ToMilestone(self.milestones, self.pace)
        return RunAt(self.pace, self.moment)


@dataclass(frozen=True)
class Lecture:
    """Scenes in their order."""

    title: str
    scenes: Sequence[Scene]

    @classmethod
    def read(cls, text: str) -> "Lecture":
        """Return the lecture that a text describes; raises BadInput with a sentence about what is wrong, and where."""
        try:
            contents = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"a lecture is written in TOML: {str(error)[:1].lower()}{str(error)[1:]}") from None
        scenes = contents.pop("scene", [])
        title = contents.pop("title", "")
        if contents:
            raise BadInput(f"{next(iter(contents))} is not known here; known are title and scene")
        if not isinstance(title, str) or not isinstance(scenes, list) or not 0 < len(scenes) <= MOST_SCENES:
            raise BadInput(f"a lecture has a title and 1 to {MOST_SCENES} scenes")
        return cls(title, [_scene(number, each) for number, each in enumerate(scenes, 1)])

    @classmethod
    def named(cls, name: str) -> "Lecture":
        """Return a lecture that comes with knightwatch."""
        return cls.read((files("tui") / "lectures" / f"{name}.toml").read_text("utf-8"))


def _scene(number: int, contents: object) -> Scene:
    """Return a scene whose command line can be run."""
    try:
        if not isinstance(contents, dict):
            raise BadInput("it is written as [[scene]]")
        scene = Scene(**contents)
        if scene.moment is not None and scene.milestones is not None:
            raise BadInput("it stops at a moment or after milestones, not both")
        scene.subject()
    except BadInput as error:
        raise BadInput(f"scene {number}: {error}") from None
    return scene


class Caption(Static, can_focus=True):
    """What is said about a scene; it has the keys that lead to the next one."""

    BINDINGS = [
        Binding("right,n", "turn(1)", "Next scene", key_display="→", tooltip="the next scene (also n)"),
        Binding("left,b", "turn(-1)", "Scene before", key_display="←", tooltip="the scene before (also b)"),
    ]

    def __init__(self, stage: "Stage", words: str, heading: str) -> None:
        super().__init__(words, markup=False, classes="scene")
        self.border_title = heading
        self._stage = stage

    async def action_turn(self, by: int) -> None:
        """Go to another scene."""
        await self._stage.turn(by)


class Stage:
    """A lecture on its way."""

    def __init__(self, app: Program, lecture: Lecture) -> None:
        self._app = app
        self._lecture = lecture
        self.place = 0

    async def begin(self) -> None:
        """Play the first scene."""
        screen = self._screen()
        with self._app.batch_update():
            await self._app.push_screen(screen)
            await self._play(screen)

    async def turn(self, by: int) -> None:
        """Play the scene after this one, or the one before; beyond the last there is none."""
        place = self.place + by
        if not 0 <= place < len(self._lecture.scenes):
            self._app.notify("This is the last scene: q goes home." if by > 0 else "This is the first scene.")
            return
        self.place = place
        screen = self._screen()
        with self._app.batch_update():
            await self._app.switch_screen(screen)
            await self._play(screen)

    @property
    def _scene(self) -> Scene:
        return self._lecture.scenes[self.place]

    def _screen(self) -> Screen[Any]:
        from engine.plans.plan import Plan
        from engine.store.keeping import Keeper

        subject = self._scene.subject()
        return self._app.screen_of(Keeper(subject) if isinstance(subject, Plan) else subject)

    async def _play(self, screen: Screen[Any]) -> None:
        """Put the caption where there is room for it, and run the scene."""
        scene, number = self._scene, f"{self.place + 1} of {len(self._lecture.scenes)}"
        words = to_ascii(_paragraphs(scene.caption), self._app.look.ascii)
        caption = Caption(self, words, f"{self._lecture.title}, {number}")
        screen.add_class("-lecture")
        side = screen.query("#side")
        place = side.first() if side else screen
        await place.mount(caption, before=0)
        caption.focus()
        assert isinstance(screen, WorkerScreen)
        screen.play(scene.order(), scene.pace)


def _paragraphs(text: str) -> str:
    """Return a text whose lines were broken by whoever wrote it, to be broken anew; blank lines stay."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))
