"""Random numbers for kernels: xoshiro256++ (Blackman and Vigna, 2019) over an array of four words.

The generator is an array like the rest of a search's state. So a saved state holds it, any split of a run draws
the same numbers, and the numbers depend on no library's version.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel

Generator = NDArray[np.uint64]


def generator(seed: int) -> Generator:
    """Return a generator for a seed; equal seeds give equal numbers."""
    return np.random.SeedSequence(seed).generate_state(4, np.uint64).astype(np.uint64)


@kernel
def word(rng: Generator) -> Any:
    """Return 64 random bits."""
    s0, s1, s2, s3 = rng[0], rng[1], rng[2], rng[3]
    mixed = s0 + s3
    result = ((mixed << np.uint64(23)) | (mixed >> np.uint64(41))) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    rng[1] = s1 ^ s2
    rng[0] = s0 ^ s3
    rng[2] = s2 ^ shifted
    rng[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return result


@kernel
def uniform(rng: Generator) -> float:
    """Return a number from [0, 1)."""
    return float(word(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@kernel
def below(rng: Generator, n: int) -> int:
    """Return a whole number from 0 to n - 1, each equally likely (Lemire, 2019); n is below 2**32."""
    bound = np.uint64(n)
    low = np.uint64(0xFFFFFFFF)
    product = (word(rng) >> np.uint64(32)) * bound
    if (product & low) < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while (product & low) < threshold:
            product = (word(rng) >> np.uint64(32)) * bound
    return int(np.int64(product >> np.uint64(32)))


@kernel
def shuffle(items: NDArray[Any], first: int, last: int, rng: Generator) -> None:
    """Put items[first:last] into random order, each order equally likely."""
    for i in range(last - 1, first, -1):
        j = first + below(rng, i - first + 1)
        items[i], items[j] = items[j], items[i]
