"""Names by which a browser may call the server.

A page of another site can point its own DNS name at this machine and then talk to the server as its own (DNS
rebinding). The browser still sends that name as Host, so the server answers only to names that it knows.
"""

import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address

from aiohttp import web

LOOPBACK = "localhost"


def is_known(host: str, served: str) -> bool:
    """Tell whether a Host header names this server: an address, localhost, the machine or the name of `--host`."""
    name = host.rpartition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]
    try:
        ip_address(name)
    except ValueError:
        return name.casefold() in (LOOPBACK, served.casefold(), socket.gethostname().casefold())
    return True  # an address is no name that DNS could rebind


def host_check(served: str) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Return the middleware that refuses requests for other hosts."""

    @web.middleware
    async def check(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not is_known(request.host, served):
            raise web.HTTPForbidden(text="This server does not answer to that name: use its address, or --host NAME.")
        return await handler(request)

    return check
