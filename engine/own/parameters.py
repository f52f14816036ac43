"""The settings of an author's solver, from the parameters of `solve` after `problem` and `random`.

A file is read without running it: names, types, defaults and bounds are literals in its syntax tree. A function
object, as the library takes it, is inspected.
"""

import ast
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from knightwatch.engine.core.declaration import Settings, Text
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted

TYPES = {"int": int, "float": float, "bool": bool, "str": str}
BOUNDS = "ge", "gt", "le", "lt"
KNOWN = "int, float, bool, str or Literal[...]"


class OwnSettings(Settings):
    """Settings of every solver that a user writes."""

    max_steps: int = Field(1_000_000_000, ge=0, le=10**12, description="steps before giving up")
    max_megabytes: int = Field(2048, ge=64, le=1 << 20, description="memory limit of the solver's process, in MB")


@dataclass(frozen=True)
class Parameter:
    """A parameter of `solve`: one setting."""

    name: str
    type: type[Any] | tuple[str, ...]
    """The type; the names, if it is a choice."""
    default: Any
    bounds: tuple[tuple[str, float], ...] = ()
    """Bounds, each with its name in `Field`: ge, gt, le or lt."""
    description: str = ""


def settings_type(parameters: list[Parameter], problem_fields: Mapping[str, Any]) -> type[OwnSettings]:
    """Return the declaration of settings; raise BadInput for a name or a default that cannot be one."""
    fields: dict[str, Any] = {}
    for each in parameters:
        if each.name in problem_fields:
            raise BadInput(f"setting {each.name} has the name of a problem's field: use problem.{each.name} instead")
        if each.name == "seed" or each.name.startswith("_") or hasattr(OwnSettings, each.name):
            raise BadInput(f"setting {each.name} has a reserved name: choose another one")
        if each.name in OwnSettings.model_fields:
            raise BadInput(f"setting {each.name} is added by knightwatch: choose another name")
        fields[each.name] = _field(each)
    declared = create_model("OwnSettings", __base__=OwnSettings, __doc__="Parameters of a user's solver.", **fields)
    try:
        declared()
    except BadInput as error:
        raise BadInput(f"a default is wrong: {error}") from None
    return declared


def _field(each: Parameter) -> tuple[Any, FieldInfo]:
    about = each.description or "setting of the solver"
    if isinstance(each.type, tuple):
        names = StrEnum("Choice", {f"c{place}": name for place, name in enumerate(each.type)})  # type: ignore[misc]
        return names, Field(each.default, description=about)
    if each.type is str:
        return Annotated[str, Text("any text")], Field(each.default, description=about)
    if each.type is bool:
        return bool, Field(each.default, description=about)
    ge, gt, le, lt = map(dict(each.bounds).get, BOUNDS)
    return each.type, Field(each.default, ge=ge, gt=gt, le=le, lt=lt, description=about)


# From a file.


def file_parameters(function: ast.FunctionDef, constants: Mapping[str, Any]) -> list[Parameter]:
    """Return the parameters of `solve` in a file; `constants` are the file's own, which defaults may name."""
    arguments = function.args
    if arguments.vararg or arguments.kwarg:
        raise BadInput(f"line {function.lineno}: solve has * parameters, but each setting needs a name and a default")
    names = [*arguments.posonlyargs, *arguments.args]
    if len(names) < 2:
        raise BadInput(f"line {function.lineno}: solve must take problem and random, then its settings")
    defaults: list[ast.expr | None] = [None] * (len(names) - len(arguments.defaults))
    pairs = list(zip(names, [*defaults, *arguments.defaults], strict=True))[2:]
    pairs += list(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))
    return [_parameter(name, default, constants) for name, default in pairs]


