"""Every message that an ACPC dealer sent in recorded matches, written from our own hands."""

import lzma
import re

import pytest

from engine.cards import parse_cards
from engine.game import get_game
from engine.hand import HandState
from engine.lines import line_text, parse_action
from engine.records.acpc import cards_text, parse_betting, parse_cards_text

LINE = re.compile(r"(TO|FROM) (\d) at [\d.]+ MATCHSTATE:(\d):(\d+):([^:]*):([^:]*)(?::(\S+))?")


@pytest.mark.ci
@pytest.mark.parametrize("name", ["limit", "nolimit"])
def test_recorded_matches(conformance, name):
    """Our hand, with the recorded cards and actions, sends both seats the dealer's messages."""
    data = (conformance / "protocol" / f"{name}.actions.log.xz").read_bytes()
    lines = lzma.decompress(data).decode().splitlines()
    matches = [match for line in lines if (match := LINE.match(line))]
    assert len(matches) == 2995
    for number in sorted({int(match[4]) for match in matches}):
        here = [match for match in matches if int(match[4]) == number]
        _check_hand(get_game(f"holdem-{name}"), here)


def _check_hand(game, matches):
    holes, board = [None] * game.num_players, ()
    for match in matches:
        seats, *boards = match[6].split("/")
        for seat, hole in enumerate(seats.split("|")):
            holes[seat] = parse_cards(hole) if hole else holes[seat]
        board = max(board, parse_cards("".join(boards)), key=len)
    used = {*board, *(card for hole in holes for card in hole or ())}
    rest = [card for card in game.deck if card not in used]
    hand = HandState(game, holes, board + tuple(rest[: 5 - len(board)]))
    for match in matches:
        seat = int(match[3])
        seen = [
            hole if other == seat or (hand.showdown and not hand.spot.folded(other)) else None
            for other, hole in enumerate(holes)
        ]
        assert line_text(game, hand.spot.actions) == match[5]
        assert parse_betting(game, match[5]) == hand.spot.on(())
        assert cards_text(game, seen, hand.spot.board) == match[6]
        assert parse_cards_text(game, match[6])[1] == hand.spot.board
        if match[1] == "FROM":
            hand.apply(parse_action(hand.spot, match[7]))
