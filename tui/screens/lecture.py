"""The stage of a lecture: a scene is played on the screen that its command line opens, with all of its keys.

The caption stands beside it, and takes the keys that lead from scene to scene.
"""

from typing import Any

from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from knightwatch.tui.lectures.lecture import Lecture, Scene, SceneView
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.worker_screen import WorkerScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen

BEAT = 0.1
"""Seconds between two looks whether a scene has come to its stop."""


class Caption(Static, can_focus=True):
    """What is said about a scene; it has the keys that lead to the next one."""

    BINDINGS = [
        Binding("right,n", "turn(1)", "Next scene", key_display="→", tooltip="the next scene (also n)"),
        Binding("left,b", "turn(-1)", "Earlier", key_display="←", tooltip="the scene before (also b)"),
    ]

    def __init__(self, stage: "LecturePlayer", words: str, heading: str) -> None:
        super().__init__(words, markup=False, classes="scene")
        self.border_title = heading
        self._stage = stage

    async def action_turn(self, by: int) -> None:
        """Go to another scene."""
        await self._stage.turn(by)


class LecturePlayer:
    """A lecture on its way."""

    def __init__(self, app: Program, lecture: Lecture) -> None:
        self._app = app
        self._lecture = lecture
        self.place = 0
        self._projecting = False
        """Whether somebody wants scenes to be seen from afar that do not say so themselves."""

    async def begin(self) -> None:
        """Play the first scene."""
        screen = self._screen()
        with self._app.batch_update():
            await self._app.push_screen(screen)
            await self._play(screen)
        self._app.run_worker(self._have_races_ready, thread=True)

    def _have_races_ready(self) -> None:
        """Have compiled on the way what a race would wait for before its clock starts, with a room that waits too."""
        from knightwatch.engine.compiled.tiers import prepare
        from knightwatch.engine.lab.races.race import Race

        for subject, _ in (scene.subject() for scene in self._lecture.scenes):
            for racer in subject.racers if isinstance(subject, Race) else ():
                prepare("knightwatch.engine.plans.warm:kernels", racer.plan.puzzle.name, racer.plan.values())

    async def turn(self, by: int) -> None:
        """Play the scene after this one, or the one before; beyond the last there is none."""
        place = self.place + by
        if not 0 <= place < len(self._lecture.scenes):
            self._app.notify("This is the last scene: q goes home." if by > 0 else "This is the first scene.")
            return
        if isinstance(self._app.screen, PuzzleScreen) and self._scene.view is not SceneView.PROJECTOR:
            self._projecting = self._app.screen.has_class("-projector")
        self.place = place
        screen = self._screen()
        with self._app.batch_update():
            await self._app.switch_screen(screen)
            await self._play(screen)

    @property
    def _scene(self) -> Scene:
        return self._lecture.scenes[self.place]

    def _screen(self) -> WorkerScreen[Any, Any]:
        from knightwatch.engine.plans.plan import Plan
        from knightwatch.engine.store.keeping import Keeper, record_of

        subject, moment = self._scene.subject()
        if not isinstance(subject, Plan):
            screen = self._app.opener.screen_of(subject)
        else:  # what is shown in a lecture is nobody's run, and not kept
            screen = self._app.opener.screen_of(Keeper(subject, kept=record_of(subject, moment) if moment else None))
        assert isinstance(screen, WorkerScreen)
        return screen

    async def _play(self, screen: WorkerScreen[Any, Any]) -> None:
        """Put the caption where there is room for it, and run the scene."""
        scene, number = self._scene, f"{self.place + 1} of {len(self._lecture.scenes)}"
        words = to_ascii(scene.paragraphs(), self._app.look.ascii)
        caption = Caption(self, words, f"{self._lecture.title}, {number}")
        screen.add_class("-lecture")
        self._dress(screen, scene)
        side = screen.query("#side")
        place = side.first() if side else screen
        await place.mount(caption, before=0)
        caption.focus()
        order = scene.order()
        screen.play(order, scene.pace)
        if scene.next is not None:
            self._go_on_after(caption, screen, order, scene.next)

    def _dress(self, screen: Screen[Any], scene: Scene) -> None:
        """Show the parts that the scene is about, as large as it says."""
        if isinstance(screen, PuzzleScreen) and (self._projecting or scene.view is SceneView.PROJECTOR):
            screen.project(True)
        elif scene.view is not SceneView.ALL:
            screen.add_class(f"-{scene.view}-only")
        if scene.zoom:
            screen.call_after_refresh(screen.run_action, f"zoom({-scene.zoom})")

    def _go_on_after(self, caption: Caption, screen: WorkerScreen[Any, Any], order: object, seconds: float) -> None:
        """Play the next scene some time after this one has come to its stop, unless somebody has taken it over."""
        last = self.place == len(self._lecture.scenes) - 1

        def go_on() -> None:
            if screen.runner.done is order and self._app.screen is screen:
                self._app.call_later(self.turn, 1)  # not from here: the caption goes with its scene

        def look() -> None:
            if screen.runner.done is order:
                looking.stop()
                caption.set_timer(max(seconds, BEAT), go_on)

        if not last:
            looking = caption.set_interval(BEAT, look)
