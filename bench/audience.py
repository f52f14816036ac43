"""A room full of visitors in a process of its own: `python -m bench.audience HOST PORT VISITORS SLOW SILENT SECONDS`.

Prints JSON: for each reading visitor, the generations that its page showed, with their times. Visitors only search for
the generation: 80 real browsers have 80 processors to draw with.
"""

import asyncio
import json
import re
import sys
import time
import zlib
from contextlib import suppress

from bench.following import Follower

SHOWN = re.compile(rb'" generation ([\d,]+) "')
SLOW_BYTES, SLOW_SECONDS = 1024, 0.25
"""A slow visitor reads so many bytes, then waits so long."""

Seen = list[tuple[int, float]]


async def visit(at: tuple[str, int], slow: bool) -> Seen:
    """Follow the screen; return the generations with their times."""
    line, seen, rest = Follower(), [], b""
    await line.connect(at, narrow=slow)
    unpack = zlib.decompressobj(31)
    with suppress(asyncio.CancelledError):
        while data := await line.receive(SLOW_BYTES if slow else 2**16):
            rest += unpack.decompress(data)
            events, end, rest = rest.rpartition(b"\n\n") if b"\n\n" in rest else (b"", b"", rest)
            if end and (found := SHOWN.findall(events)):
                seen.append((int(found[-1].replace(b",", b"")), time.monotonic()))
            if slow:
                await asyncio.sleep(SLOW_SECONDS)
    await line.close()
    return seen


async def room(at: tuple[str, int], visitors: int, slow: int, silent: int, seconds: float) -> dict[str, list[Seen]]:
    """Let visitors follow for some seconds."""
    quiet = [Follower() for _ in range(silent)]
    for each in quiet:
        await each.connect(at, narrow=True)
    kinds = {"quick": [False] * (visitors - slow - silent), "slow": [True] * slow}
    tasks = {kind: [asyncio.ensure_future(visit(at, each)) for each in slowness] for kind, slowness in kinds.items()}
    await asyncio.sleep(seconds)
    for task in (task for some in tasks.values() for task in some):
        task.cancel()
    found = {kind: [await task for task in some] for kind, some in tasks.items()}
    for each in quiet:
        await each.close()
    return found


if __name__ == "__main__":
    host, port, *numbers = sys.argv[1:]
    visitors, slow, silent = map(int, numbers[:3])
    print(json.dumps(asyncio.run(room((host, int(port)), visitors, slow, silent, float(numbers[3])))))
