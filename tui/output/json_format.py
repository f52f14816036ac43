"""The JSON format that scripts read: one object on one line, with the version of the format."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

FORMAT_VERSION = 1
"""Goes up when a field is removed, renamed or changes its meaning. A new field does not change it."""


def versioned(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a JSON object with the version of the format as its first field."""
    return {"version": FORMAT_VERSION, **fields}


def json_line(fields: Mapping[str, Any]) -> str:
    """Return a JSON object with its version as one line. A field may be an array of whole numbers."""
    written = (
        f"{json.dumps(name)}: {numbers(value) if isinstance(value, np.ndarray) else json.dumps(value)}"
        for name, value in versioned(fields).items()
    )
    return "{" + ", ".join(written) + "}\n"


def numbers(array: NDArray[Any]) -> str:
    """Return whole numbers as `json.dumps` writes their lists, in one pass over their digits.

    Each row of a table of characters has the text of one element, with all its numbers equally long. Leading zeros
    are left out at the end.
    """
    if not array.size or array.ndim > 2 or array.min() < 0:
        return json.dumps(array.tolist())
    rows: NDArray[Any] = array.reshape(len(array), -1).astype(np.uint32 if array.max() < 1 << 32 else np.uint64)
    length = len(str(array.max()))
    opening, closing = ("[", "]") if array.ndim == 2 else ("", "")
    pattern = opening + ", ".join(["0" * length] * rows.shape[1]) + closing + ", "
    text = np.tile(np.frombuffer(pattern.encode(), np.uint8), (len(rows), 1))
    shown = np.ones(text.shape, bool)
    for column in range(rows.shape[1]):
        left, place = rows[:, column], len(opening) + column * (length + 2)
        for digit in range(place + length - 1, place, -1):
            rest = left // 10
            text[:, digit] += (left - 10 * rest).astype(np.uint8)
            left = rest
            shown[:, digit - 1] = left > 0
        text[:, place] += left.astype(np.uint8)
    return f"[{text[shown].tobytes()[:-2].decode()}]"
