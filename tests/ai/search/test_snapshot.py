from collections import Counter

import numpy as np
import pytest

from ai.networks.environment import environment
from ai.search.arena import arena_of
from ai.search.decision import DecisionSearch
from ai.search.grow import Ground, unit_of
from ai.search.holdem import HandDecision
from ai.search.methods import METHODS
from ai.search.publictree import LEAST_PART, NOBODY, public_tree
from ai.search.search import Search
from ai.search.snapshot import snapshot_of
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


def lines(tree):
    found = {}
    for node in range(len(tree.actions)):
        line, here = [], node
        while here:
            line.append(tree.actions[here])
            here = int(tree.parent[here])
        found[tuple(line[::-1])] = node
    return found


@pytest.mark.parametrize("method", [UCT, SMOOTH], ids=lambda method: method.name)
@pytest.mark.parametrize("spot", [spot_of(KUHN, "c"), spot_of(LEDUC, "r")], ids=str)
def test_the_public_tree_is_the_sum_of_plain_states(spot, method):
    whole = arena_of(spot.game).tree
    root = whole.find(spot.actions)
    search, twin = Search(spot.game, method, 5, root), PlainUct(spot.game, method, 5, root)
    search.run(2500)
    twin.run(2500)
    tree = public_tree(search, spot)
    expected = np.zeros((whole.num_nodes, 3))
    states = np.zeros(whole.num_nodes, int)
    for (node, *_), statistics in twin.states.items():
        states[node] += 1
        for place, numbers in enumerate(statistics):
            expected[whole.first_child[node] + place] += numbers
    assert tree.visits[0] == 2500
    for line, node in lines(tree).items():
        there = whole.find((*spot.actions, *line))
        deciding = whole.kind[there] == DECISION
        assert tree.actor[node] == (whole.actor[there] if deciding else NOBODY)
        assert tree.street[node] == whole.street[there]
        assert tree.states[node] == states[there]
        if line:
            mover = whole.actor[whole.parent[there]]
            sign = 1.0 if mover == spot.to_act else -1.0
            found = [tree.visits[node], sign * tree.sums[node], tree.squares[node]]
            assert found == expected[there].tolist()
    assert states.sum() == tree.states.sum() == tree.num_states > 0
    assert expected.sum() == expected[[whole.find((*spot.actions, *x)) for x in lines(tree)]].sum()


@pytest.mark.parametrize("method", [UCT, GUIDED], ids=lambda method: method.name)
@pytest.mark.parametrize("line", ["r300", "r310c/cr800"])
def test_the_public_tree_of_hold_em_is_the_sum_of_plain_states(line, method):
    spot = spot_of(NOLIMIT, line, parse_cards("Kh7d2c" if "/" in line else ""))
    networks = random_networks(NOLIMIT).networks if method is GUIDED else None
    ground = Ground(environment(NOLIMIT, dealing=False), networks)
    decision = HandDecision(ground, spot, method, seed=5)
    search, dealer = decision.search(OWN), decision.search(OWN)
    unit = unit_of(ground, spot, method)
    twin = PlainHandUct(ground.environment, spot, method, unit, networks)
    search.run(300)
    twin.run(dealer.deal(300))
    expected, states = {}, Counter()
    for (seat, actions, *_), statistics in twin.states.items():
        states[actions[len(spot.actions) :]] += 1
        sign = 1.0 if seat == spot.to_act else -1.0
        for slot, numbers in zip(twin.slots[actions], statistics, strict=True):
            found = expected.setdefault((actions[len(spot.actions) :], slot), np.zeros(3))
            found += np.multiply(numbers, (1.0, sign, 1.0))
    tree = decision.tree(search)
    assert tree.visits[0] == 300 and LEAST_PART * 300 < 1  # every line is followed
    seen = 0
    for line, node in lines(tree).items():
        children = tree.children(node)
        if not tree.visits[node]:
            assert not children and not tree.states[node]
            continue
        assert tree.states[node] == states[line]
        if not states[line]:
            continue
        seen += states[line]
        slots = twin.slots[(*spot.actions, *line)]
        assert len(children) == len(slots)
        for child, slot in zip(children, slots, strict=True):
            there = tree.visits[child], tree.sums[child], tree.squares[child]
            assert there == pytest.approx(expected[line, slot], rel=1e-4, abs=1e-2)
    assert seen == tree.states.sum()
    if method is GUIDED:
        assert seen == search.num_states
        for node in range(1, len(tree.actions)):
            if tree.actor[tree.parent[node]] != spot.to_act:  # a player who does not learn
                assert tree.visits[node] == tree.visits[tree.children(node)].sum()


def test_means_and_errors_are_those_of_the_results():
    spot = spot_of(KUHN, "r")
    decision = DecisionSearch(spot, UCT)
    search = decision.search(1)
    search.run(900)
    found = snapshot_of(decision, search, 1, {})
    search.run(100)  # the snapshot stays as it was
    tree = found.tree
    assert found.simulations == 900 and found.paid == 1
    fold, call = tree.children(0)
    assert (tree.means[fold], tree.errors[fold]) == (-1.0, 0.0)
    wins = (tree.sums[call] / 2 + tree.visits[call]) / 2  # a call wins or loses two chips
    results = np.repeat([2.0, -2.0], [round(wins), round(tree.visits[call] - wins)])
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
    decision = DecisionSearch(spot, UCT)
    chances = decision.believed(5)  # a king
    assert chances.sum() == pytest.approx(1.0)
    # Two jacks, the other queen, the other king: four cards are left.
    by_rank = [chances[LEDUC.deck.index(card)] for card in LEDUC.deck]
    assert by_rank == pytest.approx([0.25, 0.25, 0.0, 0.25, 0.25, 0.0])
    ranges = np.ones((2, 6))
    ranges[1 - spot.to_act, :2] = 0.0
    narrow = DecisionSearch(spot, UCT, ranges).believed(5)
    assert narrow == pytest.approx([0.0, 0.0, 0.0, 0.5, 0.5, 0.0])
