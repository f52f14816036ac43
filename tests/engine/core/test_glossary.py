"""The glossary: terms in order, each with a short explanation."""

from knightwatch.engine.core.glossary import GLOSSARY


def test_terms_are_in_order_with_short_explanations() -> None:
    assert list(GLOSSARY) == sorted(GLOSSARY, key=str.casefold)
    assert len(GLOSSARY) >= 30
    assert all(10 < len(meaning) < 200 and not meaning.endswith(".") for meaning in GLOSSARY.values())
