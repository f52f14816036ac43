"""Words: numbers, quotes and tables in sentences."""

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.words import aligned, capitalised, counted_noun, quoted

cells = st.text(st.characters(categories=["L", "N"]), max_size=9)


def test_counts_agree_with_their_nouns() -> None:
    assert [counted_noun(x, "ant") for x in (0, 1, 2, 1000)] == ["0 ants", "1 ant", "2 ants", "1,000 ants"]


@given(st.text(), st.integers(1, 80))
def test_user_input_is_quoted_on_one_short_line(text: str, most: int) -> None:
    line = quoted(text, most)
    assert len(line) <= max(most, len("empty")) + len("...")
    assert line
    assert len(line.splitlines()) == 1
    assert line.isprintable()
    if text.isprintable():
        assert line.removesuffix("...") in " ".join(text.split()) or line.startswith("empty"[:most])


@given(
    st.integers(1, 4).flatmap(lambda width: st.lists(st.tuples(*[cells] * width), min_size=1, max_size=5)),
    st.integers(0, 4),
)
def test_columns_of_a_table_are_aligned(rows: list[tuple[str, ...]], left: int) -> None:
    lines = aligned(rows, left)
    assert all(line == line.rstrip() for line in lines)
    for column in range(len(rows[0])):
        widest = max(len(row[column]) for row in rows)
        taken = [line[:widest].ljust(widest) for line in lines]
        assert [cell.strip() for cell in taken] == [row[column] for row in rows]
        assert all(
            cell[:1].strip() or not cell.strip() if column < left else cell[-1:].strip() or not cell.strip()
            for cell in taken
        )
        lines = [line[widest + 2 :] for line in lines]


@given(st.text())
def test_only_the_first_letter_is_capitalised(text: str) -> None:
    assert capitalised(text).startswith(text[:1].upper())
    assert capitalised(text).endswith(text[1:])
    assert capitalised("i. Herceg wrote it") == "I. Herceg wrote it"
