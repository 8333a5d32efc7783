import random

import pytest

from engine.errors import GameError, RecordError
from engine.game import get_game
from engine.records.acpc import read_definition
from engine.records.phh import write_phh
from engine.records.replay import ReplayReport, replay_log
from tests.engine.sample_files import sample
from tests.naive.random_hands import finished

LIMIT = get_game("holdem-limit")
GOOD = sample("line.log")
WRONG = GOOD.replace("20|-20", "-20|20")
REFUSED = GOOD.replace("cc/crc", "rrrrc/cc")
HEADER = "# name/game/hands/seed 2p.limit.h1000.r0 some.game 1000 0"


def test_mismatches_are_counted_and_the_first_is_kept(tmp_path):
    path = tmp_path / "a.log"
    path.write_text("\n".join([GOOD, GOOD[:50], WRONG, GOOD, REFUSED]))
    report = replay_log(path, LIMIT)
    assert (report.hands, report.mismatches, report.unread) == (5, 2, 1)
    assert report.first is not None and "(20, -20)" in report.first.reason
    assert (report.first.file, report.first.line, report.first.hand) == ("a.log", 3, WRONG)
    total = ReplayReport(1, 0, None, 1.0) + report + report
    assert (total.hands, total.mismatches, total.first) == (11, 4, report.first)
    assert (total.unread, total.why_unread) == (2, report.why_unread)
    assert total.hands_per_second == pytest.approx(11 / (1.0 + 2 * report.seconds))


def test_the_game_comes_from_the_header_or_a_definition(tmp_path):
    path, definition = tmp_path / "a.log", tmp_path / "some.game"
    path.write_text(f"{HEADER}\n{GOOD}\n")
    with pytest.raises(RecordError, match=r"a log of some\.game"):
        replay_log(path)
    definition.write_text(LIMIT.to_acpc())
    assert replay_log(path).hands == 1
    path.write_text(f"{GOOD}\n")
    with pytest.raises(RecordError, match="does not name its game"):
        replay_log(path)
    assert replay_log(path, definition=definition).mismatches == 0
    definition.write_text("nonsense")
    with pytest.raises(GameError):
        replay_log(path, definition=definition)
    definition.write_bytes(b"\xff")
    for file, words in ((definition, "UTF-8"), (tmp_path / "none.game", "cannot be read")):
        with pytest.raises(RecordError, match=words):
            read_definition(file)


def test_a_phh_file_of_one_hand(tmp_path):
    record = finished(random.Random(0), get_game("holdem-nolimit@5"))
    path, text, end = tmp_path / "a.phh", write_phh(record), 500 + record.payoffs[0]
    stated = "finishing_stacks = ["
    path.write_text(text.replace(f"{stated}{end}", f"{stated}{end + 1}"), "utf-8")
    report = replay_log(path)
    assert (report.hands, report.mismatches) == (1, 1)
    assert report.first is not None and "d dh p1" in report.first.hand
    for wrong, words in ((text.replace("'NT'", "'NS'"), "the variant"), ("[[[", "not PHH")):
        path.write_text(wrong, "utf-8")
        with pytest.raises(RecordError, match=rf"a\.phh, hand 1: {words}"):
            replay_log(path)


LONG, ACADEMY = pytest.mark.nightly, "limit/poker_academy.46454.acpc.log.xz"


@pytest.mark.scorecard("R1")
@pytest.mark.parametrize(
    ("file", "game", "hands"),
    [
        pytest.param(ACADEMY, "holdem.limit.2p.reverse_blinds", 46_454, marks=LONG),
        pytest.param("limit/acpc_dealer.h1000.log.xz", None, 1_000, marks=pytest.mark.ci),
        pytest.param("nolimit/acpc_dealer.h1000.log.xz", None, 1_000, marks=pytest.mark.ci),
        pytest.param("nolimit/acpc_dealer_b.h1000.log.xz", None, 1_000, marks=pytest.mark.ci),
        ("small/leduc.limit.2p.log", "leduc.limit.2p", 100),
        ("small/kuhn.limit.2p.log", "kuhn.limit.2p", 100),
    ],
)
def test_conformance(conformance, file, game, hands):
    definition = conformance / "games" / f"{game}.game" if game else None
    report = replay_log(conformance / file, definition=definition)
    assert (report.hands, report.mismatches, report.first) == (hands, 0, None)
