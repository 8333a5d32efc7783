import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.blueprint.thresholding import MOST_POTS
from ai.registry import build
from engine.combos import combo_index
from engine.game import get_game
from engine.match import Match
from engine.player import CALL, FOLD, raise_to

GAME = get_game("holdem-nolimit@100")
HANDS = 50
MOST_LOST, MOST_LOST_IN_MEAN = 0.15, 0.1
"""Of the pot, by the engine's own solution of the street: by the action drawn, and in the mean over
the answer. An action that a hand seldom takes may be drawn; of fifty hands, one may lose more."""


class OddSizes(CallAgent):
    def act(self, view, rng, control=None):
        legal, mood = view.spot.legal, rng.random()
        if legal.max_raise and mood < 0.45:
            pot = view.spot.pot + legal.call
            to = view.spot.max_bet + (int(pot * np.exp(rng.normal(-0.3, 0.7))) | 1)
            return raise_to(min(max(to, legal.min_raise), legal.max_raise))
        return FOLD if legal.fold and mood > 0.88 else CALL


@pytest.mark.nightly
def test_no_absurd_action_is_played():
    own = build("cfr-resolve", GAME)
    match, rng = Match(GAME, [own, OddSizes(GAME)], 1), np.random.default_rng(3)
    solved, odd, dear = 0, 0, 0
    for _ in range(HANDS):
        match.deal()
        while match.in_progress:
            player, view = match.table.player_to_act, match.view()
            spot = view.spot
            action = match.agents[player].act(view, rng)
            if player:
                odd += action.raise_to > 0
                match.apply(action)
                continue
            assert spot.legal.fold or action != FOLD
            pot = spot.pot + spot.legal.call
            if spot.street == 1 and action.raise_to:
                assert action.raise_to - spot.max_bet <= MOST_POTS * pot
            answer = own.strategy(spot)
            assert action in answer.actions
            if answer.note.startswith("solved here"):
                combo, place = combo_index(view.hole, GAME.deck), answer.actions.index(action)
                lost = answer.values[combo].max() - answer.values[combo]
                assert answer.probabilities[combo] @ lost <= MOST_LOST_IN_MEAN * pot
                dear += lost[place] > MOST_LOST * pot
                solved += 1
            match.apply(action)
    assert solved > 20
    assert dear <= 1
    assert odd > 30
