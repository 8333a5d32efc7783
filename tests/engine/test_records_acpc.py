import lzma
import random
import re
from collections import deque
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.errors import IllegalActionError, PokerError, RecordError
from engine.game import Game, get_game
from engine.hand import HandState
from engine.player import CALL, raise_to
from engine.records.acpc import (
    MatchState,
    read_matchstate,
    read_reply,
    read_state,
    write_log,
    write_matchstate,
    write_reply,
    write_state,
)
from engine.records.hand_files import text_lines
from engine.records.replay import replay_log
from tests.engine.sample_files import sample
from tests.naive.pokerkit_hands import random_action
from tests.naive.random_hands import any_game, finished, start
from tests.recorded import read_hands

LIMIT = get_game("holdem-limit")
LINE = sample("line.log")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("holdem-limit", LINE),
        ("holdem-limit", "STATE:574644:f:6sTh|JhAd:5|-5:Mvb2|Mvb1"),
        ("holdem-nolimit", "STATE:0:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:p1|p2"),
        ("leduc", "STATE:2:rrc/crf:Qs|Ah/As:-5|5:BotA|BotB"),
        ("leduc", "STATE:0:crrc/rc:Ah|As/Qh:0|0:A|B"),
        ("kuhn", "STATE:3:crf:As|Qs:-1|1:BotB|BotA"),
    ],
)
def test_lines_come_out_as_they_went_in(name, line):
    record = read_state(get_game(name), line)
    record.verify()
    assert write_state(record) == line
    assert record.replay().payoffs == record.payoffs


def test_names_cannot_break_a_line():
    record = read_state(LIMIT, LINE.replace("p1|p2", "A b|Ü"))
    assert record.players == ("A b", "Ü")
    assert write_state(replace(record, players=("a:b|c\n", "d\u2028"))).endswith(":a_b_c_|d_")


def test_the_last_line_has_the_score_and_all_but_hands_is_left_out(tmp_path):
    path, rng = tmp_path / "hands.log", random.Random(1)
    records = [finished(rng, LIMIT) for _ in range(30)]
    write_log(path, records)
    score, totals, names = path.read_text().splitlines()[-1].split(":")
    assert score == "SCORE" and sum(map(int, totals.split("|"))) == 0
    assert set(names.split("|")) == {name for record in records for name in record.players}
    path.write_bytes(f"# name\n#--t\r\n\n{LINE}\r\nSCORE:20|-20:p1|p2\n".encode())
    assert [write_state(record) for record in read_hands(path, LIMIT)] == [LINE]


@pytest.mark.parametrize(
    ("name", "data", "part"),
    [
        ("a.log", f"{LINE}\nnonsense\n".encode(), "a.log, line 2: 'nonsense'"),
        ("a.log", f"# c\n{LINE[:40]}".encode(), "a.log, line 2"),
        ("a.log", b"# ok\n\xff\xfe\n", "a.log, line 2 is not UTF-8"),
        ("a.log", b"#" * 30_000, "a.log, line 1 is longer than"),
        ("a.log.xz", lzma.compress(f"{LINE}\n".encode() * 5_000)[:150], r"a\.log\.xz is damaged"),
        ("a.log.xz", b"no xz at all", r"a\.log\.xz is damaged"),
        ("a.log.xz", b"", r"a\.log\.xz is damaged"),
    ],
)
def test_damaged_files(tmp_path, name, data, part):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(RecordError, match=part):
        raise RecordError(replay_log(tmp_path / name, LIMIT).why_unread)


