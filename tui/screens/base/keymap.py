"""Keys that the user has changed in the configuration. The first default key of a command is its name there."""

from collections.abc import Mapping
from dataclasses import replace

from textual.binding import BindingsMap

from knightwatch.tui.textual_internals import key_name


def keymap(new_keys: Mapping[str, str]) -> dict[str, str]:
    """Return a keymap for Textual: from the default key of a command to its new keys."""
    return {
        _name(default): ",".join(_name(key.strip()) for key in keys.split(",")) for default, keys in new_keys.items()
    }


def _name(key: str) -> str:
    """Return the name that Textual gives to a key, such as `question_mark` for `?`."""
    return key_name(key) if len(key) == 1 else key


def identify(bindings: BindingsMap) -> None:
    """Set the id of each binding to the first key of its command, so that a keymap can change it."""
    first: dict[str, str] = {}
    for key, same_key in bindings.key_to_bindings.items():
        for binding in same_key:
            first.setdefault(binding.action, key)
    for key, same_key in bindings.key_to_bindings.items():
        bindings.key_to_bindings[key] = [replace(each, id=each.id or first[each.action]) for each in same_key]
