"""Standard output and standard error as they may be: full, closed, or a terminal that has gone."""

import os
import sys
from typing import TextIO

from knightwatch.engine.core.errors import BadInput


def put(text: str) -> None:
    """Print; a reader that has closed the pipe is no error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _leave(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise BadInput(f"the result cannot be written to standard output ({error.strerror})") from None


def say(words: str) -> None:
    """Say something on standard error, if anybody is there to read it."""
    if sys.stderr:  # it is None where the caller has closed it
        try:
            print(words, file=sys.stderr, flush=True)
        except OSError:
            _leave(sys.stderr)


def _leave(stream: TextIO) -> None:
    """Let what a stream still holds, or is given, vanish."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
