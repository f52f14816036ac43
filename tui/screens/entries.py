"""Entries of the home screen: examples, saved runs and the laboratory. Each knows its preview and how it opens."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import Example, Puzzle, RaceExample
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.preview import Searches, first_scene, racers_of, search_of
from knightwatch.tui.screens.saved_runs import description, keeper_of, list_line, paused_search

if TYPE_CHECKING:
    from pathlib import Path

    from knightwatch.engine.store.runs import SavedRun

GUTTER = 12
"""Columns for the names of the sections."""
LINE, WIDE_LINE = 40, 46
"""Columns of a line beside a board, and those in a wide terminal."""
WIDE = 110
"""Columns of a wide terminal."""

SAVED, START, LECTURES, LABORATORY, OLDER = "Saved", "Start here", "Lectures", "Laboratory", "Older"
FIRST_LECTURE = "a three-minute lecture"
MORE_LECTURES = {
    "evolution": (
        "evolution, part by part",
        "From random walks to a tour: chance, selection, crossover, mutation, and a rule that helps.",
    ),
    "six-knights": ("six knights", "From brute force to A*: all positions, both ends, and a lower bound."),
    "eight-queens": (
        "eight queens",
        "Six ideas on one board: a tree, pruning, hill climbing, annealing, a race and a formula.",
    ),
}
"""The line of each other lecture, and the sentence of its heading: the home screen starts without reading the files."""
OWN_SOLVER = "a solver of your own"
SWEEP = "a sweep over settings"
PAPERS = "published experiments"


@dataclass(frozen=True)
class Entry:
    """A line of the list."""

    section: str
    words: str
    about: str
    """The text below the preview."""
    open: Callable[[], object]
    searches: Searches
    """The searches of the preview."""
    pace: float | None = 10
    plan: tuple[str, dict[str, str]] | None = None
    """Puzzle and values of the plan, if the entry has one; its code is compiled ahead."""
    run: "SavedRun | None" = None

    @property
    def key(self) -> object:
        """An identity that stays when the run changes."""
        return self.run.id if self.run else self.words


def room_of(app: Program) -> int:
    """Return the columns of a line without the name of its section."""
    return (WIDE_LINE if app.size.width >= WIDE else LINE) - GUTTER


class Entries:
    """Makes the entries, and opens their screens in an application."""

    def __init__(self, app: Program) -> None:
        self._app = app

    def offered(self) -> Iterator[Entry]:
        """Yield the lectures, the examples and the laboratory."""
        yield Entry(
            START,
            FIRST_LECTURE,
            "A knight, a dead end, a proof, evolution, a race.",
            partial(self._lecture, "start-here"),
            partial(first_scene, "start-here"),
            5,
        )
        if not self._app.is_web:
            yield Entry(
                START,
                OWN_SOLVER,
                "Write an algorithm in Python and watch it: step by step, forwards and back, beside the built-in ones.",
                self._own_solver,
                partial(search_of, "tour", {"solver": "backtrack", "start": "a1", "seed": "1"}),
                5,
            )
        for name, (words, about) in MORE_LECTURES.items():
            yield Entry(LECTURES, words, about, partial(self._lecture, name), partial(first_scene, name), 5)
        for each in PUZZLES:
            yield from (self._example(each, example) for example in each.examples)
        for each in PUZZLES:
            yield from (self._race(each, race) for race in each.races)
        yield Entry(
            LABORATORY,
            SWEEP,
            "Many runs for each value of a setting: how often does a solver succeed?",
            self._app.opener.open_sweep_form,
            partial(search_of, "queens", {"n": "8", "seed": "1"}),
        )
        yield Entry(
            LABORATORY,
            PAPERS,
            "Repeat published experiments: their figures beside ours.",
            self._papers,
            partial(search_of, "tour", {"solver": "repair", "seed": "1"}),
        )

    def saved(self, run: "SavedRun", apart: str) -> Entry:
        """Return the entry of a saved run; `apart` distinguishes it from others with the same title."""
        look = self._app.look
        return Entry(
            OLDER,
            list_line(run, room_of(self._app), look, apart),
            description(run, look),
            partial(self._resume, run),
            partial(paused_search, run),
            0,
            (run.puzzle, run.values),
            run,
        )

    def _example(self, each: Puzzle, example: Example) -> Entry:
        return Entry(
            each.section,
            example.words,
            example.seen,
            partial(self._open, each, example),
            partial(search_of, each.name, {"seed": "1"} | example.values),
            example.pace,
            (each.name, example.values),
        )

    def _race(self, each: Puzzle, race: RaceExample) -> Entry:
        values = {"seed": "1"} | race.values
        searches = partial(racers_of, each, values, race.racers)
        return Entry(LABORATORY, race.words, race.seen, partial(self._open_race, each, race), searches)

    # Open an entry.

    def _open(self, each: Puzzle, example: Example) -> None:
        from knightwatch.engine.plans.plan import Plan

        self._app.opener.open_example(Plan.read(each, example.values), example.pace)

    def _resume(self, run: "SavedRun") -> None:
        from knightwatch.engine.own.saved import changed
        from knightwatch.tui.screens.base.confirm import ConfirmScreen

        if words := changed(run) if run.digest else "":
            self._app.push_screen(ConfirmScreen("Another version", words), partial(self._on_consent, run))
        else:
            self._open_saved(run)

    def _on_consent(self, run: "SavedRun", agreed: bool | None) -> None:
        if agreed:
            self._open_saved(run)

    def _open_saved(self, run: "SavedRun") -> None:
        try:
            self._app.opener.open(keeper_of(run))
        except BadInput as error:
            self._app.notify(f"This run cannot be resumed: {error}.", markup=False)

    def _open_race(self, each: Puzzle, race: RaceExample) -> None:
        from knightwatch.engine.lab.races.entries import parse_racers
        from knightwatch.engine.lab.races.race import Race

        self._app.opener.open_race(Race(parse_racers(each, race.values, race.racers)))

    async def _lecture(self, name: str) -> None:
        from knightwatch.tui.lectures.lecture import Lecture
        from knightwatch.tui.screens.lecture import LecturePlayer

        await LecturePlayer(self._app, Lecture.named(name)).begin()

    def _own_solver(self) -> None:
        from knightwatch.tui.screens.own_solver import OwnSolverForm

        self._app.push_screen(OwnSolverForm(), self._on_own_solver)

    def _on_own_solver(self, chosen: "tuple[str, Path] | None") -> None:
        from knightwatch.engine.plans.catalog import puzzle
        from knightwatch.engine.plans.plan import Plan

        if chosen:
            try:
                self._app.opener.open(Plan.read(puzzle(chosen[0]), {"solver": str(chosen[1])}))
            except BadInput as error:
                self._app.notify(f"{error}.", markup=False)

    def _papers(self) -> None:
        from knightwatch.tui.screens.lab.papers import PapersScreen

        self._app.push_screen(PapersScreen())
