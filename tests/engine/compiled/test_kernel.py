"""Kernels and their stand-ins."""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import interpreted_form, kernel, stands_in_for
from knightwatch.engine.queens.kernels.diagonals import swap_rows
from knightwatch.engine.queens.kernels.evolve import generations

Numbers = NDArray[np.int64]


@kernel
def double(numbers: Numbers) -> int:
    for i in range(len(numbers)):
        numbers[i] *= 2
    return 1


@stands_in_for(double)
def double_at_once(numbers: Numbers) -> int:
    numbers *= 2
    return 2


@kernel
def call_double(numbers: Numbers) -> int:
    return double(numbers)


@kernel
def deep(numbers: Numbers, times: int = 3) -> int:
    """Call a kernel, and itself."""
    return double(numbers) if times == 0 else deep(numbers, times - 1)


def test_the_form_of_a_kernel_calls_stand_ins() -> None:
    numbers = np.array([2, 3])
    assert call_double(numbers) == 1
    assert interpreted_form(call_double)(numbers) == 2
    assert numbers.tolist() == [8, 12]


def test_the_form_of_a_recursive_kernel_calls_stand_ins() -> None:
    assert deep(np.array([2])) == 1
    assert interpreted_form(deep)(np.array([2])) == 2


def test_a_kernel_that_reaches_no_stand_in_is_its_own_form() -> None:
    assert interpreted_form(swap_rows) is swap_rows
    assert interpreted_form(generations) is not generations
    assert interpreted_form(len) is len
