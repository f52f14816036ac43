"""Ask a question and return the answer: a square under the cursor, one of several choices, or a number.

The screen covers the run, so nothing but the page of the question is visible while it is open.
"""

from collections.abc import Callable, Iterable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Input

from knightwatch.engine.core.quiz import NO, NONE, YES, YES_NO, AnswerKind, Prediction
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.cursor import MOVES
from knightwatch.tui.screens.base.dialog import ClosesOnce
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.zoom import ZOOM, ZoomScreen
from knightwatch.tui.screens.help import HelpScreen, commands_of, legend
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.page import PageView
from knightwatch.tui.widgets.words import Words

COMMON = (
    *ZOOM,
    Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
    Binding("escape", "dismiss(None)", "Skip", key_display="esc", tooltip="go back without an answer"),
)
"""Keys of every question. A screen lists them after the keys that answer."""
SCENES = (
    Binding("n", "scene(1)", "Next scene", priority=True, tooltip="play the next scene of the lecture"),
    Binding("b", "scene(-1)", "Previous", priority=True, tooltip="play the previous scene of the lecture"),
)
"""Keys of questions in a lecture."""
SCROLL = (
    Binding("up", "scroll(-3)", "Scroll", key_display="↑ ↓", tooltip="scroll tables and rows"),
    Binding("down", "scroll(3)", "Down", show=False),
)
"""Keys of questions without a cursor."""
Turn = Callable[[int], object]
"""Plays the next scene of a lecture, or the previous one, once the question is closed."""
ONE_LINE = 60
"""Most characters of choices that are listed on one line."""


