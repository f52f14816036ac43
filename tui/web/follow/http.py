"""Just enough HTTP for one request on each connection: bounded in bytes and in seconds.

There is one request on a connection, so nothing can hide in a second one.
"""

import asyncio
import re
from dataclasses import dataclass, field
from http import HTTPStatus

MAX_HEAD, MAX_BODY = 8192, 1024
"""Bytes of a request: its lines, and its body."""
REQUEST_SECONDS = 10.0
"""Seconds in which a request must arrive, or an answer must be read."""
FIRST_LINE = re.compile(r"(GET|HEAD|POST) (/[!-~]*) HTTP/1\.[01]")
HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*")
ONCE = "host", "content-length"
"""Headers that may not be repeated."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Connection": "close",
}


class BadRequest(Exception):
    """A request that no browser sends."""


@dataclass(frozen=True)
class HttpRequest:
    """A request of a browser."""

    method: str
    path: str
    headers: dict[str, str]
    """By names in lower case."""
    body: str = ""


@dataclass(frozen=True)
class HttpAnswer:
    """An answer with a complete body."""

    status: HTTPStatus
    body: bytes = b""
    kind: str = "text/plain; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)

    def encoded(self, with_body: bool = True) -> bytes:
        """Return the answer as it is sent."""
        own = {"Content-Type": self.kind, "Content-Length": str(len(self.body))}
        return head(self.status, own | self.headers) + (self.body if with_body else b"")


def head(status: HTTPStatus, headers: dict[str, str]) -> bytes:
    """Return the first line and the headers of an answer."""
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in (SAFE_HEADERS | headers).items()]
    return "\r\n".join([*lines, "", ""]).encode()


async def read_request(reader: asyncio.StreamReader) -> HttpRequest:
    """Read a request; raise BadRequest if it is not one, TimeoutError if it arrives too slowly."""
    async with asyncio.timeout(REQUEST_SECONDS):
        try:
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
            first, headers = FIRST_LINE.fullmatch(lines[0]), _headers(lines[1:])
            length = headers.get("content-length", "0")
            if not first or "host" not in headers or "transfer-encoding" in headers:
                raise BadRequest
            if not re.fullmatch("[0-9]{1,4}", length) or int(length) > MAX_BODY:
                raise BadRequest
            body = await reader.readexactly(int(length))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise BadRequest from None
    return HttpRequest(first[1], first[2].partition("?")[0], headers, body.decode("utf-8", "replace"))


def _headers(lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        found = HEADER.fullmatch(line)
        if not found or (found[1].lower() in headers and found[1].lower() in ONCE):
            raise BadRequest
        headers[found[1].lower()] = found[2]
    return headers
