"""Declarations of papers: complete, valid, and equal to exact printed figures."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.lab.papers.declaration import Paper, PaperFigure, PaperQuestion, PaperTable
from knightwatch.engine.lab.papers.registry import PAPERS, paper
from knightwatch.engine.lab.papers.replication import ReplicatedTable, Replication, swept
from knightwatch.engine.lab.papers.statistic import Aggregate
from knightwatch.engine.lab.sweeps.single_run import run_plan
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import declaration
from knightwatch.engine.store.outcomes import Store
from tests.support.inline import inline

SMALL = {"generations": "1", "evaluations": "200", "max_states": "100", "max_positions": "100"}
"""Limits with which every solver ends at once."""

each_paper = pytest.mark.parametrize("it", PAPERS, ids=lambda it: it.name)


def tables(it: Paper) -> Iterator[PaperTable]:
    return (part for part in it.declared if isinstance(part, PaperTable))


@each_paper
def test_every_question_exists_and_has_a_valid_plan(it: Paper) -> None:
    for part in it.declared:
        if isinstance(part, PaperQuestion):
            assert part.inquiry().answer()["complete"] is False


@each_paper
def test_every_cell_of_a_table_has_one_valid_figure(it: Paper) -> None:
    for part in tables(it):
        places = [(figure.row, figure.column) for figure in part.figures]
        assert len(set(places)) == len(places)
        short, full = swept(part, False), swept(part, True)
        assert {cell.identity for cell in short.cells} <= {cell.identity for cell in full.cells}
        assert short.repeat <= full.repeat


@each_paper
def test_titles_are_unique_and_notes_are_sentences(it: Paper) -> None:
    titles = [part.title for part in it.declared]
    assert len(set(titles)) == len(titles)
    assert paper(it.name) is it
    assert it.source
    for part in it.declared:
        assert not part.note or part.note.endswith(".")
        assert not part.source.endswith(".")


@each_paper
def test_each_table_has_published_figures_or_says_there_are_none(it: Paper) -> None:
    for part in tables(it):
        published = [figure for figure in part.figures if figure.published is not None]
        assert published or "no published numbers" in part.note


def kinds(it: Paper) -> dict[tuple[str, str, str, str], tuple[PaperTable, PaperFigure]]:
    """Return one figure for each solver and statistic."""
    found = {}
    for part in tables(it):
        for figure in part.figures:
            if figure.statistic.kind is not Aggregate.SUCCESS:
                solver = figure.values["solver"]
                found[part.puzzle, solver, figure.statistic.field, figure.statistic.per] = part, figure
    return found


@each_paper
def test_every_statistic_exists_in_its_solvers_outcome(it: Paper) -> None:
    for (of, solver, name, per), (_, figure) in kinds(it).items():
        fields = declaration(puzzle(of), puzzle(of).solver(solver))
        values = dict(figure.values) | {n: v for n, v in SMALL.items() if n in fields} | {"seed": "1"}
        values |= {"pop": "4", "generations": "2"} if per == "iterations" else {}
        values |= {"evaluations": "5000", "closed": "no"} if per == "successful_iterations" else {}
        outcome = run_plan(of, values)
        assert outcome
        assert figure.statistic.figure(outcome) is not None, (solver, name)


def test_the_problem_square_agrees_with_the_report(tmp_path: Path) -> None:
    euler = paper("euler-report")
    square = replace(euler, declared=euler.declared[:1])
    with Store(tmp_path / "store.sqlite") as store:
        replication = Replication(square, False, store, inline())
        for _ in replication.slices():
            pass
    figures = replication.subinquiries()[0].inquiry
    assert isinstance(figures, ReplicatedTable)
    differing, otherwise = set(), {}
    for figure, runs in figures.known():
        assert len(runs) == 1
        if figure.statistic.kind is Aggregate.SUCCESS:
            if runs[0].solved != (figure.published == "yes"):
                differing.add(figure.row)
        elif figure.published is not None:
            estimate = figure.statistic.estimate(runs)
            assert estimate
            if isinstance(figure.published, str):  # printed, but counted differently or stopped early
                otherwise[figure.row] = figure.published, estimate.value
            else:
                assert estimate.value == figure.published
    assert differing == {"backtrack wall"}
    assert otherwise == {"warnsdorff": ("63", 61), "backtrack wall": ("2,306,398 in 15.000067 s", 100_083)}
    assert "The report says that backtrack wall finds no tour" in replication.subinquiries()[0].note
    assert sum(isinstance(figure.published, int) for figure, _ in figures.known()) == 3


def test_only_knuths_figure_of_the_search_trees_counts_as_published() -> None:
    trees = next(part for part in tables(paper("queens-textbook")) if part.title.startswith("The search tree"))
    published = {(figure.row, figure.column): figure.published for figure in trees.figures if figure.published}
    assert published == {("8", "all nodes"): 2057}


def test_an_unknown_paper_is_reported_with_the_known_ones() -> None:
    with pytest.raises(BadInput, match="paper is nonsense, but must be one of tour-thesis, euler-report"):
        paper("nonsense")
    with pytest.raises(BadInput, match="question is nonsense, which tour does not have"):
        PaperQuestion("", "tour", "nonsense", {}).inquiry()


@pytest.mark.parametrize("full", [False, True])
def test_both_forms_say_that_the_number_of_the_thesis_has_no_source(full: bool) -> None:
    notes = [part.note for part in paper("tour-thesis").parts(full)]
    assert any("1.305 x 10^35" in note and "without a source" in note for note in notes)
