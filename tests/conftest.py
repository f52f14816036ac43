"""Set up all tests: the same examples in every run, a temporary folder for saved runs, default actions of signals."""

import gc
import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import settings

from knightwatch.engine.compiled import finishing, tiers
from knightwatch.tui.cli import entry

settings.register_profile("knightwatch", derandomize=True, deadline=None, max_examples=10)
settings.register_profile("storm", deadline=None, max_examples=400)  # other examples every time: make storm
settings.load_profile("knightwatch")

gc.set_threshold(*entry.GC_THRESHOLDS)


def pytest_collection_finish() -> None:
    """Exclude imported objects from garbage collection: each collection of them takes a third of a second."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def compile_in_this_process() -> None:
    """Compile in this process and wait for it, so that no test depends on the speed of a background compiler."""
    tiers.compile_here()
    os.environ[finishing.SETTING] = "0"  # no compiler goes on beside the next tests


@pytest.fixture(autouse=True, scope="session")
def own_runs(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Save runs in a temporary folder, not in the user's."""
    os.environ["KNIGHTWATCH_RUNS"] = str(tmp_path_factory.mktemp("saved") / "runs.sqlite")


# Programs that tests start inherit ignored signals: SIGINT from a shell's background job, SIGHUP from nohup. A handler
# is not inherited, so they get the default again. Pytest itself still survives a SIGHUP.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture(autouse=True)
def integers_wrap_around() -> Iterator[None]:
    """Let integers overflow silently in interpreted kernels, as in compiled code."""
    with np.errstate(over="ignore"):
        yield
