"""The client of the compiler: progress over all requested kernels."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.compiled import background
from knightwatch.engine.compiled.background import Compiler


class Deaf(Compiler):
    """A compiler without a process."""

    def send(self, **message: object) -> None:
        json.dumps(message)


orders = st.lists(st.sampled_from("abcdef"), min_size=1, unique=True)


@given(kernels=orders, early=st.integers(1, 6), shares=st.lists(st.floats(0, 1), max_size=3))
def test_progress_never_falls(kernels: list[str], early: int, shares: list[float]) -> None:
    compiler, seen = Deaf(), [0.0]
    for text in kernels[:early]:
        compiler.request(text, 100 * ord(text))
    for place, text in enumerate(kernels):
        if place + 1 < len(kernels):
            compiler.request(kernels[place + 1], 100)  # at the latest while another one is compiled
        for share in sorted(shares):
            compiler.receive({"kernel": text, "fraction": share})
            seen.append(compiler.fraction())
        compiler.receive({"ready": text})
        seen.append(compiler.fraction())
    assert seen == sorted(seen)
    assert seen[-1] == 1


def test_one_finished_kernel_of_two_is_not_everything() -> None:
    compiler = Deaf()
    compiler.request("a", 100)
    compiler.request("b", 300)
    compiler.receive({"kernel": "a", "fraction": 1})
    assert compiler.fraction() == 0.25
    compiler.receive({"ready": "a"})
    compiler.receive({"kernel": "b", "fraction": 0.5})
    assert compiler.fraction() == 0.625


def test_requests_after_a_pause_begin_at_nothing() -> None:
    compiler = Deaf()
    compiler.request("a", 100)
    compiler.receive({"ready": "a"})
    compiler.request("b", 100)
    assert compiler.fraction() == 0


def test_the_time_left_follows_the_kernels_that_are_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    now, compiler = 100.0, Deaf()
    monkeypatch.setattr(background, "_compiler", compiler)
    monkeypatch.setattr("knightwatch.engine.compiled.background.time.monotonic", lambda: now)
    compiler.request("a", 3000)
    compiler.request("b", 6000)
    assert background.seconds_left() == 4
    now += 10
    assert background.seconds_left() == 0
    compiler.receive({"ready": "a"})
    assert background.seconds_left() == 20
