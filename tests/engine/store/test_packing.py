import io
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable

import numpy as np
import pytest

from knightwatch.engine.core.search import State
from knightwatch.engine.store import packing
from knightwatch.engine.store.packing import packed, unpacked
from tests.support.strategies import plain

STATE: State = {
    "clock": np.arange(2),
    "paths": np.zeros((0, 5), np.uint32),
    "pop": np.arange(6, dtype=np.uint8).reshape(2, 3),
}
BOMB = 10 * packing.LARGEST


def archive(name: str, content: bytes, compression: int = zipfile.ZIP_STORED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as members:
        members.writestr(f"{name}.npy", content)
    return zlib.compress(file.getvalue())


def npy(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def many_bytes() -> bytes:
    return zlib.compress(bytes(BOMB))


def bomb_in_a_zip() -> bytes:
    return archive("pop", npy(np.zeros(BOMB, np.uint8)), zipfile.ZIP_DEFLATED)


def long_header() -> bytes:
    return archive("pop", npy(np.zeros(8, np.uint8)).replace(b"(8,)", b"(%d,)" % BOMB))


def overlapping_members() -> bytes:
    """A zip file whose directory names the same bytes many times."""
    content = zlib.decompress(archive("pop", npy(np.zeros(packing.LARGEST // 2, np.uint8))))
    begin = content.index(b"PK\x01\x02")
    end = content.index(b"PK\x05\x06")
    entry = content[begin:end]
    last = bytearray(content[end:])
    last[8:12], last[12:16] = 2 * (20).to_bytes(2, "little"), (20 * len(entry)).to_bytes(4, "little")
    return zlib.compress(content[:begin] + 20 * entry + bytes(last))


def test_a_state_survives_packing() -> None:
    assert plain(unpacked(packed(STATE) or b"")) == plain(STATE)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"no state at all",
        zlib.compress(b"no zip"),
        archive("pop", b"no array"),
        (packed(STATE) or b"")[:-9],
    ],
    ids=["empty", "a zero", "a text", "no archive", "no array", "cut"],
)
def test_a_damaged_state_is_reported(data: bytes) -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpacked(data)


@pytest.mark.parametrize("make", [many_bytes, bomb_in_a_zip, long_header, overlapping_members])
def test_a_bomb_takes_little_memory(make: Callable[[], bytes]) -> None:
    data = make()
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="damaged"):
            unpacked(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3 * packing.LARGEST
