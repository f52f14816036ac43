"""A driver that survives any input and always exits when asked.

Textual's driver decodes input strictly, trusts the terminal to exist and to read, and works in signal handlers.
This driver skips input that it cannot decode. After a signal, a separate thread makes the program exit, even if the
terminal is gone or reads nothing, or the program hangs.
"""

import asyncio
import os
import select
import signal
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from math import inf
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import CursorPosition, Resize
from textual.message import Message
from textual.messages import InBandWindowResize

from knightwatch.tui.line_meter import LineMeter
from knightwatch.tui.textual_internals import XTermParser

SIGNALLED = 128
"""Exit code after a signal, plus the signal's number."""
HUNG_UP = SIGNALLED + signal.SIGHUP
"""Exit code after the terminal is gone, with or without a signal."""
FAILED = 1
"""Exit code after a crash."""
GRACE = 1.0
"""Seconds that an exiting program waits for a terminal that does not read."""
REPORT_SECONDS = 2.0
"""Seconds that an exiting program waits for the last report of the cursor's position."""
EXIT_SECONDS = 10.0
"""Seconds after which an exiting program is killed."""
CHUNK = 4096
MAX_WAITING_CHARACTERS = 4096
"""Characters that may wait to be sent, about one drawing; beyond that, new drawings would arrive too late."""
MAX_WAITING_TEXTS = 12
"""Texts that may wait to be sent; at 30, Textual blocks the whole program."""
RESTORE = b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""Restores a terminal: no mouse or focus events, no bracketed paste, line wrap, usual keys, main screen, cursor."""


class Output:
    """Writes to the terminal; once that is gone, calls `on_hang_up` and drops everything."""

    def __init__(self, file: TextIO, on_hang_up: Callable[[], object]) -> None:
        try:  # open it again: O_NONBLOCK on the shared descriptor would affect other programs
            self._descriptor = os.open(os.ttyname(file.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:  # another user's terminal, as under sudo
            self._descriptor = file.fileno()
        self._encode = partial(str.encode, encoding=file.encoding, errors="replace")
        self._on_hang_up = on_hang_up
        self._hung_up = False
        self._buffer: list[str] = []
        self.texts = 0
        """Texts that were written here."""
        self.sent = 0
        """Characters that were sent, or dropped."""
        self.deadline = inf
        """When to give up on a terminal that does not read."""

    def fileno(self) -> int:
        """Return the terminal's descriptor."""
        return self._descriptor

    def write(self, text: str) -> None:
        """Add a text to the buffer."""
        self._buffer.append(text)
        self.texts += 1

    def flush(self) -> None:
        """Send the buffer."""
        text = "".join(self._buffer)
        unsent = memoryview(self._encode(text))
        self._buffer.clear()
        while unsent and not self._hung_up:
            try:
                unsent = unsent[os.write(self._descriptor, unsent) :]
            except BlockingIOError:
                if not self.reads() and time.monotonic() > self.deadline:
                    break
            except OSError:
                self._hung_up = True
                self._on_hang_up()
        self.sent += len(text)

    def reads(self) -> bool:
        """Tell whether the terminal accepts output within 0.1 s."""
        return bool(select.select([], [self._descriptor], [], 0.1)[1])


