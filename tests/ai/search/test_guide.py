"""Networks' priors of a search, and the choice of the prior that a search takes."""

from dataclasses import replace

import numpy as np
import pytest

from ai.networks.environment import environment
from ai.networks.network import Network
from ai.networks.plays import Player
from ai.networks.record import Networks
from ai.networks.table import network_table, plan_of
from ai.search.arena import arena_of
from ai.search.guide import network_guide, table_guide
from engine.errors import EngineError
from engine.game import get_game
from engine.policy import node_block
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")


def test_networks_give_a_prior_and_whole_hand_values_to_every_state():
    trained = random_networks("leduc")
    guide, arena = network_guide(trained.environment, trained.networks), arena_of(LEDUC)
    table = network_table(trained.environment, trained.networks)
    assert table.offsets.tolist() == arena.offsets.tolist()
    assert guide.prior.tolist() == table.probabilities.tolist()
    assert guide.prior.shape == guide.values.shape == (arena.size,)
    player, plan = Player(trained.environment, trained.networks), plan_of(trained.environment)
    for node, decision in plan.decisions:
        own, rows = int(arena.tree.spent[node, decision.seat]), arena.rows.num_rows
        block = node_block(guide.values, arena.tree, arena.offsets, rows, node)
        if arena.tree.actions_at(node)[0].kind.name == "FOLD":
            assert (block[:, 0] == -own).all()  # chips put in are lost
        cards = plan.cards[int(arena.tree.street[node])]
        assert np.allclose(block + own, player.values(decision, cards))


def test_networks_without_values_give_a_prior_alone():
    trained = random_networks("leduc")
    guide = network_guide(trained.environment, Networks(trained.networks.averages, ()))
    assert len(guide.prior) and not len(guide.values)


def test_a_menu_that_is_not_the_whole_game_gives_no_prior():
    small = environment(get_game("kuhn"))
    sizes = (small.num_inputs, 16, small.num_actions)
    nets = tuple(Network.random(sizes, small.max_active, seat) for seat in range(2))
    table = network_table(small, Networks(nets, ()))
    assert len(table_guide(table).prior) == arena_of(small.game).size
    with pytest.raises(EngineError, match="a prior for all bets"):
        table_guide(replace(table, tree=arena_of(LEDUC).tree))
