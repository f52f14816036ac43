"""Sweeps: checked before anything starts; the identity of a run alone decides its seed."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.lab.sweeps.sweep import MOST_RUNS, Sweep
from knightwatch.engine.plans.catalog import find_solver, puzzle, unambiguous_names
from knightwatch.engine.plans.plan import Plan
from tests.support.inline import sweep

QUEENS = puzzle("queens")


def seeds(of: Sweep) -> dict[tuple[tuple[str, ...], int], int]:
    return {(cell.axis_values, at): cell.run(at).seed for cell in of.cells for at in range(of.repeat)}


def test_each_combination_has_a_cell() -> None:
    it = sweep("k=2,3", "pm=0.1:0.3:0.1", solver="evolve", n="12", repeat=7)
    assert [cell.axis_values for cell in it.cells] == list(product(("2", "3"), ("0.1", "0.2", "0.3")))
    for cell in it.cells:
        values = {"solver": "evolve", "n": "12", "k": cell.axis_values[0], "pm": cell.axis_values[1], "seed": "0"}
        assert cell.plan == Plan.read(QUEENS, values)
    assert (it.runs, it.fixed, it.unit, it.solver) == (42, {"n": "12"}, "generation", "evolve")


def test_a_sweep_without_axes_has_one_cell() -> None:
    it = Sweep.read(QUEENS, {"solver": "evolve"}, [])
    assert (len(it.cells), it.repeat, it.cells[0].axis_values) == (1, 20, ())


def test_a_run_has_the_same_seed_in_every_sweep() -> None:
    one = seeds(sweep("n=8,12", "trials=5,40"))
    more = seeds(sweep("n=8,10,12", "trials=5,40,100", repeat=9))
    turned = seeds(sweep("trials=40,5", "n=12,8"))
    assert one.items() < more.items()
    assert one == {((n, trials), at): seed for ((trials, n), at), seed in turned.items()}
    fixed = seeds(sweep("trials=5,40", n="12"))
    assert {trials: one[("12", trials), 0] for trials in ("5", "40")} == {
        at[0]: s for (at, k), s in fixed.items() if not k
    }


def test_spelling_and_defaults_do_not_change_the_identity() -> None:
    plain = sweep("pm=0.1,0.5", solver="evolve")
    assert plain.identity == sweep("pm=.1,5e-1", solver="evolve").identity
    assert plain.identity == sweep("pm=0.1,0.5", solver="evolve", n="8", pop="100").identity
    assert plain.identity != sweep("pm=0.1,0.5", solver="evolve", n="9").identity


def test_every_run_has_its_own_seed() -> None:
    plain, given = seeds(sweep(repeat=50)), seeds(sweep(repeat=50, seed="1"))
    assert len({*plain.values(), *given.values()}) == 2 * len(plain)
    assert given == seeds(sweep(repeat=50, seed="1"))
    assert sweep(seed="0").identity != sweep().identity


def test_seeds_are_the_same_for_good() -> None:
    """A change would make stored sweeps and published figures unrepeatable."""
    assert seeds(sweep("n=8", "trials=5", repeat=2)) == {(("8", "5"), 0): 891532793, (("8", "5"), 1): 487664065}


@given(st.integers(0, 2**32 - 1))
def test_a_given_seed_is_part_of_every_cell(seed: int) -> None:
    assert sweep("n=8", seed=str(seed)).cells[0].values["seed"] == str(seed)


@pytest.mark.parametrize(
    ("varied", "values", "sentence"),
    [
        (["k=2,0"], {}, "k is 0, but must be a whole number from 1 to 32 (in the cell k=0)"),
        (["k=2", "pm=0.5,1.5"], {}, "pm is 1.5, but must be a number from 0 to 1 (in the cell k=2, pm=1.5)"),
        (["elitism=1,200"], {}, "elitism is 200, but must be at most pop, which is 100 (in the cell elitism=200)"),
        (["k=2,3"], {"n": "0"}, "n is 0, but must be a whole number from 1 to 10,000,000 (in the cell k=2)"),
        (["k=2,2"], {}, "vary k=2,2 has a value twice, but each value must appear once"),
        (["pm=0.5,0.50"], {}, "vary pm=0.5,0.50 has a value twice, but each value must appear once"),
        (["k=2", "k=3"], {}, "vary k is given twice: give all its values at once"),
        (["k=2"], {"k": "3"}, "k is 3 and is varied too: leave one of the two out"),
        (["seed=1,2"], {}, "seed cannot be varied: repeat gives every run its own seed"),
        (["k=2"], {"seed": "x"}, "seed is x, but must be a whole number from 0 to 4,294,967,295 (in the cell k=2)"),
        ([], {"pop": "1"}, "pop is 1, but must be a whole number from 2 to 20,000"),
    ],
)
def test_a_wrong_cell_is_reported_with_axis_and_value(varied: list[str], values: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadInput) as refusal:
        Sweep.read(QUEENS, {"solver": "evolve"} | values, [Axis.read(text) for text in varied])
    assert str(refusal.value) == sentence


def test_unknown_settings_too_many_runs_and_wrong_repetitions_are_refused() -> None:
    with pytest.raises(
        BadInput, match=r"^vary colour is not a setting of evolve; its settings are n, pop, .*max-seconds$"
    ):
        sweep("colour=red", solver="evolve")
    with pytest.raises(BadInput, match=rf"^the sweep has 2,000,000 runs, but must have at most {MOST_RUNS:,}"):
        sweep("n=1:1000", "trials=1:20", repeat=100)
    with pytest.raises(BadInput, match=r"^repeat is 0, but must be a whole number from 1 to 100,000$"):
        sweep(repeat=0)


def test_notes_say_what_the_figures_depend_on() -> None:
    assert sweep().notes() == []
    assert "max-seconds" in " ".join(sweep("n=8", max_seconds="1").notes())
    assert "max-seconds" in " ".join(sweep("max-seconds=1,2").notes())
    assert "random" in " ".join(sweep("order=fixed", of="tour", solver="backtrack", start="a1").notes())


def test_a_solver_is_found_unless_several_puzzles_have_its_name() -> None:
    assert "backtrack" not in unambiguous_names()
    for name in unambiguous_names():
        each, solver = find_solver(name)
        assert solver == name
        assert name in each.solvers_at
    with pytest.raises(BadInput, match=r"^solver is backtrack, which tour and queens have"):
        find_solver("backtrack")
    with pytest.raises(BadInput, match=r"^solver is magic, but must be one of .*evolve"):
        find_solver("magic")
