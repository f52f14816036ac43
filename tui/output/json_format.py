"""The JSON format that scripts read: one object on one line, with the version of the format."""

import json
from collections.abc import Mapping
from typing import Any

FORMAT_VERSION = 1
"""Goes up when a field is removed, renamed or changes its meaning. A new field does not change it."""


def versioned(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a JSON object with the version of the format as its first field."""
    return {"version": FORMAT_VERSION, **fields}


def json_line(fields: Mapping[str, Any]) -> str:
    """Return a JSON object with its version as one line."""
    return json.dumps(versioned(fields)) + "\n"
