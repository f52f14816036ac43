"""Any value that an author may yield is either drawn or refused with its step; no exception reaches the program."""

import json
import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.reader import shown
from knightwatch.engine.own.driver import InProcess
from knightwatch.engine.own.host.stepper import Stepper
from knightwatch.engine.own.look import StepLook
from knightwatch.engine.own.step import Step
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.queens.task import QueensTask
from tests.engine.own.conftest import Mine
from tests.support.own import own_search, run_to_end

PROBLEMS = {"tour": {"rows": "3", "cols": "4"}, "queens": {"n": "6"}, "swap": {}}


class Liar:
    """An object whose methods all raise something that is no usual exception."""

    def __repr__(self) -> str:
        raise SystemExit

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        raise KeyboardInterrupt

    def __hash__(self) -> int:
        raise GeneratorExit

    def __len__(self) -> int:
        raise MemoryError

    def __iter__(self) -> Iterator[int]:
        raise RecursionError

    def __index__(self) -> int:
        raise OSError

    def __bool__(self) -> bool:
        raise StopIteration

    def tolist(self) -> object:
        return self


class Equal(int):
    """A number that equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Endless:
    """A list without end."""

    def __getitem__(self, place: int) -> int:
        return place

    def __len__(self) -> int:
        return 3


class Listed(list[Any]):
    """A subclass of list."""


class Number(int):
    """A subclass of int."""


class Named(str):
    """A subclass of str."""

    __slots__ = ()


ODD = [
    None, True, 0.5, math.nan, math.inf, 10**400, -1, "", "a1", "zz9", b"a1", object(), Liar(), Equal(99), Endless(),
    np.int64(2), np.float32(0.5), np.array(3), np.zeros((2, 2, 2)), np.array([[0, 1], [2, 9]]), np.array(["a"]),
    range(4), range(10**9, 10**9 + 3), {}, {1: 2}, {1, 2}, lambda: 0, int, Ellipsis, Number(1), Named("b2"), slice(3),
    np.array([None, 1], object), np.ma.masked, iter([1]), "BB/../WW", deque([0, 1]), "\ud800", 1j,
]  # fmt: skip


@dataclass(frozen=True)
class Odd:
    """Stands for one of the odd values: a test that fails could not print the value itself."""

    place: int


@dataclass(frozen=True)
class Listing:
    """Stands for a list of some kind."""

    kind: type[Any]
    items: list[Any]


@dataclass(frozen=True)
class Stepping:
    """Stands for a Step."""

    fields: dict[str, Any]


def built(recipe: Any) -> Any:
    """Return the value that a recipe stands for."""
    match recipe:
        case Odd(place):
            return ODD[place]
        case Listing(kind, items):
            return kind(map(built, items))
        case Stepping(fields):
            return Step(**{name: built(field) for name, field in fields.items()})
        case dict():
            return {name: built(value) for name, value in recipe.items()}
    return recipe


def containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return recipes of lists of all kinds."""
    listings = st.builds(Listing, st.sampled_from([list, tuple, Listed, deque]), st.lists(inner, max_size=5))
    return listings | st.dictionaries(st.text(max_size=2), inner, max_size=2)


values = st.recursive(
    st.integers(0, len(ODD) - 1).map(Odd) | st.integers(-1, 9) | st.text(max_size=3) | st.floats() | st.none(),
    containers,
    max_leaves=12,
)
steps = st.builds(
    Stepping,
    st.fixed_dictionaries(
        {"value": values},
        optional=dict.fromkeys(("sentence", "figures", "curves", "marks", "candidates", "milestone"), values),
    ),
)