@pytest.mark.parametrize("line", [b"#" * 10_000 + b"\n", b"\n"])
def test_a_small_file_that_unpacks_to_a_large_one_is_refused(tmp_path, line):
    path = tmp_path / "bomb.log.xz"
    path.write_bytes(lzma.compress(line * (2_500_000 // len(line)), preset=0))
    with pytest.raises(RecordError, match="200 times"):
        deque(text_lines(path), maxlen=0)


def test_the_game_is_looked_for_at_the_top_alone(tmp_path):
    path = tmp_path / "long.log"
    path.write_text("# GAMEDEF\n" + "# x\n" * 5_000 + "# END GAMEDEF\n")
    with pytest.raises(RecordError, match="does not name its game"):
        read_hands(path)


def test_an_odd_chip_is_split_as_the_dealer_splits_it():
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


NO_LIMIT = get_game("holdem-nolimit")


@given(st.integers(0, 2**32))
def test_round_trip_at_every_decision(seed):
    rng = random.Random(seed)
    game = any_game(rng)
    hand, seats = start(rng, game), range(game.num_players)
    while True:
        for seat in seats:
            state = MatchState.of(seat, 7, hand.spot, hand.holes)
            read = read_matchstate(game, write_matchstate(state))
            assert read == state
            for other in set(seats) - {seat}:
                hidden = hand.spot.folded(other) if hand.showdown else True
                assert (read.holes[other] is None) == hidden
        if hand.finished:
            break
        action = random_action(rng, hand)
        state = MatchState.of(hand.to_act, 7, hand.spot, hand.holes)
        assert read_reply(game, write_reply(state, action)) == (state, action)
        hand.apply(action)


def test_what_a_seat_is_told():
    holes = [parse_cards("5d5c"), parse_cards("9hQd")]
    hand = HandState(NO_LIMIT, holes, parse_cards("8dAs8s4h6d"))
    first = MatchState.of(1, 0, hand.spot, hand.holes)
    assert write_matchstate(first) == "MATCHSTATE:1:0::|9hQd"
    assert write_reply(first, CALL) == "MATCHSTATE:1:0::|9hQd:c"
    assert write_reply(first, raise_to(300)) == "MATCHSTATE:1:0::|9hQd:r300"
    hand.check_or_call()
    hand.check_or_call()
    told = write_matchstate(MatchState.of(1, 0, hand.spot, hand.holes))
    assert told == "MATCHSTATE:1:0:cc/:|9hQd/8dAs8s"


@pytest.mark.parametrize(
    "rest",
    [
        *("", "MATCHSTATE:2:0::5d5c|", "MATCHSTATE:0:x::5d5c|", "MATCHSTATE:0:0::|5d5c"),
        *("MATCHSTATE:0:0:cc/:5d5c|", "MATCHSTATE:0:0::5d5c|/2c3c4c", "MATCHSTATE:0:0:?:5d5c|"),
        *("MATCHSTATE:0:0::5d5c||", "MATCHSTATE:0:0::5d5c|:c:c"),
    ],
)
def test_malformed_states(rest):
    with pytest.raises(RecordError):
        read_matchstate(NO_LIMIT, rest)


@pytest.mark.parametrize("action", ["f:", "x", "", "r", "r1", "r99999", "cc"])
def test_refused_replies(action):
    with pytest.raises((RecordError, IllegalActionError)):
        read_reply(NO_LIMIT, f"MATCHSTATE:1:0::|9hQd:{action}")


@given(st.text(max_size=60))
def test_no_text_breaks_the_readers(text):
    for line in (text, f"MATCHSTATE:{text}", f"MATCHSTATE:0:0:{text}:5d5c|"):
        for reader in (read_matchstate, read_reply):
            with suppress(PokerError):
                reader(NO_LIMIT, line)


SENT = re.compile(r"(TO|FROM) (\d) at [\d.]+ (MATCHSTATE:(\d):(\d+):([^:]*):([^:]*))(?::(\S+))?")


@pytest.mark.ci
@pytest.mark.parametrize("name", ["limit", "nolimit"])
def test_recorded_matches(conformance, name):
    """Our hand, with the recorded cards and actions, sends both seats the dealer's messages."""
    data = (conformance / "protocol" / f"{name}.actions.log.xz").read_bytes()
    lines = lzma.decompress(data).decode().splitlines()
    matches = [match for line in lines if (match := SENT.match(line))]
    assert len(matches) == 2995
    for number in sorted({int(match[5]) for match in matches}):
        here = [match for match in matches if int(match[5]) == number]
        _check_hand(get_game(f"holdem-{name}"), here)


def _check_hand(game, matches):
    holes, board = [None] * game.num_players, ()
    for match in matches:
        seats, *boards = match[7].split("/")
        for seat, hole in enumerate(seats.split("|")):
            holes[seat] = parse_cards(hole) if hole else holes[seat]
        board = max(board, parse_cards("".join(boards)), key=len)
    used = {*board, *(card for hole in holes for card in hole or ())}
    rest = [card for card in game.deck if card not in used]
    hand = HandState(game, holes, board + tuple(rest[: 5 - len(board)]))
    for match in matches:
        state = MatchState.of(int(match[4]), int(match[5]), hand.spot, holes)
        assert write_matchstate(state) == match[3]
        if match[1] == "FROM":
            text = match[0].split()[-1]
            assert f"{write_matchstate(state)}:{match[8]}" == text
            read, action = read_reply(game, text)
            assert read == state and write_reply(read, action) == text
            hand.apply(action)
