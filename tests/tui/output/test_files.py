"""Files are written completely or not at all, and never overwritten."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from knightwatch.tui.output.files import write_new


@contextmanager
def full_disk() -> Iterator[None]:
    """Limit files to 100 bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_no_partial_file(tmp_path: Path) -> None:
    with full_disk(), pytest.raises(OSError, match="too large"):
        write_new(tmp_path / "answer.txt", "x" * 100_000)
    assert not list(tmp_path.iterdir())


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    write_new(tmp_path / "answer.txt", "ä")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "answer.txt", "b")
    assert [(file.name, file.read_text("utf-8")) for file in tmp_path.iterdir()] == [("answer.txt", "ä")]
