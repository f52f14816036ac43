"""Answers with arrays: a list of a million squares takes half a second to make, so checks and JSON take arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np


def as_lists(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer with lists in place of arrays."""
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in answer.items()}
