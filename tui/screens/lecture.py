"""Play a lecture: each scene runs on the screen that its command line opens, with all keys of that screen.

The caption is a widget on that screen. It has the keys to the next and the previous scene.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from knightwatch.engine.core.errors import BadInput
from knightwatch.tui.lectures.lecture import Lecture, Scene, SceneOpen, SceneView
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.worker_screen import WorkerScreen
from knightwatch.tui.screens.lecture_question import SceneQuestion
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen

OPENS = {SceneOpen.STEP: "detail", SceneOpen.MAP: "map"}
"""The actions that open other screens."""
CHANGED = "You changed this scene: enter plays it again. Its words are about the run before:"
"""The first words of a caption whose scene the user has changed."""
PROJECTOR_KEYS = "n b scenes  P all  ? help"
"""The keys that the projector view of a scene shows instead of the footer."""
CHECK_SECONDS = 0.1
"""Seconds between two checks whether a scene has ended."""


class Caption(Static, can_focus=True):
    """The text of a scene, with the keys to the other scenes."""

    BINDINGS = [
        Binding("n,right", "turn(1)", "Next scene", key_display="n", tooltip="the next scene (also →)"),
        Binding("b,left", "turn(-1)", "Previous", key_display="b", tooltip="the previous scene (also ←)"),
        Binding("enter", "again", "Scene", key_display="enter", tooltip="play this scene again, as it was"),
        Binding("enter", "ask", "Question", key_display="enter", tooltip="the question of this scene"),
    ]
    question: SceneQuestion | None = None
    """The question of the scene."""
    changed = False
    """Whether the screen runs something else than the scene."""

    def __init__(self, player: "LecturePlayer", text: str, heading: str) -> None:
        super().__init__(text, markup=False, classes="scene")
        self.border_title = heading
        self._player, self._text = player, text

    def show_changed(self, changed: bool) -> None:
        """Say that the screen runs something else than the scene, or no longer say it."""
        self.changed = changed
        self.update(Content.assemble(CHANGED, "\n\n", (self._text, "$text-muted")) if changed else self._text)
        self.refresh_bindings()

    async def action_again(self) -> None:
        """Play this scene again."""
        await self._player.turn(0)

    async def action_turn(self, by: int) -> None:
        """Go to another scene."""
        await self._player.turn(by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the scene if it was changed, else its question until it is answered."""
        if action == "again":
            return self.changed
        if action == "ask":
            return not self.changed and self.question is not None and not self.question.answered
        return super().check_action(action, parameters)

    def action_ask(self) -> None:
        """Open the question."""
        if self.question:
            self.question.open()


class LastCaption(Caption):
    """The text of the last scene; its footer offers no next scene."""

    BINDINGS = [
        Binding("n,right", "turn(1)", "Next scene", show=False, tooltip="this is the last scene: q ends the lecture")
    ]


def _shown(screen: WorkerScreen[Any, Any]) -> object:
    """Return what a screen runs, with solvers, settings and seeds."""
    if isinstance(screen, PuzzleScreen):
        return screen.plan.values()
    race = screen.runner.race
    return race.by, [racer.plan.values() for racer in race.racers]


