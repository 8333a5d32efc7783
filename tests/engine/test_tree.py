"""Betting trees against counts from an independent program (golden/betting_perft.txt)."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import CancelledError, GameError
from engine.game import NO_CAP, Game, get_game
from engine.jobs import JobControl
from engine.tree import DECISION, FOLD_END, SHOWDOWN_END, build_tree, count_tree

pytestmark = pytest.mark.plain


def _no_limit(*stacks: int) -> Game:
    return Game(
        name="small",
        title="small",
        betting="nolimit",
        num_players=2,
        stacks=stacks,
        blinds=(2, 1),
        raise_sizes=(),
        max_raises=(NO_CAP,) * 4,
        first_player=(1, 0, 0, 0),
        num_suits=4,
        num_ranks=13,
        num_hole=2,
        num_board=(0, 3, 1, 1),
    )


GOLDEN = [
    (get_game("holdem-limit"), (8, 70, 630, 5670), 5103, 5103),
    (get_game("leduc"), (6, 30), 24, 25),
    (get_game("kuhn"), (4,), 2, 3),
    (_no_limit(4, 4), (4, 4, 4, 4), 9, 9),
    (_no_limit(5, 5), (8, 16, 24, 32), 49, 49),
    (_no_limit(6, 6), (12, 28, 44, 60), 89, 89),
    (_no_limit(7, 7), (20, 60, 116, 188), 249, 249),
    (_no_limit(8, 8), (28, 100, 220, 388), 489, 489),
    (_no_limit(10, 10), (60, 300, 860, 1868), 2169, 2169),
    (_no_limit(12, 12), (120, 800, 2888, 7568), 8369, 8369),
    pytest.param(
        _no_limit(16, 16), (404, 4436, 23876, 87364), 91801, 91801, marks=pytest.mark.slow
    ),
    pytest.param(
        _no_limit(20, 20), (1188, 19996, 151124, 738540), 758537, 758537, marks=pytest.mark.slow
    ),
    (_no_limit(10, 7), (30, 94, 182, 294), 465, 465),
    (_no_limit(7, 10), (30, 94, 182, 294), 465, 465),
    (_no_limit(12, 5), (21, 41, 61, 81), 173, 173),
    (_no_limit(20, 9), (149, 663, 1693, 3351), 5337, 5337),
]


@pytest.mark.parametrize(("game", "decisions", "folds", "showdowns"), GOLDEN)
@pytest.mark.scorecard("R1")
def test_perft(game: Game, decisions: tuple[int, ...], folds: int, showdowns: int) -> None:
    counts = count_tree(game)
    assert (counts.decision_nodes, counts.folds, counts.showdowns) == (decisions, folds, showdowns)


@pytest.mark.parametrize(
    ("game", "decisions", "folds", "showdowns"), [*GOLDEN[:2], GOLDEN[7], GOLDEN[-1]]
)
def test_built_trees(game: Game, decisions: tuple[int, ...], folds: int, showdowns: int) -> None:
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
        line = tree.line_to(node)
        assert tree.find(line) == node


def test_a_line_outside_the_menu_is_not_found() -> None:
    tree = build_tree(_no_limit(20, 20), lambda spot: ())
    full = build_tree(_no_limit(8, 8))
    assert tree.find(full.line_to(full.num_nodes - 1)) == -1


@pytest.mark.slow
def test_hopeless_trees_are_refused() -> None:
    with pytest.raises(GameError, match="too large"):
        count_tree(get_game("holdem-nolimit"))
    with pytest.raises(GameError, match="nodes"):
        build_tree(get_game("holdem-nolimit"))
    with pytest.raises(GameError, match="127"):
        build_tree(
            get_game("holdem-nolimit"), lambda s: range(s.legal.min_raise, s.legal.max_raise)
        )


def test_counting_can_be_stopped() -> None:
    control = JobControl(lambda fraction, text: control.cancel())
    with pytest.raises(CancelledError):
        count_tree(get_game("holdem-nolimit@4"), control=control)


def test_an_estimate_is_no_less_than_what_was_counted() -> None:
    # The tree has 1,770,000 nodes; probes estimate 400,000.
    with pytest.raises(GameError, match=r"about 1e\+06 nodes or more"):
        count_tree(get_game("holdem-nolimit@4"), limit=1_000_000)
