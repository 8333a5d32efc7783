import pytest

from ai.external.log import log_path, read_log
from ai.external.program import Added
from ai.external.report import read_report
from ai.external.testing import examine, introduce, run_test
from engine import timing
from engine.errors import CancelledError, EngineError
from engine.game import get_game
from engine.jobs import JobControl
from tests import tiny_engine

pytestmark = pytest.mark.slow

KUHN = get_game("kuhn")
COUNTS = ("late", "broken", "illegal", "rangeless", "differs")


def report_of(*modes, hands=12, home=None, game=KUHN):
    entry = Added("Tiny", tiny_engine.command(*modes), 60.0)
    report = examine(entry, game, home, JobControl(), hands)
    assert read_report(report.plain()) == report
    return report


def test_compliant_engine_passes():
    report = report_of("ranges", hands=40)
    assert not report.failed and not report.remarks and not report.reasons
    assert (report.engine, report.game, report.hands) == ("Tiny 1.2", "kuhn", 40)
    assert report.ranges == report.decisions == report.answered >= 40
    assert report.restarted and report.slowest > 0 and report.start_seconds > 0


@pytest.mark.parametrize(
    ("modes", "hands", "counts", "reason"),
    [
        (("crash",), 30, {"broken": 5}, "with status 1: it is broken"),
        (("illegal",), 30, {"illegal": 5}, "an illegal action"),
        # Ranges of an engine that plays by them are not illegal actions.
        (("onlyrange", "illegalrange"), 30, {"rangeless": 5}, "a range with an illegal action"),
        # Odd but legal behaviour is a remark; some 50 coin tosses come out alike once in 2^50 runs.
        (("random",), 200, None, ""),
        (("badrange",), 12, {}, "sum to 1"),
        (("illegalrange",), 30, {}, "illegal"),
    ],
)
def test_faults_and_remarks_are_counted_separately(modes, hands, counts, reason):
    report = report_of(*modes, hands=hands)
    assert (report.failed, report.remarks) == ((True, 0) if counts else (False, 1))
    if counts is None:
        assert 0 < report.differs < report.decisions
        return
    assert {name: getattr(report, name) for name in COUNTS} == dict.fromkeys(COUNTS, 0) | counts
    assert any(reason in words for words in report.reasons) and len(report.reasons) <= 10


def test_missing_answer_counts_as_late(tmp_path, monkeypatch):
    home = tmp_path / "strategies"
    log = log_path(home, "added:Tiny")

    def seconds():  # an hour passes when it reports reaching the decision where it hangs
        return 3600.0 * (log.read_text().count("! decision 3") if log.exists() else 0)

    monkeypatch.setattr(timing, "seconds", seconds)
    report = report_of("late", "noisy", hands=5, home=home)
    assert report.failed and (report.late, report.broken, report.illegal) == (1, 0, 0)
    assert any("did not answer in time" in words for words in report.reasons)
    lines = read_log(log)  # it has both sides and the failure
    assert {line.mark for line in lines} == {"", ">", "<", "!", "*"}
    assert {line.words for line in lines if line.is_error} == {"failed: it did not answer in time"}
    assert "decision 1" in [line.words for line in lines if line.mark == "!"]


def test_cards_use_standard_notation():
    raises = {rank: counts for rank, *counts in report_of("raiseace", hands=60).raises}
    assert list(raises) == ["J", "Q", "K"]
    for rank, (could, did) in raises.items():
        assert could > 0 and did == (could if rank == "K" else 0)
    assert report_of(hands=2, game=get_game("holdem-limit")).raises == ()


def test_engine_that_fails_to_start_or_play_still_gets_a_report():
    told, report = run_test(Added("Tiny", "/nowhere/tiny"), None, None, JobControl())
    assert told is None and report.failed and not report.engine
    assert report.reasons == ("added:Tiny: there is no file /nowhere/tiny",)
    assert read_report(report.plain()) == report
    for command in ("", "   ", '"open', "no-such-program-anywhere", "/" + 999 * "x", "a\0b", "/\0"):
        entry = Added("Tiny", command)
        assert entry.problem
        with pytest.raises(EngineError):
            entry.start(KUHN, None, JobControl())
    entry = Added("Tiny", tiny_engine.command("picky"))
    told = introduce(entry, None, JobControl())
    assert told.games == ("kuhn",)
    assert [option.name for option in told.hello.options] == ["depth", "style", "loud"]
    _, report = run_test(entry, get_game("leduc"), None, JobControl())
    assert report.failed and "I play Kuhn poker alone" in report.reasons[0]


@pytest.mark.parametrize("mode", ["ranges", "mute"])
def test_engine_test_can_be_cancelled_while_playing_or_waiting(mode):
    control = JobControl(lambda fraction, text: control.cancel() if fraction else None)
    if mode == "mute":
        control.cancel()
    with pytest.raises(CancelledError):
        examine(Added("Tiny", tiny_engine.command(mode)), KUHN, None, control, 10_000)


def test_invalid_reports_are_rejected_and_older_ones_load():
    plain = report_of(hands=1).plain()
    for change in (
        *({"hands": -1}, {"hands": 1.5}, {"engine": "a\nb"}, {"late": True}),
        *({"reasons": ["x"] * 11}, {"raises": [["K", 1]]}, {"raises": [["K", 1, -1]]}),
        {"raises": [["K", 1, 1]] * 14},
    ):
        with pytest.raises(ValueError, match="report"):
            read_report(plain | change)
    without = {name: value for name, value in plain.items() if name != "hands"}
    with pytest.raises(ValueError, match="report"):
        read_report(without)
    del plain["raises"], plain["rangeless"]
    assert read_report(plain).raises == ()
