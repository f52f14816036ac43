"""Commands get their options as a signature, which cyclopts reads."""

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from cyclopts import Group, Parameter


class Option(NamedTuple):
    """An option that no field of a problem or of settings declares."""

    value_type: Any
    default: Any
    help: str
    metavar: str = "NAME"
    """The placeholder for its value in the help."""

    def parameter(self, name: str, group: Group) -> inspect.Parameter:
        """Return it as a parameter of a command."""
        return parameter(name, self.value_type, self.default, self.help, group, self.metavar)


def parameter(
    name: str, value_type: Any, default: Any, help_text: str, group: Group, metavar: str = "NAME"
) -> inspect.Parameter:
    """Return an option as a parameter of a command."""
    from knightwatch.engine.core.declaration import option

    details = Parameter(
        name=f"--{option(name)}",
        help=help_text,
        group=group,
        metavar=metavar,
        show_default=False,
        negative=None if value_type == bool | None else "",
        allow_leading_hyphen=value_type is not bool,
    )
    annotation = Annotated[value_type, details]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def with_options(command: Callable[..., int], parameters: Sequence[inspect.Parameter]) -> Callable[..., int]:
    """Give a command a signature that lists its options; return the command."""
    command.__signature__ = inspect.Signature(parameters, return_annotation=int)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": int}
    return command
