"""Inputs of many deals are those of each board alone."""

from __future__ import annotations

import numpy as np
import pytest

from ai.networks.environment import environment
from engine.combos import combo_cards
from engine.game import get_game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["leduc", "holdem-limit"])
@pytest.mark.parametrize("alike", [False, True])
def test_inputs_of_many_deals_are_those_of_each_alone(name, alike):
    """Boards that are all alike are looked up in another way."""
    game, rng = get_game(name), np.random.default_rng(2)
    place, deck = environment(game, dealing=False), np.array(game.deck)
    holes = combo_cards(game.deck, game.num_hole)
    size, boards, combos = game.board_sizes[-1], [], []
    board = rng.permutation(deck)[:size]
    while len(boards) < 80:
        drawn = board if alike else rng.permutation(deck)[:size]
        combo = int(rng.integers(len(holes)))
        if not set(holes[combo].tolist()) & set(drawn.tolist()):
            boards.append(drawn)
            combos.append(combo)
    cards, held = np.array(boards, np.uint8), np.array(combos)
    for first in range(game.num_rounds):
        found = place.deal_inputs(cards, held, first)
        assert len(found) == game.num_rounds - first
        for street, ids in enumerate(found, first):
            for number in range(len(held)):
                seen = cards[number, : game.board_sizes[street]].tolist()
                alone = place.card_inputs(seen, held[number : number + 1])
                assert ids[number].tolist() == alone[0].tolist()
