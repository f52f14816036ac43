"""Random numbers for kernels: xoshiro256++ (Blackman and Vigna, 2019) over an array of four words.

The generator is an array like the rest of a search's state. So a saved state holds it, any split of a run draws
the same numbers, and the numbers depend on no library's version. The stand-ins draw the same numbers with Python's
integers, which are four times faster than NumPy's scalars.
"""

from collections.abc import Generator as GeneratorType
from collections.abc import Iterable, Iterator
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel, stands_in_for

Generator = NDArray[np.uint64]

WORDS = Struct("=4Q")
"""The four words of a generator, as bytes."""
MASK, LOW = 2**64 - 1, 2**32 - 1


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


def bits(rng: Any) -> int:
    """Return what `word` returns, as an integer of Python."""
    s0, s1, s2, s3 = WORDS.unpack_from(rng)
    mixed = (s0 + s3) & MASK
    shifted = s1 << 17 & MASK
    s2 ^= s0
    s3 ^= s1
    WORDS.pack_into(rng, 0, s0 ^ s3, s1 ^ s2, s2 ^ shifted, (s3 << 45 & MASK) | s3 >> 19)
    return int(((mixed << 23 & MASK | mixed >> 41) + s0) & MASK)


@stands_in_for(uniform)
def uniform_of_bits(rng: Generator) -> float:
    """Return a number from [0, 1)."""
    return (bits(rng) >> 11) * (1.0 / 9007199254740992.0)


@stands_in_for(below)
def below_of_bits(rng: Generator, n: int) -> int:
    """Return a whole number from 0 to n - 1."""
    bound = int(n)
    product = (bits(rng) >> 32) * bound
    while (rest := product & LOW) < bound and rest < (2**32 - bound) % bound:
        product = (bits(rng) >> 32) * bound
    return product >> 32


def words(rng: Any) -> GeneratorType[int, None, None]:
    """Yield what `word` returns, as integers of Python. Close it: that writes the generator back."""
    s0, s1, s2, s3 = WORDS.unpack_from(rng)
    try:
        while True:
            mixed = (s0 + s3) & MASK
            result = ((mixed << 23 & MASK | mixed >> 41) + s0) & MASK
            shifted = s1 << 17 & MASK
            s2 ^= s0
            s3 ^= s1
            s1 ^= s2
            s0 ^= s3
            s2 ^= shifted
            s3 = (s3 << 45 & MASK) | s3 >> 19
            yield result
    finally:
        WORDS.pack_into(rng, 0, s0, s1, s2, s3)


def belows(rng: Any, bounds: Iterable[int]) -> Iterator[int]:
    """Yield a number below each bound. Use all of them: the generator is written back at the end."""
    s0, s1, s2, s3 = WORDS.unpack_from(rng)
    for bound in bounds:
        while True:
            mixed = (s0 + s3) & MASK
            product = (((mixed << 23 & MASK | mixed >> 41) + s0 & MASK) >> 32) * bound
            shifted = s1 << 17 & MASK
            s2 ^= s0
            s3 ^= s1
            s1 ^= s2
            s0 ^= s3
            s2 ^= shifted
            s3 = (s3 << 45 & MASK) | s3 >> 19
            if (rest := product & LOW) >= bound or rest >= (2**32 - bound) % bound:
                break
        yield product >> 32
    WORDS.pack_into(rng, 0, s0, s1, s2, s3)


@stands_in_for(shuffle)
def shuffle_list(items: NDArray[Any], first: int, last: int, rng: Generator) -> None:
    """Put items[first:last] into random order, as a list."""
    values = items[first:last].tolist()
    places = range(len(values) - 1, 0, -1)
    for i, j in zip(places, belows(rng, range(len(values), 1, -1)), strict=True):
        values[i], values[j] = values[j], values[i]
    items[first:last] = values
