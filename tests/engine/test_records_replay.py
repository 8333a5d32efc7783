import lzma
import random
import re
from collections import deque
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameError, RecordError
from engine.game import Game, get_game
from engine.hand import HandState
from engine.records.acpc import read_definition, read_state, write_log, write_state
from engine.records.hand_files import TextLines
from engine.records.phh import write_phh
from engine.records.replay import ReplayReport, replay_log
from tests.engine.sample_files import sample
from tests.naive.random_hands import any_game, finished
from tests.recorded import read_hands

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
    assert "a log of some.game" in replay_log(path).why_unread
    definition.write_text(LIMIT.to_acpc())
    assert replay_log(path).hands == 1
    path.write_text(f"{GOOD}\n")
    assert "does not state its game" in replay_log(path).why_unread
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
        report = replay_log(path)
        assert (report.hands, report.unread + report.other_games) == (report.unread, 1)
        assert not report.unread or re.match(rf"a\.phh, hand 1: {words}", report.why_unread)


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
def test_replay_conformance_hands(conformance, file, game, hands):
    definition = conformance / "games" / f"{game}.game" if game else None
    report = replay_log(conformance / file, definition=definition)
    assert (report.hands, report.mismatches, report.first) == (hands, 0, None)


@given(st.integers(0, 2**32), st.lists(st.booleans(), min_size=10, max_size=10))
def test_replay_deals_the_known_cards(seed, hidden):
    rng = random.Random(seed)
    record = finished(rng, any_game(rng))
    holes = tuple(None if hide else hole for hide, hole in zip(hidden, record.holes, strict=False))
    deck = replace(record, holes=holes, deck=()).complete_deck(np.random.default_rng(seed))
    assert sorted(deck) == list(record.game.deck)
    hand = HandState.deal(record.game, deck)
    for action in record.actions:
        hand.apply(action)
    assert hand.board == record.board
    for known, dealt in zip(holes, hand.holes, strict=True):
        assert known in (None, dealt)
    assert any(hidden) or hand.payoffs == record.payoffs
    for count in (3, len(deck)):  # known cards of a deck stay
        known = replace(record, deck=deck[:count]).complete_deck(np.random.default_rng(2))
        assert known[:count] == deck[:count]


def test_unknown_cards_are_drawn_evenly():
    record = replace(finished(random.Random(1), get_game("kuhn")), holes=(None, None))
    rng = np.random.default_rng(1)
    decks = [record.complete_deck(rng) for _ in range(600)]
    counts = [decks.count(deck) for deck in set(decks)]
    assert len(counts) == 6 and min(counts) > 60


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("holdem-limit", GOOD),
        ("holdem-limit", "STATE:574644:f:6sTh|JhAd:5|-5:Mvb2|Mvb1"),
        ("holdem-nolimit", "STATE:0:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:p1|p2"),
        ("leduc", "STATE:2:rrc/crf:Qs|Ah/As:-5|5:BotA|BotB"),
        ("leduc", "STATE:0:crrc/rc:Ah|As/Qh:0|0:A|B"),
        ("kuhn", "STATE:3:crf:As|Qs:-1|1:BotB|BotA"),
    ],
)
def test_acpc_lines_round_trip(name, line):
    record = read_state(get_game(name), line)
    record.verify()
    assert write_state(record) == line
    assert record.replay().payoffs == record.payoffs


def test_last_line_gives_the_score_and_only_the_header_the_game(tmp_path):
    path, rng = tmp_path / "hands.log", random.Random(1)
    records = [finished(rng, LIMIT) for _ in range(30)]
    write_log(path, records)
    score, totals, names = path.read_text().splitlines()[-1].split(":")
    assert score == "SCORE" and sum(map(int, totals.split("|"))) == 0
    assert set(names.split("|")) == {name for record in records for name in record.players}
    path.write_bytes(f"# name\n#--t\r\n\n{GOOD}\r\nSCORE:20|-20:p1|p2\n".encode())
    assert [write_state(record) for record in read_hands(path, LIMIT)] == [GOOD]
    path = tmp_path / "long.log"
    path.write_text("# GAMEDEF\n" + "# x\n" * 5_000 + "# END GAMEDEF\n")
    with pytest.raises(RecordError, match="does not state its game"):
        read_hands(path)


@pytest.mark.parametrize(
    ("name", "data", "part"),
    [
        ("a.log", f"{GOOD}\nnonsense\n".encode(), "a.log, line 2: 'nonsense'"),
        ("a.log", f"# c\n{GOOD[:40]}".encode(), "a.log, line 2"),
        ("a.log", b"# ok\n\xff\xfe\n", "a.log, line 2: 'ÿþ' is not a hand"),
        ("a.log.xz", lzma.compress(f"{GOOD}\n".encode() * 5_000)[:150], r"a\.log\.xz is damaged"),
        ("a.log.xz", b"no xz at all", r"a\.log\.xz is damaged"),
        ("a.log.xz", b"", r"a\.log\.xz is damaged"),
    ],
)
def test_damaged_files_are_reported(tmp_path, name, data, part):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(RecordError, match=part):
        raise RecordError(replay_log(tmp_path / name, LIMIT).why_unread)


@pytest.mark.parametrize("line", [b"#" * 10_000 + b"\n", b"\n"])
def test_decompression_bomb_is_rejected(tmp_path, line):
    path = tmp_path / "bomb.log.xz"
    path.write_bytes(lzma.compress(line * (2_500_000 // len(line)), preset=0))
    with pytest.raises(RecordError, match="200 times"):
        deque(TextLines(path), maxlen=0)


def test_odd_chips_follow_the_dealers_split():
    game = Game.from_acpc(sample("three.game"), "three")
    line = "STATE:4:cfc/cc/cc/cc:2c3d|AhQd|AsQc/TdJd7s/2h/2s:-5|{won}|{won}:a|b|c"
    record = read_state(game, line.format(won="2.5"))
    record.verify()
    assert record.payoffs == (-50, 25, 25)
    assert record.game.raise_sizes == (100, 100, 200, 200)
    assert [record.money.text(chips) for chips in record.results] == ["-5", "2.5", "2.5"]
    assert [record.money.text(blind) for blind in record.game.blinds] == ["5", "10", "0"]
    for other in ("2.55", "2.333333", "2.", "x"):
        with pytest.raises(RecordError, match=r"payoffs|tenths"):
            read_state(game, line.format(won=other))