def _parameter(argument: ast.arg, default: ast.expr | None, constants: Mapping[str, Any]) -> Parameter:
    where = f"line {argument.lineno}: setting {argument.arg}"
    if default is None:
        raise BadInput(f"{where} has no default, as in {argument.arg}: int = 10")
    value = _literal(default, constants, where)
    note = argument.annotation
    if note is None:
        return _typed(Parameter(argument.arg, type(value), value), where)
    extra = list[ast.expr]()
    if isinstance(note, ast.Subscript) and _last_name(note.value) == "Annotated" and isinstance(note.slice, ast.Tuple):
        note, *extra = note.slice.elts
    if isinstance(note, ast.Subscript) and _last_name(note.value) == "Literal":
        chosen = note.slice.elts if isinstance(note.slice, ast.Tuple) else [note.slice]
        kind: Any = tuple(str(_literal(each, constants, where)) for each in chosen)
    else:
        kind = TYPES.get(_last_name(note))
        if kind is None:
            raise BadInput(f"{where} has the type {quoted(ast.unparse(note))}, but must have {KNOWN}")
    found = Parameter(argument.arg, kind, value)
    for call in extra:
        if isinstance(call, ast.Call):
            given = {word.arg: _literal(word.value, constants, where) for word in call.keywords if word.arg}
            found = _bounded(found, given, where)
    return _typed(found, where)


def _last_name(node: ast.expr) -> str:
    """Return the name, or the last part of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _literal(node: ast.expr, constants: Mapping[str, Any], where: str) -> Any:
    if isinstance(node, ast.Name) and node.id in constants:
        return constants[node.id]
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise BadInput(
            f"{where} has {quoted(ast.unparse(node))}, but must have a plain number, text or yes/no"
        ) from None


# From a function.


def function_parameters(function: Callable[..., Any]) -> list[Parameter]:
    """Return the parameters of a function after `problem` and `random`."""
    try:
        hints = get_type_hints(function, include_extras=True)
    except Exception:
        hints = {}
    try:
        arguments = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        arguments = []
    if len(arguments) < 2 or any(each.kind is each.KEYWORD_ONLY for each in arguments[:2]):
        raise BadInput("a solver must take problem and random, then its settings")
    found = []
    for argument in arguments[2:]:
        where = f"setting {argument.name}"
        if argument.kind in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD):
            raise BadInput(f"{where} is a * parameter, but each setting needs a name and a default")
        if argument.default is argument.empty:
            raise BadInput(f"{where} has no default")
        kind, given = hints.get(argument.name, type(argument.default)), dict[str, Any]()
        if get_origin(kind) is Annotated:
            kind, *extra = get_args(kind)
            for declared in (each for each in extra if isinstance(each, FieldInfo)):
                given = {name: getattr(m, name) for m in declared.metadata for name in BOUNDS if hasattr(m, name)}
                given["description"] = declared.description
        if get_origin(kind) is Literal:
            kind = tuple(map(str, get_args(kind)))
        found.append(_typed(_bounded(Parameter(argument.name, kind, argument.default), given, where), where))
    return found


def _bounded(parameter: Parameter, given: Mapping[str, Any], where: str) -> Parameter:
    """Return a parameter with the bounds and the description of a `Field`. Raise BadInput for anything else in it."""
    if unknown := sorted(given.keys() - {*BOUNDS, "description"}):
        raise BadInput(f"{where} has {unknown[0]} in Field, but may have only {', '.join(BOUNDS)} and description")
    bounds = tuple((name, value) for name, value in given.items() if name in BOUNDS and value is not None)
    if any(type(value) not in (int, float) for _, value in bounds):
        raise BadInput(f"{where} has a bound that is not a number")
    return replace(
        parameter,
        bounds=parameter.bounds + bounds,
        description=str(given.get("description") or parameter.description),
    )


def _typed(parameter: Parameter, where: str) -> Parameter:
    """Return a parameter whose default has its type; raise BadInput if it has not."""
    kind, default = parameter.type, parameter.default
    if isinstance(kind, tuple):
        right = default in kind
    else:
        if kind not in TYPES.values():
            raise BadInput(f"{where} has the default {quoted(repr(default))}; its type must be {KNOWN}")
        if kind is float and type(default) is int:
            parameter, default = replace(parameter, default=float(default)), float(default)
        right = type(default) is kind
    if not right:
        raise BadInput(f"{where} has the default {quoted(repr(default))}, which is not of its type")
    return parameter
