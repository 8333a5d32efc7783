"""The test of an engine: each fault is counted where it belongs, and a sound engine passes."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Timer

import pytest

from ai.process.log import log_path, read_log
from ai.process.program import Added
from ai.process.report import Report, read_report
from ai.process.testing import examine, introduce, run_test
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from tests import tiny_engine

KUHN = get_game("kuhn")


def report_of(
    *modes: str, hands: int = 12, seconds: float = 5.0, home: Path | None = None
) -> Report:
    entry = Added("Tiny", tiny_engine.command(*modes), seconds)
    report = examine(entry, KUHN, home, JobControl(), hands)
    assert read_report(report.plain()) == report
    return report


def test_a_sound_engine_passes() -> None:
    report = report_of("ranges", hands=40)
    assert not report.failed and not report.remarks and not report.reasons
    assert (report.engine, report.game, report.hands) == ("Tiny 1.2", "kuhn", 40)
    assert report.ranges == report.decisions == report.answered >= 40
    assert report.restarted and 0 < report.slowest < 5 and 0 < report.start_seconds < 5


@pytest.mark.parametrize(
    ("modes", "count", "reason"),
    [
        (("late",), {"late": 1}, "did not answer in time"),
        (("crash",), {"broken": 5}, "exit status 1: it is broken"),
        (("illegal",), {"illegal": 5}, "an illegal action"),
    ],
)
def test_faults_are_counted_apart(
    modes: tuple[str, ...], count: dict[str, int], reason: str
) -> None:
    report = report_of(*modes, seconds=0.3, hands=5 if "late" in modes else 30)
    assert report.failed
    found = {name: getattr(report, name) for name in ("late", "broken", "illegal")}
    assert found == dict.fromkeys(found, 0) | count
    assert any(reason in words for words in report.reasons)
    assert len(report.reasons) <= 10


def test_play_that_the_seed_does_not_give_is_a_remark() -> None:
    report = report_of("random", hands=200)  # some 50 coins, all alike once in 2^50 runs
    assert not report.failed and report.remarks == 1
    assert 0 < report.differs < report.decisions


def test_ranges_that_are_none_are_a_remark() -> None:
    report = report_of("badrange")
    assert report.has_ranges and report.ranges == 0
    assert report.remarks == 1 and not report.failed
    assert "sum to 1" in report.reasons[0]


def test_ranges_of_an_engine_that_plays_by_them_are_no_illegal_actions() -> None:
    report = report_of("onlyrange", "illegalrange", hands=30)
    assert (report.rangeless, report.illegal, report.broken, report.late) == (5, 0, 0, 0)
    assert report.failed and report.answered == report.decisions and not report.remarks
    assert "a range with an illegal action" in report.reasons[0]
    report = report_of("illegalrange", hands=30)
    assert not report.failed and report.remarks == 1 and report.illegal == 0


def test_cards_are_named_as_people_see_them() -> None:
    raises = {rank: counts for rank, *counts in report_of("raiseace", hands=60).raises}
    assert list(raises) == ["J", "Q", "K"]
    for rank, (could, did) in raises.items():
        assert could > 0 and did == (could if rank == "K" else 0)
    entry = Added("Tiny", tiny_engine.command())
    assert examine(entry, get_game("holdem-limit"), None, JobControl(), 2).raises == ()


def test_a_report_of_before_is_read() -> None:
    plain = report_of(hands=1).plain()
    del plain["raises"], plain["rangeless"]
    assert read_report(plain).raises == ()


def test_an_engine_that_does_not_start_has_a_report() -> None:
    told, report = run_test(Added("Tiny", "/nowhere/tiny"), None, None, JobControl())
    assert told is None and report.failed and not report.engine
    assert report.reasons == ("added:Tiny: there is no file /nowhere/tiny",)
    assert read_report(report.plain()) == report


def test_it_says_which_games_it_plays() -> None:
    entry = Added("Tiny", tiny_engine.command("picky"))
    told = introduce(entry, None, JobControl())
    assert told.games == ("kuhn",)
    assert [option.name for option in told.hello.options] == ["depth", "style", "loud"]
    _, report = run_test(entry, get_game("leduc"), None, JobControl())
    assert report.failed and "I play Kuhn poker alone" in report.reasons[0]


@pytest.mark.parametrize("mode", ["ranges", "mute"])
def test_it_is_stopped_at_once(mode: str) -> None:
    control = JobControl()
    stop = Timer(0.3, control.cancel)
    stop.start()
    begun = time.monotonic()
    with pytest.raises(CancelledError):
        examine(Added("Tiny", tiny_engine.command(mode)), KUHN, None, control, 10_000)
    assert time.monotonic() - begun < 10


def test_the_log_has_both_sides_and_what_failed(tmp_path: Path) -> None:
    home = tmp_path / "strategies"
    report_of("crash", "noisy", home=home, hands=9)
    lines = read_log(log_path(home, "added:Tiny"))
    assert {line.mark for line in lines} == {"", ">", "<", "!", "*"}
    errors = [line.words for line in lines if line.is_error]
    assert set(errors) == {"failed: it ended by itself, with exit status 1: it is broken"}
    assert "decision 1" in [line.words for line in lines if line.mark == "!"]


@pytest.mark.parametrize(
    "change",
    [
        {"hands": -1},
        {"hands": 1.5},
        {"engine": "a\nb"},
        {"late": True},
        {"reasons": ["x"] * 11},
        {"raises": [["K", 1]]},
        {"raises": [["K", 1, -1]]},
        {"raises": [["K", 1, 1]] * 14},
    ],
)
def test_reports_that_make_no_sense_are_none(change: dict[str, object]) -> None:
    plain = report_of(hands=1).plain()
    with pytest.raises(ValueError, match="report"):
        read_report(plain | change)
    del plain["hands"]
    with pytest.raises(ValueError, match="report"):
        read_report(plain)


def test_nobody_starts_without_a_program() -> None:
    for command in ("", "   ", '"open', "no-such-program-anywhere", "/" + 999 * "x", "a\0b", "/\0"):
        entry = Added("Tiny", command)
        assert entry.problem
        with pytest.raises(EngineError):
            entry.start(KUHN, None, JobControl())
