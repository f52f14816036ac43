"""Keeping a run: written when it rests and now and then on its way, and opened again where it was left."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Lock

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import State
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.limits import Limits
from knightwatch.engine.store.runs import KeptRun, RunStore, fits

EVERY = 5.0
"""Seconds between two times that a run is kept on its way, at least."""
SHARE = 0.01
"""Share of the time that keeping may take."""
QUICK = 0.05
"""Seconds that nobody notices."""


def code_of(plan: Plan) -> str:
    """Return a digest of the code that makes a plan's states."""
    return digest(plan.solver.__module__)


def plan_of(kept: KeptRun) -> Plan:
    """Return the plan of a run; raises BadInput where it cannot be read any more."""
    return Plan.read(puzzle(kept.puzzle), kept.values)


def record_of(
    plan: Plan, moment: int, newest: int = 0, status: Status = Status.RUNNING, seconds: float = 0.0
) -> KeptRun:
    """Return what is to be kept of a plan's run that stands at a moment."""
    names = plan.puzzle.name, plan.problem.title(), plan.values(), plan.solver.unit
    return KeptRun(*names, moment, max(moment, newest), status, seconds)


class Keeper:
    """Keeps one run, in a store that is opened when there is something to keep; no fault of it harms the run."""

    def __init__(self, plan: Plan, path: Path | None = None, kept: KeptRun | None = None) -> None:
        """Keep what a plan comes to, or go on with a run that was kept; without a path, nothing is kept."""
        self.plan = plan
        self.kept = kept
        self.fault = ""
        """Why the run is not kept; empty as long as it is."""
        self.limits = Limits()
        self._path = path
        self._store: RunStore | None = None
        self._lock = Lock()
        """The screen marks moments while the worker keeps the run."""
        self._claim = ExitStack()
        self._claimed = 0
        """The number under which nobody else keeps a run as long as this one is kept."""
        self._returning = False
        """Whether the way to where the run was left is being gone again: until then, what is kept says more."""
        self._due = self._took = 0.0
        self._written: tuple[int, int] | None = (kept.moment, kept.newest) if kept and kept.id else None

    @property
    def bookmarks(self) -> dict[int, str]:
        """Moments that somebody marked, each with a note."""
        return self.kept.bookmarks if self.kept else {}

    @property
    def keeps(self) -> bool:
        """Whether anything is kept at all."""
        return self._path is not None

    def whole(self, run: Run) -> bool:
        """Tell whether a run that is left now can go on at once, because its state is kept with it."""
        return not self.fault and fits(run.search.state)

    def note(self, run: Run) -> None:
        """Keep a run that is on its way, if it is time to."""
        if time.monotonic() >= self._due:
            self.keep(run)

    def rest(self, run: Run) -> None:
        """Keep a run that has come to rest, perhaps for a moment only: at once, unless that would hold it up."""
        if self._took < QUICK:
            self.keep(run)
        else:
            self.note(run)

    def keep(self, run: Run) -> None:
        """Keep a run as it stands, unless it has not begun or nothing has changed."""
        with self._lock:
            self._keep(run)

    def _keep(self, run: Run) -> None:
        search = run.search
        unchanged = self._written == (search.done, run.furthest)
        on_its_way_back = self._returning or (self.kept is not None and run.furthest < self.kept.newest)
        if self._path is None or not search.ready or not run.furthest or unchanged or on_its_way_back:
            return
        code, begun = code_of(self.plan), time.monotonic()  # the code is read once, which takes a while
        try:
            store = self._open()
            store.check_writable()
            begun = time.monotonic()  # and the store is opened once
            self._make_sure(store)
            self.kept = store.keep(self._record(run), code, search.state)
            self._make_sure(store)
            self._written, self.fault = (search.done, run.furthest), ""
        except BadInput as error:
            self.fault = str(error)
        now = time.monotonic()
        self._took = now - begun
        self._due = now + max(EVERY, self._took / SHARE)

    def mark(self, run: Run, moment: int, note: str | None) -> None:
        """Mark a moment of the run with a note, or take its mark away; raises BadInput where that cannot be kept."""
        if not self.keeps:
            raise BadInput("what is shown here is not kept")
        with self._lock:
            self._written = None
            self._keep(run)
            if self.fault or not self.kept:
                raise BadInput(self.fault or "there is nothing to mark before the first step")
            self._open().mark(self.kept, moment, note)
            marks = dict(self.kept.bookmarks)
            marks.pop(moment, None)
            if note is not None:
                marks[moment] = note
            self.kept = replace(self.kept, bookmarks=marks)

    def returning(self, run: Run) -> Iterator[float]:
        """Take a run to where it was left; yield the fraction of the way where that has to be gone again."""
        kept = self.kept
        if kept is None:
            return
        for _ in run.preparing():
            yield 0.0
        state = self._state()
        if state is not None:
            run.search.load(state)
            run.resume(kept.newest, kept.seconds)
            return
        if kept.seconds:  # known, so that going there again takes none of those that it may take in all
            run.resume(kept.newest, kept.seconds)
        self._returning = True
        for _ in run.slices(until=kept.moment):
            yield run.search.done / max(kept.moment, 1)
        self._returning = False
        run.resume(kept.newest, run.seconds)

    def _state(self) -> State | None:
        """Return the state in which the run was left; None where the plan and the moment are all there is."""
        try:
            return self._open().state(self.kept, code_of(self.plan)) if self.kept and self.kept.id else None
        except BadInput as error:
            self.fault = str(error)
            return None

    def close(self) -> None:
        """Be done with the store; what is too old there goes."""
        if self._store:
            try:
                self._store.tidy(self.limits)
            except BadInput as error:
                self.fault = str(error)
            self._claim.close()
            self._store.base.close()
            self._store = None

    def _open(self) -> RunStore:
        if self._store and (self._store.read_only or not self._store.path.exists()):
            self._store.base.close()  # there may be room by now, and what was removed is begun anew
            self._store = None
        if self._store is None:
            assert self._path
            self._store = RunStore(self._path)
        return self._store

    def _make_sure(self, store: RunStore) -> None:
        """See to it that nobody else keeps this run too: where another program does, go on as a run of its own."""
        if not self.kept or self.kept.id in (0, self._claimed):
            return
        try:
            self._claim.enter_context(store.claim(str(self.kept.id), "run"))
            self._claimed = self.kept.id
        except BadInput:
            self.kept = replace(self.kept, id=0)

    def _record(self, run: Run) -> KeptRun:
        record = record_of(self.plan, run.search.done, run.furthest, run.status, run.seconds)
        return replace(record, id=self.kept.id, bookmarks=self.kept.bookmarks) if self.kept else record