def described(name: str, yielded: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the report and the description of a solver that yields the values."""
    problem = puzzle(name).problem(**PROBLEMS[name])
    drawing = puzzle(name).resolve("own:DRAWING")(problem)
    order = drawing.order()
    load = {"seed": 1, "settings": {}, "file": __file__, "points": 0, "task": order}
    driver = InProcess(partial(_yielding, yielded), load)
    driver.advance(len(yielded) + 1, False, 60)
    look = driver.look()
    json.dumps(look)
    read = StepLook.read(look)
    if read.value is not None:
        value = drawing.checked(read.value)
        drawing.board(value)
        drawing.figures(value)
        drawing.population(value)
        drawing.fault(value)
        problem.solves(drawing.answer(value))
    return driver.report, look


def _yielding(yielded: list[Any], problem: object, random: object) -> Iterator[Any]:  # noqa: ARG001
    yield from yielded


@pytest.mark.parametrize("name", PROBLEMS)
@settings(max_examples=60)
@given(yielded=st.lists(values | steps, min_size=1, max_size=4))
def test_any_value_is_drawn_or_refused_with_its_step(name: str, yielded: list[Any]) -> None:
    try:
        report, _ = described(name, list(map(built, yielded)))
    except KeyboardInterrupt:  # in the same process it is the user's own
        return
    end = report["end"]
    assert end["how"] in ("ended", "failed")
    if end["how"] == "failed":
        assert f"step {report['done']:,}: " in end["reason"]
        assert end["line"] > 0
    else:
        assert report["done"] == len(yielded)


@given(values)
def test_any_value_has_a_short_text_without_an_address(value: Any) -> None:
    text = shown(built(value))
    assert len(text) <= 60
    assert " at 0x" not in text


GOOD = {
    "tour": [
        [(0, 0), (1, 2)], ((0, 0), (1, 2)), ["a3", "c2"], [[0, 0], [1, 2]], np.array([[0, 0], [1, 2]]),
        Listed([(0, 0)]), deque([(0, 0)]), [Named("a3")], [(Number(0), np.int8(0))], [(0.0, 2.0)], [], [(0, 0)] * 40,
    ],
    "queens": [
        [0, 2], (0, None, 2), np.array([0, 2]), np.zeros(6), range(6), [[0, 1], [2, 3]], np.zeros((3, 6), int),
        [np.array([0, 1]), [2, None]], [np.int16(3)], [True], Listed([0]), [], [Number(5)], np.zeros((2, 6), np.uint8),
    ],
    "swap": [[], "WWW/.../.../BBB", Named("WWW/.../.../BBB"), [((0, 0), (1, 2))], [[(0, 0), (1, 2)]],
             np.array([[[0, 0], [1, 2]]])],
}  # fmt: skip
"""Values that are drawn."""


@pytest.mark.parametrize("name", GOOD)
def test_sequences_of_any_kind_are_drawn(name: str) -> None:
    for value in GOOD[name]:
        report, look = described(name, [value])
        assert report["end"]["how"] == "ended", value
        assert look["value"] is not None
        report, again = described(name, [Step(value, "why")])
        assert again["value"] == look["value"]


def test_all_puzzles_are_tried() -> None:
    assert {each.name for each in PUZZLES} == set(PROBLEMS) == set(GOOD)


def test_a_value_whose_text_never_ends_is_cut_off(mine: Mine) -> None:
    text = """
        class Slow:
            def __repr__(self):
                while True: pass

        def solve(problem, random):
            slow, quick = Slow(), 7
            yield [1]
            yield [2]
    """
    with own_search("queens", mine(text)) as search:
        search.advance(1)
        code = search.frame().code
        assert code
        assert dict(code.variables) == {"slow": "<Slow: repr raised Slow>", "quick": "7"}
        run_to_end(search)
        assert (search.status, search.done) == (Status.GAVE_UP, 2)


def test_a_value_that_hangs_in_a_c_function_is_not_described_and_the_run_goes_on(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knightwatch.engine.own.process.IDLE_SECONDS", 1.0)
    text = """
        class Slow:
            def __repr__(self):
                return str(sum(range(10**12)))

        def solve(problem, random):
            yield [1]
            slow = Slow()
            yield [2]
            slow = None
            yield [3]
    """
    with own_search("queens", mine(text)) as search:
        search.advance(2)
        assert "cannot be shown" in search.frame().sentence
        assert (search.status, search.done) == (Status.RUNNING, 2)
        search.advance(1)
        assert (search.done, search.answer()["queens"][0]) == (3, 3)


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("figures=5", "figures are 5, but must be a dict"),
        ("sentence=5", "sentence is 5, but must be a text"),
        ("marks=[1]", "marks are [1], but must be a dict"),
        ("candidates=5", "candidates are 5, but must be a list"),
    ],
)
def test_a_wrong_field_of_a_step_is_named_and_the_value_is_drawn(mine: Mine, field: str, words: str) -> None:
    text = f"""
        from knightwatch import Step

        def solve(problem, random):
            yield Step([1], {field})
    """
    with own_search("queens", mine(text)) as search:
        search.advance(1)
        assert words in search.frame().sentence
        assert len(search.frame().board.squares) == 1


def test_an_illegal_move_is_named_in_the_sentence(mine: Mine) -> None:
    walk = (
        "def solve(problem, random):\n    yield [(0, 0), (1, 2)], 'fine.'\n    yield [(0, 0), (1, 2), (1, 3)], 'on.'\n"
    )
    with own_search("tour", mine(walk)) as search:
        search.advance(1)
        assert search.frame().sentence == "fine."
        search.advance(1)
        assert search.frame().sentence.startswith("on. But c7-d7 is not")


def test_a_square_that_is_visited_again_is_named_in_the_sentence(mine: Mine) -> None:
    walk = """
        def solve(problem, random):
            path = []
            for square in [(0, 0), (1, 2), (0, 0), (2, 1), (0, 0)]:
                path.append(square)
                yield path, 'on.'
    """
    with own_search("tour", mine(walk)) as search:
        sentences = []
        for _ in range(5):
            search.advance(1)
            sentences.append(search.frame().sentence)
    second = "on. But a8 is visited a second time."
    assert sentences == ["on.", "on.", second, second, "on. But a8 is visited 3 times."]


def test_a_mark_leaves_the_queen_on_its_square_visible(mine: Mine) -> None:
    text = """
        from knightwatch import Step

        def solve(problem, random):
            yield Step([1], marks={(1, 0): "a", (0, 3): "b"}, candidates=[(1, 0)])
    """
    with own_search("queens", mine(text)) as search:
        search.advance(1)
        board = search.frame().board
        signs = {int(square): board.marks[kind].sign for square, kind in zip(board.squares, board.kinds, strict=True)}
        assert signs[board.cols] == "♛a"
        assert signs[3] == "b"


def test_the_stepper_samples_the_same_curve_whatever_is_yielded_beside() -> None:
    curves: list[dict[str, Any]] = [{"x": math.nan}, {"x": 2, "y": "3"}, {}]
    solve = partial(_yielding, [Step([0], curves=each) for each in curves])
    reader = puzzle("queens").resolve("yields:QueensReader")(QueensTask(n=8))
    stepper = Stepper(lambda: (solve, solve(None, None)), reader, __file__)
    stepper.advance(9, False, 60)
    steps, points = stepper.look()["curves"]
    assert steps == [1, 2, 3]
    assert math.isnan(points["x"][0])
    assert points["x"][1:] == [2.0, None]
    assert points["y"] == [None, 3.0, None]
    assert points["attacks"] == [None, None, 0.0]
