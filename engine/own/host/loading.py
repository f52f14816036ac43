"""Runs an author's file and makes its generator, in the process of the solver. Standard library only."""

import linecache
import random as random_module
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from knightwatch.engine.own.host.kernel_random import KernelRandom

MODULE = "knightwatch_solver"
"""The name of the author's file as a module."""


def named(name: str) -> Any:
    """Return the object with a name, as module:attribute."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def maker(order: dict[str, Any]) -> Callable[[], tuple[Any, Any]]:
    """Return a function that runs the author's code of an order. It returns the author's function and generator."""
    seed, task = int(order["seed"]), order["task"]
    problem = named(task["type"])(**task["fields"])

    def make() -> tuple[Any, Any]:
        random_module.seed(seed)  # careless code uses the global generators
        sys.meta_path.insert(0, _NumpySeeder(seed))
        solve = _solve_function(order)
        words = order.get("kernel_random")
        random = KernelRandom(**words) if words else random_module.Random(seed)
        return solve, solve(problem, random, **order["settings"])

    return make


def _solve_function(order: dict[str, Any]) -> Callable[..., Any]:
    """Return the author's function, from an installed module or from the text of a file."""
    if order["module"]:
        return named(order["module"])  # type: ignore[no-any-return]
    file, text = str(order["file"]), str(order["text"])
    sys.path.append(str(Path(file).parent))  # last: no file beside the solver replaces a module of Python
    sys.argv = [file]
    lines = [f"{line}\n" for line in text.split("\n")]
    linecache.cache[file] = len(text), None, lines, file  # tracebacks quote what runs
    module = ModuleType(MODULE)
    module.__file__ = file
    sys.modules[MODULE] = module
    exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)
    return module.__dict__["solve"]  # type: ignore[no-any-return]


class _NumpySeeder:
    """Seeds NumPy's global generator when the author's code first imports it, wherever that is."""

    def __init__(self, seed: int) -> None:
        self._seed = seed % (1 << 32)  # the largest that NumPy takes

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        if name != "numpy.random":
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return spec
        execute, seed = spec.loader.exec_module, self._seed

        def execute_and_seed(module: ModuleType) -> None:
            execute(module)
            module.seed(seed)

        spec.loader.exec_module = execute_and_seed  # type: ignore[method-assign]
        return spec
