"""Solvers of other packages: entry points that lists show without importing them."""

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from knightwatch import QueensProblem, solve
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.lab.races.entries import parse_racers
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.plans.catalog import find_solver, left_out, puzzle, unambiguous_names
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.outcomes import Store
from tests.support.inline import drive, inline, sweep
from tests.support.own import hosts
from tests.support.packages import install

SWARM = """
    import sys
    print("swarm is imported")
    from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts

    def solve(problem, random, birds: int = 3):
        '''Birds try random orders of the rows.'''
        for bird in range(birds):
            yield random.sample(range(problem.n), problem.n), f"bird {bird}"
        yield [1, 3, 0, 2]

    class Quick(MinConflicts):
        '''A compiled solver.'''
        name = "quick"
        summary = "min-conflicts of another package"

    class Other(MinConflicts):
        name = "other"

    nothing = 3
"""
ENTRIES = {
    "queens.swarm": "swarm:solve",
    "queens.quick": "swarm:Quick",
    "queens.wrong-name": "swarm:Other",
    "queens.nothing": "swarm:nothing",
    "queens.missing": "swarm:missing",
    "queens.broken": "swarm_broken:solve",
    "queens.evolve": "swarm:solve",
    "rooks.swarm": "swarm:solve",
    "swarm": "swarm:solve",
}
BROKEN = "raise SystemExit('this module is broken')\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    modules = {"swarm.py": dedent(SWARM), "swarm_broken.py": BROKEN}
    with install(tmp_path / "site", monkeypatch, "knightwatch-swarm", ENTRIES, modules) as folder:
        yield folder


@pytest.mark.usefixtures("package")
def test_lists_name_installed_solvers_and_import_none(capsys: pytest.CaptureFixture[str]) -> None:
    queens = puzzle("queens")
    assert queens.solver_names[-6:] == ("broken", "missing", "nothing", "quick", "swarm", "wrong-name")
    offered = {offer.name: offer.summary for offer in queens.offers}
    assert "knightwatch-swarm 1.0" in offered["swarm"]
    assert find_solver("swarm") == (queens, "swarm")
    assert "swarm" in unambiguous_names()
    assert "swarm" not in puzzle("tour").solver_names
    assert "swarm" not in sys.modules
    assert "imported" not in capsys.readouterr().out


@pytest.mark.usefixtures("package")
def test_names_that_clash_or_make_no_sense_are_reported() -> None:
    evolve, rooks, bare = left_out()
    assert ("queens.evolve" in evolve, "built-in" in evolve) == (True, True)
    assert ("rooks.swarm" in rooks, "puzzle.solver" in rooks) == (True, True)
    assert bare.startswith("swarm of the package knightwatch-swarm 1.0 is left out")
    assert puzzle("queens").solver("evolve").__module__.startswith("knightwatch.")


def test_nothing_is_left_out_without_packages() -> None:
    assert left_out() == []


def test_the_first_of_two_packages_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = {"queens.swarm": "one:solve"}, {"queens.swarm": "two:solve"}
    with (
        install(tmp_path / "one", monkeypatch, "one", one, {}),
        install(tmp_path / "two", monkeypatch, "two", two, {}),
    ):
        (sentence,) = left_out()
        assert "another package has this name" in sentence
        assert puzzle("queens").installed["swarm"].value == "one:solve"


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("broken", "this module is broken"),
        ("missing", "AttributeError"),
        ("nothing", "neither a generator function nor"),
        ("wrong-name", "has the name other"),
    ],
)
def test_a_broken_solver_is_a_line_that_says_why(name: str, why: str) -> None:
    queens = puzzle("queens")
    with pytest.raises(BadInput, match=f"solver is {name} of the package knightwatch-swarm 1.0, .*{why}"):
        queens.solver(name)
    summary = next(offer.summary for offer in queens.offers if offer.name == name)
    assert summary.startswith("cannot be used: ")
    assert why in summary


@pytest.mark.usefixtures("package")
def test_a_generator_runs_in_a_process_of_its_own() -> None:
    plan = Plan.read(puzzle("queens"), {"solver": "swarm", "n": "4", "birds": "2", "seed": "1"})
    assert plan.values() == {"solver": "swarm", "n": "4", "birds": "2", "seed": "1"}
    run = Run(plan.search())
    try:
        list(run.slices(until=2))
        assert len(hosts()) == 1
        frame = run.frame()
        assert frame.code
        assert ("bird 1" in frame.sentence, "birds" in dict(frame.code.variables)) == (True, True)
        assert "yield [1, 3, 0, 2]" in frame.code.text
        list(run.slices())
        assert run.status is Status.SOLVED
    finally:
        run.search.close()
    queens = puzzle("queens")
    assert queens.solver("swarm") is plan.solver
    assert plan.solver in queens.offers, "once it was used, the list has its class"
    assert plan.solvers.count(plan.solver) == 1


@pytest.mark.usefixtures("package")
def test_a_compiled_class_runs_like_a_built_in_solver() -> None:
    found = solve(QueensProblem(n=8), solver="quick", seed=1)
    assert (found.solver, found.solved) == ("quick", True)
    assert found.answer == solve(QueensProblem(n=8), solver="min-conflicts", seed=1).answer
    solver = puzzle("queens").solver("quick")
    assert len(solver.code()) == 16
    assert solver.code() != puzzle("queens").solver("min-conflicts").code()


@pytest.mark.usefixtures("package")
def test_installed_solvers_race_and_are_swept(tmp_path: Path) -> None:
    race = Race(parse_racers(puzzle("queens"), {"n": "4", "seed": "1"}, ["evolve", "swarm:birds=2", "quick"]))
    try:
        list(race.slices())
        assert [racer.name for racer in race.racers] == ["evolve", "swarm", "quick"]
        assert [racer.code for racer in race.racers] == ["compiled", "Python", "compiled"]
        assert race.racers[1].run.status is Status.SOLVED
    finally:
        race.close()
    with Store(tmp_path / "store.sqlite") as store:
        experiment = drive(Experiment(sweep("birds=1,2", solver="swarm", n="4", repeat=2), store, inline()))
        assert [experiment.finding(place).solved for place in (0, 1)] == [2, 2]
    assert not hosts()
