"""Attacks on the program from outside: damaged stores, folders with foreign modules, and limits of memory."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import numpy as np

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.store.packing import packed
from knightwatch.engine.store.runs import RunStore, sealed
from knightwatch.engine.store.saving import RunSaver, code_of
from knightwatch.engine.tour.questions.count import Count, CountOptions
from tests.support.commands import KNIGHTWATCH

MODULES = ("random", "numba", "numpy", "signal", "threading", "tempfile", "struct", "pydantic", "engine", "tui")
"""Modules that the program or the standard library imports in children."""
ODD_VALUES = (None, -1, 0, 1 << 62, 1e300, "", "x" * 99, "../../x", b"", bytes(99))
SMALLEST_LIMIT, LARGEST_LIMIT = 140, 900
"""MiB; with less the program cannot start, and more is no limit for small problems."""


def foreign_folder(folder: Path) -> Path:
    """Make a folder whose modules leave a trace when they are imported; return the path of the trace."""
    trace = folder.with_name("trace")
    for name in (*MODULES, "knightwatch"):
        (folder / name).mkdir(parents=True)
        code = f"open({str(trace)!r}, 'a').write({name!r} + ' ')\nraise SystemExit({name!r})\n"
        (folder / name / "__init__.py").write_text(code)
    return trace


def within(folder: Path, limit: str = ":") -> tuple[str, ...]:
    """Return the command that starts the program in a folder, after a command that sets a limit."""
    return ("sh", "-c", f'cd "$0" && {limit} && exec "$@"', str(folder), KNIGHTWATCH)


def memory_limit(chance: Random) -> str:
    """Return a command that limits the address space or the data of the program."""
    return f"ulimit -{chance.choice('vd')} {chance.randint(SMALLEST_LIMIT, LARGEST_LIMIT) << 10}"


# Stores.


def plan_of_run() -> Plan:
    return Plan.read(puzzle("queens"), {"n": "20", "seed": "1", "solver": "evolve"})


def saved_run(path: Path) -> None:
    """Save a run that is not finished."""
    plan = plan_of_run()
    saver, run = RunSaver(plan, path), Run(plan.search())
    list(run.slices(until=3))
    saver.keep(run)
    saver.close()


def interrupted_count(path: Path) -> None:
    """Save a count that is half done."""
    count = Count(np.ones((4, 5), np.bool_), None, False, CountOptions(store=str(path)))
    slices = count.slices()
    for _ in slices:
        if len(count.jobs.numbers) > 3:
            break
    del slices  # interrupts the count


def flip_bits(path: Path, chance: Random) -> None:
    """Flip some bits of a file."""
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice([1, 3, 30, 300])):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def forge_field(path: Path, chance: Random) -> None:
    """Set a field of a random table to an odd value, or flip a bit of it."""
    with closing(sqlite3.connect(path)) as base, base, suppress(sqlite3.Error):  # the schema may refuse the value
        tables = [name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        table = chance.choice(sorted(tables))
        column = chance.choice([row[1] for row in base.execute(f"PRAGMA table_info({table})")])
        (value,) = chance.choice(base.execute(f"SELECT {column} FROM {table}").fetchall() or [(None,)])
        forged = chance.choice(ODD_VALUES)
        if isinstance(value, bytes) and value and chance.random() < 0.5:
            place = chance.randrange(len(value))
            forged = value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]
        base.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS ?", (forged, value))


def forge_state(path: Path, chance: Random) -> None:
    """Change numbers in the state of a saved run, with the checksum that fits; other stores get an odd field."""
    code = code_of(plan_of_run())
    try:
        with RunStore(path) as store:
            run = store.run()
            state = {name: array.copy() for name, array in (store.state(run, code) or {}).items()}
            for _ in range(chance.choice([1, 10])):
                array = state[chance.choice(sorted(state))]
                array.flat[chance.randrange(array.size)] = chance.choice([0, 1, 7, 100])
            data = packed(state) or b""
            store.base.execute("UPDATE run SET state = ?, code = ?", (data, sealed(run, code, data)))
    except (BadInput, LookupError):
        forge_field(path, chance)


def truncate(path: Path, chance: Random) -> None:
    """Cut a file off."""
    path.write_bytes(path.read_bytes()[: chance.choice([0, 1, 100, 4096, 5000])])


def damage(pristine: Path, path: Path, chance: Random) -> Callable[..., None]:
    """Put a damaged copy of a store in its place; return how it was damaged."""
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    shutil.copy(pristine, path)
    attack = chance.choice([flip_bits, forge_field, forge_field, forge_state, truncate])
    attack(path, chance)
    return attack
