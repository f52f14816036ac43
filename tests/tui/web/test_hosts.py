"""Host names and folders of the server."""

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from bench.browser import served
from knightwatch.tui.web import folders
from knightwatch.tui.web.hosts import is_known, listen_fault


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000", "10.0.0.7"])
def test_known_hosts(host: str) -> None:
    assert is_known(host, "lab.example")
    assert is_known("lab.example:80", "lab.example")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "[evil]"])
def test_unknown_hosts(host: str) -> None:
    assert not is_known(host, "lab.example")


async def test_a_port_in_use_is_named_without_words_of_python() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(OSError, match="in use") as fault:
        await asyncio.start_server(lambda *_: None, "127.0.0.1", other.getsockname()[1])
    assert listen_fault(fault.value) == "address already in use"


async def test_the_server_refuses_a_rebound_name(tmp_path: Path) -> None:
    with served(tmp_path) as (address, _):
        async with aiohttp.ClientSession() as session:
            for path in ("", "ws"):
                own = {"Host": "evil.example", "Origin": "http://evil.example"}
                async with session.get(f"{address}{path}", headers=own) as answer:
                    assert answer.status == 403
            async with session.get(address) as answer:
                assert answer.status == 200


def test_folders_of_killed_servers_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    killed, running, foreign = (
        tmp_path / f"{folders.PREFIX}{name}" for name in (f"{ended.stdout.strip()}-x", f"{os.getpid()}-x", "notes")
    )
    for folder in (killed, running, foreign):
        (folder / "inside").mkdir(parents=True)
    folders.remove_abandoned()
    assert [folder.exists() for folder in (killed, running, foreign)] == [False, True, True]
