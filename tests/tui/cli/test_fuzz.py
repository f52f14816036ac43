"""Any command line ends with a known exit code; any error is one line."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.lab.races.race import Rules
from knightwatch.engine.lab.sweeps.sweep import Repetition
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.pool import Pool, Workers
from tests.support.commands import Command
from tests.support.inline import inline

EXIT_CODES = {0, 2, 3, 4, 130}
LIMIT = ("--max-seconds", "0.01")
"""Ends any run soon."""
FLAGS = ("--json", "--ascii", "--headless", "--help", "--again", "--all", "--no-such")
words = st.one_of(
    st.sampled_from(["", *"0123456", "-1", "0.5", "1e9", "nan", "inf", "yes", "a1", "a1,b2", "a\nb", "9" * 40]),
    st.text(max_size=8),
)
"""Values of options, mostly small, so that runs end soon."""
solvers = [(puzzle, solver) for puzzle in PUZZLES for solver in puzzle.solvers]


def options(names: list[str]) -> st.SearchStrategy[list[str]]:
    pairs = st.tuples(st.sampled_from([f"--{option(name)}" for name in names]), words)
    flags = st.sampled_from(FLAGS).map(lambda flag: (flag,))
    loose = words.map(lambda word: (word,))
    return st.lists(st.one_of(pairs, pairs, pairs, flags, loose), max_size=6).map(
        lambda parts: [word for part in parts for word in part]
    )


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    puzzle, solver = draw(st.sampled_from(solvers))
    names = [name for name in declaration(puzzle, solver) if name not in ("max_seconds", "rows", "cols", "n")]
    small = {"rows": "4", "cols": "5", "n": "6"}
    size = [f"--{name}={value}" for name, value in small.items() if name in declaration(puzzle, solver)]
    end = [*size, *LIMIT]
    match draw(st.sampled_from(["puzzle", "race", "sweep", "anything"])):
        case "puzzle":
            return [puzzle.name, "--solver", solver.name, *draw(options(names)), *end]
        case "race":
            return ["race", puzzle.name, *draw(options([*names, *Rules.model_fields, "solver"])), *end]
        case "sweep":
            own = [*Repetition.model_fields, *Workers.model_fields, "vary"]
            return ["sweep", solver.name, *draw(options([*names, *own])), "--repeat", "1", *end]
    return draw(st.lists(words, max_size=4))


@contextmanager
def in_this_process(*_: object) -> Iterator[Pool]:
    yield inline()


@pytest.fixture
def quiet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run sweeps in this process, write files to a temporary folder, restore signal handlers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KNIGHTWATCH_STORE", str(tmp_path / "store.sqlite"))
    monkeypatch.setattr("knightwatch.engine.lab.sweeps.experiment.processes", in_this_process)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("quiet")
def test_any_command_line_ends_with_a_known_exit_code(command: Command) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(command_lines())
    def holds(arguments: list[str]) -> None:
        code, _, err = command(*arguments)
        assert code in EXIT_CODES
        assert "Traceback" not in err
        if code == 2:
            assert err.startswith("knightwatch: ")
            assert err.count("\n") == 1

    holds()


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(solvers), st.data())
def test_any_text_is_parsed_or_rejected_in_one_line(chosen: tuple[Any, Any], data: st.DataObject) -> None:
    puzzle, solver = chosen
    names = st.sampled_from(list(declaration(puzzle, solver)))
    values = data.draw(st.dictionaries(names, words | st.text(), max_size=4))
    sentence = "no error"
    try:
        Plan.read(puzzle, {"solver": solver.name} | values)
    except BadInput as error:
        sentence = str(error)
    assert sentence
    assert "\n" not in sentence
