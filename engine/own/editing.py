"""Following a solver's file while a run is open: whether it has changed, and the plan of the new version."""

from pathlib import Path

from knightwatch.engine.core.declaration import option
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.own.solver_file import read_solver_file
from knightwatch.engine.own.sources import search_class
from knightwatch.engine.plans.plan import Plan, declaration

Stamp = tuple[int, ...]


class FileWatch:
    """Tells when the file of a solver has other contents. A change of its time alone is none."""

    def __init__(self, solver: type[OwnSearch]) -> None:
        self.path = Path(solver.address)
        self._digest = solver.file_digest
        self._stamp: Stamp | None = None

    def saved(self) -> bool | None:
        """Return whether a file that was saved since the last call differs from the version that runs.

        Return None if it was not saved. A file that is missing for a moment, as while an editor saves it, was not.
        """
        try:
            found = self.path.stat()
        except OSError:
            return None
        stamp = found.st_mtime_ns, found.st_size, found.st_ino
        if stamp == self._stamp:
            return None
        self._stamp = stamp
        try:
            return read_solver_file(self.path).digest != self._digest
        except BadInput:
            return True


def renewed(plan: Plan) -> tuple[Plan, list[str]]:
    """Return the plan with the present version of its solver's file, and the settings that this version lacks.

    Raise BadInput if the file has a syntax error, or a setting no longer fits.
    """
    solver = search_class(plan.puzzle, read_solver_file(Path(plan.solver.address)))
    known, values = declaration(plan.puzzle, solver), plan.values()
    gone = [name for name in values if name not in known and name != "solver"]
    kept = {name: value for name, value in values.items() if name not in gone}
    return Plan.read(plan.puzzle, kept), [option(name) for name in gone]
