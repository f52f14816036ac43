"""A small paper: two tables of the same runs, one larger in the full form, and a question."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module

import pytest

from knightwatch.engine.lab.papers import registry
from knightwatch.engine.lab.papers.declaration import Paper, PaperFigure, PaperQuestion, PaperTable
from knightwatch.engine.lab.papers.statistic import Aggregate, Statistic
from knightwatch.engine.pool import Pool

SOLVER = {"solver": "min-conflicts"}
STEPS = Statistic(Aggregate.MEAN, "trials")

TINY = Paper(
    "tiny",
    "A tiny experiment",
    "Nobody (1901)",
    ("1 s", "2 s"),
    (
        PaperTable(
            "Success",
            "queens",
            "n",
            tuple(
                PaperFigure(
                    n, SOLVER | {"n": n, "trials": trials}, Statistic(Aggregate.SUCCESS), published, f"{trials} trials"
                )
                for n, published in (("8", 0.5), ("12", "none"))
                for trials in ("5", "40")
            ),
            (3, 5),
            "A sentence about what differs.",
            chart="success in %, against n",
        ),
        PaperTable(
            "Trials",
            "queens",
            "n",
            tuple(
                PaperFigure(n, SOLVER | {"n": n, "trials": trials}, STEPS, 7, f"{trials} trials", full=n == "10")
                for n in ("8", "10", "12")
                for trials in ("5", "40")
            ),
            (3, 5),
            source="Nobody else (1902)",
        ),
        PaperQuestion("Starts | all", "tour", "map", {"rows": "5", "cols": "5", "solver": "warnsdorff"}),
    ),
)
RUNS, FULL_RUNS = 4 * 3, 6 * 5
STARTS = 25


def only_tiny(monkeypatch: pytest.MonkeyPatch, executor: Executor) -> None:
    """Replace all papers by the tiny one, and do its runs with an executor."""

    @contextmanager
    def here(_: object) -> Iterator[Pool]:
        yield Pool(executor, 1, "this process")

    monkeypatch.setattr("knightwatch.engine.lab.papers.replication.processes", here)
    # Import all modules before changing one: a module imported later would keep the tiny paper.
    for module in [
        import_module(f"{name}.papers") for name in ("knightwatch.tui.cli.commands", "knightwatch.tui.screens.lab")
    ] + [registry]:
        monkeypatch.setattr(module, "PAPERS", (TINY,))
