"""Trees of random spots against the rules of menus, followed one by one."""

import numpy as np
import pytest

from ai.spot.spot import Spot
from engine.combos import combo_cards
from engine.tree import DECISION, SHOWDOWN_END
from tests.naive.random_spots import given, random_spot
from tests.naive.spot_tree import spot_tree

pytestmark = pytest.mark.slow


def compare(spot, parsed):
    """The same lines in the same order, with the same chips, as the naive tree."""
    tree, todo, met = parsed.tree, [(0, spot_tree(spot))], 0
    ante = spot.pot // 2
    while todo:
        at, node = todo.pop()
        met += 1
        assert (tree.spent[at] - ante).tolist() == list(node.put), node.line
        assert tree.street[at] == node.street
        if node.to_act is None:
            assert tree.kind[at] != DECISION
            assert tree.folded[at].tolist() == [node.folded == seat for seat in (0, 1)]
            assert (tree.kind[at] == SHOWDOWN_END) == (node.folded is None)
            continue
        assert tree.kind[at] == DECISION
        assert tree.actor[at] == node.to_act
        assert tree.actions_at(at) == node.actions, node.line
        first = int(tree.first_child[at])
        todo += [(first + i, child) for i, child in enumerate(node.children.values())]
    assert met == tree.num_nodes


@pytest.mark.parametrize("num_board", [4, 5])
def test_random_texts_give_the_lines_of_the_rules_and_the_ranges(num_board):
    rng = np.random.default_rng(num_board)
    for _ in range(40):
        spot = random_spot(rng, num_board, 3, 2 if num_board == 5 else 1)
        parsed = Spot.parse(**spot.texts)
        compare(spot, parsed)
        assert parsed.board == spot.board
        free = ~np.isin(combo_cards(), spot.board).any(axis=1)
        for read, named in zip(parsed.ranges, spot.ranges, strict=True):
            assert (read == np.where(free, named, 0.0)).all()


def test_the_spot_of_the_figures_has_60_decisions_and_176_actions():
    menu = "50,100,a"
    spot = given("Qs Jh 2h 8c 5d", {0: 1.0}, {1325: 1.0}, 100, 950, menu, menu)
    compare(spot, Spot.parse(**spot.texts))
    nodes = [node for node in spot_tree(spot).walk() if node.to_act is not None]
    assert (len(nodes), sum(len(node.children) for node in nodes)) == (60, 176)
