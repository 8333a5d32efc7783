from itertools import product

import numpy as np
import pytest

from ai.opponent.belief import belief, entropy
from ai.opponent.model import BehaviourModel
from ai.opponent.parameters import OpponentModelParameters
from engine.combos import combo_cards
from engine.game import get_game
from engine.player import PublicState
from engine.tree import build_tree
from tests.ai.opponent.known import Known, every_spot
from tests.naive.reach import posterior
from tests.naive.small_games import legal_actions, random_policy

pytestmark = pytest.mark.slow

EXACT = OpponentModelParameters(temper=1.0, floor=0.0)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_beliefs_are_bayes_rule(name):
    game = get_game(name)
    policy = random_policy(game, 7)
    model = BehaviourModel(game, Known(policy), EXACT)
    stages = set()
    for spot in every_spot(game):
        for seat, known in product((0, 1), ((), *[(card,) for card in game.deck[:3]])):
            if set(known) & set(spot.board):
                continue
            found = belief(model, spot, seat, known)
            stages.add(len(found.stages))
            for stage in found.stages:
                assert stage.before.sum() == pytest.approx(1.0) == stage.after.sum()
                assert stage.bits == pytest.approx(entropy(stage.before) - entropy(stage.after))
            wanted = posterior(policy, spot, seat, known)
            for card, weight in zip(game.deck, found.weights, strict=True):
                expected = 0.0 if card in known else wanted[card]
                assert weight == pytest.approx(expected, abs=1e-12)
    assert stages >= ({0, 1} if name == "kuhn" else {0, 1, 2, 3, 4})


def test_an_impossible_action_says_nothing_and_a_floor_keeps_every_hand():
    game = get_game("leduc")

    def never(spot, card):
        actions = legal_actions(spot)
        return {action: float(action == actions[0]) for action in actions}

    raised = PublicState(game, build_tree(game).line_to(2), ())
    found = belief(BehaviourModel(game, Known(never), EXACT), raised, 0)
    assert found.weights == pytest.approx(np.full(6, 1 / 6))
    assert found.stages[0].bits == 0.0

    def by_rank(spot, card):
        actions = legal_actions(spot)
        chosen = actions[-1] if card // 4 == 12 else actions[0]
        return {action: float(action == chosen) for action in actions}

    sure = belief(BehaviourModel(game, Known(by_rank), EXACT), raised, 0)
    kings = combo_cards(game.deck, 1)[:, 0] // 4 == 12
    assert sure.weights == pytest.approx(kings / 2)
    assert sure.stages[0].bits == pytest.approx(np.log2(3))
    kept = belief(
        BehaviourModel(game, Known(by_rank), OpponentModelParameters(floor=0.1)), raised, 0
    )
    assert kept.weights == pytest.approx(np.where(kings, 1.0, 0.1) / 2.4)
