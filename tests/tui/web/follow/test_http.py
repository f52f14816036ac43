"""Requests: what browsers send is understood, and everything else is refused in bounded time and memory."""

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.tui.web.follow import http
from knightwatch.tui.web.follow.http import MAX_BODY, MAX_HEAD, BadRequest, HttpRequest, read_request


async def read(text: bytes) -> HttpRequest:
    reader = asyncio.StreamReader(limit=MAX_HEAD)
    reader.feed_data(text)
    reader.feed_eof()
    return await read_request(reader)


async def test_a_request_has_a_path_headers_and_a_body() -> None:
    found = await read(b"POST /a?b HTTP/1.1\r\nHost: here\r\nX-Y:  z \r\nContent-Length: 3\r\n\r\nabcd")
    assert (found.method, found.path, found.body) == ("POST", "/a", "abc")
    assert found.headers == {"host": "here", "x-y": "z", "content-length": "3"}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/2\r\nHost: a\r\n\r\n",
        b"PUT / HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % (MAX_BODY + 1),
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * MAX_HEAD + b"\r\n\r\n",
    ],
)
async def test_other_requests_are_refused(text: bytes) -> None:
    with pytest.raises(BadRequest):
        await read(text)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(text: bytes) -> None:
    for prefix in (b"", b"GET / HTTP/1.1\r\nHost: a\r\n"):
        with suppress(BadRequest):
            asyncio.run(read(prefix + text))


async def test_a_request_that_never_ends_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUEST_SECONDS", 0.01)
    reader = asyncio.StreamReader()
    reader.feed_data(b"GET / HTTP/1.1\r\n")
    with pytest.raises(TimeoutError):
        await read_request(reader)
