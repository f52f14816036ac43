"""Words of the field: in order, explained, and without a word that explains itself by itself."""

from knightwatch.engine.core.glossary import GLOSSARY


def test_words_are_in_order_and_each_is_told_in_a_line_or_three() -> None:
    assert list(GLOSSARY) == sorted(GLOSSARY, key=str.casefold)
    assert len(GLOSSARY) >= 30
    assert all(10 < len(meaning) < 200 and not meaning.endswith(".") for meaning in GLOSSARY.values())
