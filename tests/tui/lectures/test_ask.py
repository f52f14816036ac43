"""Questions of scenes: mistakes are found with their line, and the engine's answers are tried by --check."""

from math import inf
from pathlib import Path

import pytest

from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.quiz import YES_NO, AnswerKind
from knightwatch.tui.lectures.ask import SceneAsk
from knightwatch.tui.lectures.lecture import BUILT_IN, Lecture, parsed, text_of
from tests.support.commands import BAD_INPUT, Command

BOARD = Board(8, 8)
RULE = "tour --solver warnsdorff --start a3 --seed 1"


def scene(ask: str, command: str = RULE, more: str = "moment = 3") -> str:
    return f"[[scene]]\ncommand = '{command}'\ncaption = 'x'\n{more}\n{ask}\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (scene("ask = 5"), 5, "ask is 5, but must be a table"),
        (scene("ask = {}"), 5, "answer is"),
        (scene("ask = {text = 'x', answer = 1, colour = 2}"), 5, "colour is unknown"),
        (scene("ask = {answer = 1}"), 5, "text is empty"),
        (scene("[scene.ask]\nanser = 'next'"), 5, "ask: anser is unknown; known fields are text, answer, "),
        (scene("[scene.ask]\ntext = 'x'\nanswer = 'z9'"), 5, "outside the board"),
        (scene("[scene.ask]\ntext = 'x'\nanswer = 'maybe'"), 5, "not a square"),
        (scene("ask = {text = 'x', answer = -1}"), 5, "not a square"),
        (scene("ask = {text = 'x', answer = true}"), 5, "answer is True"),
        (scene("ask = {text = 'x', answer = 3, choices = ['a', 'b']}"), 5, "must be the number of a choice, 1 to 2"),
        (scene("ask = {text = 'x', answer = 1, choices = ['a']}"), 5, "must have 2 to 9"),
        (scene("ask = {text = 'x', answer = 1, choices = 'ab'}"), 5, "choices is ab"),
        (scene(f"ask = {{text = 'x', answer = 1, choices = ['a', '{'b' * 101}']}}"), 5, "at most 100 characters"),
        (scene("ask = {answer = 'next', choices = ['a', 'b']}"), 5, "choices must be left out"),
        (scene("ask = {answer = 'next'}", more="pace = 3"), 5, "needs moment or milestones"),
        (scene("ask = {answer = 'next'}", "queens --solver formula --seed 1"), 5, "formula has no questions"),
        (scene("ask = {answer = 'next'}", "race queens --seed 1"), 5, "a race has no questions"),
        (scene("ask = {text = 'x', answer = 'a1'}", "race queens --seed 1"), 5, "a race has no board"),
        (scene("ask = {text = 'x', answer = 1}\nnext = 1"), 5, "sweep and next must be left out"),
        (scene("ask = {text = 'x', answer = 1}\nopen = 'step'"), 5, "sweep and next must be left out"),
    ],
)
def test_every_mistake_of_a_question_has_its_line(text: str, line: int, words: str) -> None:
    lecture, wrong = parsed(text)
    assert lecture is None
    assert [mistake.line for mistake in wrong] == [line]
    assert words in wrong[0].words


def test_a_check_lists_all_mistakes_of_a_scene() -> None:
    wrong_command, both_stops = "tour --solver nothing --seed 1", "moment = 3\nmilestones = 2\npace = 0"
    _, wrong = parsed(scene("ask = {anser = 'next'}", wrong_command, both_stops))
    assert [(mistake.line, mistake.words.split(": ")[1].split()[0]) for mistake in wrong] == [
        (2, "solver"),
        (5, "a"),
        (6, "pace"),
        (7, "ask"),
    ]


def test_a_wrong_stop_is_no_mistake_of_the_question() -> None:
    _, wrong = parsed(scene("ask = {answer = 'next'}", more="moment = -1"))
    assert [mistake.line for mistake in wrong] == [4]


@pytest.mark.parametrize(
    ("ask", "kind", "right"),
    [
        (SceneAsk(text="x", answer=12), AnswerKind.NUMBER, 12),
        (SceneAsk(text="x", answer="h1"), AnswerKind.SQUARE, 63),
        (SceneAsk(text="x", answer=2, choices=("one", "two")), AnswerKind.CHOICE, 1),
    ],
)
def test_a_scene_gives_the_answer(ask: SceneAsk, kind: AnswerKind, right: int) -> None:
    question = ask.prediction(BOARD)
    assert (question.kind, question.right) == (kind, (right,))
    assert not question.is_right(right - 1)


def test_choices_yes_and_no_are_answered_by_y_and_n() -> None:
    assert SceneAsk(text="x", answer=1, choices=("Yes", "No")).prediction(BOARD).choices == YES_NO


def test_a_question_cannot_control_the_terminal() -> None:
    question = SceneAsk(text="a\x1b[2J", after="\x1b", choices=("\x1b", "b"), answer=1).prediction(BOARD)
    assert not any("\x1b" in text for text in (question.page.sentence, question.why, *question.choices))


@pytest.mark.parametrize(
    ("command", "stop", "words"),
    [
        (RULE, "moment = 3", ""),
        (f"{RULE} --at 5", "moment = 3", ""),
        (RULE, "moment = 99", "the search ends before state 62"),
        ("tour --solver backtrack --start a3 --order warnsdorff --seed 1", "milestones = 1", ""),
        ("queens --n 8 --solver climb --seed 1 --at 5", "moment = 5", "no question about iteration 6 of climb"),
        ("queens --n 8 --solver backtrack --seed 1", "milestones = 10_000_000", "the search ends before"),
    ],
)
def test_the_check_tries_the_answers_of_the_engine(command: str, stop: str, words: str) -> None:
    text = scene("ask = {answer = 'next'}", command, stop)
    assert parsed(text)[0]
    lecture, wrong = parsed(text, thorough=True)
    assert (lecture is None) == bool(words)
    assert all(words in mistake.words and mistake.line == 5 for mistake in wrong)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_engine_answers_all_questions_of_built_in_lectures(name: str) -> None:
    assert parsed(text_of(name), thorough=True)[1] == []


def test_some_built_in_lectures_ask() -> None:
    asking = [name for name in BUILT_IN if any(scene.ask for scene in Lecture.named(name).scenes)]
    assert {"eight-queens", "six-knights"} <= set(asking)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_scene_runs_past_a_later_question_about_the_same_search(name: str) -> None:
    ends: dict[str, float] = {}
    for scene in Lecture.named(name).scenes:
        search = scene.command.partition(" --at ")[0]
        stop = inf if scene.moment is None else scene.moment
        assert not scene.ask or ends.get(search, 0) <= stop
        ends[search] = max(ends.get(search, 0), stop)


def test_the_command_checks_questions_and_prints_them_without_answers(command: Command) -> None:
    Path("mine.toml").write_text(scene("ask = {text = 'Where?', answer = 2, choices = ['here', 'there']}"))
    assert command("lecture", "--check", "mine.toml")[0] == 0
    _, out, _ = command("lecture", "mine.toml", "--headless")
    assert [line.strip() for line in out.splitlines()[-3:]] == ["Question: Where?", "1 here", "2 there"]
    Path("mine.toml").write_text(scene("ask = {answer = 'next'}", RULE, "moment = 99"))
    code, _, err = command("lecture", "--check", "mine.toml")
    assert code == BAD_INPUT
    assert "line 5: scene 1: ask: answer is next, but the search ends" in err
