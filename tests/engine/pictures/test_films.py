"""Films and pictures: what they show at each time, their sizes, and their need of Pillow."""

import sys
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.pictures import film as films
from knightwatch.engine.pictures import recording as recordings
from knightwatch.engine.pictures.boards_svg import drawing
from knightwatch.engine.pictures.colours import LIGHT
from knightwatch.engine.pictures.film import COLUMNS, caption, durations, film, timed
from knightwatch.engine.pictures.moving import making, recording_for
from knightwatch.engine.pictures.raster import png
from knightwatch.engine.pictures.recording import FrameRecording
from knightwatch.engine.pictures.style import PictureStyle
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from tests.engine.pictures.test_player import content, made

SVG = "{http://www.w3.org/2000/svg}"
TOUR = {"solver": "backtrack", "rows": "5", "cols": "5", "start": "a1", "seed": "1"}


def visible(element: ElementTree.Element, time: float) -> bool:
    """Tell whether a group is visible at a share of the film's time."""
    animation = element.find(f"{SVG}animate")
    if animation is None:
        return True
    times = [float(each) for each in animation.get("keyTimes", "").split(";")]
    values = animation.get("values", "").split(";")
    assert len(times) == len(values)
    assert times[0] == 0
    assert times == sorted(times)
    return values[max(place for place, start in enumerate(times) if start <= time)] == "inline"


def texts(moving: str, time: float) -> list[str]:
    """Return the texts of a film that are visible at a share of its time."""
    groups = [group for group in ElementTree.fromstring(moving) if visible(group, time)]
    return [text.text or "" for group in groups for text in group.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("spans", "shown"),
    [
        ([(0.0, 0.25)], [True, False, False, False]),
        ([(0.25, 0.5)], [False, True, False, False]),
        ([(0.75, 1.0)], [False, False, False, True]),
        ([(0.0, 0.25), (0.5, 1.0)], [True, False, True, True]),
        ([(0.25, 0.5), (0.75, 1.0)], [False, True, False, True]),
        ([(0.0, 0.25), (0.5, 0.75)], [True, False, True, False]),
    ],
)
def test_a_part_is_visible_in_its_spans(spans: list[tuple[float, float]], shown: list[bool]) -> None:
    element = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{timed("<a/>", spans, 4)}</svg>')[0]
    assert [visible(element, time) for time in (0.1, 0.3, 0.6, 0.9)] == shown


def test_a_film_shows_each_frame_in_its_time() -> None:
    plan, recording = Plan.read(puzzle("tour"), TOUR), FrameRecording()
    made(plan, recording)
    moving = film("title", "state", recording)
    seconds = durations(len(recording.frames))
    for number, frame in enumerate(recording.frames):
        now = texts(moving, (sum(seconds[:number]) + seconds[number] / 2) / sum(seconds))
        assert f"title: state {frame.moment:,} of {recording.frames[-1].moment:,}" in now
        assert set(caption("title", "state", recording, frame)) <= set(now)
        corners = [text for text in now if text.isdecimal()]
        assert len(corners) == 5 + len(frame.board.trail)


def test_a_long_title_leaves_the_step_visible() -> None:
    plan, recording = Plan.read(puzzle("swap"), {"from_": "BBB/.../.../WWW"}), FrameRecording()
    made(plan, recording, until=12)
    head, *_ = caption(f"{plan.problem.title()} by breadth", "position", recording, recording.frames[5])
    assert head.endswith("position 5 of 12")
    assert len(head) <= COLUMNS


def test_knights_of_both_colours_stand_on_discs() -> None:
    plan, recording = Plan.read(puzzle("swap"), {"from_": "B.W/.../..."}), FrameRecording()
    made(plan, recording, until=1)
    for picture in (film("title", "position", recording), drawing(recording.frames[0].board)):
        discs = {circle.get("fill") for circle in ElementTree.fromstring(picture).iter(f"{SVG}circle")}
        assert discs == {LIGHT.board["square-black"], LIGHT.board["square-white"]}


def test_a_halo_separates_the_next_square_from_its_line() -> None:
    plan, recording = Plan.read(puzzle("tour"), TOUR), FrameRecording()
    made(plan, recording, until=4)
    for picture in (film("title", "state", recording), drawing(recording.frames[4].board)):
        hints = [text for text in ElementTree.fromstring(picture).iter(f"{SVG}text") if (text.text or "")[:1] == "+"]
        assert hints
        assert all(text.get("paint-order") == "stroke" and text.get("stroke") for text in hints)


def test_films_and_gifs_have_few_frames_and_bytes() -> None:
    plan = Plan.read(puzzle("queens"), {"solver": "backtrack", "n": "16", "seed": "1"})
    assert "1 of 64 shown" in "".join(texts(str(content("film.svg", plan)), 0.5))
    found = content("film.gif", plan)
    with Image.open(BytesIO(bytes(found, "utf-8") if isinstance(found, str) else found)) as moving:
        assert 60 <= getattr(moving, "n_frames", 1) <= 120
        assert max(moving.size) < 700
    assert len(found) < 2_000_000


