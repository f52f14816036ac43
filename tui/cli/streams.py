"""Write to standard output and standard error, even if they are full, closed, or a terminal that was closed."""

import os
import sys
from typing import TextIO

from knightwatch.engine.core.errors import BadInput


def put(text: str) -> None:
    """Print text. A reader that closed the pipe is not an error; raises BadInput if the output is full."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _discard(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            raise BadInput(f"the result cannot be written to standard output ({error.strerror})") from None


def say(message: str) -> None:
    """Print a message on standard error, if it is open."""
    if sys.stderr:  # None if the caller closed it
        try:
            print(message, file=sys.stderr, flush=True)
        except OSError:
            _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that its buffer causes no second error at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
