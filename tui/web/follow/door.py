"""The word that visitors type: a cookie remembers it, and wrong words are limited."""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

COOKIE = "knightwatch"
MAX_WRONG = 10
"""Wrong words from one address before it must wait."""
SECONDS_EACH = 6.0
"""Seconds until an address may try one more word."""
MAX_ADDRESSES = 1000
"""Addresses whose wrong words are remembered; the oldest is forgotten."""


class Door:
    """Lets visitors in who know the word; without a word, everyone."""

    def __init__(self, word: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._word = _normal(word)
        self._pair = f"{COOKIE}={secrets.token_urlsafe()}"
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Wrong words by address: how many count, and when that was computed."""

    def admits(self, cookies: str) -> bool:
        """Tell whether a request may see the screen."""
        if not self._word:
            return True
        # Cookies of other servers on this host come too. Python's parser gives up at the first odd one.
        given = [pair.strip().encode() for pair in cookies.split(";")]
        return any(hmac.compare_digest(pair, self._pair.encode()) for pair in given)

    def cookie(self) -> str:
        """Return the header that remembers the word."""
        return f"{self._pair}; HttpOnly; SameSite=Strict; Path=/"

    def must_wait(self, address: str) -> bool:
        """Tell whether too many wrong words came from an address."""
        return self._count(_network(address)) > MAX_WRONG - 1

    def is_right(self, address: str, word: str) -> bool:
        """Compare a word, whatever its case; count it if it is wrong."""
        if hmac.compare_digest(_normal(word).encode(errors="replace"), self._word.encode()):
            return True
        network = _network(address)
        self._wrong[network] = self._count(network) + 1, self._clock()
        self._wrong.move_to_end(network)
        if len(self._wrong) > MAX_ADDRESSES:
            self._wrong.popitem(last=False)
        return False

    def _count(self, network: str) -> float:
        """Return how many wrong words count now: fewer with time."""
        count, then = self._wrong.get(network, (0.0, 0.0))
        return max(0.0, count - (self._clock() - then) / SECONDS_EACH)


def _normal(word: str) -> str:
    """Return a word as it is compared: phones begin it with a capital, and add a space."""
    return " ".join(word.casefold().split())


def _network(address: str) -> str:
    """Return an address; of IPv6, the half that names the network, since a machine has all addresses of the other."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and not parsed.ipv4_mapped:
        return parsed.exploded[:19]
    return str(parsed)
