"""The server: browsers show the same screens, and each visit is isolated and limited."""

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
from knightwatch.engine.own.permission import ALLOW
from knightwatch.tui.cli.main import run as cli
from knightwatch.tui.web.limits import Serving
from knightwatch.tui.web.server import MAX_COLUMNS, MAX_ROWS, clamped
from knightwatch.tui.web.usage import memory_used, wait_until_over


@pytest.mark.skipif(chromium() is None, reason="needs Chromium")
def test_keys_mouse_resizing_and_downloads_work_in_a_browser(tmp_path: Path) -> None:
    with served(tmp_path) as (address, _), visited(address) as it:
        it.click("watch searches think")
        it.page.keyboard.press("ArrowDown")  # to the first of the other lectures
        it.until(lambda: it.shows("chance"))
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
        it.until(lambda: it.shows("Saved") and it.shows("12 queens"))


async def test_visits_are_limited_isolated_and_cleaned_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "of the server")
    with served(tmp_path, "--visitors", "1") as (address, server):
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(f"{address}ws", headers={"Origin": address.rstrip("/")}) as socket:
                await asyncio.wait_for(socket.receive(), PATIENCE)
                (visitor,) = children(server.pid)
                own = dict(part.split("=", 1) for part in read(visitor, "environ").split("\0") if "=" in part)
                assert "SECRET" not in own
                assert own[ALLOW] == "0", "visitors run no Python files"
                folder = Path(own["HOME"])
                assert folder.parent == tmp_path
                assert Path(f"/proc/{visitor}/cwd").resolve() == folder
                assert {own[name] for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "TMPDIR")} == {str(folder)}
                assert "2048000000" in next(line for line in read(visitor, "limits").splitlines() if "data" in line)
                async with session.get(address) as answer:
                    assert answer.status == 503
                    assert "try again later" in await answer.text()
                with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                    await session.ws_connect(f"{address}ws")
            async with asyncio.timeout(PATIENCE):
                while folder.exists() or children(server.pid):
                    await asyncio.sleep(0.02)
            async with session.get(address) as answer:
                assert answer.status == 200
                assert "://" not in (await answer.text()).replace(address.replace("http", "ws"), ""), (
                    "loads from another host"
                )
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await session.ws_connect(f"{address}ws", headers={"Origin": "http://elsewhere.example"})


async def test_a_visit_ends_when_its_time_is_up(tmp_path: Path) -> None:
    with served(tmp_path, "--minutes", "0.01") as (address, server):
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}ws") as socket:
            async with asyncio.timeout(PATIENCE):
                while (await socket.receive()).type is not aiohttp.WSMsgType.CLOSE:
                    pass
                while children(server.pid):
                    await asyncio.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL])
async def test_visitors_end_with_the_server(tmp_path: Path, number: signal.Signals) -> None:
    with served(tmp_path) as (address, server):
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}ws") as socket:
            await asyncio.wait_for(socket.receive(), PATIENCE)
            (visitor,) = children(server.pid)
            server.send_signal(number)
            async with asyncio.timeout(PATIENCE):
                while Path(f"/proc/{visitor}").exists() and " Z " not in read(visitor, "stat"):
                    await asyncio.sleep(0.02)


async def test_memory_of_child_processes_counts_for_the_visit() -> None:
    hold = "held = b'x' * 60_000_000; input()"
    both = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {hold!r}])"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", both, stdin=asyncio.subprocess.PIPE, start_new_session=True
    )
    try:
        await asyncio.wait_for(wait_until_over(process.pid, 60_000_000), PATIENCE)
        assert 60_000_000 < memory_used(process.pid) < 200_000_000
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def children(process: int) -> list[int]:
    """Return the ids of a process's children."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def read(process: int, name: str) -> str:
    return Path(f"/proc/{process}/{name}").read_text()


def test_screen_sizes_are_clamped() -> None:
    assert clamped(10**9, 0) == (MAX_COLUMNS, 1)
    assert clamped(-5, 10**9) == (1, MAX_ROWS)


def test_only_this_machine_is_served_by_default() -> None:
    assert Serving().local
    assert all(Serving(host=host).local for host in ("localhost", "127.0.0.2", "::1"))
    assert not any(Serving(host=host).local for host in ("0.0.0.0", "192.168.0.1", "example.org"))
    with pytest.raises(BadInput, match="port is 70000, but must be a whole number from 0 to"):
        Serving(port=70000)


@pytest.mark.parametrize(
    ("host", "named"),
    [("203.0.113.1", "203.0.113.1"), ("a" * 5000, "a" * 60 + "..."), ("\x1b[2J", "?[2J")],
    ids=["other-machine", "long", "control-characters"],
)
def test_other_hosts_bring_a_warning_and_unusable_addresses_an_error(
    host: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli(["serve", "--host", host, "--port", "1"]) == 2
    warning, error = capsys.readouterr().err.splitlines()
    assert f"host is {named}, " in warning
    assert "there is no password" in warning
    assert f"cannot listen at {named}:1" in error