class TerminalDriver(LinuxDriver):
    """Reads keys, mouse events and signals, and writes drawings."""

    def __init__(self, app: App[Any], *args: Any, debug: bool = False, **options: Any) -> None:
        super().__init__(app, *args, debug=debug, **options)
        self._program = app
        self._event_loop = asyncio.get_running_loop()
        self._new_parser = partial(XTermParser, debug)
        self._exit_codes: SimpleQueue[int] = SimpleQueue()
        """Requests to exit."""
        assert sys.__stderr__
        self._output = Output(sys.__stderr__, partial(self._exit_codes.put, HUNG_UP))
        self._file = self._output  # type: ignore[assignment]
        self._raw_mode: list[Any] | None = None
        """The terminal's attributes while the program uses it."""
        self._characters = self._texts = 0
        """What the program has written so far."""
        self._meter: LineMeter | None = None
        """Measures the line while the program uses the terminal."""
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup ignores signals on purpose
                signal.signal(number, self._on_signal)
        Thread(target=self._exit_when_asked, name="leave", daemon=True).start()

    def write(self, data: str) -> None:
        """Queue a text for the writer thread."""
        self._characters += len(data)
        self._texts += 1
        super().write(data)

    def flush(self) -> None:
        """Ask the terminal to report when it has read everything; Textual calls this after each drawing."""
        super().flush()
        if self._meter and (codes := self._meter.request(self._characters)):
            TerminalDriver.write(self, codes)  # recordings hook into self.write

    @property
    def behind(self) -> bool:
        """Whether so much waits to be sent, or to be read by the terminal, that a new drawing would arrive too late."""
        characters, texts = self._characters - self._output.sent, self._texts - self._output.texts
        waiting = characters > MAX_WAITING_CHARACTERS or texts > MAX_WAITING_TEXTS
        return waiting or (self._meter is not None and self._meter.is_behind(self._characters))

    def resized(self, width: int, height: int) -> None:
        """Tell the meter the new size of the terminal, and ask for a report."""
        if self._meter:
            self._meter.resized(width, height)
            self.flush()

    def _call_soon(self, call: Callable[[], object]) -> None:
        """Call a function in the event loop, if it still runs."""
        with suppress(RuntimeError):
            self._event_loop.call_soon_threadsafe(call)

    # Exit.

    def _on_signal(self, number: int, _: object) -> None:
        """Request an exit. A signal handler may run between any two instructions, so it must not block."""
        self._exit_codes.put(SIGNALLED + number)

    def _exit_when_asked(self) -> None:
        """Wait for a request to exit, then exit in time; runs in a thread of its own."""
        code = self._exit_codes.get()
        self._call_soon(partial(self._program.exit, return_code=code))
        self._output.deadline = time.monotonic() + GRACE
        self._kill_later(code)

    def _kill_later(self, code: int) -> None:
        """Kill the process if it still runs after EXIT_SECONDS."""
        time.sleep(EXIT_SECONDS)
        if self._raw_mode:  # the terminal was not restored
            with suppress(termios.error):
                if self.attrs_before is not None:
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            with suppress(OSError):
                if self._output.reads():
                    os.write(self._output.fileno(), RESTORE)
        os._exit(code)

    # Suspend and resume.

    def start_application_mode(self) -> None:
        """Set up the terminal for the program."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._forget_drawings()
        with suppress(termios.error):
            self._raw_mode = termios.tcgetattr(self.fileno)
        if self._writer_thread and self._writer_thread.is_alive():  # not in the background
            self._meter = LineMeter()
            self.flush()

    def stop_application_mode(self) -> None:
        """Restore the terminal and exit in time, even if a thread is busy or a screen does not close."""
        self._restore()
        code = FAILED if self._program.return_code is None else self._program.return_code
        Thread(target=self._kill_later, args=(code,), name="end", daemon=True).start()

    def _restore(self) -> None:
        """Restore the terminal; a later SIGCONT alone does not set it up again."""
        self._raw_mode = None
        signal.signal(signal.SIGWINCH, signal.SIG_DFL)  # resizes no longer matter
        super().stop_application_mode()

    def disable_input(self) -> None:
        """Stop reading input, after the last report of the cursor's position: the shell would take it for keys."""
        meter, self._meter = self._meter, None
        if meter:
            meter.finish(REPORT_SECONDS)
        super().disable_input()

    def suspend_application_mode(self) -> None:
        """Restore the terminal for a program that stops but does not end."""
        self._restore()
        self.close()

    @property
    def can_suspend(self) -> bool:
        """Whether a shell with job control started the program: without one, nothing could continue it."""
        return os.getpgrp() != os.getsid(0)

    def _sigtstp_application(self, *_: object) -> None:
        self._call_soon(super()._sigtstp_application)

    def _sigcont_application(self, *_: object) -> None:
        self._call_soon(self._resume)

    def _resume(self) -> None:
        """Set up the terminal again; after SIGSTOP, which no program can handle, restore raw mode."""
        if self._program.return_code is not None:  # it is exiting
            return
        if self._must_signal_resume:
            super()._sigcont_application()
        elif self._auto_restart and self._raw_mode:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._raw_mode)
        self._forget_drawings()
        self._program.refresh(layout=True)

    def _forget_drawings(self) -> None:
        """Tell the program that the terminal may show anything."""
        if forget := getattr(self._program, "forget_terminal", None):
            forget()

    # Input.

    def run_input_thread(self) -> None:
        """Read input until the program exits or the terminal is gone."""
        decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = self._new_parser()
        while not self.exit_event.is_set():
            text = ""
            if select.select([self.fileno], [], [], 0.1)[0]:
                try:
                    read = os.read(self.fileno, CHUNK)
                except BlockingIOError:
                    continue
                except OSError:
                    read = b""
                if not read:
                    self._exit_codes.put(HUNG_UP)
                    return
                text = decode(read)
            for character in text:
                self._process(self._parser.feed(character))
            self._process(self._parser.tick())

    def _process(self, messages: Iterable[Message]) -> None:
        try:
            for message in messages:
                self.process_message(message)
        except Exception:  # an escape sequence with numbers that Textual does not expect
            self._parser = self._new_parser()

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return the terminal's current size, not the size that a shell once exported."""
        with suppress(OSError):
            columns, rows = os.get_terminal_size(self._output.fileno())
            if columns and rows:
                return columns, rows
        return super()._get_terminal_size()

    def _query_in_band_window_resize(self) -> None:
        """Do not ask for sizes in the input: the system reports them, and typed text could fake them."""

    def process_message(self, message: Message) -> None:
        """Pass a message on, unless it is a report of the cursor's position, or a size from the input."""
        if isinstance(message, CursorPosition):
            if meter := self._meter:
                meter.report(message.y + 1, message.x + 1)
                self._call_soon(self.flush)
        elif not isinstance(message, Resize | InBandWindowResize):
            super().process_message(message)
