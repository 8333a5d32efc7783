"""Random heads-up no-limit hands through the rulebook, beside PokerKit's on the same machine."""

from __future__ import annotations

import random
import time
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

from bench import best_seconds, figure
from engine.game import get_game
from engine.simulate import random_hands

_HANDS = 1_000_000
_PEER_HANDS = 300


def figures() -> dict[str, dict[str, Any]]:
    """Hands a second on one core, ours and PokerKit's."""
    game = get_game("holdem-nolimit")
    ours = _HANDS / best_seconds(lambda: random_hands(game, _HANDS, seed=1), 3)
    start = time.perf_counter()
    for number in range(_PEER_HANDS):
        peer_hand(random.Random(number))
    peer = _PEER_HANDS / (time.perf_counter() - start)
    return {
        "simulation-nolimit": figure(
            ours, "hands/s", peer="pokerkit", peer_rate=peer, ratio=ours / peer
        ),
    }


def peer_hand(draw: random.Random) -> None:
    """Play a random hand in PokerKit."""
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
        (50, 100),
        100,
        20_000,
        2,
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
