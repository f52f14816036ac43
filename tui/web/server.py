"""The server: a page, and behind it, for every visitor, a process that shows knightwatch and can do nothing else.

textual-serve passes on keys, mouse and pictures. Here it is seen to that a visitor has a folder of their own, which
goes when they do, and no more of the machine than they may have; and that the page asks nobody else for anything.
"""

import asyncio
import logging
import os
import signal
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp_jinja2
from aiohttp import web
from platformdirs import user_cache_path
from textual_serve.app_service import AppService
from textual_serve.server import Server

from knightwatch.engine.children import SAFE, module_command
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.tui.web.limits import Serving
from knightwatch.tui.web.usage import outgrown

HERE = Path(__file__).parent
MOST_COLUMNS, MOST_ROWS = 400, 150
GRACE = 3.0
"""Seconds that a process has to end, before it is ended."""
KNOWN = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "TZ")
"""Variables of the server's that visitors have too."""
FULL = "There are as many visitors as there may be: come back in a while."


def clamped(width: int, height: int) -> tuple[int, int]:
    """Return a size that a screen can have."""
    return min(max(int(width), 1), MOST_COLUMNS), min(max(int(height), 1), MOST_ROWS)


class Visit(AppService):
    """A visitor's process, with a folder of its own."""

    folder: Path
    megabytes: int

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """Return the variables of the process: nothing that the server knows, but for where machine code is."""
        usual = super()._build_environment(width, height)
        own = {
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder),
            "XDG_CACHE_HOME": str(user_cache_path("knightwatch").parent),
        }
        own |= {f"XDG_{name}_HOME": str(self.folder) for name in ("DATA", "STATE", "CONFIG")}
        own |= {f"KNIGHTWATCH_{name}": str(self.folder / f"{name.lower()}.sqlite") for name in ("RUNS", "STORE")}
        own |= SAFE | {"PYTHONUTF8": "1", "TERM": "xterm-256color"}
        known = {name: value for name, value in usual.items() if name in KNOWN or name.startswith("TEXTUAL")}
        return known | own | {"COLUMNS": str(width), "ROWS": str(height), "COLORTERM": "truecolor"}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start the process: knightwatch, without a shell, in a group and a folder of its own."""
        self._process = process = await asyncio.create_subprocess_exec(
            *module_command("knightwatch.tui.cli.visitor", str(self.megabytes * 1_000_000), str(os.getpid())),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            cwd=self.folder,
            start_new_session=True,
        )
        self._stdin = process.stdin
        return process

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tell the process about another size, within reason."""
        await super().set_terminal_size(*clamped(width, height))

    async def outgrown(self) -> None:
        """Return when all that the visitor has started uses more memory than a visitor may."""
        assert self._process
        await outgrown(self._process.pid, self.megabytes * 1_000_000)

    async def stop(self) -> None:
        """Ask the process to end, and see to it that it does, with all that it has started."""
        process = self._process
        if process is None:
            return
        if process.returncode is None:
            await self.send_meta({"type": "quit"})
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), GRACE)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


class Site(Server):
    """What is served, and to whom."""

    def __init__(self, serving: Serving, tell: Callable[[str], None]) -> None:
        """Serve within limits; what there is to say about it is told."""
        super().__init__("knightwatch", serving.host, serving.port, "knightwatch", templates_path=HERE)
        self._serving = serving
        self._tell = tell
        self.visits: set[Visit] = set()

    def run(self) -> None:
        """Serve until somebody ends it; raises BadInput where that cannot begin."""
        logging.basicConfig(level=logging.ERROR)
        try:
            asyncio.run(self._run())
        except (OSError, UnicodeError) as error:  # the latter where no name could be so long
            place = f"{quoted(self._serving.host)}:{self._serving.port}"
            reason = error.strerror if isinstance(error, OSError) else "no host has such a name"
            raise BadInput(f"{place} cannot be listened at ({reason}): choose another host or port") from None

    async def _run(self) -> None:
        ended = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # nohup means it
                asyncio.get_running_loop().add_signal_handler(number, ended.set)
        runner = web.AppRunner(await self._make_app(), access_log=None, shutdown_timeout=GRACE)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._serving.host, self._serving.port).start()
            port = runner.addresses[0][1]
            self._tell(f"knightwatch is served at http://{self._serving.host}:{port}/ until Ctrl+C.")
            await ended.wait()
        finally:
            await asyncio.gather(*(visit.stop() for visit in self.visits))
            await runner.cleanup()

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing before the port is known."""

    async def handle_index(self, request: web.Request) -> web.Response:
        """Return the page, with addresses as the visitor knows this machine."""
        if len(self.visits) >= self._serving.visitors:
            raise web.HTTPServiceUnavailable(text=FULL)
        scheme = "wss" if request.scheme == "https" else "ws"
        size = request.query.get("fontsize", "16")
        context = {
            "static": "/static/",
            "socket": f"{scheme}://{request.host}/ws",
            "font_size": size if size.isdecimal() and len(size) < 3 else "16",
        }
        return aiohttp_jinja2.render_template("page.html", request, context)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Let somebody visit, as long as they stay and may."""
        origin = request.headers.get("Origin", "")
        if origin and origin.partition("://")[2] != request.host:  # a page of somebody else's, in the visitor's browser
            raise web.HTTPForbidden(text="This is only for the page of knightwatch itself.")
        if len(self.visits) >= self._serving.visitors:
            raise web.HTTPServiceUnavailable(text=FULL)
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=1 << 16)

        async def close() -> None:
            await socket.close()

        with tempfile.TemporaryDirectory(prefix="knightwatch-", ignore_cleanup_errors=True) as folder:
            visit = Visit(
                self.command,
                write_bytes=socket.send_bytes,
                write_str=socket.send_str,
                close=close,
                download_manager=self.download_manager,
            )
            visit.folder, visit.megabytes = Path(folder), self._serving.megabytes
            self.visits.add(visit)
            try:
                await socket.prepare(request)
                await visit.start(*clamped(_number(request, "width", 80), _number(request, "height", 24)))
                await self._last(self._process_messages(socket, visit), visit)
            except (
                AssertionError,
                LookupError,
                TypeError,
                ValueError,
                AttributeError,
                ConnectionError,
                RecursionError,
            ):
                pass  # nothing that our page would send
            finally:
                await visit.stop()
                self.visits.discard(visit)
                await socket.close()
        return socket

    async def _last(self, talk: Coroutine[Any, Any, None], visit: Visit) -> None:
        """Let a visit last until nobody talks any more, it has taken its time, or it has outgrown its memory."""
        talking, outgrowing = (asyncio.ensure_future(each) for each in (talk, visit.outgrown()))
        try:
            minutes = self._serving.minutes
            await asyncio.wait((talking, outgrowing), timeout=60 * minutes, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (talking, outgrowing):
                task.cancel()
            await asyncio.gather(talking, outgrowing, return_exceptions=True)
        if not talking.cancelled():
            talking.result()


def _number(request: web.Request, name: str, usual: int) -> int:
    text = request.query.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else usual
