"""Kept runs at home: what their lines say, the moment that is shown beside them, and how they are forgotten."""

import time
from typing import TYPE_CHECKING, Any

from knightwatch.engine.core.words import counted_noun
from knightwatch.tui.look import Look
from knightwatch.tui.screens.preview import ready
from knightwatch.tui.widgets.state import SIGNS, signed

if TYPE_CHECKING:
    from knightwatch.engine.core.search import Search
    from knightwatch.engine.store.keeping import Keeper
    from knightwatch.engine.store.runs import Forgotten, KeptRun

AGES = (("day", "d", 86_400), ("hour", "h", 3600), ("minute", "min", 60))
"""Units that ages are told in: their names, how they are written in short, and their seconds."""


def saved_runs() -> "list[KeptRun]":
    """Return all runs, the newest first; raises BadInput where they cannot be read. No store is made for that."""
    from knightwatch.engine.store.runs import RunStore, usual_path

    if not usual_path().exists():
        return []
    with RunStore(usual_path()) as store:
        return store.runs()


class DeletedRuns:
    """Runs that were forgotten, and can be brought back as long as the program runs; raises BadInput like a store."""

    def __init__(self) -> None:
        self.forgotten: list[Forgotten] = []

    def forget(self, run: "KeptRun") -> None:
        """Forget a run."""
        from knightwatch.engine.store.runs import RunStore, usual_path

        with RunStore(usual_path()) as store:
            self.forgotten += store.delete([run.id])

    def bring_back(self) -> None:
        """Bring back the run that was forgotten last."""
        from knightwatch.engine.store.runs import RunStore, usual_path

        with RunStore(usual_path()) as store:
            store.bring_back(self.forgotten[-1])
        self.forgotten.pop()


def keeper_of(run: "KeptRun") -> "Keeper":
    """Return what goes on with a run where it was left; raises BadInput where its plan cannot be read any more.

    It may have gone on since it was listed, here or in another program, so it is looked up again.
    """
    from knightwatch.engine.store.keeping import Keeper, plan_of
    from knightwatch.engine.store.runs import RunStore, usual_path

    with RunStore(usual_path()) as store:
        newest = store.run(run.id)
    return Keeper(plan_of(newest), usual_path(), newest)


def left_search(run: "KeptRun") -> "list[Search[Any, Any]]":
    """Return the search of a run as it was left or, where its state is not kept, as it begins."""
    from knightwatch.engine.store.keeping import code_of
    from knightwatch.engine.store.runs import RunStore, usual_path

    plan = keeper_of(run).plan
    with RunStore(usual_path()) as store:
        state = store.state(run, code_of(plan))
    search = plan.search()
    if ready(search) and state is not None:
        search.load(state)
    return [search]


def standing(run: "KeptRun") -> str:
    """Return how a run stands, in a word: one that goes on only when it is opened is paused."""
    return "paused" if run.status == "running" else str(run.status).replace("-", " ")


def line(run: "KeptRun", room: int, look: Look) -> str:
    """Return a run in so many columns: how it stands, what it is about, and how old it is."""
    age = _age(run, short=True)
    sign = SIGNS[standing(run)][look.ascii]
    room -= len(age) + 1
    words = next((w for w in (f"{sign} {run.title}, {run.solver}", f"{sign} {run.title}") if len(w) <= room), "")
    return f"{words or f'{sign} {run.title}'[: room - 3] + '...':<{room}} {age}"


def told(run: "KeptRun", look: Look) -> str:
    """Return sentences about a run."""
    newest = f" of {run.newest:,}" if run.newest > run.moment else ""
    marks = f" {counted_noun(len(run.bookmarks), 'bookmark')}." if run.bookmarks else ""
    seed = f", seed {run.values['seed']}" if "seed" in run.values else ""
    return (
        f"{run.title} by {run.solver}{seed}: {signed(standing(run), look)} at {run.unit} {run.moment:,}{newest}, "
        f"{_age(run)}.{marks} Enter goes on there, x forgets it."
    )


def _age(run: "KeptRun", short: bool = False) -> str:
    seconds = time.time() - run.kept
    for noun, unit, length in AGES:
        if seconds >= length:
            number = int(seconds / length)
            return f"{number} {unit}" if short else f"{counted_noun(number, noun)} ago"
    return "now" if short else "just now"
