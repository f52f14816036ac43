"""Saving a run while it goes on and when it pauses, and resuming a saved run."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Lock

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import State
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan, declaration
from knightwatch.engine.plans.puzzle import is_file
from knightwatch.engine.store.limits import Limits
from knightwatch.engine.store.packing import fits
from knightwatch.engine.store.runs import RunStore, SavedRun

EVERY = 5.0
"""The smallest number of seconds between two saves of a running search."""
SHARE = 0.01
"""The largest share of the time that saving may take."""
QUICK = 0.05
"""A save up to this many seconds disturbs nobody."""
DAMAGED = "the saved state is damaged, so the run is replayed"


def code_of(plan: Plan) -> str:
    """Return a digest of the code that makes a plan's states."""
    return plan.solver.code()


def plan_of(kept: SavedRun) -> Plan:
    """Return the plan of a saved run; raise BadInput if it cannot be read.

    A user's file is read as it is now. Values of settings that it does not have any more are left out.
    """
    chosen, values, solver = puzzle(kept.puzzle), kept.values, kept.values["solver"]
    if is_file(solver):
        known = declaration(chosen, chosen.solver(solver))
        values = {name: value for name, value in values.items() if name == "solver" or name in known}
    return Plan.read(chosen, values)


def record_of(
    plan: Plan, moment: int, newest: int = 0, status: Status = Status.RUNNING, seconds: float = 0.0
) -> SavedRun:
    """Return what is saved of a plan's run at a step."""
    names = plan.puzzle.name, plan.problem.title(), plan.values(), plan.solver.unit
    return SavedRun(*names, moment, max(moment, newest), status, seconds, digest=plan.solver.file_digest)


