"""Files changed by chance and by forgers: a sentence or a result, and never anything else.

A few of every kind are read here; ``tests/nightly/test_hostile.py`` reads thousands, in children
whose memory is bounded.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.errors import RecordError
from tests.hostile import feed
from tests.hostile.kinds import Kind, kinds, prepare

pytestmark = pytest.mark.slow
EACH = 2


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Kind]]:
    with pytest.MonkeyPatch.context() as patch:
        seeds = prepare(tmp_path_factory.mktemp("seeds"), patch.setattr)
        yield {kind.name: kind for kind in seeds}


@pytest.fixture(autouse=True)
def _hang_is_seen() -> Iterator[None]:
    before = signal.signal(signal.SIGPROF, feed.too_long)
    yield
    signal.signal(signal.SIGPROF, before)


def _raise(error: BaseException) -> object:
    raise error


def _loop() -> None:
    while True:
        pass


@pytest.mark.parametrize(
    ("act", "came"),
    [
        (lambda: _raise(RecordError("no")), "refused"),
        (lambda: _raise(ValueError("a mistake")), "traceback"),
        (lambda: _raise(SystemExit(3)), "traceback"),
        (lambda: _raise(MemoryError()), "memory"),
        (_loop, "hang"),
        (lambda: None, "read"),
    ],
)
def test_harm_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], came: str
) -> None:
    monkeypatch.setattr(feed, "HANG_S", 0.1)
    assert feed.feed(Kind("x", ".x", lambda path, home: act()), tmp_path, tmp_path)[0] == came


@pytest.mark.scorecard("D4")
@pytest.mark.parametrize("name", [kind.name for kind in kinds()])
def test_changed_files_do_no_harm(every: dict[str, Kind], tmp_path: Path, name: str) -> None:
    kind = every[name]
    assert kind.seeds
    for number in range(EACH):
        path = kind.put(tmp_path, feed.made(random.Random(f"{name} {number}"), kind))
        came, reason = feed.feed(kind, path, tmp_path)
        assert came in ("read", "refused"), (number, reason)
