"""Meanings of sources on disk: they save the parsing, and no damage of the file changes a meaning."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from knightwatch.engine.compiled import meanings


def forget() -> None:
    """Forget all meanings, as a new process has none."""
    meanings.meaning.cache_clear()
    meanings._stored.cache_clear()
    meanings._used.clear()


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A source file, and an empty cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    path = tmp_path / "one.py"
    path.write_text('"""Why."""\nimport json\nx = 1\n')
    yield path
    forget()


def never(_: bytes) -> meanings.Meaning:
    raise AssertionError("the source was parsed")


def test_a_saved_meaning_is_not_parsed_again(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = meanings.meaning(source)
    meanings.save()
    forget()
    monkeypatch.setattr(meanings, "parsed", never)
    assert meanings.meaning(source) == found
    assert found.names == ("json",)


def test_a_changed_source_of_equal_length_and_age_is_parsed(source: Path) -> None:
    found = meanings.meaning(source)
    meanings.save()
    forget()
    source.write_text(source.read_text().replace("1", "2"))
    assert meanings.meaning(source).code != found.code


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"a": 1}', '{"a": ["b"]}', "\0"])
def test_a_damaged_file_counts_as_empty(source: Path, damage: str) -> None:
    found = meanings.meaning(source)
    meanings.save()
    forget()
    meanings._file().write_text(damage)
    assert meanings.meaning(source) == found
    meanings.save()
    forget()
    assert meanings._stored()


def test_a_full_file_keeps_the_meanings_of_this_process(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanings, "MOST", 1)
    for line in ("y = 1", "y = 2"):
        forget()
        source.write_text(line)
        meanings.meaning(source)
        meanings.save()
    forget()
    assert len(meanings._stored()) == 1


def test_a_cache_that_cannot_be_written_is_no_error(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(source))
    meanings.meaning(source)
    meanings.save()
