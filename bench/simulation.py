"""Random no-limit hands per second, heads-up and six-handed, compared with PokerKit."""

from __future__ import annotations

import random
import time
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

from bench import best_seconds, figure
from engine.game import Game, get_game
from engine.simulate import random_hands

_HANDS = 1_000_000
_PEER_HANDS = 300


def figures() -> dict[str, dict[str, Any]]:
    """Hands per second on one core, ours and PokerKit's."""
    return {
        "simulation-nolimit": _beside_pokerkit("holdem-nolimit"),
        "simulation-nolimit-6": _beside_pokerkit("holdem-nolimit-6"),
    }


def _beside_pokerkit(name: str) -> dict[str, Any]:
    game = get_game(name)
    ours = _HANDS / best_seconds(lambda: random_hands(game, _HANDS, seed=1), 3)
    start = time.perf_counter()
    for number in range(_PEER_HANDS):
        peer_hand(game, random.Random(number))
    peer = _PEER_HANDS / (time.perf_counter() - start)
    return figure(ours, "hands/s", peer="pokerkit", peer_rate=peer, ratio=ours / peer)


def peer_hand(game: Game, draw: random.Random) -> None:
    """Play a random hand of no-limit hold'em in PokerKit."""
    state = NoLimitTexasHoldem.create_state(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.CARD_BURNING,
            Automation.HOLE_DEALING,
            Automation.BOARD_DEALING,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        True,
        0,
        tuple(sorted(filter(None, game.blinds))),
        game.big_blind,
        game.stacks[0],
        game.num_players,
    )
    while state.status:
        raises = state.can_complete_bet_or_raise_to()
        kind = draw.randrange(2 + raises)
        if kind == 2:
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            assert low is not None
            assert high is not None
            state.complete_bet_or_raise_to(draw.randint(low, high))
        elif kind == 1 or not state.checking_or_calling_amount:
            state.check_or_call()
        else:
            state.fold()
