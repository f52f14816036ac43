"""The random numbers of the kernels for a seed, as plain versions of solvers take them."""

from knightwatch.engine.own.companion import random_words
from knightwatch.engine.own.host import kernel_random


class KernelRandom(kernel_random.KernelRandom):
    """Draws what kernels draw with the same seed; plain versions of solvers then take the same steps."""

    def __init__(self, seed: int) -> None:
        super().__init__(random_words("queens", seed)["words"])


class StartsRandom(kernel_random.KernelRandom):
    """The same for tours: a shuffle gives starts the order that their seed gives them, without random numbers."""

    def __init__(self, seed: int) -> None:
        super().__init__(**random_words("tour", seed))
