from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ai.simple import MOST_LISTED, CallAgent, RaiseAgent, RandomAgent
from engine.game import get_game
from engine.player import PublicState, SeatView, raise_to
from engine.policy import blocked, board_index, boards, policy_table, row_at, strategy_at
from engine.tree import DECISION

KINDS = (RandomAgent, CallAgent, RaiseAgent)


def test_random_is_uniform_over_kinds_and_then_over_all_amounts():
    game = get_game("holdem-nolimit")
    agent, rng = RandomAgent(game), np.random.default_rng(3)
    spot = PublicState(game, (), ())
    view = SeatView(spot, spot.to_act, (0, 1))
    actions = [agent.act(view, rng) for _ in range(6000)]
    counts = Counter(action.kind for action in actions)
    assert all(abs(count / 6000 - 1 / 3) < 0.03 for count in counts.values())
    amounts = np.array([action.raise_to for action in actions if action.raise_to])
    assert amounts.min() >= 200
    assert amounts.max() <= 20_000
    assert len(np.unique(amounts)) > 1500  # not the thinned ones
    spread = np.histogram(amounts, bins=10, range=(200, 20_000))[0] / len(amounts)
    assert np.abs(spread - 0.1).max() < 0.03
    answer = agent.strategy(spot)
    assert "19,801" in answer.note
    assert len(answer.actions) < MOST_LISTED
    assert answer.actions[2] == raise_to(200)
    assert answer.actions[-1] == raise_to(20_000)


def test_random_never_folds_for_free():
    game = get_game("kuhn")
    answer = RandomAgent(game).strategy(PublicState(game, (), ()))
    assert [action.kind.name for action in answer.actions] == ["CALL", "RAISE"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-nolimit@2"])
def test_tables_hold_the_answers(kind, name):
    game = get_game(name)
    agent = kind(game)
    table = agent.table()
    assert table is not None
    rng = np.random.default_rng(4)
    for node in rng.permutation(np.flatnonzero(table.tree.kind == DECISION))[:40].tolist():
        street = int(table.tree.street[node])
        board = tuple(rng.permutation(game.deck)[: game.board_sizes[street]].tolist())
        spot = PublicState(game, table.tree.line_to(node), board)
        answer, stored = agent.strategy(spot), strategy_at(table, node, board)
        for index, action in enumerate(stored.actions):
            column = np.zeros(len(stored.probabilities))
            if action in answer.actions:
                column = answer.probabilities[:, answer.actions.index(action)]
            assert np.allclose(stored.probabilities[:, index], column, atol=1e-15)
        combo = int(np.flatnonzero(~blocked(game, board))[0])
        assert (row_at(table, node, board, combo) == stored.probabilities[combo]).all()


def test_trees_too_large_to_list_have_no_table():
    assert RandomAgent(get_game("holdem-nolimit")).table() is None


def test_listing_a_game_gives_the_same_table():
    game = get_game("leduc")
    agent = RandomAgent(game)
    small, full = agent.table(), policy_table(game, agent.strategy)
    assert small is not None
    for node in np.flatnonzero(full.tree.kind == DECISION).tolist():
        for _, board in boards(game, int(full.tree.street[node])):
            one, two = strategy_at(small, node, board), strategy_at(full, node, board)
            assert (one.probabilities == two.probabilities).all()


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_boards_are_numbered(name):
    game = get_game(name)
    for street in range(game.num_rounds):
        listed = dict(boards(game, street))
        assert all(board_index(game, board) == index for index, board in listed.items())


def test_flops_are_numbered_in_any_order():
    game = get_game("holdem-nolimit")
    assert board_index(game, (0, 1, 2)) == board_index(game, (2, 0, 1)) == 0
    assert board_index(game, (49, 50, 51)) == 22_099
    assert board_index(game, (0, 1, 2, 7)) == 7
