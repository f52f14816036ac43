"""Experiments: their figures agree with single runs, and they resume after an interruption."""

import os
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.lab.intervals import wilson
from knightwatch.engine.lab.sweeps.axis import Axis
from knightwatch.engine.lab.sweeps.experiment import MOST_CURVES, TRIES, Experiment
from knightwatch.engine.lab.sweeps.finding import UNITS, Finding, Measure, short
from knightwatch.engine.lab.sweeps.single_run import run_plan
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.pool import Pool, processes
from knightwatch.engine.store.outcomes import RunOutcome, Store
from tests.support.inline import Inline, bare, drive, inline, sweep


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.sqlite") as opened_store:
        yield opened_store


def test_every_run_is_that_of_its_plan(store: Store) -> None:
    found = bare(drive(Experiment(sweep(), store, inline())))
    assert len(found) == 20
    for cell in sweep().cells:
        for repetition in range(5):
            run = Run(cell.run(repetition).search())
            for _ in run.slices():
                pass
            known = (str(run.status), run.search.done, run.search.work())
            assert found[cell.axis_values, repetition] == known
    assert {status for status, _, _ in found.values()} == {"solved", "gave-up"}


def test_an_interrupted_sweep_resumes_and_repeats_nothing(store: Store) -> None:
    whole = bare(drive(Experiment(sweep(seed="1"), store, inline())))
    executor = Inline()
    for stop in (3, 1, 6):
        pool = Pool(executor, 1, "")
        experiment = Experiment(sweep(), store, pool)
        before = experiment.done
        slices = experiment.slices()
        while experiment.done < before + stop:
            next(slices)
        del slices
    last = drive(Experiment(sweep(), store, Pool(executor, 1, "")))
    assert last.complete
    assert len(bare(last)) == len(whole)
    kept = Experiment(sweep(), store, inline())
    assert kept.outcomes == last.outcomes
    assert drive(kept).fresh == 0


def test_larger_sweeps_reuse_stored_runs(store: Store) -> None:
    few = drive(Experiment(sweep(repeat=2), store, inline()))
    more = Experiment(sweep("n=8,10,12", "trials=5,40", repeat=3), store, inline())
    assert more.done == few.done == 8
    drive(more)
    assert (more.fresh, more.done) == (10, 18)
    assert bare(few).items() < bare(more).items()
    assert Experiment(sweep(repeat=2), store, inline()).outcomes == few.outcomes


def test_a_held_sweep_starts_no_runs(store: Store) -> None:
    experiment = Experiment(sweep(), store, inline())
    slices = experiment.slices()
    while not experiment.done:
        next(slices)
    experiment.held = True
    for _ in range(5):
        next(slices)
    held_at = experiment.done
    next(slices)
    assert held_at == experiment.done < experiment.sweep.runs
    experiment.held = False
    for _ in slices:
        pass
    assert experiment.complete


def test_impossible_boards_count_and_need_no_kernels(store: Store) -> None:
    finding = drive(Experiment(sweep("n=3", repeat=4), store, inline())).finding(0)
    assert (finding.runs, finding.solved, finding.impossible, finding.steps) == (4, 0, 4, None)


BAD_RESULTS = [
    None,
    float("nan"),
    [1, 2],
    RunOutcome(Status.SOLVED, 1, {}, float("nan"), 0.0),
    RunOutcome(Status.SOLVED, -1, {}, 0.0, 0.0),
    RunOutcome(Status.SOLVED, 1, {}, 0.0, 0.0, {"best": float("nan")}),
]


