"""Numbers beyond 32 bits, put together from their remainders by primes."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

BITS = 32


@cache
def _small() -> list[int]:
    """Return the primes that tell whether a number of 32 bits is one."""
    found = [2]
    found += [n for n in range(3, 1 << BITS // 2, 2) if _is_prime(n, [2, *range(3, 1 << BITS // 4, 2)])]
    return found


def _is_prime(n: int, divisors: list[int]) -> bool:
    return all(n % d for d in takewhile(lambda d: d * d <= n, divisors))


def primes() -> Iterator[int]:
    """Return the primes of 32 bits, from the largest down."""
    return (n for n in range((1 << BITS) - 1, 1 << BITS - 1, -2) if _is_prime(n, _small()))


def enough_primes(bits: float) -> list[int]:
    """Return primes whose product has more bits than a number has at most."""
    found, left = list[int](), bits
    for prime in primes():
        if left < 0:
            break
        found.append(prime)
        left -= BITS - 0.01
    return found


def together(remainders: Sequence[tuple[int, int]]) -> int:
    """Return the least number that has some remainders, each given after its prime."""
    number, modulus = 0, 1
    for prime, remainder in remainders:
        number += modulus * ((remainder - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number
