import lzma
import random
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.errors import IllegalActionError, PokerError, RecordError
from engine.game import get_game
from engine.hand import HandState
from engine.player import CALL, raise_to
from engine.records.matchstate import (
    MatchState,
    read_matchstate,
    read_reply,
    write_matchstate,
    write_reply,
)
from tests.naive.pokerkit_hands import random_action
from tests.naive.random_hands import any_game, start

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


LINE = re.compile(r"(TO|FROM) (\d) at [\d.]+ (MATCHSTATE:(\d):(\d+):([^:]*):([^:]*))(?::(\S+))?")


@pytest.mark.ci
@pytest.mark.parametrize("name", ["limit", "nolimit"])
def test_recorded_matches(conformance, name):
    """Our hand, with the recorded cards and actions, sends both seats the dealer's messages."""
    data = (conformance / "protocol" / f"{name}.actions.log.xz").read_bytes()
    lines = lzma.decompress(data).decode().splitlines()
    matches = [match for line in lines if (match := LINE.match(line))]
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
