"""Numbers of Hypothesis examples: few in `make test`, 40 times as many in `make storm`."""

from typing import Any

from hypothesis import settings

USUAL = 10
"""Examples of the profile of `make test`."""


def few(number: int, **options: Any) -> settings:
    """Return settings with this number of examples in `make test`, and in proportion in other profiles."""
    return settings(max_examples=number * settings().max_examples // USUAL, **options)
