"""Chinese remaindering: compute a number of any size from its remainders modulo primes of 32 bits."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

BITS = 32


@cache
def _small_primes() -> list[int]:
    """Return the primes below 2 ** 16: trial division by them decides any number of 32 bits."""
    divisors = [2, *range(3, 1 << BITS // 4, 2)]
    return [2, *(n for n in range(3, 1 << BITS // 2, 2) if _is_prime(n, divisors))]


def _is_prime(n: int, divisors: list[int]) -> bool:
    return all(n % d for d in takewhile(lambda d: d * d <= n, divisors))


def primes() -> Iterator[int]:
    """Yield the primes of 32 bits, largest first."""
    return (n for n in range((1 << BITS) - 1, 1 << BITS - 1, -2) if _is_prime(n, _small_primes()))


def primes_for(bits: float) -> list[int]:
    """Return enough primes for a number of at most this many bits: their product is larger."""
    chosen, left = list[int](), bits
    for prime in primes():
        if left < 0:
            break
        chosen.append(prime)
        left -= BITS - 0.01
    return chosen


def chinese_remainder(remainders: Sequence[tuple[int, int]]) -> int:
    """Return the smallest number with these remainders, given as pairs (prime, remainder)."""
    number, modulus = 0, 1
    for prime, remainder in remainders:
        number += modulus * ((remainder - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number