@pytest.mark.parametrize("bad", BAD_RESULTS, ids=repr)
def test_a_bad_result_of_a_worker_is_reported_and_the_run_repeated(
    store: Store, monkeypatch: pytest.MonkeyPatch, bad: object
) -> None:
    left = [bad]
    patched = "knightwatch.engine.lab.sweeps.experiment.run_plan"
    monkeypatch.setattr(patched, lambda *given: left.pop() if left else run_plan(*given))
    experiment = drive(Experiment(sweep("n=8", repeat=2), store, inline()))
    assert experiment.complete
    assert experiment.bad_results == {(0, 0): 1}
    assert sum("bad result" in note for note in experiment.answer()["notes"]) == 1
    assert "1 bad result: repetition 0 of n 8" in experiment.text()
    with Store(store.path.with_name("other.sqlite")) as other:
        assert bare(experiment) == bare(drive(Experiment(sweep("n=8", repeat=2), other, inline())))


def test_bad_results_only_end_the_sweep(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("knightwatch.engine.lab.sweeps.experiment.run_plan", lambda *_: None)
        with pytest.raises(BadInput, match=f"bad result {TRIES} times for repetition . of n 8"):
            drive(Experiment(sweep("n=8", repeat=2), store, inline()))
    assert drive(Experiment(sweep("n=8", repeat=2), store, inline())).fresh == 2


def test_a_dead_worker_is_reported(store: Store) -> None:
    with processes(1) as pool:
        pool.executor.submit(os._exit, 1)
        with pytest.raises(BadInput, match="a worker died"):
            drive(Experiment(sweep(), store, pool))


# Findings, texts and diagrams.


MILLISECONDS = UNITS[1]


def outcome(status: Status, steps: int = 0, seconds: float = 0.0) -> RunOutcome:
    return RunOutcome(status, steps, {"trials": steps}, seconds, 0.0)


def test_a_finding_has_the_success_rate_and_quartiles() -> None:
    solved = [outcome(Status.SOLVED, steps, steps / 1000) for steps in (9, 4, 1, 16, 25)]
    finding = Finding.summarise([*solved, outcome(Status.GAVE_UP, 1000, 9.0), outcome(Status.IMPOSSIBLE)])
    assert (finding.runs, finding.solved, finding.impossible) == (7, 5, 1)
    assert finding.interval == wilson(5, 7)
    assert finding.steps == tuple(statistics.quantiles((1, 4, 9, 16, 25), n=4, method="inclusive"))
    assert finding.words(MILLISECONDS) == ("7", "71 % [36-92]", "9 [4-16]", "9 [4-16] ms")
    answer = finding.answer()
    assert (answer["gave_up"], answer["success"], answer["steps"]["median"]) == (1, 0.714286, 9)
    assert finding.value(Measure.SUCCESS) == 5 / 7
    assert finding.value(Measure.SECONDS) == 0.009


def test_a_finding_without_runs_or_successes_claims_nothing() -> None:
    assert Finding.summarise([]).words(MILLISECONDS) == ("0", "", "", "")
    assert Finding.summarise([]).value(Measure.SUCCESS) is None
    hopeless = Finding.summarise([outcome(Status.GAVE_UP)] * 3)
    assert hopeless.words(MILLISECONDS) == ("3", "0 % [0-56]", "-", "-")
    assert hopeless.value(Measure.STEPS) is None
    assert hopeless.answer()["seconds"] is None


@pytest.mark.parametrize(
    ("figure", "words"),
    [(0, "0"), (0.0000123, "1e-05"), (0.00123456, "0.00123"), (12.345, "12.3"), (12345.6, "12,346")],
)
def test_figures_have_three_significant_digits(figure: float, words: str) -> None:
    assert short(figure) == words


def test_text_answer_and_records_agree(store: Store) -> None:
    experiment = drive(Experiment(sweep(), store, inline()))
    names, *rows = experiment.records()
    assert names[:6] == ("n", "trials", "repetition", "seed", "status", "steps")
    assert len(rows) == 20
    for cell, told in zip(experiment.sweep.cells, experiment.answer()["cells"], strict=True):
        mine = [row for row in rows if row[:2] == cell.axis_values]
        assert told["at"] == {"n": int(cell.axis_values[0]), "trials": int(cell.axis_values[1])}
        assert told["runs"] == len(mine) == 5
        assert told["solved"] == sum(row[4] == "solved" for row in mine)
        assert [row[3] for row in mine] == [cell.run(repetition).seed for repetition in range(5)]
        line = next(
            line.split() for line in experiment.text().splitlines() if line.split()[:2] == list(cell.axis_values)
        )
        assert line[2:5] == ["5", str(round(100 * told["success"])), "%"]
    answer = experiment.answer()
    assert (answer["complete"], answer["axes"], answer["repeat"]) == (True, ["n", "trials"], 5)
    assert answer["settings"] == {"max_seconds": None}
    assert "not done yet" not in experiment.text()
    assert "20 runs of 20 not done yet" in Experiment(sweep(seed="4"), store, inline()).text()


@pytest.mark.parametrize(
    ("seconds", "sign", "name"),
    [((0.0002, 0.002), "µs", "microseconds"), ((0.0002, 0.2), "ms", "milliseconds"), ((0.02, 20), "s", "seconds")],
)
def test_table_and_chart_write_all_times_in_one_unit(
    store: Store, seconds: tuple[float, ...], sign: str, name: str
) -> None:
    experiment = Experiment(sweep("n=8,12", repeat=1), store, inline())
    for place, each in enumerate(seconds):
        experiment.outcomes[place][0] = outcome(Status.SOLVED, 1, each)
    assert [row[4].split()[-1] for row in experiment.rows()[1:]] == [sign, sign]
    diagram = experiment.diagram(Measure.SECONDS)
    assert diagram
    assert f"median {name} " in diagram.title
    medians = [
        float(row[4].split()[0].replace(",", "")) for row in sorted(experiment.rows()[1:], key=lambda row: int(row[0]))
    ]
    assert diagram.curves[0].values.tolist() == pytest.approx(medians)


@pytest.mark.parametrize(
    ("solver", "limit"), [("evolve", "set fewer generations"), ("min-conflicts", "set fewer trials")]
)
@pytest.mark.parametrize(("failed", "many"), [(0, "All"), (2, "Nearly all"), (3, "")])
def test_a_sweep_in_which_nearly_all_runs_succeed_says_what_to_do(
    store: Store, solver: str, limit: str, failed: int, many: str
) -> None:
    experiment = Experiment(sweep("n=8,12", repeat=10, solver=solver), store, inline())
    for place, known in enumerate(experiment.outcomes):
        known.update({at: outcome(Status.GAVE_UP if place and at < failed else Status.SOLVED, 3) for at in range(10)})
    assert "runs succeeded:" not in experiment.text()
    experiment.done = 20
    assert experiment.ceiling_words(" (c)").startswith(f"{many} runs succeeded: compare the " if many else "")
    assert (limit in experiment.text()) == bool(many)


@pytest.mark.parametrize(
    ("best", "other", "words"),
    [
        ([9] * 10, [10] * 8 + [0] * 2, "n 12 takes more trials (p below 0.001)."),
        ([9] * 10, [10] * 2 + [0] * 8, "n 12 succeeds less often (p below 0.001)."),
        ([9] * 10, [0] * 10, "n 12 succeeds less often (p below 0.001)."),
        ([*range(10, 20)], [*range(11, 21)], "It does not clearly differ from n 12 with 10 runs."),
        ([9] + [0] * 9, [0] * 10, "It does not clearly differ from n 12 with 10 runs."),
        ([9] * 10, [1] * 9 + [0], "n 12 does not clearly succeed less often, and takes fewer trials (p below 0.001)."),
    ],
)
def test_a_sentence_says_whether_the_next_cell_can_be_told_apart(
    store: Store, best: list[int], other: list[int], words: str
) -> None:
    experiment = Experiment(sweep("n=8,12", repeat=10), store, inline())
    assert experiment.best_sentence() == ""
    for place, steps in enumerate((best, other)):
        for at, each in enumerate(steps):
            experiment.outcomes[place][at] = outcome(Status.SOLVED if each else Status.GAVE_UP, each or 1000)
        experiment.done += len(steps)
    assert experiment.best_sentence().startswith("Best: n 8, with success ")
    assert experiment.best_sentence().endswith(f" trials. {words}")
    assert words in experiment.text()


def test_after_a_tie_the_first_clear_difference_is_named(store: Store) -> None:
    experiment = Experiment(sweep("n=8,12,16", repeat=10), store, inline())
    for place, solved in enumerate((10, 9, 1)):
        for at in range(10):
            experiment.outcomes[place][at] = outcome(Status.SOLVED if at < solved else Status.GAVE_UP, 10 + at)
        experiment.done += 10
    tie, clear = experiment.best_sentence().split(". ")[-2:]
    assert tie == "It does not clearly differ from n 12 with 10 runs"
    assert clear.startswith("n 16 succeeds less often (p below 0.001)")


def test_without_random_numbers_a_lead_is_no_chance(store: Store) -> None:
    experiment = drive(Experiment(sweep("n=8,12", solver="backtrack", repeat=1), store, inline()))
    assert experiment.best_sentence().startswith("Best: n 8, ")
    assert "clearly differ" not in experiment.best_sentence()


def test_the_diagram_has_a_curve_for_each_value_of_the_second_axis(store: Store) -> None:
    experiment = drive(Experiment(sweep("n=8,10,12", "trials=5,40"), store, inline()))
    diagram = experiment.diagram()
    assert diagram
    assert (diagram.labels, diagram.top) == (("8", "10", "12"), 100)
    assert [curve.name for curve in diagram.curves] == ["trials 5", "trials 40"]
    for offset, curve in enumerate(diagram.curves):
        shares = [100 * experiment.finding(2 * place + offset).fraction for place in range(3)]
        assert (curve.steps.tolist(), curve.values.tolist()) == ([0, 1, 2], shares)
    for measure, words in (
        (Measure.STEPS, "median trials to success"),
        (Measure.SECONDS, "median microseconds to success"),
    ):
        timed = experiment.diagram(measure)
        assert timed
        assert timed.title.startswith(words)
        figures = [experiment.finding(place).value(measure) for place in range(0, 6, 2)]
        assert len(timed.curves[0].steps) == sum(figure is not None for figure in figures)


def test_a_diagram_limits_its_curves_and_says_so(store: Store) -> None:
    assert Experiment(sweep("n=8"), store, inline()).diagram()
    many = Experiment(sweep("n=8,9", "trials=1:20"), store, inline()).diagram()
    assert many
    assert len(many.curves) == MOST_CURVES
    assert f"{MOST_CURVES} of 20 curves" in many.title


def test_final_fitness_includes_runs_that_gave_up(store: Store) -> None:
    values = {"solver": "evolve", "n": "10", "pop": "6", "generations": "3"}
    bred = Sweep.read(puzzle("queens"), values, [Axis("pm", ("0.1", "0.9"))], 4)
    experiment = drive(Experiment(bred, store, inline()))
    head, *rows = experiment.records()
    ends = {name: head.index(f"end_{name}") for name in ("best", "mean")}
    for place, cell in enumerate(experiment.answer()["cells"]):
        assert cell["solved"] < cell["runs"] == 4
        for name, column in ends.items():
            figures = [row[column] for row in rows[4 * place : 4 * place + 4]]
            assert cell["fitness"][name]["median"] == pytest.approx(statistics.median(figures))
            assert experiment.finding(place).value(Measure(name)) == cell["fitness"][name]["median"]
    for repetition in range(4):
        search = bred.cells[0].run(repetition).search()
        search.advance(search.limit)
        assert rows[repetition][ends["mean"]] == search.frame().curves[1].values[-1]
    assert experiment.head()[-2:] == ("best", "mean")
    assert "at the end of all runs" in experiment.text()
    assert experiment.measures == tuple(Measure)
    diagram = experiment.diagram(Measure.BEST)
    assert diagram
    assert diagram.title == "best fitness at the end, median, against pm"
