"""Names by which a browser may call the server, and why it cannot listen at one.

A page of another site can point its own DNS name at this machine and then talk to the server as its own (DNS
rebinding). The browser still sends that name as Host, so the server answers only to names that it knows.
"""

import os
import socket
from ipaddress import ip_address

LOOPBACK = "localhost"


def is_known(host: str, served: str) -> bool:
    """Tell whether a Host header names this server: an address, localhost, the machine or the name of `--host`."""
    name = host.rpartition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]
    try:
        ip_address(name)
    except ValueError:
        return name.casefold() in (LOOPBACK, served.casefold(), socket.gethostname().casefold())
    return True  # an address is no name that DNS could rebind


def listen_fault(error: OSError | UnicodeError) -> str:
    """Return why a server cannot listen, without the words that asyncio adds."""
    if not isinstance(error, OSError):
        return "not a valid host name"  # UnicodeError: the name is too long
    unknown_host = isinstance(error, socket.gaierror) or not error.errno
    return str(error.strerror if unknown_host else os.strerror(error.errno or 0)).lower()
