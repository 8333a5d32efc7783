from collections import Counter

import numpy as np

from ai.agents.baselines import MOST_LISTED, RandomAgent
from engine.game import get_game
from engine.player import PublicState, SeatView, raise_to
from engine.policy import board_index, boards


def test_random_engine_is_uniform_over_kinds_then_amounts():
    game = get_game("holdem-nolimit")
    agent, rng = RandomAgent(game), np.random.default_rng(3)
    spot = PublicState(game, (), ())
    view = SeatView(spot, spot.to_act, (0, 1))
    actions = [agent.act(view, rng) for _ in range(6000)]
    counts = Counter(action.kind for action in actions)
    assert all(abs(count / 6000 - 1 / 3) < 0.03 for count in counts.values())
    amounts = np.array([action.raise_to for action in actions if action.raise_to])
    assert amounts.min() >= 200 and amounts.max() <= 20_000
    assert len(np.unique(amounts)) > 1500  # not thinned
    spread = np.histogram(amounts, bins=10, range=(200, 20_000))[0] / len(amounts)
    assert np.abs(spread - 0.1).max() < 0.03
    answer = agent.strategy(spot)
    assert "19,801" in answer.note and len(answer.actions) < MOST_LISTED
    assert (answer.actions[2], answer.actions[-1]) == (raise_to(200), raise_to(20_000))
    assert agent.table() is None  # its tree is too large to list


def test_boards_can_be_indexed_in_any_order():
    for game in map(get_game, ("kuhn", "leduc")):
        for street in range(game.num_rounds):
            assert all(board_index(game, board) == at for at, board in boards(game, street))
    game = get_game("holdem-nolimit")
    found = {(0, 1, 2): 0, (2, 0, 1): 0, (49, 50, 51): 22_099, (0, 1, 2, 7): 7}
    assert {board: board_index(game, board) for board in found} == found