class RunSaver:
    """Saves one run, in a store that is opened for the first save. Faults of the store do not harm the run."""

    def __init__(self, plan: Plan, path: Path | None = None, kept: SavedRun | None = None) -> None:
        """Save the run of a plan, or go on with a saved run; without a path, save nothing."""
        self.plan = plan
        self.kept = kept
        self.fault = ""
        """Why the run is not saved; empty if it is."""
        self.notice = ""
        """Why a saved run is replayed although its state was saved; empty if that did not happen."""
        self.limits = Limits()
        self.pace = kept.pace if kept else None
        """Steps per second; 0 is full speed, None is unknown."""
        self._path = path
        self._store: RunStore | None = None
        self._lock = Lock()
        """The screen sets bookmarks while the worker saves the run."""
        self._claim = ExitStack()
        self._claimed = 0
        """The number of the run that this process has reserved."""
        self._returning = False
        """Whether the run is being replayed to its saved step: until then the saved version says more."""
        self._due = self._took = 0.0
        self._written: tuple[int, int] | None = (kept.moment, kept.newest) if kept and kept.id else None

    @property
    def bookmarks(self) -> dict[int, str]:
        """Bookmarked steps, each with a note."""
        return self.kept.bookmarks if self.kept else {}

    @property
    def keeps(self) -> bool:
        """Whether anything is saved at all."""
        return self._path is not None

    def whole(self, run: Run) -> bool:
        """Return whether the run can resume at once because its state is saved too."""
        return not self.fault and run.search.checkable and fits(run.search.state)

    def note(self, run: Run) -> None:
        """Save a running search if it is time to."""
        if time.monotonic() >= self._due:
            self.keep(run)

    def rest(self, run: Run) -> None:
        """Save a run that has paused, at once unless saving is slow."""
        if self._took < QUICK:
            self.keep(run)
        else:
            self.note(run)

    def keep(self, run: Run) -> None:
        """Save the run unless it has not begun or nothing has changed."""
        with self._lock:
            self._keep(run)

    def _keep(self, run: Run) -> None:
        search = run.search
        unchanged = self._written == (search.done, run.furthest)
        replaying = self._returning or (self.kept is not None and run.furthest < self.kept.newest)
        if self._path is None or not search.ready or not run.furthest or replaying:
            return
        if unchanged:
            self._keep_pace()
            return
        code, begun = code_of(self.plan), time.monotonic()  # the digest is computed once, which takes a moment
        try:
            store = self._open()
            store.check_writable()
            begun = time.monotonic()  # opening the store does not count
            self._make_sure(store)
            self.kept = store.keep(self._record(run), code, search.state if search.checkable else None)
            self._make_sure(store)
            self._written, self.fault = (search.done, run.furthest), ""
        except BadInput as error:
            self.fault = str(error)
        now = time.monotonic()
        self._took = now - begun
        self._due = now + max(EVERY, self._took / SHARE)

    def _keep_pace(self) -> None:
        """Save a changed pace; the run stays where it is in the list of saved runs."""
        if self.kept and self.pace not in (None, self.kept.pace):
            try:
                self.kept = replace(self.kept, pace=self.pace)
                self._open().keep_pace(self.kept)
            except BadInput as error:
                self.fault = str(error)

    def mark(self, run: Run, moment: int, note: str | None) -> None:
        """Set or remove a bookmark; raise BadInput if that cannot be saved."""
        if not self.keeps:
            raise BadInput("this run is not saved, so it can have no bookmarks")
        with self._lock:
            self._written = None
            self._keep(run)
            if self.fault or not self.kept:
                raise BadInput(self.fault or "there is nothing to bookmark before the first step")
            self._open().mark(self.kept, moment, note)
            marks = dict(self.kept.bookmarks)
            marks.pop(moment, None)
            if note is not None:
                marks[moment] = note
            self.kept = replace(self.kept, bookmarks=marks)

    def returning(self, run: Run) -> Iterator[float]:
        """Take a run to its saved step; yield the fraction done of a replay."""
        kept = self.kept
        if kept is None:
            return
        for _ in run.preparing():
            yield 0.0
        state = self._state()
        if state is not None:
            if run.search.restore(state) and run.search.done == kept.moment:
                run.resume(kept.newest, kept.seconds)
                return
            run.search.rewind()
            self.notice = DAMAGED
        if kept.seconds:  # restored first, so a replay does not use up `max_seconds`
            run.resume(kept.newest, kept.seconds)
        self._returning = True
        for _ in run.slices(until=kept.moment):
            yield run.search.done / max(kept.moment, 1)
        self._returning = False
        run.resume(kept.newest, run.seconds)

    def _state(self) -> State | None:
        """Return the saved state; None if the run must be replayed."""
        try:
            return self._open().state(self.kept, code_of(self.plan)) if self.kept and self.kept.id else None
        except BadInput as error:
            self.fault = str(error)
            return None

    def close(self) -> None:
        """Close the store; delete the least recently used runs beyond the limits."""
        if self._store:
            try:
                self._store.tidy(self.limits, self.kept.id if self.kept else 0)
            except BadInput as error:
                self.fault = str(error)
            self._claim.close()
            self._store.base.close()
            self._store = None

    def _open(self) -> RunStore:
        if self._store and (self._store.read_only or not self._store.path.exists()):
            self._store.base.close()  # there may be space again; a removed store is created again
            self._store = None
        if self._store is None:
            assert self._path
            self._store = RunStore(self._path)
        return self._store

    def _make_sure(self, store: RunStore) -> None:
        """Reserve this run; if another process has it, go on as a new run."""
        if not self.kept or self.kept.id in (0, self._claimed):
            return
        try:
            self._claim.enter_context(store.claim(str(self.kept.id), "run"))
            self._claimed = self.kept.id
        except BadInput:
            self.kept = replace(self.kept, id=0)

    def _record(self, run: Run) -> SavedRun:
        record = record_of(self.plan, run.search.done, run.furthest, run.status, run.seconds)
        record = replace(record, pace=self.pace)
        return replace(record, id=self.kept.id, bookmarks=self.kept.bookmarks) if self.kept else record
