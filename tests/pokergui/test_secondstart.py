"""A second start: the open window comes to the front, or a small window says that it is open."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from pokergui import secondstart
from pokergui.instance import SOCKET_NAME
from pokergui.secondstart import StartListener, call_open_window
from pokergui.window.alreadyopen import AlreadyOpen
from tests.pokergui.desktop import CLOSE_S, ROOT, Desktop, environment, settings, wait_for

LISTEN = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from pokergui.secondstart import StartListener
application = QCoreApplication([])
state = []
listener = StartListener(Path(sys.argv[1]), lambda: state.append(1), lambda: bool(state))
print("listening", flush=True)
application.exec()
"""
CALL = """
import sys
from pathlib import Path
from pokergui.secondstart import call_open_window
print(call_open_window(Path(sys.argv[1])))
"""
SAID = """
import sys
from pokergui import cli
from pokergui.window.alreadyopen import AlreadyOpen
AlreadyOpen.exec = lambda box: print(box.windowTitle(), box.informativeText(), sep="|")
cli.main([])
"""


@pytest.fixture
def listen(qapp: object) -> Iterator[Callable[..., StartListener]]:
    made: list[StartListener] = []

    def make(folder: Path, *, front: bool) -> StartListener:
        made.append(StartListener(folder, lambda: None, lambda: front))
        return made[-1]

    yield make
    for listener in made:
        listener.close()


def call(folder: Path, qtbot: QtBot) -> bool:
    """Call from another process, while this one answers."""
    with subprocess.Popen(
        [sys.executable, "-c", CALL, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as other:
        qtbot.waitUntil(lambda: other.poll() is not None, timeout=60_000)
        assert other.stdout is not None
        return {"True\n": True, "False\n": False}[other.stdout.read()]


@pytest.mark.parametrize("front", [True, False])
def test_the_answer_is_whether_the_window_is_in_front(
    listen: Callable[..., StartListener], tmp_path: Path, qtbot: QtBot, front: bool
) -> None:
    listen(tmp_path, front=front)
    assert call(tmp_path, qtbot) is front
    assert call(tmp_path, qtbot) is front


def test_a_window_of_another_process_is_called(tmp_path: Path, qapp: object) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LISTEN, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == b"listening\n"
        assert call_open_window(tmp_path)
        assert (tmp_path / SOCKET_NAME).stat().st_mode & 0o077 == 0
        other.send_signal(signal.SIGKILL)
    assert (tmp_path / SOCKET_NAME).exists()  # as a killed program leaves it
    assert not call_open_window(tmp_path)


def test_a_socket_that_a_killed_program_left_is_replaced(
    listen: Callable[..., StartListener], tmp_path: Path, qtbot: QtBot
) -> None:
    test_a_window_of_another_process_is_called(tmp_path, None)
    listen(tmp_path, front=True)
    assert call(tmp_path, qtbot)


def test_nothing_there_is_no_answer(tmp_path: Path, qapp: object) -> None:
    assert not call_open_window(tmp_path)
    (tmp_path / SOCKET_NAME).write_text("front\n")
    assert not call_open_window(tmp_path)
    (tmp_path / SOCKET_NAME).unlink()
    (tmp_path / SOCKET_NAME).mkdir()
    assert not call_open_window(tmp_path)


def test_a_window_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secondstart, "ANSWER_MS", 30)
    server = QLocalServer()
    assert server.listen(str(tmp_path / SOCKET_NAME))  # and nobody takes the call
    assert not call_open_window(tmp_path)
    server.close()


def test_an_endless_answer_is_none(tmp_path: Path, qtbot: QtBot) -> None:
    server = QLocalServer()
    server.newConnection.connect(lambda: server.nextPendingConnection().write(b"f" * 100_000))
    assert server.listen(str(tmp_path / SOCKET_NAME))
    assert not call(tmp_path, qtbot)
    server.close()


def test_a_socket_of_somebody_else_is_not_called(
    listen: Callable[..., StartListener],
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listen(tmp_path, front=True)
    assert secondstart._own_socket(tmp_path / SOCKET_NAME)
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert not call_open_window(tmp_path)
    monkeypatch.undo()
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / SOCKET_NAME).symlink_to(tmp_path / SOCKET_NAME)
    assert not call(tmp_path / "link", qtbot)


def test_many_callers_that_say_nothing_and_stay_hold_nothing_up(
    listen: Callable[..., StartListener], tmp_path: Path, qtbot: QtBot
) -> None:
    listener = listen(tmp_path, front=True)
    callers = [QLocalSocket() for _ in range(20)]
    for caller in callers:
        caller.connectToServer(str(tmp_path / SOCKET_NAME))
        caller.write(b"x" * 100_000)
    gone = QLocalSocket.LocalSocketState.UnconnectedState
    qtbot.waitUntil(lambda: all(caller.state() == gone for caller in callers))
    assert not listener._callers
    assert call(tmp_path, qtbot)


def test_a_folder_with_too_long_a_name_is_no_failure(
    listen: Callable[..., StartListener], tmp_path: Path, qapp: object
) -> None:
    deep = tmp_path / ("x" * 120)
    deep.mkdir()
    listen(deep, front=True)
    assert not call_open_window(deep)


def test_the_small_window_names_the_folder_as_plain_text(qtbot: QtBot) -> None:
    box = AlreadyOpen("<b>home</b>")
    qtbot.addWidget(box)
    assert "already open" in box.text() and "<b>home</b>" in box.informativeText()
    assert [box.standardButton(button) for button in box.buttons()] == [
        QMessageBox.StandardButton.Close
    ]


@pytest.mark.scorecard("D3")
def test_a_second_start_says_so_in_a_window(tmp_path: Path) -> None:
    """The first window cannot come to the front, as there is none here."""
    from pokergui.instance import InstanceLock  # the first program, which does not answer

    settings(tmp_path)
    lock = InstanceLock(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SAID],
        cwd=ROOT,
        env=environment(tmp_path, QT_QPA_PLATFORM="offscreen"),
        capture_output=True,
        text=True,
        timeout=300,
    )
    lock.release()
    assert done.stdout.startswith("Poker is already open|") and str(tmp_path) in done.stdout
    assert done.returncode == 2 and "already open" in done.stderr


@pytest.mark.scorecard("D3")
@pytest.mark.long
def test_a_second_start_brings_the_window_to_the_front(tmp_path: Path) -> None:
    """Two real programs on a desktop, the first behind another window."""
    settings(tmp_path / "home")
    desktop = Desktop(tmp_path)
    try:
        with desktop.program(tmp_path / "home") as first:
            wait_for(lambda: desktop.focused("Poker"), "the window")
            wait_for(lambda: (tmp_path / "home" / SOCKET_NAME).exists(), "its socket")
            with desktop.program(tmp_path / "other"):
                wait_for(lambda: desktop.behind(first), "another window in front")
                with desktop.program(tmp_path / "home") as second:
                    assert second.ended(CLOSE_S) == (0, "")
                assert not desktop.behind(first)
                desktop.minimize()
                wait_for(lambda: desktop.behind(first), "another window in front")
                with desktop.program(tmp_path / "home") as third:
                    assert third.ended(CLOSE_S) == (0, "")
                assert not desktop.behind(first)
    finally:
        desktop.close()
