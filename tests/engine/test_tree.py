"""Betting trees against counts of an independent program (golden/betting_perft.txt)."""

import numpy as np
import pytest

from engine.errors import CancelledError, GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.tree import DECISION, FOLD_END, SHOWDOWN_END, build_tree, count_tree
from tests.naive.holdem import no_limit

pytestmark = pytest.mark.plain
HOLDEM = get_game("holdem-nolimit")
BUILT = [
    (get_game("holdem-limit"), (8, 70, 630, 5670), 5103, 5103),
    (get_game("leduc"), (6, 30), 24, 25),
    (no_limit(8, 8), (28, 100, 220, 388), 489, 489),
    (no_limit(20, 9), (149, 663, 1693, 3351), 5337, 5337),
]
GOLDEN = [
    *BUILT,
    (get_game("kuhn"), (4,), 2, 3),
    (no_limit(4, 4), (4, 4, 4, 4), 9, 9),
    (no_limit(5, 5), (8, 16, 24, 32), 49, 49),
    (no_limit(6, 6), (12, 28, 44, 60), 89, 89),
    (no_limit(7, 7), (20, 60, 116, 188), 249, 249),
    (no_limit(10, 10), (60, 300, 860, 1868), 2169, 2169),
    (no_limit(12, 12), (120, 800, 2888, 7568), 8369, 8369),
    (no_limit(16, 16), (404, 4436, 23876, 87364), 91801, 91801),
    (no_limit(20, 20), (1188, 19996, 151124, 738540), 758537, 758537),
    (no_limit(10, 7), (30, 94, 182, 294), 465, 465),
    (no_limit(7, 10), (30, 94, 182, 294), 465, 465),
    (no_limit(12, 5), (21, 41, 61, 81), 173, 173),
]


@pytest.mark.parametrize(("game", "decisions", "folds", "showdowns"), GOLDEN)
@pytest.mark.scorecard("R1")
def test_perft(game, decisions, folds, showdowns):
    counts = count_tree(game)
    assert (counts.decision_nodes, counts.folds, counts.showdowns) == (decisions, folds, showdowns)


@pytest.mark.parametrize(("game", "decisions", "folds", "showdowns"), BUILT)
def test_built_trees(game, decisions, folds, showdowns):
    tree = build_tree(game)
    inner = tree.kind == DECISION
    assert tuple(np.bincount(tree.street[inner])) == decisions
    assert np.count_nonzero(tree.kind == FOLD_END) == folds
    assert np.count_nonzero(tree.kind == SHOWDOWN_END) == showdowns
    nodes = np.arange(tree.num_nodes)
    assert (tree.parent[1:] < nodes[1:]).all()
    assert (tree.first_child[inner] > nodes[inner]).all() and (tree.first_child[~inner] == -1).all()
    for node in nodes[inner][:: max(1, tree.num_nodes // 200)]:
        actions = tree.actions_at(node)
        assert list(actions) == sorted(actions, key=lambda action: (action.kind, action.raise_to))
        assert tree.find(tree.line_to(node)) == node


@pytest.mark.ci
@pytest.mark.slow
def test_oversized_trees_are_rejected():
    with pytest.raises(GameError, match="too large"):
        count_tree(HOLDEM)
    with pytest.raises(GameError, match="nodes"):
        build_tree(HOLDEM)
    with pytest.raises(GameError, match="127"):
        build_tree(HOLDEM, lambda s: range(s.legal.min_raise, s.legal.max_raise))


def test_counting_can_be_cancelled_and_off_menu_lines_are_not_found():
    control = JobControl(lambda fraction, text: control.cancel())
    with pytest.raises(CancelledError):
        count_tree(get_game("holdem-nolimit@4"), control=control)
    # The tree has 1,770,000 nodes; probes estimate 400,000.
    with pytest.raises(GameError, match=r"about 1e\+06 nodes or more"):
        count_tree(get_game("holdem-nolimit@4"), limit=1_000_000)
    tree = build_tree(no_limit(20, 20), lambda spot: ())
    full = build_tree(no_limit(8, 8))
    assert tree.find(full.line_to(full.num_nodes - 1)) == -1
