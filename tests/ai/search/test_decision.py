from itertools import permutations
from zlib import crc32

import numpy as np
import pytest

from ai.base import RangeAgent
from ai.reach import RangeReader
from ai.search.arena import arena_of
from ai.search.belief import deal_weights, ranges_of, uniform_ranges
from ai.search.decision import DecisionAgent, DecisionSearch
from ai.search.effort import Effort
from ai.search.methods import METHODS
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import line_text, spot_of
from engine.player import PublicState, SeatView, Strategy

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT, SMOOTH, GUIDED = METHODS
SPOTS = [
    spot_of(KUHN, ""),
    spot_of(KUHN, "c"),
    spot_of(KUHN, "cr"),
    spot_of(LEDUC, "r"),
    spot_of(LEDUC, "rc/", LEDUC.deck[2:3]),
    spot_of(LEDUC, "crrc/c", LEDUC.deck[5:6]),
]
ids = [f"{spot.game.name} {line_text(spot.game, spot.actions)}" for spot in SPOTS]


class Odd(RangeAgent):
    name = "odd"

    def strategy(self, spot, control=None):
        tree = arena_of(spot.game).tree
        actions = tree.actions_at(tree.find(spot.actions))
        key = f"{spot.actions} {spot.board}".encode()
        rng = np.random.default_rng(crc32(key))
        weights = rng.integers(1, 8, (len(spot.game.deck), len(actions)))
        return Strategy(actions, weights / weights.sum(axis=1, keepdims=True))


def bayes(spot, agent, seat, rank):
    """Return chances of (board rank, both ranks) for the holder of a rank, over every deal."""
    game, size, found = spot.game, spot.game.board_sizes[-1], {}
    for first, second, *board in permutations(game.deck, 2 + size):
        if tuple(board[: len(spot.board)]) != spot.board or (first, second)[seat] // 4 != rank:
            continue
        chance, here = 1.0, PublicState(game, (), ())
        for action in spot.actions:
            here = PublicState(game, here.actions, tuple(board[: game.board_sizes[here.street]]))
            answer = agent.strategy(here)
            combo = game.deck.index((first, second)[here.to_act])
            if here.to_act != seat:  # the own hand is known, its suit apart
                chance *= answer.probabilities[combo, answer.actions.index(action)]
            here = here.after(action)
        key = (*(card // 4 for card in board), first // 4, second // 4)
        found[key] = found.get(key, 0.0) + chance
    total = sum(found.values())
    return {key: chance / total for key, chance in found.items()}


@pytest.mark.parametrize("spot", SPOTS, ids=ids)
def test_beliefs_are_those_of_bayes_by_enumeration(spot):
    game, agent, arena = spot.game, Odd(), arena_of(spot.game)
    decision = DecisionSearch(spot, UCT, ranges_of(RangeReader(agent), spot))
    ranks = sorted({card // 4 for card in game.deck})
    lanes = arena.cells.lanes.astype(int)
    classes, last = len(ranks), game.num_rounds - 1
    checked = 0
    for row in decision.rows:
        expected = bayes(spot, agent, spot.to_act, ranks[row % classes])
        found = {}
        for cell, chance in enumerate(decision.belief(row)):
            key = (ranks[lanes[cell, last] % classes], ranks[lanes[cell, -1] % classes])
            if last:
                key = (ranks[lanes[cell, last] // classes], *key)
            if chance > 0.0:
                found[key] = chance
        assert found == pytest.approx(expected, abs=1e-12)
        checked += len(found)
    assert checked >= 6


def test_a_belief_that_leaves_nothing_is_every_hand():
    weights = deal_weights(PublicState(LEDUC, (), ()), uniform_ranges(LEDUC))
    assert weights.tolist() == arena_of(LEDUC).chances.tolist()
    ranges = np.zeros((2, len(KUHN.deck)))
    ranges[:, 1] = 1.0
    decision = DecisionSearch(spot_of(KUHN, ""), UCT, ranges)
    assert sorted(decision.belief(1)[decision.belief(1) > 0.0].tolist()) == [0.5, 0.5]
    assert decision.belief(0).max() == 1.0
    with pytest.raises(EngineError, match="nobody can hold"):
        decision.belief(7)
    with pytest.raises(EngineError, match="1 to 10,000,000 simulations"):
        decision.answer(0)
    with pytest.raises(EngineError, match="nothing to decide"):
        DecisionSearch(spot_of(KUHN, "cc"), UCT)
    with pytest.raises(EngineError, match="other rules"):
        DecisionAgent("uct", KUHN, UCT, Effort(10)).strategy(SPOTS[3])


def test_one_hand_is_searched_as_in_the_whole_range():
    whole = DecisionSearch(SPOTS[4], UCT).answer(200)
    held = whole.probabilities.sum(axis=1)
    assert held.tolist() == [1.0, 1.0, 0.0, 1.0, 1.0, 1.0]  # one card is on the board
    assert whole.probabilities[0].tolist() == whole.probabilities[1].tolist()  # suits are alike
    agent = DecisionAgent("uct", LEDUC, UCT, Effort(200))
    for combo in (0, 5):
        one = DecisionSearch(SPOTS[4], UCT).answer(200, combo=combo).probabilities
        assert one[combo].tolist() == whole.probabilities[combo].tolist()
        assert not one[2 - combo // 2].any()
        view = SeatView(SPOTS[4], SPOTS[4].to_act, (LEDUC.deck[combo],))
        drawn = [agent.act(view, np.random.default_rng(seed)) for seed in range(40)]
        shares = [drawn.count(action) / 40 for action in whole.actions]
        assert shares == pytest.approx(whole.probabilities[combo].tolist(), abs=0.25)
