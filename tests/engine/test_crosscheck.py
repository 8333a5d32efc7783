"""Random hands against PokerKit; see tests/naive/pokerkit_hands.py."""

import lzma
import multiprocessing
import re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import pytest

from engine.cards import parse_cards
from engine.errors import CancelledError
from engine.game import built_in_games, get_game
from engine.hand import HandState
from engine.lines import line_text, parse_action
from engine.records.acpc import cards_text, parse_betting, parse_cards_text
from engine.rng import fresh_seed
from engine.simulate import random_hands
from tests.controls import cancelled
from tests.naive.pokerkit_hands import play_both, play_many

QUICK, LONG, RELEASE = 500, 50_000, 1_000_000


@pytest.mark.ci
def test_random_hands_match_pokerkit():
    assert play_many(fresh_seed() % 10**12, QUICK) == []
    assert play_both(1).spot.actions == play_both(1).spot.actions


@pytest.mark.nightly
@pytest.mark.scorecard("R1")
def test_many_random_hands_match_pokerkit(release):
    hands, seed = RELEASE if release else LONG, fresh_seed() % 10**12
    blocks = range(seed, seed + hands, QUICK)
    # Spawned, because a process with threads should not fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        found = list(executor.map(play_many, blocks, [QUICK] * len(blocks)))
    assert [problem for block in found for problem in block] == []


LINE = re.compile(r"(TO|FROM) (\d) at [\d.]+ MATCHSTATE:(\d):(\d+):([^:]*):([^:]*)(?::(\S+))?")


@pytest.mark.ci
@pytest.mark.parametrize("name", ["limit", "nolimit"])
def test_recorded_matches(conformance, name):
    """Replaying the recorded cards and actions sends both seats the dealer's messages."""
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


UNEVEN = [
    replace(game, stacks=(100, 350, 20_000, 777, 1_234, 50)[: game.num_players])
    for game in map(get_game, ("holdem-nolimit", "holdem-nolimit-3", "holdem-nolimit-6"))
]
GAMES = [
    *(*built_in_games(), get_game("holdem-nolimit@1"), get_game("holdem-nolimit@20"), *UNEVEN),
    replace(get_game("holdem-nolimit@20"), dead=7, least_bet=3),
    replace(UNEVEN[-1], dead=7),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.stacks}-{game.dead}")
def test_random_hands_break_no_invariant(game):
    totals = random_hands(game, 20_000, seed=11)
    assert totals.faults == 0
    assert sum(totals.payoffs) == totals.hands * game.dead
    assert 0 < totals.showdowns < totals.hands <= totals.actions


@pytest.mark.nightly
@pytest.mark.scorecard("R2")
def test_ten_million_hands_break_no_invariant():
    games = [get_game("holdem-nolimit"), get_game("holdem-nolimit@20"), *GAMES[-2:]]
    for seed, game in enumerate(games):
        assert random_hands(game, 2_500_000, seed).faults == 0


def test_kuhn_simulation_matches_the_exact_value_and_can_be_cancelled():
    # Both uniform: position 0 wins 1/8 of a chip a hand, computed by hand from the tree.
    totals = random_hands(get_game("kuhn"), 1_000_000, seed=3)
    assert totals.payoffs[0] / 1_000_000 == pytest.approx(0.125, abs=0.006)
    with pytest.raises(CancelledError):
        random_hands(get_game("kuhn"), 10, seed=1, control=cancelled())
