"""Reading lectures: every mistake is found before the start, with its line and reason."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.plan import Plan
from knightwatch.tui.lectures.lecture import BUILT_IN, LARGEST, Lecture, parsed, text_of
from knightwatch.tui.workers.worker import RunAt, ToMilestone
from tests.support.commands import BAD_INPUT, Command
from tests.support.own import COUNT, trap, write

SCENE = "[[scene]]\ncommand = 'tour'\ncaption = 'x'\n"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_lecture_is_valid(name: str) -> None:
    lecture = Lecture.named(name)
    assert lecture.title
    assert lecture.heading.about
    for scene in lecture.scenes:
        assert len(scene.caption) < 320, "no more fits beside a board"


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("title = ", ["line 1: a lecture is written in TOML: invalid value"]),
        ('title = "x"\n[[scene]\n', ["line 2: a lecture is written in TOML: "]),
        ("a" + "[" * 10_000, ["line 1: a lecture is written in TOML: "]),
        ('title = "x"', ["line 1: a lecture has 1 to 100 scenes"]),
        ("title = 'x'\nscene = [1]", ["line 2: a lecture has 1 to 100 scenes"]),
        (SCENE * 101, ["line 1: a lecture has 1 to 100 scenes"]),
        ("[[scene]]\ncaption = 'x'", ["line 1: scene 1: command is"]),
        (
            f"{SCENE}[[scene]]\ncommand='rooks'\ncaption=''",
            ["line 5: scene 2: puzzle is rooks, but must be one of tour"],
        ),
        ("[[scene]]\ncaption = 'x'\ncommand = 'tour --rows 0'", ["line 3: scene 1: rows is 0, but must be a whole"]),
        ("[[scene]]\ncommand = 'tour --colour 0'\ncaption = 'x'", ["line 2: scene 1: --colour"]),
        ("[[scene]]\ncommand = 'race tour --at 3'\ncaption = 'x'", ["line 2: scene 1: at is "]),
        ("[[scene]]\ncommand = 'tour --at x'\ncaption = 'x'", ["line 2: scene 1: at is x, but must be"]),
        (f"{SCENE}pace = -1\nzoom = 99", ["line 4: scene 1: pace is -1, but", "line 5: scene 1: zoom is 99, but"]),
        (
            f"{SCENE}'zoom' = 99\n\"pace\" = -1",
            ["line 4: scene 1: zoom is 99, but", "line 5: scene 1: pace is -1, but"],
        ),
        (f"{SCENE}speed = 1", ["line 4: scene 1: speed is "]),
        (f"{SCENE}moment = 1\nmilestones = 1", ["line 5: scene 1: a scene has moment or milestones, not both"]),
        (f"{SCENE}view = 'graph'", ["line 4: scene 1: view is graph, but only a swap puzzle"]),
        ("[[scene]]\ncommand='race tour'\ncaption=''\nview='projector'", ["line 4: scene 1: view is projector, but a"]),
        ("[[scene]]\ncommand='race tour'\ncaption=''\nmilestones=1", ["line 4: scene 1: a race has no milestones"]),
        (f"speed = 1\n{SCENE}", ["line 1: speed is "]),
        (f"{SCENE}sweep = 'sweep rooks'", ["line 4: scene 1: solver is rooks"]),
        (f"{SCENE}sweep = 'sweep evolve --vary n=x'", ["line 4: scene 1: n is x, but must be"]),
        (f"{SCENE}open = 'step'\nsweep = 'sweep evolve --vary n=4'", ["line 5: scene 1: a scene has open or sweep"]),
    ],
)
def test_every_mistake_has_its_line(text: str, mistakes: list[str]) -> None:
    lecture, wrong = parsed(text)
    assert lecture is None
    assert len(wrong) == len(mistakes)
    for mistake, start in zip(wrong, mistakes, strict=True):
        assert str(mistake).startswith(start)
    with pytest.raises(BadInput, match=r"^line "):
        Lecture.read(text)


@given(
    before=st.lists(st.sampled_from(["", "# pace = 1", "#[[scene]]", 'title = "[[scene]]"']), unique=True, max_size=4),
    caption=st.sampled_from(['"""\n[[scene]]\npace = 1\n"""', "'''\nzoom = 1\n'''", '"# \\" pace = 1"', "'pace = 1'"]),
    after=st.lists(st.sampled_from(["", "  # a word", "pace = 5 # fast", "zoom = 2"]), unique=True, max_size=4),
    scenes=st.integers(1, 3),
)
def test_mistakes_have_the_right_line_despite_strings_and_comments(
    before: list[str], caption: str, after: list[str], scenes: int
) -> None:
    scene = ["[[scene]]", "command = 'tour'", f"caption = {caption}", *after]
    lines = "\n".join([*before, *scene * scenes, "next = -1"]).split("\n")
    (mistake,) = parsed("\n".join(lines))[1]
    assert mistake.line == len(lines)
    assert mistake.words.startswith(f"scene {scenes}: next is -1")


@given(st.text(max_size=200) | st.builds(lambda text: SCENE + text, st.text("abcmoent=[]'\"\n #1{}.", max_size=60)))
def test_any_text_is_a_lecture_or_has_mistakes(text: str) -> None:
    lecture, wrong = parsed(text)
    assert (lecture is None) == bool(wrong)
    assert all(1 <= mistake.line <= text.count("\n") + 1 for mistake in wrong)
    if lecture:
        assert tomllib.loads(text)["scene"]


def test_a_caption_cannot_control_the_terminal() -> None:
    scene = Lecture.read('[[scene]]\ncommand = "tour"\ncaption = "a\\u001b[2J\\n b\\n\\nc"').scenes[0]
    assert scene.paragraphs() == "a?[2J b\n\nc"


def test_a_scene_sets_stop_and_pace() -> None:
    orders = [Lecture.read(SCENE + more).scenes[0].order() for more in ("", "pace=5\nmoment=3", "milestones=2")]
    assert orders == [RunAt(None), RunAt(5, 3), ToMilestone(2)]


def test_the_command_lists_checks_and_prints_lectures(command: Command) -> None:
    code, out, _ = command("lecture")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(BUILT_IN)
    code, out, _ = command("lecture", "start-here")
    assert code == 0
    assert "1. knightwatch tour --solver warnsdorff" in out
    assert command("lecture", "--check", "evolution") == (0, "evolution has no mistakes: 5 scenes.\n", "")


def test_the_handout_has_the_command_of_a_sweep(command: Command) -> None:
    Path("mine.toml").write_text(f"{SCENE}sweep = 'sweep evolve --vary n=4,5 --repeat 2'\n")
    assert "knightwatch sweep evolve --vary n=4,5 --repeat 2" in command("lecture", "mine.toml")[1].splitlines()[3]


def test_the_command_prints_one_line_per_mistake(command: Command) -> None:
    Path("mine.toml").write_text(f"{SCENE}pace = 0\n{SCENE}zoom = 10\n")
    code, out, err = command("lecture", "--check", "mine.toml")
    assert (code, out) == (2, "")
    first, second = err.splitlines()
    assert first.startswith("knightwatch: mine.toml, line 4: scene 1: pace is 0, but must be")
    assert second.startswith("knightwatch: mine.toml, line 8: scene 2: zoom is 10, but must be")
    code, _, err = command("lecture", "mine.toml")
    assert (code, err) == (2, f"{first}\n")


@pytest.mark.parametrize(
    ("run", "words"),
    [
        ("race queens --solver climb --solver anneal", "a race shows no code"),
        ("queens --selection roulette", "the setting selection"),
        ("queens", ""),
    ],
)
def test_a_scene_shows_code_only_if_there_is_some(run: str, words: str) -> None:
    lecture, mistakes = parsed(f'[[scene]]\ncommand = "{run} --seed 1"\ncaption = "x"\ncode = true\n')
    assert (lecture is None) is bool(words)
    assert [mistake.line for mistake in mistakes] == [4] * bool(words)
    assert all(words in mistake.words for mistake in mistakes)


@pytest.mark.parametrize(
    ("data", "words"),
    [(None, "cannot be read (No such file"), (b"\xff", "UTF-8"), (b" " * (LARGEST + 1), "larger than")],
)
def test_an_unreadable_file_is_an_error(data: bytes | None, words: str, command: Command) -> None:
    if data is not None:
        Path("mine.toml").write_bytes(data)
    code, _, err = command("lecture", "--check", "mine.toml")
    assert (code, err.count("\n")) == (2, 1)
    assert words in err


def test_built_in_names_come_before_files(command: Command) -> None:
    Path("start-here").write_text("nothing")
    assert command("lecture", "--check", "start-here")[0] == 0
    assert text_of("start-here").startswith("# Start here")


# Solvers of users.

OWN = "[[scene]]\ncommand = '{}'\ncaption = 'x'\n"


@pytest.mark.parametrize(
    "line",
    [
        "queens --solver trap.py",
        "queens --solver=trap.py",
        "queens --solver {}",
        "race queens --solver evolve --solver trap.py",
    ],
)
def test_a_lecture_may_name_python_files_only_if_the_user_allows_it(
    line: str, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "talk").mkdir()
    path, mark = trap(tmp_path / "talk")
    file = tmp_path / "talk" / "mine.toml"
    file.write_text(OWN.format(line.format(path)))
    monkeypatch.chdir(tmp_path)
    code, _, err = command("lecture", "talk/mine.toml")
    assert code == BAD_INPUT
    assert "line 2: scene 1: solver is " in err
    assert "--allow-solvers" in err
    assert command("lecture", "--check", "talk/mine.toml")[0] == BAD_INPUT
    code, out, _ = command("lecture", "--check", "--allow-solvers", "talk/mine.toml")
    assert (code, "no mistakes" in out) == (0, True)
    assert command("lecture", "--allow-solvers", "talk/mine.toml")[0] == 0
    assert not mark.exists(), "reading a lecture runs no code"


def test_a_scene_knows_the_settings_of_its_file(tmp_path: Path) -> None:
    write(tmp_path / "count.py", COUNT)
    lecture, wrong = parsed(OWN.format("queens --solver count.py --most 5 --at 3"), tmp_path)
    assert not wrong
    assert lecture
    subject, step = lecture.scenes[0].subject(lecture.folder)
    assert isinstance(subject, Plan)
    assert (subject.solver.address, subject.settings.model_dump()["most"], step) == (str(tmp_path / "count.py"), 5, 3)
    assert parsed(OWN.format("queens --solver count.py --least 5"), tmp_path)[0] is None
