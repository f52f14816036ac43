"""Any file may be named as a solver: it is read, or refused in one sentence, and a run needs it no longer."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.own.solver_file import MOST_BYTES, read_solver_file
from tests.support.own import own_search, reach, run_to_end, until

SOLVER = "def solve(problem, random):\n    yield [1, 3, 0, 2]  # ä\n    1 / 0\n"


def fifo(path: Path) -> None:
    os.mkfifo(path)


def looping_link(path: Path) -> None:
    path.symlink_to(path)


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda _: None, "no such file"),
    "folder": (lambda path: path.mkdir(), "folder"),
    "fifo": (fifo, "not a regular file"),
    "link to itself": (looping_link, "cannot be read"),
    "empty": (lambda path: path.touch(), "no function solve"),
    "binary": (lambda path: path.write_bytes(bytes(range(128, 256)) * 9), "not text"),
    "zero byte": (lambda path: path.write_bytes(b"x = '\0'\n"), "zero byte"),
    "huge": (lambda path: path.write_text("#" * (MOST_BYTES + 1)), "bytes"),
    "UTF-16": (lambda path: path.write_text(SOLVER, "utf-16"), "not text"),
    "unknown encoding": (lambda path: path.write_text(f"# coding: klingon\n{SOLVER}"), "not text"),
    "syntax error": (lambda path: path.write_text("x = 1\ndef solve(:\n"), "line 2"),
    "deeply nested": (lambda path: path.write_text("(" * 5000 + ")" * 5000), ""),
    "no solve": (lambda path: path.write_text("def solver(problem, random): yield []\n"), "no function solve"),
    "a class": (lambda path: path.write_text("class solve: pass\n"), "no function solve"),
    "async": (lambda path: path.write_text("async def solve(problem, random): yield []\n"), "line 1: solve is async"),
    "too few parameters": (lambda path: path.write_text("def solve(problem): yield []\n"), "line 1"),
    "another puzzle": (lambda path: path.write_text(f"puzzle = 'tour'\n{SOLVER}"), "tour"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_no_solver_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    make, words = REFUSED[name]
    path = tmp_path / "mine.py"
    make(path)
    with pytest.raises(BadInput) as error, own_search("queens", path, n=4):
        pass
    said = str(error.value)
    assert words in said
    assert "mine.py" in said
    assert "\n" not in said
    assert len(said) < 300


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "mine.py"
    path.write_text(SOLVER)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BadInput, match=r"mine\.py.*Permission denied"):
        read_solver_file(path)


WRITTEN: dict[str, bytes] = {
    "UTF-8": SOLVER.encode(),
    "byte order mark": SOLVER.encode("utf-8-sig"),
    "Windows lines": SOLVER.replace("\n", "\r\n").encode(),
    "old Macintosh lines": SOLVER.replace("\n", "\r").encode(),
    "no last line end": SOLVER.rstrip("\n").encode(),
    "declared encoding": b"# coding: latin-1\n" + SOLVER.encode("latin-1"),
    "form feed": b"\x0c\n" + SOLVER.encode(),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_text_of_any_kind_runs_and_names_its_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(WRITTEN[name])
    with own_search("queens", path, n=4) as search:
        run_to_end(search)
        line = 4 if name in ("declared encoding", "form feed") else 3
        assert f"mine.py line {line}, step 2: ZeroDivisionError" in search.reason
        code = search.frame().code
        assert code
        assert code.text.split("\n")[line - 1].strip() == "1 / 0"


NAMES = ["with spaces.py", 'it\'s "quoted".py', "new\nline.py", "ümläut 🐴.py", "-n.py", "percent%s{x}.py"]
LOOP = "import time\ndef solve(problem, random):\n    while True: time.sleep(0.01)\n    yield []\n"


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_file_may_be_anything(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(SOLVER)
    shown = name.replace("\n", " ")
    with own_search("queens", path, n=4) as search:
        run_to_end(search)
        assert search.reason.startswith(f"{shown} line 3, step 2: ")
    path.write_text(LOOP)
    with own_search("queens", path, n=4, max_seconds=2) as search:
        run_to_end(search)
        until(lambda: search.driver.running_line() == 3)


CHANGES: dict[str, Callable[[Path], object]] = {
    "deleted": lambda path: path.unlink(),
    "renamed": lambda path: path.rename(path.with_name("theirs.py")),
    "changed": lambda path: path.write_text("1 / 0\n" * 9),
    "a folder": lambda path: path.rename(path.with_name("theirs.py")).with_name("mine.py").mkdir(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_run_goes_on_with_the_text_that_it_has_read(change: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(SOLVER)
    with own_search("queens", path, n=4) as search:
        reach(search, 1)
        CHANGES[change](path)
        search.rewind()
        run_to_end(search)
        assert (search.status, search.done) == (Status.FAILED, 1)
        code = search.frame().code
        assert code
        assert "    1 / 0" in code.fault.splitlines()


def test_a_file_beside_the_solver_can_be_imported_but_replaces_no_module_of_python(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("row = 2\n")
    (tmp_path / "json.py").write_text("1 / 0\n")
    path = tmp_path / "mine.py"
    path.write_text("import json, helper\ndef solve(problem, random):\n    yield [helper.row]\n")
    with own_search("queens", path) as search:
        reach(search, 1)
        assert search.answer()["queens"][0] == 2