def test_a_film_with_too_many_parts_has_fewer_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, recording = Plan.read(puzzle("queens"), {"solver": "anneal", "n": "12", "seed": "1"}), FrameRecording()
    made(plan, recording, until=100)
    whole = film("title", "step", recording)
    monkeypatch.setattr(films, "MOST_PARTS", 100)
    short = film("title", "step", recording)
    assert len(short) < len(whole) / 2
    assert 2 <= len(recording.frames) < 50
    assert recording.frames[-1].moment == 100


def test_a_square_that_is_visited_again_has_its_last_number() -> None:
    plan, recording = Plan.read(puzzle("tour"), TOUR), FrameRecording()
    made(plan, recording, until=0)
    again = Board(5, 5, trail=np.array([0, 7, 0]))
    recording.add(replace(recording.frames[0], board=again, moment=1))
    numbers = [text for text in texts(film("title", "state", recording), 0.9) if text.isdecimal()]
    assert sorted(numbers) == sorted([*"12345", "2", "3"])


@pytest.mark.parametrize("n", [300, 1000])
def test_queens_on_a_large_board_are_visible(n: int) -> None:
    plan, recording = Plan.read(puzzle("queens"), {"solver": "formula", "n": str(n)}), FrameRecording()
    made(plan, recording)
    assert len(recording.frames[-1].board.squares) == n
    for picture in (film("title", "step", recording), drawing(recording.frames[-1].board)):
        queens = [
            path
            for path in ElementTree.fromstring(picture).iter(f"{SVG}path")
            if path.get("stroke") == LIGHT.board["square-piece"]
        ]
        assert sum((path.get("d") or "").count("h1") for path in queens) == n
        assert {float(path.get("stroke-width") or 0) for path in queens} == {1 if n == 300 else 3}
        assert "♛" not in picture


def test_a_film_of_a_board_that_grows_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "MOST_PLACED", 12)
    plan, recording = Plan.read(puzzle("tour"), TOUR), FrameRecording()
    made(plan, recording)
    assert not any(len(frame.board.trail) for frame in recording.frames)
    assert any("too large" in text for text in texts(film("title", "state", recording), 0.1))


def test_a_gif_shows_attacked_queens_in_red() -> None:
    plan = Plan.read(puzzle("queens"), {"solver": "climb", "n": "8", "seed": "2"})
    found = content("film.gif", plan, until=1)
    assert isinstance(found, bytes)
    with Image.open(BytesIO(found)) as moving:
        picture = moving.convert("RGB")
    pixels = {picture.getpixel((x, y)) for x in range(0, 480, 3) for y in range(0, 480, 3)}
    red = LIGHT.board["square-alarm"]
    assert tuple(int(red[at : at + 2], 16) for at in (1, 3, 5)) in pixels


def test_a_png_has_the_colours_of_the_drawing() -> None:
    queen = Mark("queen", "♛", "Q", Tone.PIECE)
    board = Board(2, 3, (queen,), np.array([4]), np.array([0], np.uint8), np.array([0, 5]))
    with Image.open(BytesIO(png([("", board)], PictureStyle(pixels=450)))) as picture:
        assert picture.size == (450, 350)
        middle = picture.convert("RGB").getpixel((225, 200))
        corner = picture.convert("RGB").getpixel((2, 2))
    assert middle == (0, 0, 0), "the queen"
    assert corner == tuple(int(LIGHT.background[at : at + 2], 16) for at in (1, 3, 5))
    assert "♛" in drawing(board)


def test_all_positions_of_an_answer_are_on_one_png() -> None:
    boards = [(f"{k}. ö-→", Board(4, 3)) for k in range(5)]
    with Image.open(BytesIO(png(boards, PictureStyle(pixels=200)))) as picture:
        assert max(picture.size) <= 400


def test_boards_of_any_size_have_a_png() -> None:
    queen = Mark("queen", "♛", "Q", Tone.PIECE)
    for side in (1, 300, 100_000):
        board = Board(side, side, (queen,), np.array([0, side * side - 1]), np.array([0, 0], np.uint8))
        with Image.open(BytesIO(png([("", board)]))) as picture:
            assert 850 <= max(picture.size) <= 950


def test_gifs_need_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(BadInput, match=r"knightwatch\[pictures\].*clone.*'\.\[pictures\]'"):
        recording_for("x.gif")
    assert recording_for("x.html")
    assert recording_for("board.svg") is None


def test_an_interrupted_gif_is_shorter() -> None:
    plan, recording = Plan.read(puzzle("tour"), TOUR), FrameRecording()
    made(plan, recording)
    work = making("x.gif", plan, recording)
    next(work)
    with pytest.raises(StopIteration) as end:
        work.send(True)
    with Image.open(BytesIO(end.value.value)) as moving:
        assert getattr(moving, "n_frames", 1) == 1
