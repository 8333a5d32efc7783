import numpy as np

from ai.agents.base import RangeAgent
from ai.agents.baselines import RandomAgent
from engine.hand import HandState
from engine.player import PublicState, Strategy
from engine.policy import boards, policy_table
from engine.rng import rng_state
from engine.table import shuffled_deck
from engine.tree import DECISION, build_tree
from tests.naive.small_games import legal_actions


class Known(RangeAgent):
    name = "known"

    def __init__(self, policy, name="known"):
        self.policy, self.name = policy, name

    def strategy(self, spot, control=None):
        actions = tuple(legal_actions(spot))
        rows = np.zeros((len(spot.game.deck), len(actions)))
        for row, card in zip(rows, spot.game.deck, strict=True):
            if card not in spot.board:
                row[:] = [self.policy(spot, card).get(action, 0.0) for action in actions]
        return Strategy(actions, rows)


def table_of(game, policy):
    return policy_table(game, Known(policy).strategy)


def every_spot(game):
    tree = build_tree(game)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        for _, board in boards(game, int(tree.street[node])):
            yield PublicState(game, tree.line_to(node), board)


def records(game, count, seed):
    """Finished hands as position 0 saw them."""
    rng, cards, agent = np.random.default_rng(seed), rng_state(seed), RandomAgent(game)
    for _ in range(count):
        hand = HandState.deal(game, shuffled_deck(game, cards))
        while not hand.finished:
            hand.apply(agent.act(hand.view(hand.to_act), rng))
        yield hand.record_for(0)
