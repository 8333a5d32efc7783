"""Snapshots of searches: the public tree against plain recursion, and what the other may hold."""

from __future__ import annotations

import numpy as np
import pytest

from ai.search.adaptive import AdaptiveSearch, Stop, search_adaptively
from ai.search.arena import arena_of
from ai.search.decision import DecisionSearch
from ai.search.methods import METHODS
from ai.search.search import Search
from ai.search.snapshot import NOBODY, believed, public_tree, snapshot_of
from engine.game import get_game
from engine.lines import spot_of
from engine.tree import DECISION
from tests.naive.uct import PlainUct

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT, SMOOTH = METHODS[:2]


def lines(tree):
    """The node of each betting line of a public tree."""
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
    assert states.sum() == tree.states.sum() > 0
    assert expected.sum() == expected[[whole.find((*spot.actions, *x)) for x in lines(tree)]].sum()


def test_means_and_errors_are_those_of_the_results():
    spot = spot_of(KUHN, "r")
    decision = DecisionSearch(spot, UCT)
    search = decision.search(1)
    search.run(900)
    tree = snapshot_of(decision, search, spot, 1, {}).tree
    fold, call = tree.children(0)
    assert (tree.means[fold], tree.errors[fold]) == (-1.0, 0.0)
    wins = (tree.sums[call] / 2 + tree.visits[call]) / 2  # a call wins or loses two chips
    results = np.repeat([2.0, -2.0], [round(wins), round(tree.visits[call] - wins)])
    assert tree.means[call] == pytest.approx(results.mean())
    assert tree.errors[call] == pytest.approx(results.std(ddof=1) / np.sqrt(len(results)))
    assert tree.means[0] == pytest.approx((tree.sums[fold] + tree.sums[call]) / 900)


def test_unvisited_lines_have_no_mean():
    search = Search(LEDUC, UCT)
    search.run(1)
    tree = public_tree(search, spot_of(LEDUC, ""))
    assert np.isnan(tree.means[tree.visits == 0.0]).all()
    assert np.isnan(tree.errors[tree.visits < 2.0]).all()
    assert (tree.visits > 0.0).sum() == 3  # the deal, and each player's first action


def test_a_snapshot_stays_as_it_was():
    spot = spot_of(LEDUC, "r")
    decision = DecisionSearch(spot, UCT)
    search = decision.search(0)
    search.run(100)
    found = snapshot_of(decision, search, spot, 0, {})
    before = found.tree.visits.tolist()
    search.run(100)
    assert found.simulations == 100 and found.tree.visits.tolist() == before
    assert found.paid == 1
    assert found.num_states < snapshot_of(decision, search, spot, 0, {}).num_states


def test_the_other_may_hold_what_cards_leave():
    spot = spot_of(LEDUC, "rc/", LEDUC.deck[2:3])
    decision = DecisionSearch(spot, UCT)
    chances = believed(decision, spot, 5)  # a king
    assert chances.sum() == pytest.approx(1.0)
    # Two jacks, the other queen, the other king: four cards are left.
    by_rank = [chances[LEDUC.deck.index(card)] for card in LEDUC.deck]
    assert by_rank == pytest.approx([0.25, 0.25, 0.0, 0.25, 0.25, 0.0])
    ranges = np.ones((2, 6))
    ranges[1 - spot.to_act, :2] = 0.0
    narrow = believed(DecisionSearch(spot, UCT, ranges), spot, 5)
    assert narrow == pytest.approx([0.0, 0.0, 0.0, 0.5, 0.5, 0.0])


@pytest.mark.parametrize("literal", [False, True])
def test_steps_of_any_size_drop_the_same_at_the_same_time(literal):
    decision = DecisionSearch(spot_of(LEDUC, "r"), UCT)
    stop = Stop(threshold=300, confidence=0.9, most=2500, literal=literal)
    for row in decision.rows:
        whole = search_adaptively(decision, row, stop)
        parts = AdaptiveSearch(decision, row, stop)
        while not parts.finished:
            parts.run(37)
        found = parts.result()
        assert found.dropped == whole.dropped and found.action == whole.action
        assert found.statistics.tolist() == whole.statistics.tolist()
    assert decision.rows
