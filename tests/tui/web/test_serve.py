"""In a browser: the same screens, for visitors that know nothing of each other and use no more than they may."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bench.browser import PATIENCE, chromium, served, visited
from knightwatch.engine.core.errors import BadInput
from knightwatch.tui.cli.main import run as cli
from knightwatch.tui.web.limits import Serving
from knightwatch.tui.web.server import MOST_COLUMNS, MOST_ROWS, clamped
from knightwatch.tui.web.usage import PROCESSES, outgrown, used


@pytest.mark.skipif(chromium() is None, reason="there is no Chromium here")
def test_keys_mouse_sizes_and_downloads_work_in_a_browser(tmp_path: Path) -> None:
    with served(tmp_path) as (address, _), visited(address) as it:
        it.click("watch searches think")
        it.page.keyboard.press("ArrowDown")
        it.page.keyboard.press("ArrowDown")
        it.until(lambda: it.shows("runs into a dead end"))
        it.click("12 by evolution")
        it.until(lambda: it.shows("12 queens") and it.shows("generation 0"))
        it.page.keyboard.press("n")
        it.until(lambda: it.shows("generation 1 "))
        it.page.set_viewport_size({"width": 700, "height": 500})
        it.until(lambda: it.screen.columns < 80 and "All" in it.screen.display[-1])
        it.page.keyboard.press("e")
        it.until(lambda: it.shows("result as JSON"))
        assert not it.shows("folder")
        it.page.keyboard.press("ArrowDown")
        with it.page.expect_download(timeout=1000 * PATIENCE) as download:
            it.page.keyboard.press("Enter")
        assert download.value.suggested_filename.endswith(".json")
        assert json.loads(Path(download.value.path()).read_text())["puzzle"] == "queens"
        it.page.keyboard.press("q")
        it.until(lambda: it.shows("Kept") and it.shows("12 queens"))


async def test_visitors_are_limited_apart_and_gone_when_they_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "of the server")
    with served(tmp_path, "--visitors", "1") as (address, server):
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(f"{address}ws", headers={"Origin": address.rstrip("/")}) as socket:
                await asyncio.wait_for(socket.receive(), PATIENCE)
                (visitor,) = children(server.pid)
                own = dict(part.split("=", 1) for part in read(visitor, "environ").split("\0") if "=" in part)
                assert "SECRET" not in own
                folder = Path(own["HOME"])
                assert folder.parent == tmp_path
                assert Path(f"/proc/{visitor}/cwd").resolve() == folder
                assert {own[name] for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "TMPDIR")} == {str(folder)}
                assert "2048000000" in next(line for line in read(visitor, "limits").splitlines() if "data" in line)
                async with session.get(address) as answer:
                    assert answer.status == 503
                    assert "as many visitors" in await answer.text()
                with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                    await session.ws_connect(f"{address}ws")
            async with asyncio.timeout(PATIENCE):
                while folder.exists() or children(server.pid):
                    await asyncio.sleep(0.02)
            async with session.get(address) as answer:
                assert answer.status == 200
                assert "://" not in (await answer.text()).replace(address.replace("http", "ws"), ""), "asks nobody else"
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await session.ws_connect(f"{address}ws", headers={"Origin": "http://elsewhere.example"})


async def test_a_visit_that_has_taken_its_time_ends(tmp_path: Path) -> None:
    with served(tmp_path, "--minutes", "0.01") as (address, server):
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}ws") as socket:
            async with asyncio.timeout(PATIENCE):
                while (await socket.receive()).type is not aiohttp.WSMsgType.CLOSE:
                    pass
                while children(server.pid):
                    await asyncio.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL])
async def test_whatever_ends_the_server_ends_its_visitors(tmp_path: Path, number: signal.Signals) -> None:
    with served(tmp_path) as (address, server):
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}ws") as socket:
            await asyncio.wait_for(socket.receive(), PATIENCE)
            (visitor,) = children(server.pid)
            server.send_signal(number)
            async with asyncio.timeout(PATIENCE):
                while Path(f"/proc/{visitor}").exists() and " Z " not in read(visitor, "stat"):
                    await asyncio.sleep(0.02)


@pytest.mark.skipif(not PROCESSES.exists(), reason="this system does not tell about its processes")
async def test_what_a_visitor_has_started_counts_as_memory_of_the_visit() -> None:
    hold = "held = b'x' * 60_000_000; input()"
    both = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {hold!r}])"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", both, stdin=asyncio.subprocess.PIPE, start_new_session=True
    )
    try:
        await asyncio.wait_for(outgrown(process.pid, 60_000_000), PATIENCE)
        assert 60_000_000 < used(process.pid) < 200_000_000
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def read(process: int, name: str) -> str:
    return Path(f"/proc/{process}/{name}").read_text()


def test_nobody_gets_a_screen_that_no_machine_could_draw() -> None:
    assert clamped(10**9, 0) == (MOST_COLUMNS, 1)
    assert clamped(-5, 10**9) == (1, MOST_ROWS)


def test_only_this_machine_is_served_unless_somebody_says_otherwise() -> None:
    assert Serving().local
    assert all(Serving(host=host).local for host in ("localhost", "127.0.0.2", "::1"))
    assert not any(Serving(host=host).local for host in ("0.0.0.0", "192.168.0.1", "example.org"))
    with pytest.raises(BadInput, match="port is 70000, but must be a whole number from 0 to"):
        Serving(port=70000)


@pytest.mark.parametrize(
    ("host", "named"),
    [("203.0.113.1", "203.0.113.1"), ("a" * 5000, "a" * 60 + "..."), ("\x1b[2J", "?[2J")],
    ids=["another", "long", "steering"],
)
def test_other_hosts_are_warned_about_and_a_place_that_is_taken_is_told(
    host: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli(["serve", "--host", host, "--port", "1"]) == 2
    warned, told = capsys.readouterr().err.splitlines()
    assert f"host is {named}, " in warned
    assert "there is no password" in warned
    assert f"{named}:1 cannot be listened at" in told
