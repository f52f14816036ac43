"""Published experiments: list, parts, short and full form, export."""

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import DataTable, OptionList

from knightwatch.engine.lab.papers.declaration import PaperTable
from knightwatch.engine.lab.papers.registry import PAPERS
from knightwatch.engine.lab.papers.replication import swept
from knightwatch.engine.store.outcomes import Store
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.look import Look
from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.lab.papers import PaperScreen, PapersScreen
from tests.support.inline import Inline
from tests.support.laboratory import papers_first, repeated
from tests.support.pilot import until
from tests.support.tiny import FULL_RUNS, RUNS, STARTS, TINY, only_tiny


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch) -> Inline:
    found = Inline()
    only_tiny(monkeypatch, found)
    return found


async def test_home_opens_the_list_of_papers() -> None:
    app = Knightwatch(theme="dark")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(app.screen.query_one(OptionList).option_count))
        menu = app.screen.query_one(OptionList)
        entries = [str(option.prompt) for option in menu.options]
        menu.highlighted = next(place for place, words in enumerate(entries) if "published experiments" in words)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PapersScreen))
        listed = [str(option.prompt) for option in app.screen.query_one(OptionList).options]
        assert [words.split(":")[0] for words in listed] == [each.name for each in PAPERS]
        for words, each in zip(listed, PAPERS, strict=True):
            assert each.source in words
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("escape", "q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_n_and_b_show_the_parts_of_a_paper(executor: Inline) -> None:
    async with repeated() as it:
        await it.done(RUNS + STARTS)
        assert executor.given == RUNS
        seen = []
        for _ in TINY.declared:
            seen.append(it.text("#part").strip())
            await it.pilot.press("n")
        assert seen == [f"Part {i + 1} of 3: {part.title}" for i, part in enumerate(TINY.declared)]
        await it.pilot.press("b")
        assert "10  tour found" in it.text("#part-words")
        await it.pilot.press("n")
        table: DataTable[Any] = it.app.screen.query_one(DataTable)
        replication = it.paper_screen.inquiry
        assert [[str(cell) for cell in table.get_row_at(at)] for at in range(2)] == (
            replication.subinquiries()[0].inquiry.table()[1:]
        )
        assert "A sentence about what differs." in it.sentence
        assert "40 trials, published" in it.text("Chart")
        await it.pilot.press("b")
        assert it.text("#part").startswith(" Part 3 of 3")


async def test_f_switches_the_form_and_shares_runs(executor: Inline) -> None:
    async with repeated() as it:
        await it.done(RUNS + STARTS)
        await it.pilot.press("f")
        await until(it.pilot, lambda: it.paper_screen.inquiry.full)
        await until(it.pilot, lambda: "are done" in it.sentence)
        assert executor.given == FULL_RUNS
        await it.pilot.press("f")
        await until(it.pilot, lambda: not it.paper_screen.inquiry.full)
        await until(it.pilot, lambda: "are done" in it.sentence)
        assert executor.given == FULL_RUNS
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, PapersScreen))


async def test_a_report_and_other_files_are_exported(executor: Inline, tmp_path: Path) -> None:
    async with repeated() as it:
        await it.done(RUNS + STARTS)
        assert executor.given == RUNS
        for downs in range(4):
            await it.pilot.press("e")
            await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
            await it.pilot.press(*["down"] * downs, "enter")
            await until(it.pilot, lambda: isinstance(it.app.screen, PaperScreen))
        await it.pilot.press("question_mark")
        await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
        assert "knightwatch papers tiny" in it.text("HelpScreen Static")
    for ending, words in (
        (".md", "## Success"),
        (".csv", "part,row,column"),
        (".json", '"tiny"'),
        (".txt", "Success\n---"),
    ):
        assert words in (tmp_path / f"tiny-short{ending}").read_text("utf-8")


async def test_a_paper_locked_by_another_process_does_not_open(executor: Inline, tmp_path: Path) -> None:
    assert executor.given == 0
    table = TINY.declared[0]
    assert isinstance(table, PaperTable)
    with Store(tmp_path / "store.sqlite") as store, store.claimed(swept(table, False)):
        app = Knightwatch(papers_first, theme="dark")
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await until(pilot, lambda: isinstance(app.screen, PapersScreen))
            await pilot.press("enter")
            await until(pilot, lambda: any("tiny cannot be opened" in notice for notice in app.notices))


@pytest.mark.parametrize("size", [(120, 40), (50, 20), (40, 12)])
async def test_it_fits_every_terminal_in_ascii_too(executor: Inline, size: tuple[int, int]) -> None:
    async with repeated(size, Look(ascii=True)) as it:
        await it.done(RUNS + STARTS)
        assert executor.given == RUNS
        await it.pilot.press("v")
        if size[0] < 64:
            await until(it.pilot, lambda: it.app.screen.query_one("#curves").size.height > 0)
        assert it.text("#sentence").isascii()
        assert it.text("#part").isascii()
