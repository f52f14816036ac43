"""The page about a queen of `formula`: the rule, applied to the columns around it."""

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.queens.kernels.formula import Rule, row_of, rule_of
from knightwatch.engine.queens.solvers.formula import Formula

AROUND = 5
"""Columns of the table before and after the last queen."""
FORMULAS = {
    Rule.STEPS: "column j gets row 2j; column n/2 + j gets row 2j - 1",
    Rule.SHIFTED: "column j gets row 1 + (2j + n/2 - 3) mod n; the right half is the left half turned by half a turn",
    Rule.CORNER: "the last column gets the last row",
}
LETTERS = {Rule.STEPS: "A", Rule.SHIFTED: "B", Rule.CORNER: "C"}


def pages(search: Formula, before: Before) -> Pages:
    """Return the one page of a queen."""
    n, last = search.problem.n, search.done
    rule = Rule(rule_of(n, last))
    columns = range(max(1, last - AROUND), min(n, last + AROUND) + 1)
    table: Table = (
        ("column", "number", "row"),
        *((file_name(column - 1), f"{column:,}", f"{row_of(n, column):,}") for column in columns),
    )
    even = "" if rule is Rule.CORNER or n % 2 == 0 else f" Here n is {n - 1:,}, without the last column."
    sentence = f"{search.rule_words(rule)} Construction {LETTERS[rule]}: {FORMULAS[rule]}.{even}"
    pictures = Picture("before", before.frame.board), Picture("after", search.frame().board)
    return (Page(f"queen {last:,}", sentence, pictures, table=table),)


PARTS = Parts(pages)
