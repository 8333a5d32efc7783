"""An untrusted child process: launch, line-based communication with timeouts, termination.

It runs in its own session, so that Ctrl-C in the terminal does not reach it and its children are
terminated with it. If this program dies, even by ``kill -9``, a watchdog ends it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ai.external import launch
from ai.external.log import EngineLog
from ai.external.protocol import MAX_LINE, MAX_LINES, NonsenseError, plain
from engine import timing
from engine.jobs import JobControl

if sys.platform != "win32":
    import fcntl

_Selector = getattr(selectors, "PollSelector", selectors.DefaultSelector)

_CHUNK = 1 << 16
_PIPE = 1 << 20
"""Pipe size in bytes, where supported: a whole range, so that no writer blocks."""
_LOOK_S = 0.05
"""Seconds between two checks of the control while waiting."""
_GOODBYE_S = 0.3
"""Grace period to exit."""
_MOST_SAID = 50
"""Most lines of stderr kept of those that arrive at once."""
_GUARD = 'read -r end || kill -s KILL -- "-$0"'
"""A shell that waits for a line; if its writer dies instead, it kills the named group."""


class ChildError(NonsenseError):
    """The child exited, timed out or sent too much; the text gives the reason."""


class ChildProcess:
    """A child process with three pipes.

    Args:
        command: the program and its arguments.
        log: gets all lines.

    Raises:
        ChildError: if it cannot be started.
    """

    def __init__(self, command: Sequence[str], log: EngineLog) -> None:
        self._log = log
        self._lines: deque[str] = deque()
        self._part = bytearray()
        self._said = bytearray()  # incomplete line of stderr
        self.last_words = ""
        outcome, report = os.pipe()
        try:
            self._process = _launched(command, report)
        except (ChildError, OSError, ValueError) as error:
            os.close(outcome)
            if isinstance(error, ChildError):
                raise
            raise _unstarted(command, error) from None
        finally:
            os.close(report)
        guards: list[subprocess.Popen[bytes]] = []
        self._end = weakref.finalize(self, _terminate, self._process, guards, log)
        try:
            with os.fdopen(outcome, "rb") as told:  # until exec
                number = told.read()
            if number:
                raise OSError(int(number), os.strerror(int(number)))
            guards += _guard(self._process.pid)
        except OSError as error:
            self._end()
            raise _unstarted(command, error) from None
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (-1 if one is None else one.fileno() for one in streams)
        self._selector = _Selector()
        if sys.platform != "win32":
            for one in (self._in, self._out, self._err):
                os.set_blocking(one, False)
        if sys.platform == "linux":
            with suppress(OSError):
                fcntl.fcntl(self._out, fcntl.F_SETPIPE_SZ, _PIPE)
        for one in (self._out, self._err):
            self._selector.register(one, selectors.EVENT_READ)
        self._log.write("*", f"started as process {self._process.pid}: {' '.join(command)}")

    def say(self, lines: Sequence[str], seconds: float, control: JobControl | None = None) -> None:
        """Send lines.

        Args:
            lines: without their ends.
            seconds: timeout for writing.
            control: is checked meanwhile.

        Raises:
            ChildError: if it does not read them.
        """
        for line in lines:
            self._log.write(">", line)
        data = "".join(f"{line}\n" for line in lines).encode()
        deadline = timing.seconds() + seconds
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                self._wait(deadline, control, writing=True)
            except OSError:  # it reads no more, but earlier output counts
                with suppress(ChildError):
                    self._read(0.0)
                if self._lines:
                    return
                raise self._ended() from None

    def line(self, deadline: float, control: JobControl | None = None) -> str:
        """Return the next line of its output.

        Args:
            deadline: of ``timing.seconds``.

        Raises:
            ChildError: if there is none in time, or it is too long.
        """
        while not self._lines:
            self._wait(deadline, control)
        line = self._lines.popleft()
        self._log.write("<", line)
        return line

    def note(self, words: str) -> None:
        """Log an event of the program."""
        self._log.write("*", words)

    def waiting(self) -> str | None:
        """Return a buffered line of output; None if there is none.

        Raises ChildError if it has ended, or its line is too long.
        """
        if not self._lines:
            self._read(0.0)
        return self.line(0.0) if self._lines else None

    @property
    def pid(self) -> int:
        """The program's process id."""
        return self._process.pid

    def kill(self) -> None:
        """Kill it at once; pending callers get an error."""
        _kill_group(self._process)

    def close(self, *, politely: bool = True) -> None:
        """Terminate it with all its children.

        Args:
            politely: whether to give it a grace period to exit first.
        """
        if not self._end.alive:
            return
        if politely:
            with suppress(OSError):
                os.write(self._in, b"quit\n")
            if self._process.stdin is not None:
                with suppress(OSError):
                    self._process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GOODBYE_S)
        with suppress(OSError, KeyError):
            self._read_err()
        self._log.write("*", "ended")
        self._end()

    def _wait(self, deadline: float, control: JobControl | None, writing: bool = False) -> None:
        """Read all available output, or wait for the first.

        Raises ChildError on timeout, or if the program has exited.
        """
        if control is not None:
            control.check()
        left = deadline - timing.seconds()
        if left <= 0:
            raise ChildError("it did not answer in time")
        self._read(min(left, _LOOK_S), writing)

    def _read(self, seconds: float, writing: bool = False) -> None:
        if writing:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        ready = self._ready(seconds)
        if writing:
            self._selector.unregister(self._in)
        if not ready and self._process.poll() is not None:
            ready = self._ready(0.0)  # output just before exit
            if not ready:
                raise self._ended()  # a child of it may still hold its output
        if self._err in ready:
            self._read_err()
        if self._out in ready:
            data = os.read(self._out, _CHUNK)
            if not data:
                raise self._ended()
            self._take(data)

    def _ready(self, seconds: float) -> set[int]:
        return {key.fd for key, _ in self._selector.select(seconds)}

    def _take(self, data: bytes) -> None:
        self._part += data
        if b"\n" in data:
            *lines, rest = self._part.split(b"\n")
            self._lines += (line.decode("utf-8", "replace").rstrip("\r") for line in lines)
            self._part = bytearray(rest)
        if len(self._part) > MAX_LINE:
            raise ChildError("it sent a line of more than {most:,} bytes", most=MAX_LINE)
        if len(self._lines) > MAX_LINES:
            raise ChildError("it sent more than {most:,} lines at once", most=MAX_LINES)

    def _read_err(self) -> None:
        with suppress(BlockingIOError):
            data = os.read(self._err, _CHUNK)
            if not data:  # closed by the program
                self._selector.unregister(self._err)
            *lines, rest = (self._said + data).split(b"\n")
            self._said = bytearray(rest[-_CHUNK:])
            if len(lines) > _MOST_SAID:
                self._log.write("!", f"... {len(lines) - _MOST_SAID:,} lines")
            for line in lines[-_MOST_SAID:]:
                words = plain(line.decode("utf-8", "replace"))
                self._log.write("!", words)
                self.last_words = words or self.last_words

    def _ended(self) -> ChildError:
        """Return the error that explains why the process is gone."""
        status: int | None = None
        with suppress(subprocess.TimeoutExpired):
            status = self._process.wait(_GOODBYE_S)
        with suppress(OSError, KeyError):
            self._read_err()
        if status is None:
            return ChildError("it closed its output")
        if status < 0:
            with suppress(ValueError):
                name = signal.Signals(-status).name
                return ChildError("it was killed by {signal}", signal=name)
        if status and self.last_words:
            return ChildError(
                "it exited by itself, with status {status}: {words}",
                status=status,
                words=self.last_words,
            )
        return ChildError("it exited by itself, with status {status}", status=status)


