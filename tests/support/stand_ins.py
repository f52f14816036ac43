"""Kernels beside the forms that the interpreted tier calls."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np

from knightwatch.engine.compiled.tiers import interpret


def call_both(kernel: Callable[..., Any], *arguments: Any, working: int = 0) -> Any:
    """Call a kernel and, with copies of the arguments, its interpreted form. Both must write and return the same.

    The last `working` arguments are working memory, whose values do not count.
    """
    copies = deepcopy(arguments)
    with np.errstate(over="ignore"):
        returned = kernel(*arguments)
    np.testing.assert_equal(interpret(kernel, *copies), returned)
    for copy, argument in list(zip(copies, arguments, strict=True))[: len(arguments) - working]:
        np.testing.assert_array_equal(copy, argument)
    return returned
