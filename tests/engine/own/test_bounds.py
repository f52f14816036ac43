"""Bounds of settings in a user's file: inclusive, exclusive, on one side; anything else in Field is refused."""

from pathlib import Path

import pytest

from knightwatch.engine.core.declaration import allowed
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.reader import shown
from tests.support.own import own_plan, write

FILE = """
    from typing import Annotated
    from pydantic import Field

    def solve(problem, random, heat: Annotated[float, Field({bounds})] = 1.0):
        yield []
"""


@pytest.mark.parametrize(
    ("bounds", "right", "wrong", "words"),
    [
        ("gt=0, le=10", "10", "0", "more than 0 and at most 10"),
        ("lt=2", "1.9", "2", "less than 2"),
        ("ge=0.5", "0.5", "0.4", "at least 0.5"),
        ("ge=0, le=3", "3", "3.1", "from 0 to 3"),
    ],
)
def test_bounds_are_kept_and_said(tmp_path: Path, bounds: str, right: str, wrong: str, words: str) -> None:
    path = write(tmp_path / "mine.py", FILE.format(bounds=bounds))
    plan = own_plan("queens", path, heat=right)
    assert words in allowed(plan.solver.settings_type.model_fields["heat"])
    with pytest.raises(BadInput, match=words):
        own_plan("queens", path, heat=wrong)


@pytest.mark.parametrize("extra", ["multiple_of=2", "min_length=1", "ge='a'"])
def test_anything_else_in_field_is_refused_with_its_line(tmp_path: Path, extra: str) -> None:
    path = write(tmp_path / "mine.py", FILE.format(bounds=extra))
    with pytest.raises(BadInput, match=r"mine\.py line 4: setting heat"):
        own_plan("queens", path)


def test_only_the_beginning_of_a_large_value_is_written() -> None:
    class Careful(set[int]):
        """A set that counts how many of its elements are taken."""

        taken = 0

        def __iter__(self) -> "Careful":
            return self

        def __next__(self) -> int:
            Careful.taken += 1
            return Careful.taken

    assert shown(set(range(1000))).startswith("{")
    assert shown({k: k for k in range(1000)}).startswith("{0: 0")
    assert "50,000,000" in shown(bytearray(50_000_000))
    shown(Careful(range(1000)))
    assert Careful.taken <= 30
