"""Pages that play a run: self-contained, safe, small, and with the frames of the run."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knightwatch.engine.core.frame import Frame
from knightwatch.engine.core.run import Run
from knightwatch.engine.pictures.moving import making, replayed
from knightwatch.engine.pictures.player import page
from knightwatch.engine.pictures.recording import FrameRecording, lines_added, recorded
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan
from tests.support.player import Page, run_of, states

EVERY = [(each, solver) for each in PUZZLES for solver in each.solvers_at]
HOSTILE = "</script><script>alert(1)</script><!--"
OWN = f"""
from knightwatch import Step

def solve(problem, random):
    print({HOSTILE!r})
    text = {HOSTILE!r}
    yield Step([0], text, figures={{text: text}}, marks={{5: "<b"}})
    yield Step([0, 2], text)
    raise ValueError(text)
"""


def made(plan: Plan, recording: FrameRecording, until: int | None = None) -> Run:
    """Record a run of a plan."""
    run = Run(plan.search())
    for _ in recorded(run, recording, until):
        pass
    return run


def content(name: str, plan: Plan, until: int | None = None) -> str | bytes:
    """Return the content of a file that shows a run."""
    work = replayed(name, plan, until)
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: str | bytes = end.value
            return found


def test_a_page_loads_nothing_and_allows_only_its_own_script() -> None:
    text = str(content("run.html", Plan.read(puzzle("queens"), {"seed": "1"})))
    parsed = Page(text)
    assert parsed.open == []
    for tag, attributes in parsed.tags:
        assert not {"src", "href", "onclick", "onload", "style"} & attributes.keys(), tag
    assert not re.search(r"https?://|@import|url\(", text)
    (policy,) = (a["content"] for _, a in parsed.tags if a.get("http-equiv") == "Content-Security-Policy")
    assert policy
    assert "default-src 'none'" in policy
    for tag, part in (("script", parsed.inside("script")[1]), ("style", parsed.inside("style")[0])):
        digest = b64encode(sha256(part.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}';" in policy


@pytest.mark.parametrize(("each", "solver"), EVERY, ids=[f"{each.name}-{solver}" for each, solver in EVERY])
def test_the_page_of_every_solver_has_the_frames_of_its_run(each: Any, solver: str) -> None:
    plan = Plan.read(each, {"solver": solver, "seed": "1"})
    recording = FrameRecording()
    run = made(plan, recording, until=25)
    found = run_of(page("x", plan.solver.unit, recording))
    shown, steps = states(found), min(25, run.search.done)
    assert [state["n"] for state in shown] == list(range(steps + 1))
    again = Run(plan.search())
    for state in shown:
        for _ in again.slices(state["n"]):
            pass
        assert_shows(found, state, again.frame())


def assert_shows(found: dict[str, Any], state: dict[str, Any], frame: Frame) -> None:
    """Check that a state of the player shows a frame."""
    board = frame.board
    assert (found["rows"], found["cols"]) == (board.rows, board.cols)
    assert (state["s"], state["e"], state["r"]) == (frame.sentence, frame.status, board.ring)
    assert state["t"] == board.trail.tolist()
    assert state["f"] == [[figure.name, figure.value] for figure in frame.figures]
    marks = {s: board.marks[k] for s, k in zip(board.squares.tolist(), board.kinds.tolist(), strict=True)}
    assert {square: found["marks"][kind] for square, kind in state["m"].items()} == {
        square: [mark.sign, mark.tone, mark.name] for square, mark in marks.items()
    }
    assert len(state["h"]) == len(board.heat)
    assert [pairs for _, pairs, _ in state["l"]] == [
        links.pairs.ravel().tolist() for links in board.links if len(links.pairs)
    ]


def test_a_page_has_the_line_of_the_plain_version_at_each_step() -> None:
    plan = Plan.read(puzzle("tour"), {"solver": "backtrack", "rows": "5", "cols": "5", "start": "a1", "seed": "1"})
    recording = FrameRecording()
    made(plan, recording)
    assert list(lines_added(plan, recording)) == list(range(1, len(recording.frames) + 1))
    found = run_of(page("x", "state", recording))
    lines = found["code"]["text"].split("\n")
    assert all("yield" in lines[state["c"] - 1] for state in states(found)[1:-1])
    assert states(found)[-1]["c"]
    assert dict(states(found)[3]["v"])["path"].count("(") == 4


def test_texts_of_a_failing_solver_stay_texts(tmp_path: Path) -> None:
    file = tmp_path / "hostile.py"
    file.write_text(OWN)
    text = str(content("run.html", Plan.read(puzzle("queens"), {"solver": str(file), "n": "6"})))
    assert HOSTILE not in text
    assert [tag for tag, _ in Page(text).tags].count("script") == 2
    found = run_of(text)
    last = states(found)[-1]
    assert last["e"] == "failed"
    assert HOSTILE in found["end"]
    assert HOSTILE in last["x"]
    assert last["p"] == [HOSTILE]
    assert found["code"]["text"].split("\n")[last["c"] - 1].strip() == "raise ValueError(text)"


def test_a_long_run_is_thinned_evenly_and_the_page_says_so() -> None:
    plan, recording = Plan.read(puzzle("queens"), {"solver": "backtrack", "n": "20", "seed": "1"}), FrameRecording(50)
    run = made(plan, recording, until=3001)
    found = run_of(page("x", "node", recording))
    *moments, last = (frame["n"] for frame in found["frames"])
    assert last == run.search.done == 3001
    assert set(np.diff(moments).tolist()) == {found["stride"]}
    assert 25 <= len(found["frames"]) <= 50
    assert len(found["curves"][0]["steps"]) > 1


def test_a_page_is_thinned_until_it_is_small_enough() -> None:
    plan, recording = Plan.read(puzzle("tour"), {"rows": "20", "cols": "20", "seed": "1"}), FrameRecording()
    made(plan, recording)
    whole = page("x", "state", recording)
    small = page("x", "state", recording, most_bytes=len(whole) // 3)
    assert len(small) < len(whole)
    assert run_of(small)["frames"][-1]["n"] == run_of(whole)["frames"][-1]["n"]


def test_pages_are_small() -> None:
    tour = content("run.html", Plan.read(puzzle("tour"), {"solver": "backtrack", "start": "a3", "seed": "1"}))
    values = {
        "solver": "genetic",
        "generations": "500",
        "rule": "100",
        "rows": "6",
        "cols": "6",
        "pop": "10",
        "seed": "1",
    }
    evolution = content("run.html", Plan.read(puzzle("tour"), values))
    assert len(tour) < 200_000
    assert len(run_of(str(evolution))["frames"]) == 501
    assert len(evolution) < 1_000_000


@pytest.mark.parametrize(
    ("name", "values", "status"),
    [
        ("tour", {"holes": "a8:h1"}, "impossible"),
        ("tour", {"rows": "1", "cols": "1"}, "solved"),
        ("queens", {"n": "1"}, "solved"),
        ("queens", {"n": "3"}, "impossible"),
        ("queens", {"n": "1000000", "solver": "formula"}, "solved"),
    ],
)
def test_small_impossible_and_huge_problems_have_pages(name: str, values: dict[str, str], status: str) -> None:
    found = run_of(str(content("run.html", Plan.read(puzzle(name), values | {"seed": "1"}))))
    assert states(found)[-1]["e"] == status
    assert bool(found["note"]) == (values.get("n") == "1000000")


@pytest.mark.parametrize(
    ("name", "values", "until", "end", "across"),
    [
        ("tour", {"solver": "warnsdorff", "start": "a1"}, 17, "not finished", "squares of the walk, 1 to 18"),
        ("swap", {"from_": "B../.../...", "to": ".../.../..B"}, None, "solved", "level, 0 to 4"),
        ("queens", {"n": "8", "solver": "anneal"}, 20, "not finished", "20 trials"),
    ],
)
def test_a_page_says_how_its_run_ended_and_what_its_axis_counts(
    name: str, values: dict[str, str], until: int | None, end: str, across: str
) -> None:
    found = run_of(str(content("run.html", Plan.read(puzzle(name), values | {"seed": "1"}), until)))
    assert (found["end"], found["across"]) == (end, across)


def test_an_interrupted_page_has_fewer_lines() -> None:
    plan, recording = (
        Plan.read(puzzle("tour"), {"rows": "5", "cols": "5", "start": "a1", "seed": "1"}),
        FrameRecording(),
    )
    made(plan, recording)
    work = making("run.html", plan, recording)
    assert next(work) == (1, len(recording.frames))
    with pytest.raises(StopIteration) as end:
        work.send(True)
    found = run_of(end.value.value)
    assert len(found["frames"]) == len(recording.frames)
    assert found["code"]["note"]
