"""A state as bytes, and back. The bytes may be forged, so nothing is allocated before its size is checked."""

import io
import math
import zipfile
import zlib

import numpy as np

from knightwatch.engine.core.search import State

LARGEST = 32 << 20
"""The largest state in bytes that is saved; a larger one is made again by a replay."""
HEADERS = 1 << 20
"""Bytes that the names and headers of all arrays may take."""


def fits(state: State) -> bool:
    """Return whether a state is small enough to be saved."""
    return sum(array.nbytes for array in tuple(state.values())) <= LARGEST


def most_bytes() -> int:
    """Return the size of the largest packed state."""
    return LARGEST + HEADERS


def packed(state: State) -> bytes | None:
    """Return a state as bytes; None if it is too large."""
    if not fits(state):
        return None
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **state)
    return zlib.compress(file.getvalue(), 1)


def unpacked(data: bytes) -> State:
    """Return the state from its bytes; raise ValueError if they are damaged or too large."""
    try:
        with zipfile.ZipFile(io.BytesIO(_decompressed(data))) as archive:
            members = archive.infolist()
            if any(member.compress_type != zipfile.ZIP_STORED for member in members):
                raise ValueError("compressed twice")
            if sum(member.file_size for member in members) > most_bytes():
                raise ValueError("too large")
            return {member.filename.removesuffix(".npy"): _array(archive.read(member)) for member in members}
    except Exception as error:  # the readers of foreign bytes raise more kinds than they document
        raise ValueError(f"a state in it is damaged: {error}") from None


def _decompressed(data: bytes) -> bytes:
    """Decompress some bytes; raise ValueError if they are more than a state may have."""
    stream = zlib.decompressobj()
    whole = stream.decompress(data, most_bytes())
    if not stream.eof:
        raise ValueError("too large, or its end is missing")
    return whole


def _array(data: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
    """Return the array of an .npy file; raise ValueError if its header and its length disagree."""
    file = io.BytesIO(data)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("another version of .npy")
    shape, by_columns, kind = np.lib.format.read_array_header_1_0(file)
    if by_columns or kind.hasobject or math.prod(shape) * kind.itemsize != len(data) - file.tell():
        raise ValueError("a header that does not describe its array")
    return np.frombuffer(data, kind, offset=file.tell()).reshape(shape)
