"""JSON schemas of everything that `--json` prints, written to docs/schemas by `make docs`.

Settings come from the declarations of problems and solvers, work counters from the solvers. The other fields are
described here, and only here.
"""

from collections.abc import Collection, Mapping
from typing import Any

from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.own.grading.assignment import Expected
from knightwatch.engine.own.grading.judging import Fault
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.output.json_format import FORMAT_VERSION

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NAME: Schema = {"type": "string", "minLength": 1}
YES_OR_NO: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
SECONDS: Schema = {"type": "number", "minimum": 0}
POINTS: Schema = {"type": "number", "minimum": 0}


def described(schema: Schema, description: str) -> Schema:
    """Return a schema with a description."""
    return {**schema, "description": description}


def nullable(schema: Schema) -> Schema:
    """Return a schema that also allows null."""
    return {"anyOf": [schema, {"type": "null"}]}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def one_of(names: Collection[str]) -> Schema:
    """Return the schema of a text that is one of some names."""
    return {"enum": list(names)}


def record(fields: Mapping[str, Schema], optional: Collection[str] = ()) -> Schema:
    """Return the schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }


def mapping_of(values: Schema) -> Schema:
    """Return the schema of an object with any names."""
    return {"type": "object", "additionalProperties": values}


VERSION = described({"const": FORMAT_VERSION}, "version of this format")
SQUARE = described({"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}, "row and column, from the top left")
FILE = described(NAME, "the letter of a file")
"""How a run of a built-in solver ends; a user's solver can also fail."""
STATUS = described(one_of([str(s) for s in Status if s is not Status.RUNNING]), "how it ended")
REASON = described(TEXT, "why it is impossible, gave up or failed; else empty")
SEED = described(COUNT, "with the settings, it repeats the run")
COMPLETE = described(YES_OR_NO, "false if the command was interrupted or gave up")
PUZZLE = described(one_of([puzzle.name for puzzle in PUZZLES]), "the puzzle")
ANY_SETTINGS = described({"type": "object"}, "values of the problem and of the solver")
PATH = described(list_of(SQUARE), "squares in the order of the walk; if there is no tour, the longest walk found")

ANSWERS: dict[str, dict[str, Schema]] = {
    "tour": {
        "path": PATH,
        "squares": described(COUNT, "number of squares in the path"),
        "closed": described(YES_OR_NO, "whether the path is a closed tour"),
        "best_walk": described(nullable(list_of(SQUARE)), "without a tour: the best walk of the last generation"),
        "fitness": described(nullable(COUNT), "its fitness: different squares, plus 1 for a closing move"),
        "tours_per_start": described(list_of(list_of(COUNT)), "for each row and column: different tours from there"),
        "tours": described(list_of(list_of(SQUARE)), "with --all: all tours, in the order in which they were found"),
    },
    "swap": {
        "moves": described(
            list_of({"type": "array", "items": {"anyOf": [SQUARE, FILE]}, "minItems": 2, "maxItems": 2}),
            "from and to, as squares or files",
        ),
        "positions": described(list_of(NAME), "all positions, with the start and the goal"),
    },
    "queens": {
        "queens": described(
            nullable(list_of({"type": "integer", "minimum": -1})),
            "the row of the queen in each column, from the top left; -1: no queen",
        ),
        "attacks": described(nullable(COUNT), "pairs of queens that attack each other"),
        "rows": described({"const": "from 0 at the top"}, "how `queens` counts rows; text counts from 1 at the bottom"),
        "population": described(list_of(list_of(COUNT)), "with --all: the last generation, the best first"),
        "solutions": described(list_of(list_of(COUNT)), "with --all: all solutions, in the order of the search"),
    },
}
"""The answer of each puzzle."""
COLLECTED = ("best_walk", "fitness", "tours_per_start", "tours", "population", "solutions")
"""Fields that only some solvers have; `tours`, `population` and `solutions` need `--all` too."""


def settings(*declarations: type[Declared]) -> Schema:
    """Return the schema of settings, made from where they are declared."""
    fields: dict[str, Schema] = {}
    for declaration in declarations:
        declared = declaration.model_json_schema(by_alias=True, mode="serialization")
        for name, field in declared["properties"].items():
            fields[name] = _inlined(field, declared.get("$defs", {}))
    return record(fields)


