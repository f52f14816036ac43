"""Commands import only what they use, so that they start fast."""

import subprocess
import sys

SCREEN = {"textual", "rich", "plotext"}
LARGE = SCREEN | {"numba", "numpy", "pydantic", "sqlite3"}
RUN = "import sys\nfrom knightwatch.tui.cli.main import run\nrun(sys.argv[1:])"


def imported(script: str, *arguments: str) -> set[str]:
    """Run a script in another process; return the large packages that it imported."""
    script += f"\nprint(*(name for name in {sorted(LARGE)} if name in sys.modules), file=sys.stderr)"
    ended = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
    )
    return set(ended.stderr.splitlines()[-1].split())


def test_json_imports_nothing_of_the_screen() -> None:
    every = RUN.replace("run(sys.argv[1:])", "for puzzle in sys.argv[1:]: run([puzzle, '--json'])")
    assert not imported(every, "tour", "swap", "queens") & (SCREEN | {"sqlite3"})


def test_svg_imports_nothing_of_the_screen() -> None:
    assert not imported("import sys\nimport knightwatch.engine.pictures.boards_svg") & SCREEN


def test_help_imports_neither_engine_nor_screen() -> None:
    assert imported(RUN, "--help") <= {"rich"}, "cyclopts draws help with rich"


def test_home_imports_no_engine() -> None:
    assert imported("import sys\nimport knightwatch.tui.app") <= {"textual", "rich", "pydantic"}
