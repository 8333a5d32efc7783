"""Replaying files of recorded hands, among them all that other programs dealt."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.errors import GameError, RecordError
from engine.game import get_game
from engine.records.acpc import read_definition, write_log
from engine.records.phh import write_phh, write_phh_file
from engine.records.replay import ReplayReport, replay_log
from tests.naive.random_hands import finished

LIMIT = get_game("holdem-limit")
GOOD = "STATE:0:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:p1|p2"
WRONG = "STATE:1:cc/crc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:-20|20:p1|p2"
REFUSED = "STATE:2:rrrrc/cc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:40|-40:p1|p2"
HEADER = "# name/game/hands/seed 2p.limit.h1000.r0 some.game 1000 0"


def test_mismatches_are_counted_and_the_first_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("\n".join([GOOD, WRONG, GOOD, REFUSED]))
    report = replay_log(path, LIMIT)
    assert (report.hands, report.mismatches) == (4, 2)
    assert report.first is not None
    assert (report.first.file, report.first.line, report.first.hand) == ("a.log", 2, WRONG)
    assert "(20, -20)" in report.first.reason
    assert report.hands_per_second > 0
    total = ReplayReport(1, 0, None, 1.0) + report
    assert (total.hands, total.mismatches, total.first) == (5, 2, report.first)


def test_a_line_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(f"{GOOD}\n{GOOD[:50]}\n{WRONG}\nnonsense\n{GOOD}")
    report = replay_log(path, LIMIT)
    assert (report.hands, report.mismatches, report.unread) == (5, 1, 2)
    assert report.first is not None and report.first.line == 3
    assert report.why_unread.startswith("a.log, line 2: ")
    both = report + report
    assert (both.unread, both.why_unread) == (4, report.why_unread)
    path.write_text(f"{GOOD[:50]}\nnonsense\n")
    with pytest.raises(RecordError, match=r"a\.log, line 1: "):
        replay_log(path, LIMIT)


def test_the_game_comes_from_the_header(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(f"{HEADER}\n{GOOD}\n")
    with pytest.raises(RecordError, match=r"a log of some\.game"):
        replay_log(path)
    (tmp_path / "some.game").write_text(LIMIT.to_acpc())
    assert replay_log(path).hands == 1
    path.write_text(f"{GOOD}\n")
    with pytest.raises(RecordError, match="does not name its game"):
        replay_log(path)


def test_a_definition_names_the_game(tmp_path: Path) -> None:
    path, definition = tmp_path / "a.log", tmp_path / "x.game"
    path.write_text(f"{GOOD}\n")
    definition.write_text(LIMIT.to_acpc())
    assert replay_log(path, definition=definition).mismatches == 0
    definition.write_text("nonsense")
    with pytest.raises(GameError):
        replay_log(path, definition=definition)
    definition.write_bytes(b"\xff")
    with pytest.raises(RecordError, match="UTF-8"):
        read_definition(definition)
    with pytest.raises(RecordError, match="cannot be read"):
        read_definition(tmp_path / "none.game")


def test_other_games_rules_are_mismatches(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    write_log(path, [finished(random.Random(seed), LIMIT) for seed in range(20)])
    assert replay_log(path, LIMIT).mismatches == 0
    assert replay_log(path, get_game("holdem-nolimit")).mismatches > 0


def test_phh(tmp_path: Path) -> None:
    records = [finished(random.Random(seed), get_game("holdem-nolimit@5")) for seed in range(9)]
    many, one = tmp_path / "a.phhs", tmp_path / "a.phh"
    write_phh_file(many, records)
    assert replay_log(many).hands == 9 and replay_log(many).mismatches == 0
    text = write_phh(records[0])
    payoff = records[0].payoffs[0]
    one.write_text(
        text.replace(f"finishing_stacks = [{500 + payoff}", f"finishing_stacks = [{501 + payoff}"),
        encoding="utf-8",
    )
    report = replay_log(one)
    assert (report.hands, report.mismatches) == (1, 1)
    assert report.first is not None and "d dh p1" in report.first.hand
    one.write_text(text.replace("variant = 'NT'", "variant = 'NS'"), encoding="utf-8")
    with pytest.raises(RecordError, match=r"a\.phh, hand 1: the variant"):
        replay_log(one)
    one.write_text("[[[", encoding="utf-8")
    with pytest.raises(RecordError, match=r"a\.phh, hand 1: not PHH"):
        replay_log(one)


def test_other_files(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="not one of the file types read here"):
        replay_log(tmp_path / "a.csv")


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "game", "hands"),
    [
        ("limit/poker_academy.46454.acpc.log.xz", "holdem.limit.2p.reverse_blinds", 46_454),
        ("limit/acpc_dealer.h1000.log.xz", None, 1_000),
        ("nolimit/acpc_dealer.h1000.log.xz", None, 1_000),
        ("nolimit/acpc_dealer_b.h1000.log.xz", None, 1_000),
        ("small/leduc.limit.2p.log", "leduc.limit.2p", 100),
        ("small/kuhn.limit.2p.log", "kuhn.limit.2p", 100),
    ],
)
@pytest.mark.scorecard("R1")
def test_conformance(conformance: Path, file: str, game: str | None, hands: int) -> None:
    definition = conformance / "games" / f"{game}.game" if game else None
    report = replay_log(conformance / file, definition=definition)
    assert (report.hands, report.mismatches, report.first) == (hands, 0, None)
    assert report.seconds < 10
