"""Declarations: what is wrong is said in one sentence, and what is written can be read again."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.declaration import Declared, allowed, choices, complaints, default, kind, option, written
from engine.core.errors import BadInput
from tests.support.strategies import SOLVERS, bounds, empty_allowed, values_of

MODELS: dict[str, type[Declared]] = {
    **{puzzle.name: puzzle.problem for puzzle, _ in SOLVERS},
    **{f"{puzzle.name}-{solver.name}": solver.settings_type for puzzle, solver in SOLVERS},
}
FIELDS = [(model, name) for model in MODELS.values() for name in model.model_fields]
every_field = pytest.mark.parametrize(("model", "name"), FIELDS, ids=[f"{m.__name__}-{name}" for m, name in FIELDS])


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


@every_field
def test_a_wrong_value_is_refused_in_one_line_with_the_field_the_value_and_what_is_allowed(
    model: type[Declared], name: str
) -> None:
    field = model.model_fields[name]
    for value in wrong_values(model, name):
        with pytest.raises(BadInput) as refusal:
            model(**{name: value})
        sentence = str(refusal.value)
        if kind(field) is str:  # what is wrong within a text is told by who reads it
            assert re.match(rf"{option(name)} (is|has) {re.escape(value)}, ", sentence)
        else:
            assert sentence == f"{option(name)} is {value}, but must be {allowed(field)}"
        assert "\n" not in sentence
        assert complaints(model, {name: value}) == {name: sentence}


@every_field
def test_what_is_allowed_is_said_in_full(model: type[Declared], name: str) -> None:
    field = model.model_fields[name]
    words = allowed(field)
    if names := choices(field):
        assert words == "one of " + ", ".join(names)
    elif kind(field) is bool:
        assert words == "yes or no"
    elif kind(field) is str:
        assert words
        assert "\n" not in words
    else:
        least, most = (f"{x:,}".removesuffix(".0") for x in bounds(field))
        assert words == f"a {'whole ' if kind(field) is int else ''}number from {least} to {most}"


@every_field
def test_the_least_and_the_most_are_allowed_and_every_field_explains_itself(model: type[Declared], name: str) -> None:
    field = model.model_fields[name]
    assert field.description
    assert "\n" not in field.description
    if choices(field) or kind(field) in (bool, str):
        return
    for value in bounds(field):
        refusals = complaints(model, {name: value})
        assert name not in refusals or "which is" in refusals[name], "refused by something other than its bounds"


@every_field
@given(data=st.data())
def test_what_is_written_is_read_as_it_was(model: type[Declared], name: str, data: st.DataObject) -> None:
    value = data.draw(values_of(name, model.model_fields[name], 10**12))
    if name in complaints(model, {name: value}):
        return
    meant = getattr(model(**{name: value}), name)
    text = written(meant)
    again = getattr(model(**{name: f"  {text} "}), name)
    assert (again, type(again)) == (meant, type(meant))


@every_field
def test_defaults_are_allowed_and_written_as_a_person_would(model: type[Declared], name: str) -> None:
    field = model.model_fields[name]
    assert getattr(model(), name) == field.get_default()
    assert getattr(model(**{name: default(field)}), name) == field.get_default()
    assert default(field) != "" or empty_allowed(field)


@pytest.mark.parametrize("blank", ["", " ", "\t\n"])
@every_field
def test_a_blank_is_refused_unless_a_field_may_be_empty(model: type[Declared], name: str, blank: str) -> None:
    if empty_allowed(model.model_fields[name]):
        assert model(**{name: blank}) == model()
    else:
        with pytest.raises(BadInput, match=f"^{option(name)} is empty, but must be "):
            model(**{name: blank})


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (True, "yes"), (False, "no"), (0.7, "0.7"), (1.0, "1"), (0.1 + 0.2, "0.30000000000000004"), (8, "8")],
)
def test_values_are_written_as_people_write_them(value: Any, text: str) -> None:
    assert written(value) == text


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_complaints_find_every_field_at_fault_and_reading_names_the_first(model: type[Declared]) -> None:
    wrong = {name: wrong_values(model, name)[0] for name in model.model_fields}
    found = complaints(model, wrong)
    assert set(found) == set(model.model_fields)
    with pytest.raises(BadInput) as refusal:
        model(**wrong)
    assert str(refusal.value) == found[next(iter(model.model_fields))]


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_an_unknown_name_is_refused_with_the_known_ones(model: type[Declared]) -> None:
    with pytest.raises(BadInput, match=r"^no-such is not known here; known are ") as refusal:
        model(no_such=1)
    assert all(option(name) in str(refusal.value) for name in model.model_fields)


def test_a_value_of_several_lines_is_quoted_in_one() -> None:
    (model, name), *_ = FIELDS
    assert complaints(model, {name: "two\n  lines"})[name].startswith(f"{option(name)} is two lines, but must be ")


def test_options_are_written_with_hyphens() -> None:
    assert option("max_seconds") == "max-seconds"
