"""The plain version of a built-in solver, run beside it: it shows the line and the variables of the same step.

The plain version draws the random numbers of the kernel, so its step k is the kernel's step k. It runs in a process of
its own, as users' solvers do, so it can go back too.
"""

import time
from dataclasses import replace
from math import ceil
from pathlib import Path

import numpy as np

from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.core.declaration import option, written
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Code, Status
from knightwatch.engine.core.pace import SLICE, Budget
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.own.solver_file import SolverFile, understood
from knightwatch.engine.own.sources import search_class
from knightwatch.engine.own.template import template
from knightwatch.engine.plans.plan import Plan

PATIENCE = 0.5
"""Seconds that one description may take; a plain version that is far behind needs several."""


def random_words(puzzle: str, seed: int) -> dict[str, list[int]]:
    """Return the words of a kernel's random numbers for a seed, as `KernelRandom` takes them."""
    starts = np.random.SeedSequence(seed).generate_state(2, np.uint64).tolist() if puzzle == "tour" else []
    return {"words": generator(seed).tolist(), "starts": starts}


class Companion:
    """The plain version of a plan's solver."""

    def __init__(self, plan: Plan) -> None:
        name, puzzle = plan.solver.name, plan.puzzle
        file = _plain_file(plan)
        self._blank = Code(f"{name} in plain Python", file.text, 0)
        self._why = _missing(plan, file)
        """Why the plain version takes other steps; empty if it takes the same."""
        self._search: OwnSearch | None = None
        self._known: tuple[int, bool, Code] | None = None
        """The step that was last described, whether the run ended with it, and its code."""
        self.behind = False
        """Whether the plain version has not yet reached the step that was last asked for."""
        if not self._why:
            names = {parameter.name for parameter in file.parameters}
            values = {each: written(getattr(plan.settings, each)) for each in names}
            solver = search_class(puzzle, file)
            words = random_words(puzzle.name, plan.seed)
            follower = type("Follower", (solver,), {"kernel_random": words, "name": self._blank.name})
            self._search = follower(plan.problem, solver.settings_type(**values), plan.seed)

    def code(self, moment: int, ended: bool) -> Code:
        """Return the source with the lines and the variables of a step; without them if it is too far away."""
        search, self.behind = self._search, False
        if search is None:
            return _noted(self._blank, self._why)
        if self._known and self._known[:2] == (moment, ended):
            return self._known[2]
        try:
            search.prepare()
            before = max(0, moment - 1)
            if search.done > before or search.status is not Status.RUNNING:
                search.load_near({"clock": np.array([before, 0]), "ended": np.zeros(1, np.int64)})
        except BadInput as error:
            return _noted(self._blank, str(error))
        since, started = search.done, time.monotonic()
        deadline, budget = started + PATIENCE, Budget()
        while search.done < before and search.status is Status.RUNNING and time.monotonic() < deadline:
            done, begun = search.done, time.monotonic()
            search.advance(min(budget.size, before - search.done))
            budget.learn(search.done - done, time.monotonic() - begun, SLICE)
        if search.done < before and search.status is Status.RUNNING:
            self.behind = True
            each = (time.monotonic() - started) / max(1, search.done - since)
            wait = f" in about {ceil(each * (moment - search.done)):,} s" if search.done > since else " later"
            where = f"plain Python is at step {search.done:,} of {moment:,}"
            return _noted(self._blank, f"The marked line and the variables follow{wait}: {where}.")
        code = self._traced_step(search, moment, ended)
        self._known = moment, ended, code
        return code

    def _traced_step(self, search: OwnSearch, moment: int, ended: bool) -> Code:
        """Do the step and return its lines; if the run has ended with it, also the lines up to the end."""
        search.traced = True
        try:
            while search.done < moment and search.status is Status.RUNNING:
                search.advance(1)
            search.save()
            code = _without_sentence(search.frame().code or self._blank)
            if ended and search.status is Status.RUNNING:
                search.advance(1)
                last = search.frame().code
                if search.done == moment and search.status is not Status.RUNNING and last:
                    return replace(code, line=last.line, ran=last.ran)
            return code
        finally:
            search.traced = False

    @property
    def source(self) -> Code:
        """The source alone, while a run is too fast to follow."""
        return _noted(self._blank, "pause to see the line and the variables")

    def close(self) -> None:
        """End its process."""
        if self._search:
            self._search.close()


def _without_sentence(code: Code) -> Code:
    """Return the code without the variable `sentence`: the screen shows the sentence anyway."""
    return replace(
        code,
        variables=tuple(each for each in code.variables if each[0] != "sentence"),
        changed=tuple(name for name in code.changed if name != "sentence"),
    )


def _noted(code: Code, note: str) -> Code:
    return replace(code, note=note)


def lacking(plan: Plan) -> str:
    """Say in a clause which settings of a plan the plain version of its solver lacks; empty if none matters."""
    return "" if issubclass(plan.solver, OwnSearch) else _missing(plan, _plain_file(plan))


def _plain_file(plan: Plan) -> SolverFile:
    name = plan.solver.name
    return understood(Path(f"{name}.py"), template(plan.puzzle.name, name))


def _missing(plan: Plan, file: SolverFile) -> str:
    """Return which settings of a plan its plain version lacks; empty if none matters."""
    known = {parameter.name: parameter for parameter in file.parameters}
    problem, limits = type(plan.problem).model_fields, ("solver", "seed", "max_")
    given = {name: value for name, value in plan.values().items() if name not in problem}
    lacking = [option(name) for name in given if name not in known and not name.startswith(limits)]
    for name, parameter in known.items():
        if isinstance(parameter.type, tuple) and written(getattr(plan.settings, name)) not in parameter.type:
            lacking.append(f"{option(name)} {written(getattr(plan.settings, name))}")
    if not lacking:
        return ""
    names = f"the setting{'' if len(lacking) == 1 else 's'} {', '.join(lacking)}"
    return f"the plain version does not know {names}, so its steps differ and no line is marked"
