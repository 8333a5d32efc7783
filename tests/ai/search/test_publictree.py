from collections import Counter

import numpy as np
import pytest

from ai.networks.environment import environment
from ai.search.decision import DecisionSearch
from ai.search.holdem import HandDecision
from ai.search.incremental import HoldemSearchGame, unit_of
from ai.search.methods import METHODS
from ai.search.publictree import LEAST_PART, NOBODY, public_tree, snapshot_of
from ai.search.search import Search, arena_of
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.game import get_game
from engine.lines import spot_of
from engine.tree import DECISION
from tests.naive.hand_uct import PlainHandUct
from tests.naive.learned import random_networks
from tests.naive.uct import PlainUct

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT, SMOOTH, GUIDED = METHODS
NOLIMIT, OWN = get_game("holdem-nolimit@100"), parse_combo("AsQs")


def compare(tree, spot, states):
    """A public tree is the sum of plain states: (seat, line from the spot on, statistics)."""
    expected, counts, met = {}, Counter(), 0
    for seat, line, statistics in states:
        rows = np.multiply(statistics, (1.0, 1.0 if seat == spot.to_act else -1.0, 1.0))
        expected[line] = expected.get(line, 0.0) + rows
        counts[line] += 1
    numbers = np.stack([tree.visits, tree.sums, tree.squares], axis=1)
    todo = [((), 0)]
    for line, node in todo:
        children = list(tree.children(node))
        todo += [((*line, tree.actions[child]), child) for child in children]
        if not tree.visits[node]:
            assert not children and not tree.states[node]
            continue
        assert tree.states[node] == counts[line]
        met += counts[line]
        if counts[line]:
            assert numbers[children] == pytest.approx(expected[line], rel=1e-4, abs=1e-2)
    assert met == tree.states.sum() > 0
    return todo


@pytest.mark.parametrize("method", [UCT, SMOOTH], ids=lambda method: method.name)
@pytest.mark.parametrize("spot", [spot_of(KUHN, "c"), spot_of(LEDUC, "r")], ids=str)
def test_the_public_tree_is_the_sum_of_plain_states(spot, method):
    whole, own = arena_of(spot.game).tree, len(spot.actions)
    root = whole.find(spot.actions)
    search, twin = Search(spot.game, method, 5, root), PlainUct(spot.game, method, 5, root)
    search.run(2500)
    twin.run(2500)
    tree = public_tree(search, spot)
    assert tree.visits[0] == 2500
    states = [
        (whole.actor[node], whole.line_to(node)[own:], rows)
        for (node, *_), rows in twin.states.items()
    ]
    for line, node in compare(tree, spot, states):
        there = whole.find((*spot.actions, *line))
        deciding = whole.kind[there] == DECISION
        assert tree.actor[node] == (whole.actor[there] if deciding else NOBODY)
        assert tree.street[node] == whole.street[there]


@pytest.mark.parametrize("method", [UCT, GUIDED], ids=lambda method: method.name)
@pytest.mark.parametrize("line", ["r300", "r310c/cr800"])
def test_the_public_tree_of_hold_em_is_the_sum_of_plain_states(line, method):
    spot = spot_of(NOLIMIT, line, parse_cards("Kh7d2c" if "/" in line else ""))
    networks = random_networks(NOLIMIT).networks if method is GUIDED else None
    ground = HoldemSearchGame(environment(NOLIMIT, dealing=False), networks)
    decision = HandDecision(ground, spot, method, seed=5)
    search, dealer = decision.search(OWN), decision.search(OWN)
    twin = PlainHandUct(ground.environment, spot, method, unit_of(ground, spot, method), networks)
    search.run(300)
    twin.run(dealer.deal(300))
    tree, own = decision.tree(search), len(spot.actions)
    assert tree.visits[0] == 300 and LEAST_PART * 300 < 1  # every line is followed
    states = [(seat, acts[own:], rows) for (seat, acts, *_), rows in twin.states.items()]
    todo = compare(tree, spot, states)
    if method is GUIDED:
        assert len(states) == search.num_states
        for _, node in todo[1:]:
            if tree.actor[tree.parent[node]] != spot.to_act:  # a player who does not learn
                assert tree.visits[node] == tree.visits[tree.children(node)].sum()


def test_means_and_errors_are_those_of_the_results():
    decision = DecisionSearch(spot_of(KUHN, "r"), UCT)
    search = decision.search(1)
    search.run(900)
    found = snapshot_of(decision, search, 1, {})
    search.run(100)  # the snapshot stays as it was
    tree = found.tree
    assert (found.simulations, found.paid) == (900, 1)
    fold, call = tree.children(0)
    assert (tree.means[fold], tree.errors[fold]) == (-1.0, 0.0)
    wins = round((tree.sums[call] / 2 + tree.visits[call]) / 2)  # a call wins or loses two chips
    results = np.repeat([2.0, -2.0], [wins, round(tree.visits[call] - wins)])
    assert tree.means[call] == pytest.approx(results.mean())
    assert tree.errors[call] == pytest.approx(results.std(ddof=1) / np.sqrt(len(results)))
    assert tree.means[0] == pytest.approx((tree.sums[fold] + tree.sums[call]) / 900)
    search = Search(LEDUC, UCT)
    search.run(1)
    tree = public_tree(search, spot_of(LEDUC, ""))
    assert np.isnan(tree.means[tree.visits == 0.0]).all()
    assert np.isnan(tree.errors[tree.visits < 2.0]).all()
    assert (tree.visits > 0.0).sum() == 3  # the deal, and each player's first action


def test_the_other_may_hold_what_cards_leave():
    spot = spot_of(LEDUC, "rc/", LEDUC.deck[2:3])
    # Two jacks, the other queen, the other king: four cards are left beside a king.
    believed = DecisionSearch(spot, UCT).believed(5)
    assert believed == pytest.approx([0.25, 0.25, 0.0, 0.25, 0.25, 0.0])
    ranges = np.ones((2, 6))
    ranges[1 - spot.to_act, :2] = 0.0
    narrow = DecisionSearch(spot, UCT, ranges).believed(5)
    assert narrow == pytest.approx([0.0, 0.0, 0.0, 0.5, 0.5, 0.0])
