"""Randomly changed and tampered files give a message or a result."""

import faulthandler
import random
from collections import Counter
from contextlib import suppress

import pytest

from engine.errors import PokerError, RecordError
from tests.hostile import feed
from tests.hostile.kinds import Kind, kinds, prepare

pytestmark = pytest.mark.slow
EACH = 2
COMMANDS = 0.12
"""Share of inputs that go through a command."""
SILENT_S = 600.0
"""Time after which an input hangs where no signal reaches it; the process ends then."""


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    """All kinds, each read once first, since compiling may exceed an input's time limit."""
    with pytest.MonkeyPatch.context() as patch:
        found = prepare(tmp_path_factory.mktemp("seeds"), patch.setattr)
        home = tmp_path_factory.mktemp("home")
        for kind in found:
            with suppress(PokerError):
                kind.read(kind.put(home, kind.seeds[0]), home)
        yield {kind.name: kind for kind in found}


def _raise(error):
    raise error


def _loop():
    while True:
        pass


@pytest.mark.parametrize(
    ("act", "came"),
    [
        (lambda: _raise(RecordError("no")), "refused"),
        (lambda: _raise(ValueError("a mistake")), "traceback"),
        (lambda: _raise(SystemExit(3)), "traceback"),
        (lambda: bytearray(2 * feed.MOST_MORE), "memory"),
        (_loop, "hang"),
        (lambda: None, "read"),
    ],
)
def test_harmful_files_are_detected(tmp_path, monkeypatch, act, came):
    monkeypatch.setattr(feed, "HANG_S", 0.1)
    kind = Kind("x", ".x", lambda path, home: act())
    with feed.bounded():
        assert feed.feed(kind, tmp_path, tmp_path)[0] == came


def fed(kind, seed, count, home):
    """Feed mutated files of a kind; return how many were read and rejected."""
    found = Counter()
    for number in range(count):
        pick = random.Random(f"{seed} {kind.name} {number}")
        path = kind.put(home, feed.made(pick, kind))
        by_command = bool(kind.command) and pick.random() < COMMANDS
        faulthandler.dump_traceback_later(SILENT_S, exit=True)
        came, reason = feed.feed(kind, path, home, by_command)
        faulthandler.cancel_dump_traceback_later()
        assert came in ("read", "refused"), (seed, number, reason)
        found[came] += 1
        path.unlink(missing_ok=True)
    return found


@pytest.mark.scorecard("D4")
@pytest.mark.parametrize("name", [kind.name for kind in kinds()])
def test_mutated_files_give_a_result_or_a_message(every, tmp_path, name):
    assert every[name].seeds
    with feed.bounded():
        assert fed(every[name], 0, EACH, tmp_path).total() == EACH


@pytest.mark.nightly
@pytest.mark.scorecard("D4")
def test_thousands_of_mutated_files_give_a_message_or_a_result(
    every, tmp_path, monkeypatch, release, request, record_property
):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    seed, count = request.config.getoption("seed"), 800 if release else 60
    found = Counter()
    with feed.bounded():
        for kind in every.values():
            found += fed(kind, seed, count, tmp_path)
    assert min(found["read"], found["refused"]) > found.total() // 10
    record_property("measured", f"{found.total():,} files: 0 tracebacks, hangs, crashes")
