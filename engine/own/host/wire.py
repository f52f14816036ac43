"""Messages between the program and the process of a solver: a length, then JSON. Some carry a socket.

Standard library only: the solver's process imports this module. Both ends treat the other's messages as data: the
author's code can write to any socket. Names are imported one by one, so that a changed module does not change them.
"""

import signal
import socket
import struct
from json import dumps, loads
from time import monotonic
from typing import Any

ASK = signal.SIGURG
"""The signal that asks for the running line. If the author's code resets it, it does nothing."""
HEADER = struct.Struct("!I")
LARGEST = 1 << 28
"""Bytes of the largest message: room for a path over a million squares."""
SECONDS = 10.0
"""Seconds that one message may take from its first byte to its last."""


class Broken(Exception):
    """The other end is gone, or sent something that is not a message."""


def send(line: socket.socket, message: Any, passed: socket.socket | None = None) -> None:
    """Send a message and, with it, a socket. Raise Broken if nobody reads."""
    data = dumps(message, separators=(",", ":")).encode()
    if len(data) > LARGEST:
        raise Broken
    head = HEADER.pack(len(data))
    try:
        if passed is None:
            line.sendall(head + data)
        else:
            socket.send_fds(line, [head], [passed.fileno()])
            line.sendall(data)
    except OSError:
        raise Broken from None


def receive(line: socket.socket) -> Any:
    """Return the next message. Raise Broken at the end of the line."""
    return receive_with_socket(line)[0]


def receive_with_socket(line: socket.socket) -> tuple[Any, socket.socket | None]:
    """Return the next message, and the socket that it carries. Raise Broken at the end of the line."""
    passed = None
    try:
        head, fds, _, _ = socket.recv_fds(line, HEADER.size, 1)
        passed = socket.socket(fileno=fds[0]) if fds else None
        if not head:
            raise Broken
        deadline = monotonic() + SECONDS
        (size,) = HEADER.unpack(head + _exactly(line, HEADER.size - len(head), deadline))
        if size > LARGEST:
            raise Broken
        return loads(_exactly(line, size, deadline)), passed
    except (OSError, ValueError, RecursionError, MemoryError, Broken):
        if passed:
            passed.close()
        raise Broken from None
    finally:
        if line.fileno() >= 0:
            line.settimeout(None)


def _exactly(line: socket.socket, size: int, deadline: float) -> bytes:
    parts = []
    while size:
        line.settimeout(max(0.001, deadline - monotonic()))
        part = line.recv(min(size, 1 << 20))
        if not part:
            raise Broken
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
