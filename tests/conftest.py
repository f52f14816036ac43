"""What all tests share: the same examples in every run, and no examples lost to a slow machine."""

import gc
import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import settings

from knightwatch.engine.compiled import tiers
from knightwatch.tui.cli import entry

settings.register_profile("knightwatch", derandomize=True, deadline=None, max_examples=10)
settings.register_profile("storm", deadline=None, max_examples=400)  # other examples every time: make storm
settings.load_profile("knightwatch")

gc.set_threshold(*entry.GC_THRESHOLDS)


def pytest_collection_finish() -> None:
    """Keep what was imported from the garbage collector: to look through it takes a third of a second each time."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def machine_code_at_once() -> None:
    """Let what runs for long wait for machine code, so that no test depends on when a compiler is ready."""
    tiers.compile_here()


@pytest.fixture(autouse=True, scope="session")
def runs_apart(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep runs where no person has any."""
    os.environ["KNIGHTWATCH_RUNS"] = str(tmp_path_factory.mktemp("kept") / "runs.sqlite")


# A shell has jobs in the background ignore Ctrl+C, and so would every program that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def integers_wrap_around() -> Iterator[None]:
    """Let kernels that a test calls as plain functions add as machine code does."""
    with np.errstate(over="ignore"):
        yield