def _unstarted(command: Sequence[str], error: Exception) -> ChildError:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return ChildError(
        "'{program}' cannot be started: {reason}", program=plain(command[0], 60), reason=reason
    )


def _launched(command: Sequence[str], report: int) -> subprocess.Popen[bytes]:
    """Launch the process that limits itself and execs the program.

    Nothing may run between fork and exec in this process, which has threads. Raises ChildError on
    Windows, where programs are not limited.
    """
    if sys.platform == "win32":
        raise ChildError("engines in their own process need Linux or macOS")
    pipe = subprocess.PIPE
    return subprocess.Popen(
        (sys.executable, "-I", "-S", launch.__file__, str(report), *command),
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        bufsize=0,
        start_new_session=True,
        pass_fds=(report,),
    )


def _guard(pid: int) -> list[subprocess.Popen[bytes]]:
    """Launch the watchdog that ends the program if this process dies; none without a shell."""
    if not Path("/bin/sh").exists():
        return []
    null = subprocess.DEVNULL
    guard = subprocess.Popen(
        ("/bin/sh", "-c", _GUARD, str(pid)),
        stdin=subprocess.PIPE,
        stdout=null,
        stderr=null,
        bufsize=0,
        start_new_session=True,
    )
    return [guard]


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


def _terminate(
    process: subprocess.Popen[bytes], guards: list[subprocess.Popen[bytes]], log: EngineLog
) -> None:
    """Terminate a program with all its children."""
    _kill_group(process)
    for guard in guards:
        with suppress(OSError):
            if guard.stdin is not None:
                guard.stdin.write(b"\n")
    for one in (process, *guards):
        one.wait()
        for stream in (one.stdin, one.stdout, one.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
    log.close()
