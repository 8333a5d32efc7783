"""The Watch page of the real program: a match on a screen by keys, closing at any moment."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokergui.store import HandReader, verify
from tests.pokergui.desktop import CLOSE_S, START_S, Desktop, Program, log_text, settings


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.close()


def visit(home: Path, task: str, number: int = 0, **changes: str) -> list[dict[str, Any]]:
    """Let somebody watch; return the reports. The program ends well and in time."""
    settings(home)
    with Program(home, "tests.pokergui.watch_visitor", task, str(number), **changes) as program:
        out, err = program.process.communicate(timeout=START_S)
        ended = time.time()
    assert (program.process.returncode, err) == (0, ""), (task, number)
    assert log_text(home) == "", (task, number)
    told = [json.loads(line) for line in out.splitlines()]
    assert ended - told[-1]["closing"] <= CLOSE_S, (task, number)
    return told


def test_a_match_is_watched_stepped_and_played_to_its_end(desktop: Desktop, tmp_path: Path) -> None:
    screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
    told = visit(tmp_path, "match", **screen)
    live, step, seat, study, end, _ = told
    assert live["of"] == "of 1,000"
    assert live["cards"] == [True] * 4
    assert any(live["shares"])
    assert live["frames"] > 5
    assert step == {"step": True, "phase": "paused"}
    assert "Training" in seat["tag"]
    assert study["marked"] >= 0 and study["engine"]
    assert end["finished"] == "1,000"
    assert end["units"] == "500"
    assert " to " in end["interval"]
    assert end["verdict"].startswith("Odds counter leads by")
    assert end["stats"][0].endswith("/1,000")
    with HandReader(tmp_path / "hands.db") as reader:
        (match,) = reader.matches()
        kept = sum(chunk.hands for chunk in reader.match_hands(match))
    assert (match.hands, kept, match.done) == (1_000, 1_000, True)
    assert verify(tmp_path / "hands.db").sound


@pytest.mark.parametrize(
    "moment",
    [pytest.param(0, marks=pytest.mark.long), 301, pytest.param(2_000, marks=pytest.mark.long)],
)
def test_closing_at_any_moment(tmp_path: Path, moment: int) -> None:
    visit(tmp_path, "close", moment, QT_QPA_PLATFORM="offscreen")


@pytest.mark.long
def test_twenty_closes_at_random_moments(tmp_path: Path) -> None:
    rng = random.Random()
    for _ in range(20):
        visit(tmp_path, "close", rng.randrange(4_000), QT_QPA_PLATFORM="offscreen")


@pytest.mark.long
def test_a_fast_match_leaves_the_window_free(desktop: Desktop, tmp_path: Path) -> None:
    screen = {"DISPLAY": desktop.display, "QT_QPA_PLATFORM": "xcb"}
    for attempt in range(3):  # the machine may do other things as well
        fast, stop, _ = visit(tmp_path / str(attempt), "fast", 1_000, **screen)
        # The figures are bench watch's; a busy machine may be several times slower.
        quick = fast["beat"] <= 150.0 and stop["stop"] <= 300.0
        if quick and fast["updates"] >= 3.0 and fast["rate"] >= 1e5:
            break
    else:
        pytest.fail(f"{fast} {stop}")
