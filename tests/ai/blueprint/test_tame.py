import numpy as np
import pytest

from ai.betting.menus import Menu
from ai.blueprint.tame import MOST_POTS, tame, too_deep
from engine.game import get_game
from engine.player import CALL, PublicState, raise_to
from engine.policy import node_offsets

pytestmark = pytest.mark.slow

MENU = Menu.parse("100,a;50,100,a/100,a/a")
ROWS = (3, 2, 2, 2)


@pytest.mark.parametrize("depth", [10, 20, 100])
def test_decisions_are_those_of_the_definition(depth):
    game = get_game(f"holdem-nolimit@{depth}")
    tree = MENU.tree(game)
    deep = set(too_deep(tree).tolist())
    for node in range(0, tree.num_nodes, 7):
        if tree.actor[node] < 0:
            continue
        board = (0, 17, 34, 51, 8)[: game.board_sizes[tree.street[node]]]
        here = PublicState(game, tree.line_to(node), board)
        raises = [one.raise_to for one in tree.actions_at(node) if one.raise_to]
        pot = here.pot + here.legal.call
        expected = (
            here.street > 0 and len(raises) > 1 and raises[-1] - here.max_bet > MOST_POTS * pot
        )
        assert (node in deep) == expected


def test_the_largest_other_raise_is_made_in_its_place():
    tree = MENU.tree(get_game("holdem-nolimit@100"))
    offsets, total = node_offsets(tree, ROWS)
    before = np.random.default_rng(1).random(total)
    after = before.copy()
    tame(after, tree, ROWS)
    limped = tree.find((CALL, CALL))
    block = slice(offsets[limped], offsets[limped] + 2 * 4)
    old, new = before[block].reshape(2, 4), after[block].reshape(2, 4)
    assert (new[:, 3] == 0.0).all()
    assert (new[:, 2] == old[:, 2] + old[:, 3]).all()
    assert (new[:, :2] == old[:, :2]).all()
    for line in ((), (CALL, CALL, raise_to(9900)), (raise_to(300), raise_to(900), CALL)):
        node = tree.find(line)
        size = ROWS[tree.street[node]] * int(tree.num_actions[node])
        part = slice(offsets[node], offsets[node] + size)
        assert (after[part] == before[part]).all()
