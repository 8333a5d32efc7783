import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication

from engine.errors import PokerError
from pokergui import instance
from pokergui.instance import LOCK_NAME, SOCKET_NAME, InstanceError, InstanceLock
from pokergui.window import secondstart
from pokergui.window.secondstart import StartListener, call_open_window
from tests.pokergui.desktop import OFFSCREEN, ROOT, START_S, environment, settings
from tests.pokergui.heard import refuse

CALL = """
import sys
from pathlib import Path
from pokergui.window import secondstart
secondstart.ANSWER_MS = 60_000
print(secondstart.call_open_window(Path(sys.argv[1])))
"""
SAID = """
import sys
from pokergui import cli
from pokergui.window.secondstart import AlreadyOpen
AlreadyOpen.exec = lambda box: print(box.windowTitle(), box.informativeText(), sep="|")
cli.main([])
"""
HOLD = """
import sys
from pathlib import Path
from pokergui.instance import InstanceLock
lock = InstanceLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def listen(qapp, tmp_path):
    made = []

    def make(folder=tmp_path, *, front=True, come_forward=lambda: None):
        made.append(StartListener(folder, come_forward, lambda: front))

    yield make
    for listener in made:
        listener.close()


def call(folder, qtbot):
    command = [sys.executable, "-c", CALL, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        qtbot.waitUntil(lambda: other.poll() is not None)
        return {"True\n": True, "False\n": False}[other.stdout.read()]


def answer(folder, qtbot):
    def ask():
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(str(folder / SOCKET_NAME))
            return caller.recv(100)

    with ThreadPoolExecutor(1) as other:
        told = other.submit(ask)
        qtbot.waitUntil(told.done)
        return told.result()


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize("front", [True, False])
def test_reply_says_whether_the_window_was_raised(listen, tmp_path, qtbot, front):
    with socket.socket(socket.AF_UNIX) as left:  # left by a killed program
        left.bind(str(tmp_path / SOCKET_NAME))
    assert not call_open_window(tmp_path)
    listen(front=front)
    assert call(tmp_path, qtbot) is front
    assert answer(tmp_path, qtbot) == (b"front\n" if front else b"behind\n")
    assert (tmp_path / SOCKET_NAME).stat().st_mode & 0o077 == 0


def test_missing_or_invalid_socket_gives_no_reply(tmp_path, listen, monkeypatch):
    assert not call_open_window(tmp_path)
    (tmp_path / SOCKET_NAME).write_text("front\n")
    assert not call_open_window(tmp_path)
    (tmp_path / SOCKET_NAME).unlink()
    (tmp_path / SOCKET_NAME).mkdir()
    assert not call_open_window(tmp_path)
    (tmp_path / SOCKET_NAME).rmdir()
    monkeypatch.setattr(secondstart, "ANSWER_MS", 30)
    server = QLocalServer()
    assert server.listen(str(tmp_path / SOCKET_NAME))  # and nobody accepts
    assert not call_open_window(tmp_path)
    server.close()
    deep = tmp_path / ("x" * 120)  # too long a path for a socket
    deep.mkdir()
    listen(deep)
    assert not call_open_window(deep)


@pytest.mark.ci
@pytest.mark.slow
def test_endless_reply_counts_as_none(tmp_path, qtbot):
    server = QLocalServer()
    server.newConnection.connect(lambda: server.nextPendingConnection().write(b"f" * 100_000))
    assert server.listen(str(tmp_path / SOCKET_NAME))
    assert not call(tmp_path, qtbot)
    server.close()


def test_sockets_of_other_users_are_not_contacted(listen, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(secondstart, "ANSWER_MS", 30)
    calls = []
    listen(come_forward=lambda: calls.append(1))
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / SOCKET_NAME).symlink_to(tmp_path / SOCKET_NAME)
    assert not call_open_window(tmp_path / "link")
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert not call_open_window(tmp_path)
    QApplication.processEvents()
    assert calls == []
    assert answer(tmp_path, qtbot) == b"front\n" and calls == [1]


def test_silent_connections_do_not_block(listen, tmp_path, qtbot):
    listen()
    callers = [QLocalSocket() for _ in range(20)]
    for caller in callers:
        caller.connectToServer(str(tmp_path / SOCKET_NAME))
        caller.write(b"x" * 100_000)
    gone = QLocalSocket.LocalSocketState.UnconnectedState
    qtbot.waitUntil(lambda: all(caller.state() == gone for caller in callers))
    assert 0 < len([caller for caller in callers if caller.readAll().data()]) < len(callers)
    assert answer(tmp_path, qtbot) == b"front\n"


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.scorecard("D3")
def test_second_start_shows_a_window_if_the_first_does_not_reply(tmp_path):
    settings(tmp_path)
    lock = InstanceLock(tmp_path)
    command = [sys.executable, "-c", SAID]
    env = environment(tmp_path, **OFFSCREEN)
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=START_S
    )
    lock.release()
    assert done.stdout.startswith("Poker is already open|") and str(tmp_path) in done.stdout
    assert done.returncode == 2 and "already open" in done.stderr


@pytest.mark.scorecard("D3")
def test_a_second_instance_is_reported_and_a_killed_one_leaves_no_lock(tmp_path):
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InstanceError, match="already open with the folder"):
            InstanceLock(tmp_path)
        other.kill()
    lock = InstanceLock(tmp_path)
    with pytest.raises(InstanceError, match="already open"):
        InstanceLock(tmp_path)
    lock.release()
    InstanceLock(tmp_path).release()


@pytest.mark.scorecard("D3")
def test_unwritable_or_unlockable_folder_is_reported(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder" / LOCK_NAME).mkdir(parents=True)
    for name in ("file", "folder"):
        with pytest.raises(PokerError, match="cannot be written"):
            InstanceLock(tmp_path / name)
    monkeypatch.setattr(instance, "lock", refuse(OSError(37, "No locks available")))
    with pytest.raises(PokerError, match="cannot be locked: No locks available"):
        InstanceLock(tmp_path)
