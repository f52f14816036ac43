"""Messages between the program and the process of a solver: a length, then JSON. Some carry a socket.

Standard library only: the solver's process imports this module. Both ends treat the other's messages as data.
"""

import json
import socket
import struct
from typing import Any

HEADER = struct.Struct("!I")
LARGEST = 1 << 28
"""Bytes of the largest message: room for a path over a million squares."""


class Broken(Exception):
    """The other end is gone, or sent something that is not a message."""


def send(line: socket.socket, message: Any, passed: socket.socket | None = None) -> None:
    """Send a message and, with it, a socket. Raise Broken if nobody reads."""
    data = json.dumps(message, separators=(",", ":")).encode()
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
    try:
        head, fds, _, _ = socket.recv_fds(line, HEADER.size, 1)
        passed = socket.socket(fileno=fds[0]) if fds else None
        size = HEADER.unpack(head + _exactly(line, HEADER.size - len(head)) if head else b"")[0]
        if size > LARGEST:
            raise Broken
        return json.loads(_exactly(line, size)), passed
    except (OSError, ValueError, RecursionError, struct.error):
        raise Broken from None


def _exactly(line: socket.socket, size: int) -> bytes:
    parts = []
    while size:
        part = line.recv(min(size, 1 << 20))
        if not part:
            raise Broken
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
