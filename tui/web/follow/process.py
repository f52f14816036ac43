"""The process of the server. It reads the screen from the lecturer's program, and ends with it."""

import asyncio
import json
import os
import socket
import sys
from contextlib import suppress
from typing import Any

from knightwatch.tui.web.follow.server import FollowServer
from knightwatch.tui.web.follow.stage import Stage
from knightwatch.tui.web.hosts import listen_fault

LONGEST_LINE = 1 << 22
"""Bytes of a row; 400 columns need 20,000."""
CHECK_SECONDS = 0.5
"""Seconds between two checks that the lecturer's program still runs."""
FILES = 4096
"""Open files that the process asks the system for."""


def main() -> None:
    """Serve the screen that arrives on standard input. Argument: the process id of the lecturer's program."""
    _allow_files()
    asyncio.run(_run(int(sys.argv[1])))


def _allow_files() -> None:
    """Raise the limit of open files, which is 256 on some systems."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _run(lecturer: int) -> None:
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=0), limit=LONGEST_LINE)
    given = json.loads(await reader.readline())
    stage = Stage()
    server = FollowServer(stage, given["host"], given["word"], given["visitors"])
    try:
        listening = await server.start(given["port"])
    except (OSError, UnicodeError) as error:
        await _say(writer, {"error": listen_fault(error)})
        return
    await _say(writer, {"port": listening.sockets[0].getsockname()[1]})
    counting = asyncio.ensure_future(_count(server, writer))
    tasks = [asyncio.ensure_future(task) for task in (_receive(reader, stage), _watch(lecturer))]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    counting.cancel()
    listening.close()
    await server.finish()


async def _say(writer: asyncio.StreamWriter, answer: dict[str, Any]) -> None:
    writer.write(json.dumps(answer).encode() + b"\n")
    await writer.drain()


async def _receive(reader: asyncio.StreamReader, stage: Stage) -> None:
    """Put rows on the stage until the lecturer's program closes the channel."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while True:
            header = json.loads(await reader.readuntil())
            rows = [(y, (await reader.readuntil())[:-1]) for y in header["rows"]]
            stage.put(tuple(header["size"]), rows)


async def _watch(lecturer: int) -> None:
    """Return when the lecturer's program has ended, even if another process still has its channel."""
    while os.getppid() == lecturer:
        await asyncio.sleep(CHECK_SECONDS)


async def _count(server: FollowServer, writer: asyncio.StreamWriter) -> None:
    """Tell the lecturer's program how many visitors there are, whenever the number changes."""
    changed = asyncio.Event()
    server.on_change = changed.set
    writer.transport.set_write_buffer_limits(0)
    with suppress(OSError):
        while True:
            await changed.wait()
            changed.clear()
            await _say(writer, {"visitors": server.visitors})


if __name__ == "__main__":
    main()
