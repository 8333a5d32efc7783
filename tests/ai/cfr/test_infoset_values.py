from collections import defaultdict

import numpy as np
import pytest

from ai.cfr.best_response import agent_table, expected_value
from ai.cfr.infoset_values import infoset_values
from ai.registry import build
from engine.cards import Card
from engine.errors import EngineError, GameError
from engine.game import get_game
from tests.naive import small_games as naive
from tests.naive.small_games import table_of

pytestmark = pytest.mark.slow


def read_openspiel(pyspiel, name, values):
    """Return all figures of each information set by OpenSpiel's own walk of its game.

    By (node, board, card): own reach, counterfactual reach, value of each player's combo and of
    each action of the player to act. ``values`` only says which row of a strategy is whose.
    """
    game, tree = get_game(name), values.tree
    theirs = pyspiel.load_game(f"{name}_poker")
    rows, histories = {}, []

    def index(cards, street):
        board = tuple(cards[2:])
        return values.boards[street].index(board)

    def walk(state, node, cards, parts, chance):
        if state.is_terminal():
            return
        if state.is_chance_node():
            for outcome, probability in state.chance_outcomes():
                dealt = (*cards, game.deck[outcome])
                walk(state.child(outcome), node, dealt, parts, chance * probability)
            return
        actor, street = int(tree.actor[node]), int(tree.street[node])
        combo = game.deck.index(Card(cards[actor]))
        row = values.nodes[node].strategy[index(cards, street), combo]
        legal = state.legal_actions()
        rows[state.information_state_string()] = list(zip(legal, row.tolist(), strict=True))
        histories.append((state, node, cards, parts, chance))
        for place, action in enumerate(legal):
            after = list(parts)
            after[actor] *= row[place]
            walk(state.child(action), int(tree.first_child[node]) + place, cards, after, chance)

    walk(theirs.new_initial_state(), 0, (), [1.0, 1.0], 1.0)
    policy = pyspiel.TabularPolicy(rows)
    reach, weight, worth = {}, defaultdict(float), defaultdict(float)
    by_action = defaultdict(lambda: np.zeros(len(game.deck)))

    def returns(state):
        return pyspiel.expected_returns(state, policy, -1, True)

    for state, node, cards, parts, chance in histories:
        here = returns(state)
        for player in (0, 1):
            combo = game.deck.index(Card(cards[player]))
            key = (player, node, index(cards, int(tree.street[node])), combo)
            reach[key] = parts[player]
            weight[key] += chance * parts[1 - player]
            worth[key] += chance * parts[1 - player] * here[player]
            if player == tree.actor[node]:
                for place, action in enumerate(state.legal_actions()):
                    child = returns(state.child(action))[player]
                    by_action[key][place] += chance * parts[1 - player] * child
    return reach, weight, worth, by_action


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_every_information_set_equals_openspiel(name):
    pyspiel = pytest.importorskip("pyspiel")
    game = get_game(name)
    one = table_of(game, naive.random_policy(game, 1))
    two = table_of(game, naive.random_policy(game, 2, zeros=0.2))
    values = infoset_values(one, two)
    reach, weight, worth, by_action = read_openspiel(pyspiel, name, values)
    for (player, node, board, combo), known in reach.items():
        here, key = values.nodes[node], (player, node, board, combo)
        assert here.reach[player, board, combo] == pytest.approx(known, abs=1e-9)
        assert here.chance[player, board, combo] == pytest.approx(weight[key], abs=1e-9)
        assert here.values[player, board, combo] == pytest.approx(worth[key], abs=1e-9)
        spent = values.tree.spent[node, player]
        if weight[key] > 0:
            ev = worth[key] / weight[key] + spent
            assert values.ev(node, player)[board, combo] == pytest.approx(ev, abs=1e-9)
        if key in by_action:
            count = here.action_values.shape[2]
            found = here.action_values[board, combo]
            assert found == pytest.approx(by_action[key][:count], abs=1e-9)
            if weight[key] > 0:
                evs = by_action[key][:count] / weight[key] + spent
                assert values.action_ev(node)[board, combo] == pytest.approx(evs, abs=1e-9)
    assert len(reach) == sum(
        np.count_nonzero(x.reach.any(axis=0)) * 2 for x in values.nodes.values()
    )
    assert values.value == pytest.approx(expected_value(one, two), abs=1e-12)


def test_suits_merged_or_not_make_no_difference_and_blocked_combos_have_nothing():
    game = get_game("leduc")
    agent = build("cfr", game)
    merged, whole = agent.table(), agent_table(game, agent)
    one, values = infoset_values(merged, merged), infoset_values(whole, whole)
    for node, here in values.nodes.items():
        assert here.values == pytest.approx(one.nodes[node].values, abs=1e-12)
        for place, board in enumerate(values.boards[values.tree.street[node]]):
            out = np.isin(np.array(game.deck), board)
            for array in (here.reach, here.chance, here.values):
                assert not array[:, place, out].any()
            assert not here.action_values[place, out].any()
            assert np.isnan(values.ev(node, 0)[place, out]).all()


def test_what_cannot_be_listed_is_refused():
    game = get_game("holdem-limit")
    table = build("call", game).table()
    with pytest.raises(GameError, match="too many"):
        infoset_values(table, table)
    tables = [build("call", get_game(name)).table() for name in ("kuhn", "leduc")]
    with pytest.raises(EngineError, match="same betting tree"):
        infoset_values(*tables)