class LecturePlayer:
    """A lecture that is being played."""

    def __init__(self, app: Program, lecture: Lecture) -> None:
        self._app = app
        self._lecture = lecture
        self.place = 0
        self._projecting = False
        """Whether the user switched the projector view on; it stays on for the next scenes."""
        self._questions: dict[int, SceneQuestion] = {}
        """The last question of each scene: on the way back, it does not open by itself again."""

    async def begin(self) -> None:
        """Play the first scene."""
        screen = self._screen()
        with self._app.batch_update():
            await self._app.push_screen(screen)
            await self._play(screen)
        self._app.run_worker(self._compile_races, thread=True)

    def _compile_races(self) -> None:
        """Compile the solvers of all races ahead, so that no race has to wait before it starts."""
        from knightwatch.engine.compiled.tiers import prepare
        from knightwatch.engine.lab.races.race import Race

        for subject, _ in (scene.subject(self._lecture.folder) for scene in self._lecture.scenes):
            for racer in subject.racers if isinstance(subject, Race) else ():
                prepare("knightwatch.engine.plans.warm:kernels", racer.plan.puzzle.name, racer.plan.values())

    async def turn(self, by: int) -> None:
        """Play the next or the previous scene; at the ends, show a notice."""
        place = self.place + by
        if not 0 <= place < len(self._lecture.scenes):
            self._app.notify("This is the last scene: q ends the lecture." if by > 0 else "This is the first scene.")
            return
        self._app.clear_notifications()  # they are about the scene before
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
        from knightwatch.engine.store.saving import RunSaver, record_of

        subject, moment = self._scene.subject(self._lecture.folder)
        if not isinstance(subject, Plan):
            screen = self._app.opener.screen_of(subject)
        else:  # runs of a lecture are not saved
            screen = self._app.opener.screen_of(RunSaver(subject, kept=record_of(subject, moment) if moment else None))
        assert isinstance(screen, WorkerScreen)
        return screen

    async def _play(self, screen: WorkerScreen[Any, Any]) -> None:
        """Add the caption to the screen and run the scene."""
        scene, number = self._scene, f"{self.place + 1} of {len(self._lecture.scenes)}"
        screen.introduction = (
            f"Scene {number} of the lecture: {self._lecture.title}. Key n plays the next scene, b the previous one, "
            "q ends the lecture. All other keys work as usual."
        )
        text = to_ascii(scene.paragraphs(), self._app.look.ascii)
        kind = LastCaption if self.place == len(self._lecture.scenes) - 1 else Caption
        caption = kind(self, text, f"{self._lecture.title}, {number}")
        screen.add_class("-lecture")
        self._set_view(screen, scene)
        side = screen.query("#side")
        place = side.first() if side else screen
        await place.mount(caption, before=0)
        for hint in screen.query("#hint").results(Static):
            hint.update(PROJECTOR_KEYS)
        caption.focus()
        shown = _shown(screen)
        screen.on_begin = lambda: caption.show_changed(_shown(screen) != shown)
        order = scene.order()
        screen.play(order, scene.pace)
        if scene.open:
            self._open_after(caption, screen, order, partial(screen.run_action, OPENS[scene.open]))
        elif scene.sweep:
            self._open_after(caption, screen, order, partial(self._open_sweep, scene))
        if scene.ask:
            earlier = self._questions.get(self.place)
            question = SceneQuestion(screen, scene.ask, self.turn, answered=bool(earlier and earlier.answered))
            caption.question = self._questions[self.place] = question
            if not (earlier and earlier.opened):
                self._open_after(caption, screen, order, question.open)
            elif not question.answered:
                self._app.notify("This scene has a question: enter asks it again.")
            question.opened = bool(earlier and earlier.opened)
        if scene.next is not None:
            self._turn_after(caption, screen, order, scene.next)

    def _set_view(self, screen: Screen[Any], scene: Scene) -> None:
        """Set the view and the zoom of the scene."""
        if isinstance(screen, PuzzleScreen) and (self._projecting or scene.view is SceneView.PROJECTOR):
            screen.project(True)
        elif scene.view is not SceneView.ALL:
            screen.add_class(f"-{scene.view}-only")
        if scene.code and isinstance(screen, PuzzleScreen):
            screen.show_code(True)
        if scene.zoom:
            screen.call_after_refresh(screen.run_action, f"zoom({-scene.zoom})")

    def _open_sweep(self, scene: Scene) -> None:
        """Open the sweep of a scene, with the runs that are stored already."""
        from knightwatch.tui.screens.lab.sweep_form import ready

        try:
            self._app.opener.open_experiment(*ready(scene.sweep_to_open(self._lecture.folder)))
        except BadInput as error:
            self._app.notify(f"The sweep cannot be opened: {error}.", markup=False)

    def _open_after(
        self, caption: Caption, screen: WorkerScreen[Any, Any], order: object, opening: Callable[[], object]
    ) -> None:
        """Open another screen at the end of a scene; leaving it returns to the scene."""

        def check() -> None:
            if screen.runner.done is order:
                timer.stop()
                if self._app.screen is screen:
                    screen.call_later(opening)

        timer = caption.set_interval(CHECK_SECONDS, check)

    def _turn_after(self, caption: Caption, screen: WorkerScreen[Any, Any], order: object, seconds: float) -> None:
        """Play the next scene some seconds after the end of this one, unless the user gave another order."""
        last = self.place == len(self._lecture.scenes) - 1

        def turn() -> None:
            if screen.runner.done is order and self._app.screen is screen:
                self._app.call_later(self.turn, 1)  # later: turning removes the caption that owns this timer

        def check() -> None:
            if screen.runner.done is order:
                timer.stop()
                caption.set_timer(max(seconds, CHECK_SECONDS), turn)

        if not last:
            timer = caption.set_interval(CHECK_SECONDS, check)
