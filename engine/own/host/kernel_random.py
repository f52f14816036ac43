"""The random numbers of kernels as a `random.Random`, in plain Python: xoshiro256++ and Lemire's method.

With them a plain version of a built-in solver takes the same steps as its kernel. Standard library only.
"""

from collections.abc import MutableSequence, Sequence
from math import gcd
from random import Random
from typing import Any

WORD = 2**64
HALF = 2**32


def rotated(x: int, k: int) -> int:
    """Return a word whose bits moved k places to the left, in a circle."""
    return ((x << k) | (x >> (64 - k))) % WORD


class KernelRandom(Random):
    """Draws what kernels draw from a generator with the same four words."""

    def __init__(self, words: Sequence[int], starts: Sequence[int] = ()) -> None:
        """Take the words of a generator; `starts` are the two words that put the starts of a tour into order."""
        super().__init__()
        self.words = list(words)
        self._starts = list(starts)

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
        if self._starts:  # tours: a random first start, then the others in equal strides
            n, (first, stride) = len(x), self._starts
            while gcd(stride, n) > 1:
                stride += 1
            x[:] = [x[(first + k * stride) % n] for k in range(n)]
            return
        for i in range(len(x) - 1, 0, -1):
            j = self.randrange(i + 1)
            x[i], x[j] = x[j], x[i]
