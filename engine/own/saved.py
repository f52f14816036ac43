"""Saved runs of users' solvers: whether the file is still as it was when the run was saved."""

from pathlib import Path

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.own.solver_file import digest_of, read_text
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import declaration
from knightwatch.engine.plans.puzzle import is_file
from knightwatch.engine.store.runs import SavedRun


def changed(kept: SavedRun) -> str:
    """Return sentences about a file that has changed since its run was saved; empty if it has not. Run no code."""
    path = Path(kept.values["solver"])
    if not is_file(str(path)) or not kept.digest:
        return ""
    if _is_gone(path):
        return f"{kept.solver} is gone: to resume the run, put the file back as {quoted(str(path), 200)}."
    try:
        if digest_of(read_text(path)) == kept.digest:
            return ""
        lost = _lost_settings(kept)
    except BadInput as error:
        return f"{kept.solver} has changed since the run was saved, and cannot run: {error}."
    without = f" It has no setting {' and '.join(lost)} any more." if lost else ""
    return (
        f"{kept.solver} has changed since the run was saved.{without} "
        f"The run continues with the new file at {kept.unit} {kept.moment:,}."
    )


def _is_gone(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False  # reading it tells why
    return False


def _lost_settings(kept: SavedRun) -> list[str]:
    """Return the settings of a saved run that its file does not have any more."""
    chosen = puzzle(kept.puzzle)
    known = declaration(chosen, chosen.solver(kept.values["solver"]))
    return [option(name) for name in kept.values if name not in known and name != "solver"]