def _inlined(field: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return the schema of a field with its enumerations in place, and without pydantic's titles."""
    inlined = {key: value for key, value in field.items() if key not in ("title", "$ref")}
    if "$ref" in field:
        inlined["enum"] = definitions[field["$ref"].rpartition("/")[2]]["enum"]
    if "anyOf" in field:
        inlined["anyOf"] = [_inlined(choice, definitions) for choice in field["anyOf"]]
    return inlined


def run_fields(puzzle: Puzzle, solver: type[Search[Any, Any]]) -> dict[str, Schema]:
    """Return the fields of the result of a run."""
    search = Run(Plan.read(puzzle, {"solver": solver.name, "seed": "1"}).search()).search
    answer = ANSWERS[puzzle.name]
    names = [
        name
        for name in answer
        if name not in COLLECTED or name in search.answer() or name in search.gallery().answers()
    ]
    return {
        "puzzle": {"const": puzzle.name},
        "solver": {"const": solver.name},
        "status": STATUS,
        "reason": REASON,
        "seed": SEED,
        "settings": settings(puzzle.problem, solver.settings_type),
        "work": described(record(dict.fromkeys(search.work(), COUNT)), "counters of the work done"),
        "seconds": described(SECONDS, "time of the search"),
        "prepare_seconds": described(SECONDS, "time before it: loading compiled code, building tables"),
        **{name: answer[name] for name in names},
    }


def runs_of(puzzle: Puzzle, before: Mapping[str, Schema]) -> list[Schema]:
    """Return the schema of a run by each solver of a puzzle, with other fields before its own."""
    fields = [*(run_fields(puzzle, solver) for solver in puzzle.solvers), own_run_fields(puzzle)]
    return [record({**before, **each}, optional=["tours", "population", "solutions"]) for each in fields]


def own_run_fields(puzzle: Puzzle) -> dict[str, Schema]:
    """Return the fields of a run by a solver that knightwatch does not have: a file, a function, another package."""
    answer = {name: field for name, field in ANSWERS[puzzle.name].items() if name not in COLLECTED}
    own = described({"type": "string", "not": one_of(puzzle.solvers_at)}, "the name of the file, function or package")
    problem = settings(puzzle.problem) | {"additionalProperties": True}
    return run_fields(puzzle, puzzle.solvers[0]) | {
        "solver": own,
        "settings": described(problem, "values of the problem and of the solver's own settings"),
        "work": described(mapping_of(COUNT), "counters of the work done"),
        **answer,
    }


PAIR = record({"directed": COUNT, "undirected": COUNT})
SPREAD = record(
    {
        "estimate": nullable(NUMBER),
        "interval": list_of(nullable(NUMBER)),
        "log10": nullable(NUMBER),
        "log10_interval": list_of(nullable(NUMBER)),
    }
)
QUARTILES = nullable(record({"low": NUMBER, "median": NUMBER, "high": NUMBER}))
WALK = list_of(SQUARE)
TRIAL = record(
    {
        "start": SQUARE,
        "status": STATUS,
        "states": COUNT,
        "seconds": SECONDS,
        "path": described(nullable(WALK), "the tour, with --all"),
    },
    optional=["path"],
)
FIRST_TOUR = record({"start": SQUARE, "method": nullable(NAME), "path": nullable(WALK)})
METHODS = described(mapping_of(list_of(TRIAL)), "for each method, the run from each start")
BOARD = {
    "rows": COUNT,
    "cols": COUNT,
    "squares": described(COUNT, "squares of the board, without holes"),
    "start": nullable(SQUARE),
}

QUESTIONS: dict[str, dict[str, Schema]] = {
    "count": {
        **BOARD,
        "complete": COMPLETE,
        "reason": described(nullable(TEXT), "why it is not complete; also wrong numbers and damaged stores"),
        "closed": described(nullable(PAIR), "closed tours"),
        "open": described(nullable(PAIR), "open tours"),
        "starts": described(nullable(list_of(list_of(nullable(COUNT)))), "open tours from each square, directed"),
        "published": nullable(record({"closed": nullable(PAIR), "open": nullable(PAIR)})),
        "symmetric": described(
            nullable(record(dict.fromkeys(["half_turn", "flip", "quarter_turn", "classes"], COUNT))),
            "closed tours that a symmetry of the board maps to themselves; classes: tours that no symmetry maps to "
            "each other",
        ),
        "states": COUNT,
        "seconds": SECONDS,
    },
    "estimate": {
        **BOARD,
        "closed": YES_OR_NO,
        "seed": SEED,
        "probes": described(COUNT, "random walks asked for"),
        "complete": COMPLETE,
        "done": described(COUNT, "random walks done"),
        "tours": described(COUNT, "walks that became tours"),
        "directed": SPREAD,
        "undirected": nullable(SPREAD),
        "published": nullable(PAIR),
        "covered": described(nullable(YES_OR_NO), "whether the interval contains the published number"),
        "seconds": SECONDS,
    },
    "map": {
        "solver": NAME,
        "complete": COMPLETE,
        "seed": SEED,
        "settings": ANY_SETTINGS,
        "methods": METHODS,
        "counts": described(record(dict.fromkeys(STATUS["enum"], COUNT)), "starts by status"),
    },
    "ten": {
        "complete": COMPLETE,
        "seed": SEED,
        "settings": ANY_SETTINGS,
        "methods": METHODS,
        "tours": described(list_of(FIRST_TOUR), "for each start its first tour, by the first method that finds one"),
    },
    "solutions": {
        "complete": COMPLETE,
        "reason": described(nullable(TEXT), "why there is none, or why they are not counted"),
        "moves": described(nullable(COUNT), "the fewest moves"),
        "solutions": described(nullable(COUNT), "shortest solutions"),
        "settings": ANY_SETTINGS,
        "listed": described(list_of(list_of({})), "the moves of the listed solutions, each as two squares"),
    },
    "dictionary": {
        "complete": COMPLETE,
        "settings": ANY_SETTINGS,
        "moves": described(mapping_of(list_of(NAME)), "for each square the squares that a knight can go to"),
    },
    "table": {
        "solver": NAME,
        "complete": COMPLETE,
        "settings": ANY_SETTINGS,
        "rows": list_of(
            record(
                {
                    "knights": NAME,
                    "from": NAME,
                    "to": NAME,
                    "arrangements": described(COUNT, "positions of these knights on the board"),
                    "reached": described(COUNT, "positions that the search found"),
                    "moves": described(nullable(COUNT), "fewest moves"),
                    "seconds": SECONDS,
                    "bytes": COUNT,
                    "comparisons": nullable(COUNT),
                    "published_seconds": SECONDS,
                }
            )
        ),
    },
    "sweep": {
        "solver": NAME,
        "settings": described({"type": "object"}, "values that are the same in all runs"),
        "axes": described(list_of(NAME), "settings that vary"),
        "repeat": described(COUNT, "runs of each cell"),
        "unit": described(NAME, "what a step of the solver is"),
        "cells": list_of(
            record(
                {
                    "at": described({"type": "object"}, "the value of each setting that varies"),
                    "runs": COUNT,
                    "solved": COUNT,
                    "impossible": COUNT,
                    "gave_up": COUNT,
                    "failed": described(COUNT, "runs in which a solver of the user failed"),
                    "success": described(NUMBER, "share of runs that solved the problem"),
                    "interval": described(list_of(NUMBER), "95 % interval of the success"),
                    "steps": described(QUARTILES, "steps of the runs that solved it"),
                    "seconds": described(QUARTILES, "seconds of these runs"),
                    "fitness": described(mapping_of(QUARTILES), "fitness at the end, for solvers that evolve"),
                },
                optional=["fitness"],
            )
        ),
        "notes": list_of(TEXT),
        "complete": COMPLETE,
    },
    "figures": {
        "complete": COMPLETE,
        "repeat": COUNT,
        "figures": list_of(
            record(
                {
                    "row": NAME,
                    "column": nullable(NAME),
                    "statistic": NAME,
                    "published": {"type": ["number", "string", "null"]},
                    "value": nullable(NUMBER),
                    "low": nullable(NUMBER),
                    "high": nullable(NUMBER),
                    "runs": COUNT,
                    "solved": COUNT,
                }
            )
        ),
    },
}
"""The answer to each question that has the same fields for every puzzle. A paper consists of such questions."""


def question(name: str, fields: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the fields of a question, its name first."""
    return {"question": {"const": name}, **fields}


def shown(puzzle: Puzzle) -> Schema:
    """Return the schema of an answer that the user brought with `--show`."""
    fields = {
        "complete": COMPLETE,
        "right": described(YES_OR_NO, "whether it solves the problem"),
        "faults": list_of(TEXT),
        "facts": list_of(TEXT),
        "settings": settings(puzzle.problem),
    }
    answer = {name: field for name, field in ANSWERS[puzzle.name].items() if name not in COLLECTED}
    single = {name: fields[name] for name in ("right", "faults")} | {n: f for n, f in answer.items() if n != "rows"}
    several = described(list_of(record(single)), "if there are several answers: all of them")
    whole = {**question("show", fields), **answer, "answers": several}
    return record({"version": VERSION, "puzzle": {"const": puzzle.name}, **whole}, optional=["answers"])


def race() -> Schema:
    """Return the schema of a race."""
    racer = {
        "racer": NAME,
        "code": described(
            one_of(["compiled", "interpreted", "Python"]),
            "interpreted: its seconds include interpreted code; Python: interpreted Python of the user",
        ),
        "steps": COUNT,
        "unit": NAME,
        "common_work": described(COUNT, "the work done, in `common_unit`"),
        **{f"place_by_{by}": described(nullable(COUNT), f"place by {by}; null: none") for by in By},
    }
    fields = {
        "complete": COMPLETE,
        "by": described(one_of([str(by) for by in By]), "the measure that gives each racer its turn"),
        "common_unit": described(NAME, "the unit in which all racers count their work"),
        "seed": SEED,
        **{f"first_by_{by}": described(list_of(NAME), "several if they share the first place") for by in By},
        "racers": list_of({"oneOf": [run for puzzle in PUZZLES for run in runs_of(puzzle, racer)]}),
    }
    return record({"version": VERSION, "puzzle": PUZZLE, **question("race", fields)})


def paper() -> Schema:
    """Return the schema of a published experiment."""
    part = {"title": NAME, "note": nullable(TEXT)}
    parts = [record({**part, **question(name, fields)}) for name, fields in QUESTIONS.items()]
    fields = {
        "paper": NAME,
        "title": NAME,
        "source": NAME,
        "full": described(YES_OR_NO, "full form, or short form"),
        "complete": COMPLETE,
        "parts": list_of({"oneOf": parts}),
    }
    return record({"version": VERSION, **question("paper", fields)})


def papers() -> Schema:
    """Return the schema of the list of papers."""
    paper = record({"name": NAME, "title": NAME, "source": NAME, "short": NAME, "full": NAME})
    return record({"version": VERSION, "papers": list_of(paper)})


def grade() -> Schema:
    """Return the schema of grades."""
    run = {
        "seed": SEED,
        "status": one_of([str(status) for status in Status]),
        "reason": TEXT,
        "claim": described(YES_OR_NO, "whether the solver claims that there is no solution"),
        "steps": COUNT,
        "seconds": SECONDS,
    }
    built_in = {"solver": NAME, "status": STATUS, "steps": COUNT, "unit": NAME, "seconds": SECONDS}
    limits = {"steps": COUNT, "seconds": SECONDS, "megabytes": COUNT, "moves": nullable(COUNT)}
    test = {
        "name": NAME,
        "hidden": YES_OR_NO,
        "passed": YES_OR_NO,
        "points": POINTS,
        "of": described(POINTS, "points for passing the test"),
        "fault": described(nullable(one_of([str(fault) for fault in Fault])), "why it failed; null: it passed"),
        "reason": described(TEXT, "the fault in detail, with file, line and step; empty if it passed"),
        "advice": described(TEXT, "what to do next; empty if it passed"),
        "seed": described(nullable(COUNT), "the seed of the run that failed"),
        "line": described(nullable(COUNT), "the line of the file that failed, if one did"),
        "problem": described({"type": "object"}, "values of the problem"),
        "settings": described(mapping_of(TEXT), "settings of the solver that the test changes, as typed"),
        "expect": described(nullable(one_of([str(each) for each in Expected])), "null: knightwatch cannot decide it"),
        "limits": record(limits),
        "runs": described(list_of(record(run)), "a run for each seed, up to the first that failed"),
        "built_in": described(record(built_in), "the built-in solver on the same problem"),
    }
    fields = {
        "solver": described(NAME, "the name of the file"),
        "complete": COMPLETE,
        "passed": described(YES_OR_NO, "whether all tests passed"),
        "points": POINTS,
        "of": described(POINTS, "points of all tests"),
        "tests": list_of(record(test)),
    }
    return record({"version": VERSION, "puzzle": PUZZLE, **question("grade", fields)})


def saved_runs() -> Schema:
    """Return the schema of the list of saved runs."""
    bookmark = record({"moment": COUNT, "note": TEXT})
    return list_of(
        record(
            {
                "version": VERSION,
                "id": described(COUNT, "the number for knightwatch resume"),
                "puzzle": PUZZLE,
                "solver": NAME,
                "title": NAME,
                "moment": described(COUNT, "the step at which the run was left"),
                "newest": described(COUNT, "the last step that it reached"),
                "status": one_of([str(status) for status in Status]),
                "seconds": SECONDS,
                "kept": described({"type": "string", "format": "date-time"}, "when it was saved"),
                "settings": described(mapping_of(TEXT), "values that differ from the defaults, as typed"),
                "note": described(TEXT, "how the solver's file has changed since; else empty"),
                "bookmarks": list_of(bookmark),
            }
        )
    )


QUEENS_COUNT: dict[str, Schema] = {
    "n": described(COUNT, "queens, rows and columns"),
    "complete": COMPLETE,
    "reason": described(nullable(TEXT), "wrong numbers and damaged stores"),
    "solutions": described(nullable(COUNT), "all solutions"),
    "classes": described(nullable(COUNT), "solutions that no rotation or reflection maps to each other"),
    "published": record({"solutions": nullable(COUNT), "classes": nullable(COUNT)}),
    "visited": described(COUNT, "solutions that the count visited; each stands for up to eight"),
    "nodes": described(COUNT, "queens placed"),
    "seconds": SECONDS,
}


def schemas() -> dict[str, Schema]:
    """Return every schema by the name of its file."""
    titled: dict[str, tuple[str, Schema]] = {
        puzzle.name: (f"Result of knightwatch {puzzle.name}", {"oneOf": runs_of(puzzle, {"version": VERSION})})
        for puzzle in PUZZLES
    }
    both = [
        record({"version": VERSION, "puzzle": {"const": of}, **question("count", fields)})
        for of, fields in (("tour", QUESTIONS["count"]), ("queens", QUEENS_COUNT))
    ]
    titled["count"] = ("Answer of --count", {"oneOf": both})
    for name in ("estimate", "map", "ten", "table", "solutions", "dictionary"):
        of = next(puzzle.name for puzzle in PUZZLES if any(q.name == name for q in puzzle.questions))
        fields = {"version": VERSION, "puzzle": {"const": of}, **question(name, QUESTIONS[name])}
        titled[name] = (f"Answer of knightwatch {of} --{name}", record(fields))
    titled["show"] = ("Answer of --show", {"oneOf": [shown(puzzle) for puzzle in PUZZLES]})
    fields = {"version": VERSION, "puzzle": PUZZLE, **question("sweep", QUESTIONS["sweep"])}
    titled["sweep"] = ("Result of knightwatch sweep", record(fields))
    titled["race"] = ("Result of knightwatch race", race())
    titled["paper"] = ("Result of knightwatch papers NAME", paper())
    titled["papers"] = ("List of knightwatch papers", papers())
    titled["grade"] = ("Result of knightwatch grade", grade())
    titled["runs"] = ("List of knightwatch runs", saved_runs())
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {name: dialect | {"title": title} | schema for name, (title, schema) in titled.items()}
