"""The random numbers of the kernels as a `random.Random`, in plain Python: xoshiro256++ and Lemire's method."""

from collections.abc import MutableSequence
from random import Random
from typing import Any

import numpy as np

from knightwatch.engine.compiled.rng import generator
from knightwatch.engine.tour.solvers.base import scattered

WORD = 2**64
HALF = 2**32


def rotated(x: int, k: int) -> int:
    """Return a word whose bits moved k places to the left, in a circle."""
    return ((x << k) | (x >> (64 - k))) % WORD


class KernelRandom(Random):
    """Draws what kernels draw with the same seed; plain versions of solvers then take the same steps."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.words: list[int] = generator(seed).tolist()

    def word(self) -> int:
        """Return 64 random bits, as the authors of xoshiro256++ describe them."""
        s = self.words
        word = (rotated((s[0] + s[3]) % WORD, 23) + s[0]) % WORD
        t = (s[1] << 17) % WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return word

    def random(self) -> float:
        return (self.word() >> 11) / 2**53

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        assert stop is None
        assert step == 1
        while True:
            whole, rest = divmod((self.word() >> 32) * start, HALF)
            if rest >= HALF % start:
                return whole

    def choice(self, seq: Any) -> Any:
        return seq[self.randrange(len(seq))]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        for i in range(len(x) - 1, 0, -1):
            j = self.randrange(i + 1)
            x[i], x[j] = x[j], x[i]


class StartsRandom(KernelRandom):
    """The same for tours: a shuffle gives starts the order that their seed gives them, without random numbers."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seed_of_starts = seed

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = [x[i] for i in scattered(np.arange(len(x)), self.seed_of_starts)]