class QuestionScreen(ZoomScreen[int | None], ClosesOnce[int | None]):
    """A question; it returns the answer as a number, or None if the user skips it."""

    app: Program

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal")]

    HOW = ""
    """How to answer, for help."""

    def __init__(self, question: Prediction, score: str, turn: Turn | None = None) -> None:
        """Ask a question; `score` is shown in the title, and `turn` plays another scene of the lecture."""
        super().__init__()
        self.question = question
        self._score = score
        self._turn = turn

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with Horizontal(classes="title"):
            yield Words(id="problem")
            yield Words(id="state")
        yield PageView(self.question.page, self.app.look)
        yield Words(id="sentence")
        yield from self.compose_answer()
        yield Keys()

    def compose_answer(self) -> ComposeResult:
        """Lay out a field for the answer, if the question needs one."""
        yield from ()

    def text(self) -> str:
        """Return the question, with its choices."""
        return self.question.page.sentence

    def on_mount(self) -> None:
        """Show the question."""
        self.query_one(PageView).show(self.question.page)
        self.query_one("#state", Words).show(self._score)
        self.query_one("#sentence", Words).show(to_ascii(self.text(), self.app.look.ascii))

    def on_page_view_fitted(self) -> None:
        """Name the visible boards."""
        parts = ": ".join(filter(None, ("Question", self.question.page.title))), self.query_one(PageView).visible_boards
        self.query_one("#problem", Words).show("  ".join(filter(None, parts)))

    def zoomed(self) -> Iterable[BoardView]:
        """Return all boards of the page."""
        return list(self.query("PageView BoardView").results(BoardView))

    def action_turn(self, by: int) -> None:
        """Show the other boards of the page."""
        self.query_one(PageView).turn(by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the scroll keys only if something does not fit its place, and other scenes only in a lecture."""
        if action == "scroll":
            return any(view.is_long for view in self.query(PageView))
        if action == "scene":
            return self._turn is not None
        return super().check_action(action, parameters)

    def action_scroll(self, lines: int) -> None:
        """Scroll tables and rows that do not fit."""
        self.query_one(PageView).scroll_parts(lines)

    def action_scene(self, by: int) -> None:
        """Skip the question and play another scene of the lecture."""
        if self._turn:
            self._turn(by)
            self.dismiss(None)

    def action_help(self) -> None:
        """Explain the screen."""
        ascii_only = self.app.look.ascii
        signs = dict.fromkeys(each for p in self.question.page.pictures for each in legend(p.board, ascii_only))
        paragraphs = (self.HOW, to_ascii(self.text(), ascii_only), f"On the boards: {', '.join(signs)}.")
        self.app.push_screen(HelpScreen("A question", paragraphs, commands_of(self)))


class SquareQuestion(QuestionScreen):
    """A question for a square of the board."""

    BINDINGS = [
        Binding("enter,space", "choose", "Answer", key_display="enter", tooltip="answer with the square of the cursor"),
        *MOVES,
        Binding("x", "none", "None", tooltip="answer that no square is right"),
        *COMMON,
        *SCENES,
    ]
    HOW = "Move the cursor to a square with the arrow keys; enter answers. A click on a square answers too."

    def on_mount(self) -> None:
        """Show the question and the cursor."""
        super().on_mount()
        board = self.question.page.board
        last = divmod(int(board.trail[-1]), board.cols) if len(board.trail) else (board.rows // 2, board.cols // 2)
        self._cursor = last
        self._moved = False
        self.call_after_refresh(self.action_move, 0, 0)

    def text(self) -> str:
        """Return the question, with the key for no square."""
        extra = f" Key x: {self.question.none}." if self.question.none else ""
        return f"{super().text()}{extra}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the key for no square only if that can be an answer."""
        return bool(self.question.none) if action == "none" else super().check_action(action, parameters)

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor; beyond an edge it enters again on the opposite side."""
        board = self.question.page.board
        if rows or cols:
            self._moved = True
            self.app.clear_notifications()
        self._cursor = (self._cursor[0] + rows) % board.rows, (self._cursor[1] + cols) % board.cols
        self.query_one(BoardView).point(*self._cursor)

    def action_choose(self) -> None:
        """Answer with the square of the cursor, once it has moved: enter alone never tells whether it is right."""
        if self._moved:
            self.dismiss(self._cursor[0] * self.question.page.board.cols + self._cursor[1])
        else:
            self.notify("Move the cursor to your answer first, with the arrow keys. Then press enter.")

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Answer with the clicked square."""
        self._cursor, self._moved = (event.row, event.col), True
        self.action_choose()

    def action_none(self) -> None:
        """Answer that no square is right."""
        self.dismiss(NONE)


class ChoiceQuestion(QuestionScreen):
    """A question with a few choices."""

    BINDINGS = [
        Binding("1", "choose(1)", "Answer", key_display="1 to 9", tooltip="answer with the choice of that number"),
        *(Binding(str(k), f"choose({k})", f"Choice {k}", show=False) for k in range(2, 10)),
        Binding("right", "turn(1)", "Boards", show=False, key_display="← →", tooltip="show the other boards"),
        Binding("left", "turn(-1)", "Back", show=False),
        *SCROLL,
        *COMMON,
        *SCENES,
    ]
    HOW = "Press the number of a choice; it answers at once."

    def text(self) -> str:
        """Return the question and the numbered choices."""
        listed = [f"{number} {choice}" for number, choice in enumerate(self.question.choices, 1)]
        between = "   " if sum(map(len, listed)) < ONE_LINE else "\n"
        return f"{super().text()}\n{between.join(listed)}"

    def action_choose(self, number: int) -> None:
        """Answer with a choice."""
        if number <= len(self.question.choices):
            self.dismiss(number - 1)


class YesNoQuestion(ChoiceQuestion, inherit_bindings=False):
    """A question that is answered by yes or no."""

    BINDINGS = [
        Binding("y", f"choose({YES + 1})", "Yes", tooltip="answer yes"),
        Binding("n", f"choose({NO + 1})", "No", tooltip="answer no"),
        *COMMON,
        *SCENES[1:],  # n answers
    ]
    HOW = "Press y or n; it answers at once."

    def text(self) -> str:
        """Return the question and its keys."""
        return f"{self.question.page.sentence} (y or n)"


class NumberField(Input):
    """A field that takes digits; letters are keys of the screen."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Return whether the field takes a key."""
        return super().check_consume_key(key, character) and not (character or "").isalpha()


class NumberQuestion(QuestionScreen):
    """A question for a number."""

    BINDINGS = [
        Binding("pagedown", "turn(1)", "Boards", show=False, tooltip="show the other boards (back: page up)"),
        Binding("pageup", "turn(-1)", "Back", show=False),
        *SCROLL,
        *COMMON,
        *SCENES,
    ]
    HOW = "Type a number; enter answers."

    def compose_answer(self) -> ComposeResult:
        """Lay out the field."""
        number = NumberField(placeholder="number, then enter", type="integer", max_length=12, compact=True)
        number.cursor_blink = False
        yield number

    def on_mount(self) -> None:
        """Show the question, and put the focus into the field."""
        super().on_mount()
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the typed number."""
        typed = event.value.strip()
        if typed.isdecimal():
            self.dismiss(int(typed))


KINDS = {
    AnswerKind.SQUARE: SquareQuestion,
    AnswerKind.CHOICE: ChoiceQuestion,
    AnswerKind.NUMBER: NumberQuestion,
}


def question_screen(question: Prediction, score: str = "", turn: Turn | None = None) -> QuestionScreen:
    """Return the screen for a question."""
    kind = YesNoQuestion if question.choices == YES_NO else KINDS[question.kind]
    return kind(question, score, turn)
