"""The server: one web page, and for each visitor a process that runs knightwatch and nothing else.

textual-serve transports keys, mouse events and drawings. This module gives each visitor a temporary folder and limits
on memory and time. The page loads nothing from other hosts.

`Visit` and `Site` override private methods of textual-serve; tests/tui/web/test_textual_serve.py lists them.
"""

import asyncio
import logging
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Coroutine
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
from knightwatch.engine.own.permission import ALLOW
from knightwatch.tui.web.folders import remove_abandoned, visit_folder
from knightwatch.tui.web.hosts import is_known, listen_fault
from knightwatch.tui.web.limits import Serving
from knightwatch.tui.web.usage import wait_until_over

HERE = Path(__file__).parent
MAX_COLUMNS, MAX_ROWS = 400, 150
GRACE = 3.0
"""Seconds that a process has to exit before it is killed."""
INHERITED = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "TZ")
"""Environment variables that a visitor's process inherits from the server."""
FULL = "All places for visitors are taken: please try again later."


def clamped(width: int, height: int) -> tuple[int, int]:
    """Return the nearest allowed screen size."""
    return min(max(int(width), 1), MAX_COLUMNS), min(max(int(height), 1), MAX_ROWS)


class Visit(AppService):
    """A visitor's process, with its own folder."""

    folder: Path
    megabytes: int

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """Return the environment of the process: its own folders, but the server's cache of compiled code."""
        default = super()._build_environment(width, height)
        own = {
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder),
            "XDG_CACHE_HOME": str(user_cache_path("knightwatch").parent),
        }
        own |= {f"XDG_{name}_HOME": str(self.folder) for name in ("DATA", "STATE", "CONFIG")}
        own |= {f"KNIGHTWATCH_{name}": str(self.folder / f"{name.lower()}.sqlite") for name in ("RUNS", "STORE")}
        own |= SAFE | {ALLOW: "0", "PYTHONUTF8": "1", "TERM": "xterm-256color"}
        inherited = {name: value for name, value in default.items() if name in INHERITED or name.startswith("TEXTUAL")}
        return inherited | own | {"COLUMNS": str(width), "ROWS": str(height), "COLORTERM": "truecolor"}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Start knightwatch without a shell, in its own session and folder."""
        self._process = process = await asyncio.create_subprocess_exec(
            *module_command("knightwatch.tui.web.visitor", str(self.megabytes * 1_000_000), str(os.getpid())),
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
        """Send the process a new screen size, clamped to the limits."""
        await super().set_terminal_size(*clamped(width, height))

    async def wait_until_over(self) -> None:
        """Return once the visitor's processes together use too much memory."""
        assert self._process
        await wait_until_over(self._process.pid, self.megabytes * 1_000_000)

    async def stop(self) -> None:
        """Ask the process to exit, then kill it and all processes that it started."""
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
    """The web server: the page, and a visit for each open page."""

    def __init__(self, serving: Serving, say: Callable[[str], None]) -> None:
        """Take the limits, and a function that prints a message."""
        super().__init__("knightwatch", serving.host, serving.port, "knightwatch", templates_path=HERE)
        self._serving = serving
        self._say = say
        self.visits: set[Visit] = set()

    def run(self) -> None:
        """Serve until a signal arrives; raise BadInput if the address cannot be used."""
        logging.basicConfig(level=logging.ERROR)
        try:
            asyncio.run(self._run())
        except (OSError, UnicodeError) as error:
            place = f"{quoted(self._serving.host)}:{self._serving.port}"
            raise BadInput(f"cannot listen at {place} ({listen_fault(error)}): choose another host or port") from None

    async def _run(self) -> None:
        ending = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # under nohup
                asyncio.get_running_loop().add_signal_handler(number, ending.set)
        remove_abandoned()
        app = await self._make_app()
        app.middlewares.append(host_check(self._serving.host))
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=GRACE)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._serving.host, self._serving.port).start()
            port = runner.addresses[0][1]
            self._say(f"knightwatch is served at http://{self._serving.host}:{port}/ until Ctrl+C.")
            await ending.wait()
        finally:
            await asyncio.gather(*(visit.stop() for visit in self.visits))
            await runner.cleanup()

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing: `_run` prints the address once the port is known."""

    async def handle_index(self, request: web.Request) -> web.Response:
        """Return the page, with this server's address as the browser knows it."""
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
        """Run one visit, from the opened page to its end."""
        origin = request.headers.get("Origin", "")
        if origin and origin.partition("://")[2] != request.host:  # another site's page in the visitor's browser
            raise web.HTTPForbidden(text="Only knightwatch's own page may connect.")
        if len(self.visits) >= self._serving.visitors:
            raise web.HTTPServiceUnavailable(text=FULL)
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=1 << 16)

        async def close() -> None:
            await socket.close()

        with visit_folder() as folder:
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
                await self._talk(self._process_messages(socket, visit), visit)
            except (
                AssertionError,
                LookupError,
                TypeError,
                ValueError,
                AttributeError,
                ConnectionError,
                RecursionError,
            ):
                pass  # a message that our page never sends
            finally:
                await visit.stop()
                self.visits.discard(visit)
                await socket.close()
        return socket

    async def _talk(self, messages: Coroutine[Any, Any, None], visit: Visit) -> None:
        """Process messages until the page closes, the time is up, or the visit uses too much memory."""
        talking, outgrowing = (asyncio.ensure_future(each) for each in (messages, visit.wait_until_over()))
        try:
            minutes = self._serving.minutes
            await asyncio.wait((talking, outgrowing), timeout=60 * minutes, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (talking, outgrowing):
                task.cancel()
            await asyncio.gather(talking, outgrowing, return_exceptions=True)
        if not talking.cancelled():
            talking.result()


def _number(request: web.Request, name: str, default: int) -> int:
    text = request.query.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else default


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
