"""The published table: its rows, against independently found answers."""

import json

from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.questions.table import SwapTable
from knightwatch.tui.output.files import inquiry_json
from knightwatch.tui.output.text import inquiry_text

SWAP = puzzle("swap")


def test_the_nine_rows_have_the_known_answers() -> None:
    inquiry = SwapTable(Plan.read(SWAP, {}))
    assert inquiry.answer()["complete"] is False
    assert "Not complete: 0 of 9 rows done." in inquiry.text()
    for _ in inquiry.slices():
        pass
    answer = json.loads(inquiry_json(SWAP, inquiry))
    assert answer["complete"] is True
    assert [row["moves"] for row in answer["rows"]] == [5, 4, 10, 7, 9, 12, 12, 13, 16]
    assert [row["arrangements"] for row in answer["rows"]] == [12, 66, 132, 220, 660, 1980, 2970, 7920, 18480]
    assert all(0 < row["reached"] <= row["arrangements"] for row in answer["rows"])
    assert answer["rows"][-1]["published_seconds"] == 2325.753
    assert all(row["bytes"] > 0 and row["comparisons"] is None for row in answer["rows"])
    text = inquiry_text(inquiry, ascii_only=True)
    assert text.isascii()
    assert "2,325.753" in text
    assert "log10 of the seconds" in text


def test_every_solver_finds_the_same_moves() -> None:
    tables = [SwapTable(Plan.read(SWAP, {"solver": solver.name})) for solver in SWAP.solvers]
    for table in tables:
        for _ in table.slices():
            pass
    moves = [[row.moves for row in table.rows] for table in tables]
    assert all(each == moves[0] for each in moves)
    assert tables[-1].compared().startswith("18,626,993,956 comparisons for 3+3")
    assert not tables[0].compared()
