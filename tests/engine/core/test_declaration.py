"""Declarations: wrong values raise one sentence, and written values can be read again."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from knightwatch.engine.core.declaration import Declared, allowed, choices, complaints, default, kind, option, written
from knightwatch.engine.core.errors import BadInput
from tests.support.strategies import SOLVERS, bounds, empty_allowed, values_of

MODELS: dict[str, type[Declared]] = {
    **{puzzle.name: puzzle.problem for puzzle, _ in SOLVERS},
    **{f"{puzzle.name}-{solver.name}": solver.settings_type for puzzle, solver in SOLVERS},
}
FIELDS = [(model, name, field) for model in MODELS.values() for name, field in model.model_fields.items()]


def wrong_values(model: type[Declared], name: str) -> list[Any]:
    """Return values that a field must refuse, derived from its declaration."""
    field = model.model_fields[name]
    if choices(field) or kind(field) is bool:
        return ["no such thing", "7"]
    if kind(field) is str:
        return ["no such thing", "1234567", "?"]
    least, most = bounds(field)
    wrong = [least - 1, most + 1, str(least - 1), str(most + 1), "much", "1,000", "nan", "inf", "-inf", "0x10", [], {}]
    return wrong + (["2.5", 2.5, "1e-3"] if kind(field) is int else [float("nan"), float("inf")])


def test_an_error_names_field_value_and_allowed_values() -> None:
    for model, name, field in FIELDS:
        for value in wrong_values(model, name):
            with pytest.raises(BadInput) as refusal:
                model(**{name: value})
            sentence = str(refusal.value)
            if kind(field) is str:  # the parser of the text words the rest
                assert re.match(rf'{option(name)} (is|has) "?{re.escape(value)}"?, ', sentence)
            else:
                assert sentence == f"{option(name)} is {value}, but must be {allowed(field)}"
            assert "\n" not in sentence
            assert complaints(model, {name: value}) == {name: sentence}


@pytest.mark.parametrize(
    ("model", "name", "words"),
    [
        ("queens", "n", "a whole number from 1 to 10,000,000"),
        ("queens-evolve", "pc", "a number from 0 to 1"),
        ("queens-evolve", "crossover", "one of pmx, ox, cx"),
        ("queens-evolve", "decay", "yes or no"),
        ("tour-backtrack", "moves", "the digits 1 to 8, each once"),
        ("swap", "from_", "rows of B, W, . (empty) and # (missing), separated by /; or digits, as 111222222000"),
    ],
)
def test_allowed_values_in_words(model: str, name: str, words: str) -> None:
    assert allowed(MODELS[model].model_fields[name]) == words


def test_bounds_are_allowed_and_fields_have_help() -> None:
    for model, name, field in FIELDS:
        for words in (field.description, allowed(field)):
            assert words
            assert "\n" not in words
        if choices(field) or kind(field) in (bool, str):
            continue
        for value in bounds(field):
            refusals = complaints(model, {name: value})
            assert name not in refusals or "which is" in refusals[name], "refused by something other than its bounds"


@settings(max_examples=300)
@given(declared=st.sampled_from(FIELDS), data=st.data())
def test_a_written_value_is_read_back(declared: tuple[type[Declared], str, FieldInfo], data: st.DataObject) -> None:
    model, name, field = declared
    value = data.draw(values_of(name, field, 10**12))
    if name in complaints(model, {name: value}):
        return
    parsed = getattr(model(**{name: value}), name)
    text = written(parsed)
    again = getattr(model(**{name: f"  {text} "}), name)
    assert (again, type(again)) == (parsed, type(parsed))


def test_defaults_are_allowed_and_read_back() -> None:
    for model, name, field in FIELDS:
        assert getattr(model(), name) == field.get_default()
        assert getattr(model(**{name: default(field)}), name) == field.get_default()
        assert default(field) != "" or empty_allowed(field)


@pytest.mark.parametrize("blank", ["", " ", "\t\n"])
def test_a_blank_is_refused_unless_a_field_may_be_empty(blank: str) -> None:
    for model, name, field in FIELDS:
        if empty_allowed(field):
            assert model(**{name: blank}) == model()
        else:
            with pytest.raises(BadInput, match=f"^{option(name)} is empty, but must be "):
                model(**{name: blank})


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (True, "yes"), (False, "no"), (0.7, "0.7"), (1.0, "1"), (0.1 + 0.2, "0.30000000000000004"), (8, "8")],
)
def test_values_are_written_as_users_type_them(value: Any, text: str) -> None:
    assert written(value) == text


def test_complaints_cover_all_wrong_fields_and_errors_the_first() -> None:
    for model in MODELS.values():
        wrong = {name: wrong_values(model, name)[0] for name in model.model_fields}
        sentences = complaints(model, wrong)
        assert set(sentences) == set(model.model_fields)
        with pytest.raises(BadInput) as refusal:
            model(**wrong)
        assert str(refusal.value) == sentences[next(iter(model.model_fields))]


def test_an_unknown_name_raises_with_the_known_names() -> None:
    for model in MODELS.values():
        with pytest.raises(BadInput, match=r"^no-such is unknown; known fields are ") as refusal:
            model(no_such=1)
        assert all(option(name) in str(refusal.value) for name in model.model_fields)


def test_a_value_of_several_lines_is_quoted_on_one_line() -> None:
    model, name, _ = FIELDS[0]
    assert complaints(model, {name: "two\n  lines"})[name].startswith(f"{option(name)} is two lines, but must be ")


def test_options_are_written_with_hyphens() -> None:
    assert option("max_seconds") == "max-seconds"
