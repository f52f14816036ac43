"""The terminal as nobody can break it: any byte may come in, and whatever ends it, or a signal, ends the program.

Textual's driver does the rest. It reads strictly, trusts the terminal to be there and to read, and works within
signal handlers; here, what cannot be read is passed over, and a thread of its own sees to it that the program leaves
when it is asked to, also where the terminal has gone, reads nothing, or the program itself is stuck.
"""

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

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.message import Message
from textual.messages import InBandWindowResize

SIGNALLED = 128
"""Exit code after a signal, to which its number is added."""
GONE = SIGNALLED + signal.SIGHUP
"""Exit code after the terminal has gone: the same, whether a signal tells of it or not."""
FAILED = 1
"""Exit code after a crash."""
GRACE = 1.0
"""Seconds that a terminal which does not read may hold up a program that is to end."""
LAST = 10.0
"""Seconds after which a program that is to end is ended, whatever it does."""
CHUNK = 4096
FRAME = 4096
"""Characters that may wait to be sent, about those of one drawing: with more, what is drawn next comes too late."""
QUEUED = 12
"""Texts that may wait to be sent; at 30, Textual would make the whole program wait."""
RESTORED = b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""What leaves a terminal as it was: no mouse, no marked pastes, wrapped lines, usual keys, first screen and cursor."""


class Output:
    """What is written to the terminal: once that has gone, it is said to be `lost`, and all else is dropped."""

    def __init__(self, file: TextIO, lost: Callable[[], object]) -> None:
        try:  # opened anew, so that nobody else who has this terminal is kept from waiting for it
            self._descriptor = os.open(os.ttyname(file.fileno()), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:  # somebody else's, whom we work for
            self._descriptor = file.fileno()
        self._encoded = partial(str.encode, encoding=file.encoding, errors="replace")
        self._lost = lost
        self._gone = False
        self._written: list[str] = []
        self.sent = 0
        """Characters that were sent, or dropped."""
        self.until = inf
        """How long a terminal that does not read is waited for."""

    def fileno(self) -> int:
        """Return the terminal's descriptor."""
        return self._descriptor

    def write(self, text: str) -> None:
        """Keep a text until it is sent."""
        self._written.append(text)

    def flush(self) -> None:
        """Send what was written."""
        text = "".join(self._written)
        waiting = memoryview(self._encoded(text))
        self._written.clear()
        while waiting and not self._gone:
            try:
                waiting = waiting[os.write(self._descriptor, waiting) :]
            except BlockingIOError:
                if not self.reads() and time.monotonic() > self.until:
                    break
            except OSError:
                self._gone = True
                self._lost()
        self.sent += len(text)

    def reads(self) -> bool:
        """Tell whether the terminal takes something, now or in a moment."""
        return bool(select.select([], [self._descriptor], [], 0.1)[1])


class TerminalDriver(LinuxDriver):
    """Keys, mouse and signals in, and what is drawn out."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._asked: SimpleQueue[int] = SimpleQueue()
        assert sys.__stderr__
        self._output = Output(sys.__stderr__, partial(self._asked.put, GONE))
        self._file = self._output  # type: ignore[assignment]
        self._raw: list[Any] | None = None
        self._asked_for = 0
        """Characters that were to be sent."""
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:  # whoever has it ignored, as nohup does, means it
                signal.signal(number, self._ask)
        Thread(target=self._leave, name="leave", daemon=True).start()

    def write(self, data: str) -> None:
        """Have something sent."""
        self._asked_for += len(data)
        super().write(data)

    @property
    def behind(self) -> bool:
        """Whether so much waits to be sent that what is drawn now would be out of date when it is seen."""
        queued = self._writer_thread._queue.qsize() if self._writer_thread else 0
        return self._asked_for - self._output.sent > FRAME or queued > QUEUED

    def _soon(self, call: Callable[[], object]) -> None:
        """Have something done between two steps of the program, if there are any more."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call)

    # The end.

    def _ask(self, number: int, _: object) -> None:
        """Ask for the end. This may come between any two steps, so it must wait for nothing."""
        self._asked.put(SIGNALLED + number)

    def _leave(self) -> None:
        """Wait until the end is asked for, and see to it that it comes; runs in a thread of its own."""
        code = self._asked.get()
        self._soon(partial(self._app.exit, return_code=code))
        self._output.until = time.monotonic() + GRACE
        self._end(code)

    def close(self) -> None:
        """Be done with the terminal; threads in the middle of something long do not keep the program from its end."""
        super().close()
        code = FAILED if self._app.return_code is None else self._app.return_code
        Thread(target=self._end, args=(code,), name="end", daemon=True).start()

    def _end(self, code: int) -> None:
        """End the program if it has not ended by itself in time."""
        time.sleep(LAST)
        if self._raw:  # it was never given back
            with suppress(termios.error):
                if self.attrs_before is not None:
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            with suppress(OSError):
                if self._output.reads():
                    os.write(self._output.fileno(), RESTORED)
        os._exit(code)

    # Stopped, and continued.

    def start_application_mode(self) -> None:
        """Take the terminal."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        with suppress(termios.error):
            self._raw = termios.tcgetattr(self.fileno)

    def stop_application_mode(self) -> None:
        """Give the terminal back; who is continued later does not take it again without being told to."""
        self._raw = None
        signal.signal(signal.SIGWINCH, signal.SIG_DFL)  # nobody is left to be told of another size
        super().stop_application_mode()

    def _sigtstp_application(self, *_: object) -> None:
        self._soon(super()._sigtstp_application)

    def _sigcont_application(self, *_: object) -> None:
        self._soon(self._go_on)

    def _go_on(self) -> None:
        """Take the terminal again; who was stopped without being asked has never given it back."""
        if self._app._exit:
            return
        if self._must_signal_resume:
            super()._sigcont_application()
        elif self._auto_restart and self._raw:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._raw)
        self._app.refresh(layout=True)

    # What comes in.

    def run_input_thread(self) -> None:
        """Read until the program ends or the terminal does."""
        decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser(self._debug)
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
                    self._asked.put(GONE)
                    return
                text = decode(read)
            for character in text:
                self._pass_on(self._parser.feed(character))
            self._pass_on(self._parser.tick())

    def _pass_on(self, messages: Iterable[Message]) -> None:
        try:
            for message in messages:
                self.process_message(message)
        except Exception:  # a sequence like one that is known, with numbers that nobody has thought of
            self._parser = XTermParser(self._debug)

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return the size that the terminal has now, not the one that a shell may once have exported."""
        with suppress(OSError):
            columns, rows = os.get_terminal_size(self._output.fileno())
            if columns and rows:
                return columns, rows
        return super()._get_terminal_size()

    def _query_in_band_window_resize(self) -> None:
        """Ask for no sizes among the keys: the system tells them, and somebody's keys could not lie about them."""

    def process_message(self, message: Message) -> None:
        """Pass on what came in, but for sizes that were not asked for."""
        if not isinstance(message, Resize | InBandWindowResize):
            super().process_message(message)
