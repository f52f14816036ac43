"""Start the server process from the lecturer's program, and end it with the screen."""

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from knightwatch.engine.children import environment, module_command
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.tui.broadcast.broadcast import Broadcast
from knightwatch.tui.web.limits import Following

START_SECONDS = 30.0
"""Seconds that the process has to start."""
GRACE = 3.0
"""Seconds that the process has to exit before it is killed."""
EVERYWHERE = ("0.0.0.0", "::", "")
"""Hosts that mean all addresses of this machine."""
ELSEWHERE = "192.0.2.1", 9
"""An address for documentation: nothing is sent there."""


@contextmanager
def followed(following: Following) -> Iterator[Broadcast]:
    """Start the server; yield the channel to it. Raise BadInput if the address cannot be used."""
    ours, theirs = socket.socketpair()
    command = module_command("knightwatch.tui.web.follow.process", str(os.getpid()))
    # An own session: Ctrl+Z stops the program, but its visitors still see the screen.
    with theirs:
        process = subprocess.Popen(
            command,
            stdin=theirs.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment(),
            start_new_session=True,
        )
    try:
        with ours:
            port = _agreed_port(ours, following)
            ours.setblocking(False)
            yield Broadcast(ours, f"http://{_host(following.host)}:{port}/", following.word, following.local)
    finally:
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _agreed_port(channel: socket.socket, following: Following) -> int:
    """Send the options; return the port that the server listens on."""
    channel.settimeout(START_SECONDS)
    answer = b""
    with suppress(OSError):
        channel.sendall(json.dumps(following.model_dump()).encode() + b"\n")
        while not answer.endswith(b"\n") and (read := channel.recv(4096)):
            answer += read
    found = json.loads(answer) if answer.endswith(b"\n") else {"error": "the server did not start"}
    if "error" in found:
        place = f"{quoted(following.host)}:{following.port}"
        raise BadInput(f"cannot listen at {place} ({found['error']}): choose another host or port")
    return int(found["port"])


def _host(host: str) -> str:
    """Return the host for visitors to type; for all addresses of this machine, its address in the network."""
    if host in EVERYWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ELSEWHERE)  # sends nothing, but chooses a network
            return str(probe.getsockname()[0])
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
