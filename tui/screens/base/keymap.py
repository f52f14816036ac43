"""Keys that a person wants elsewhere: a command goes by the first key that it usually has."""

from collections.abc import Mapping
from dataclasses import replace

from textual.binding import BindingsMap

from knightwatch.tui.textual_internals import key_name


def keymap(wanted: Mapping[str, str]) -> dict[str, str]:
    """Return what Textual calls a keymap: for the usual key of each command, the keys that it is to have."""
    return {_name(usual): ",".join(_name(key.strip()) for key in keys.split(",")) for usual, keys in wanted.items()}


def _name(key: str) -> str:
    """Return a key's name, where it is written as the sign that it makes."""
    return key_name(key) if len(key) == 1 else key


def identify(bindings: BindingsMap) -> None:
    """Give each command of a screen the name of the first of its keys."""
    first: dict[str, str] = {}
    for key, those in bindings.key_to_bindings.items():
        for binding in those:
            first.setdefault(binding.action, key)
    for key, those in bindings.key_to_bindings.items():
        bindings.key_to_bindings[key] = [replace(each, id=each.id or first[each.action]) for each in those]
