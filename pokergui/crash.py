"""Crash handling: bugs are logged and reported once, and the program continues.

Finished hands need no protection here: they are on disk before the next one is dealt.
"""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import IO

from engine import timing
from engine.named_file import check_regular, read_named
from engine.sanitise import plain_lines
from pokergui.files import FolderError, ready_folder

LOG_NAME = "pokergui.log"
FATAL_NAME = "fatal.log"
_LOG_BYTES = 1_000_000
_OLD_LOGS = 3
_QUIET_S = 10.0
_MAX_EARLY = 20
_MOST_FATAL = 10_000_000

log = logging.getLogger("pokergui")


@dataclass(frozen=True)
class Crash:
    """An uncaught exception."""

    where: str
    summary: str
    details: str


Listener = Callable[[Crash], None]


class _LogFile(RotatingFileHandler):
    """A log file that never raises, even on a full disk."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Do nothing: there is nowhere left to report it."""

    def close(self) -> None:
        """Close, even if the last lines could not be written."""
        with suppress(OSError):
            super().close()


class _PlainFormatter(logging.Formatter):
    """Strips terminal escapes in untrusted names from log records."""

    def format(self, record: logging.LogRecord) -> str:
        return plain_lines(super().format(record))


class CrashGuard:
    """Catches uncaught exceptions in any thread, while installed.

    * exceptions in slots, timers and start-up (``sys.excepthook``), in threads
      (``threading.excepthook``) and in destructors (``sys.unraisablehook``);
    * Qt's own warnings, where ``qt_message`` is installed in Qt;
    * fatal signals, whose stacks go to ``fatal.log``.

    A repeated exception, such as one in a paint event, is logged and reported once in 10 seconds.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._listener: Listener | None = None
        self._early: list[Crash] = []
        self._seen: dict[str, float] = {}
        self._lock = threading.Lock()
        self._handler: _LogFile | None = None
        self._fatal: IO[str] | None = None
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)

    def install(self) -> None:
        """Install the hooks; exceptions are reported even without a writable log folder."""
        try:
            ready_folder(self.folder)
            self._open_log()
            self._open_fatal_log()
        except FolderError as error:
            log.warning("no log is written: %s", error)
        self._before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._main_failed
        threading.excepthook = self._thread_failed
        sys.unraisablehook = self._destructor_failed

    def remove(self) -> None:
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._before
        if self._fatal is not None:
            faulthandler.disable()
            self._fatal.close()
            self._fatal = None
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None

    def listen(self, listener: Listener) -> None:
        """Report every crash from now on, and the earlier ones, to ``listener``.

        It is called on the thread that failed; a window uses ``TaskRunner.post`` for that.
        """
        with self._lock:
            early, self._early = self._early, []
            self._listener = listener
        for crash in early:
            listener(crash)

    def qt_message(self, level: int, text: str) -> None:
        """Log one of Qt's messages; ``level`` is one of ``logging``'s."""
        logging.getLogger("qt").log(level, "%s", text)

    def _open_log(self) -> None:
        path = self.folder / LOG_NAME
        if path.exists():
            check_regular(path, None, FolderError)  # opening a pipe would wait for its reader
        self._handler = _LogFile(
            path, maxBytes=_LOG_BYTES, backupCount=_OLD_LOGS, encoding="utf-8", delay=True
        )
        self._handler.setFormatter(
            _PlainFormatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s")
        )
        logging.getLogger().addHandler(self._handler)
        if logging.getLogger().level > logging.INFO:
            logging.getLogger().setLevel(logging.INFO)

    def _open_fatal_log(self) -> None:
        path = self.folder / FATAL_NAME
        try:
            if path.exists():
                last = read_named(path, _MOST_FATAL, FolderError).decode("utf-8", "replace")
                if last:
                    log.error("the last run ended by a fatal error\n%s", last[-20_000:].rstrip())
            self._fatal = path.open("w", encoding="utf-8")
        except OSError as error:
            log.warning("no log of fatal errors is written: %s", error)
            return
        faulthandler.enable(self._fatal)

    def _main_failed(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not issubclass(kind, Exception):
            self._before[0](kind, error, trace)
            return
        self._report(kind, error, trace, threading.current_thread().name)

    def _thread_failed(self, args: threading.ExceptHookArgs) -> None:
        if issubclass(args.exc_type, SystemExit):
            return
        name = args.thread.name if args.thread is not None else "a thread that is gone"
        self._report(args.exc_type, args.exc_value, args.exc_traceback, name)

    def _destructor_failed(self, args: sys.UnraisableHookArgs) -> None:
        self._report(
            args.exc_type, args.exc_value, args.exc_traceback, threading.current_thread().name
        )

    def _report(
        self,
        kind: type[BaseException],
        error: BaseException | None,
        trace: TracebackType | None,
        where: str,
    ) -> None:
        place = traceback.extract_tb(trace)[-1:]
        key = f"{kind.__name__} {[(frame.filename, frame.lineno) for frame in place]}"
        with self._lock:
            now = timing.seconds()
            if now - self._seen.get(key, -_QUIET_S) < _QUIET_S:
                return
            self._seen[key] = now
        details = "".join(traceback.format_exception(kind, error, trace))
        summary = "".join(traceback.format_exception_only(kind, error)).strip().split("\n")[-1]
        log.critical("in %s\n%s", where, details.rstrip())
        crash = Crash(where, summary, details)
        with self._lock:
            listener = self._listener
            if listener is None and len(self._early) < _MAX_EARLY:
                self._early.append(crash)
        if listener is not None:
            try:
                listener(crash)
            except Exception:  # reporting must not recurse into itself
                log.critical("a crash could not be told\n%s", traceback.format_exc().rstrip())
