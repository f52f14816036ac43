"""Saved runs on the home screen: list, describe, resume, delete and restore them."""

import time
from typing import TYPE_CHECKING, Any

from knightwatch.engine.core.words import counted_noun
from knightwatch.tui.brief import puzzle_names
from knightwatch.tui.look import Look
from knightwatch.tui.screens.preview import prepare
from knightwatch.tui.widgets.state import SIGNS, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knightwatch.engine.core.search import Search
    from knightwatch.engine.store.runs import Forgotten, SavedRun
    from knightwatch.engine.store.saving import RunSaver

AGES = (("day", "d", 86_400), ("hour", "h", 3600), ("minute", "min", 60))
"""Units of a run's age: name, abbreviation, seconds."""
SEED_END = 4
"""Digits of a seed in a line: its last ones distinguish it as well as all of them."""


def saved_runs() -> "list[SavedRun]":
    """Return all saved runs, newest first; raises BadInput if the store cannot be read. Never creates a store."""
    from knightwatch.engine.store.runs import RunStore, usual_path

    if not usual_path().exists():
        return []
    with RunStore(usual_path()) as store:
        return store.runs()


def take_deleted() -> int:
    """Return how many runs were deleted beyond the limits since the last call; raises BadInput like a store."""
    from knightwatch.engine.store.runs import RunStore, usual_path

    if not usual_path().exists():
        return 0
    with RunStore(usual_path()) as store:
        return store.take_deleted()


class DeletedRuns:
    """Deleted runs, which can be restored until the program ends. Methods raise BadInput like a store."""

    def __init__(self) -> None:
        self.deleted: list[Forgotten] = []

    def delete(self, run: "SavedRun") -> None:
        """Delete a run."""
        from knightwatch.engine.store.runs import RunStore, usual_path

        with RunStore(usual_path()) as store:
            self.deleted += store.delete([run.id])

    def restore(self) -> None:
        """Restore the run that was deleted last."""
        from knightwatch.engine.store.runs import RunStore, usual_path

        with RunStore(usual_path()) as store:
            store.bring_back(self.deleted[-1])
        self.deleted.pop()


def keeper_of(run: "SavedRun") -> "RunSaver":
    """Return a keeper that resumes a run; raises BadInput if its plan cannot be read.

    Reads the run from the store again: another program may have continued it.
    """
    from knightwatch.engine.store.runs import RunStore, usual_path
    from knightwatch.engine.store.saving import RunSaver, plan_of

    with RunStore(usual_path()) as store:
        newest = store.run(run.id)
    return RunSaver(plan_of(newest), usual_path(), newest)


def paused_search(run: "SavedRun") -> "list[Search[Any, Any]]":
    """Return the search of a run where it was paused or, if its state is not saved, at its first step."""
    from knightwatch.engine.store.runs import RunStore, usual_path
    from knightwatch.engine.store.saving import code_of

    plan = keeper_of(run).plan
    with RunStore(usual_path()) as store:
        state = store.state(run, code_of(plan))
    search = plan.search()
    if prepare(search) and state is not None:
        search.restore(state)
    return [search]


def distinctions(runs: "Sequence[SavedRun]") -> dict[int, str]:
    """Return for each run, by its number, what distinguishes it from runs with the same title and solver.

    These are its settings that differ or, if only seeds differ, its step; the seed if the steps are equal too.
    """
    from knightwatch.engine.core.declaration import option

    alike: dict[tuple[str, str], list[SavedRun]] = {}
    for run in runs:
        alike.setdefault((run.title, run.solver), []).append(run)
    result = {}
    for group in alike.values():
        names = sorted({name for run in group for name in run.values if name != "seed"})
        differ = [name for name in names if len({run.values.get(name) for run in group}) > 1]
        same_step = len({run.moment for run in group}) < len(group)
        for run in group if len(group) > 1 else ():
            own = ", ".join(f"{option(name)} {run.values[name]}" for name in differ if name in run.values)
            seed = run.values.get("seed", "")
            end = f"seed {seed if len(seed) <= SEED_END else f'..{seed[-SEED_END:]}'}"
            result[run.id] = own or (end if same_step and seed else f"at {run.moment:,}")
    return result


def list_line(run: "SavedRun", room: int, look: Look, apart: str = "") -> str:
    """Return the line of a run in `room` columns: status, puzzle, solver, what distinguishes it, age.

    The order is always the same, and no word is cut. Without room the name of the puzzle is shorter, then the age is
    left out, then the last of what distinguishes the run.
    """
    age, sign = f" {_age(run, short=True)}", SIGNS[run.status_word][look.ascii]
    names, own = puzzle_names(run.title), apart.split(", ") if apart else []
    ends = [", ".join((run.solver, *own[:kept])) for kept in range(len(own), -1, -1)]
    forms = ((f"{sign} {name}, {end}", last) for end in ends for last in (age, "") for name in names)
    line, last = next((form for form in forms if sum(map(len, form)) <= room), (f"{sign} {run.solver}"[:room], ""))
    return f"{line:<{room - len(last)}}{last}"


def description(run: "SavedRun", look: Look) -> str:
    """Return sentences about a run."""
    from knightwatch.engine.own.saved import changed

    newest = f" of {run.newest:,}" if run.newest > run.moment else ""
    note = f" {changed(run)}" if run.digest else ""
    marks = f" {counted_noun(len(run.bookmarks), 'bookmark')}." if run.bookmarks else ""
    seed = f", seed {run.values['seed']}" if "seed" in run.values else ""
    return (
        f"{run.title} by {run.solver}{seed}: {signed(run.status_word, look)} at {run.unit} {run.moment:,}{newest}, "
        f"{_age(run)}.{marks}{note} Enter opens it, x deletes it."
    )


def _age(run: "SavedRun", short: bool = False) -> str:
    seconds = time.time() - run.kept
    for noun, unit, length in AGES:
        if seconds >= length:
            number = int(seconds / length)
            return f"{number} {unit}" if short else f"{counted_noun(number, noun)} ago"
    return "now" if short else "just now"
