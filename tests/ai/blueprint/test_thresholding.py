import numpy as np
import pytest

from ai.betting.menus import Menu
from ai.blueprint.blueprint import ONE, quantised
from ai.blueprint.thresholding import MOST_POTS, purify, tame, too_deep
from engine.game import get_game
from engine.player import CALL, PublicState, raise_to
from engine.policy import node_offsets, row_widths
from engine.tree import DECISION

pytestmark = pytest.mark.slow

MENU = Menu.parse("50,100,300,a/100,300,a/100,a/a;100,a")
GAME = get_game("holdem-nolimit@100")
ROWS = (3, 2, 2, 2)
COMBOS = np.array([6, 4, 990])


def purified(tree, blocks):
    """Rows of the blocks named, all others calling, after ``purify``; and the offsets."""
    offsets, total = node_offsets(tree, ROWS)
    bytes_ = np.zeros(total, np.uint8)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        call = next(i for i, one in enumerate(tree.actions_at(node)) if one == CALL)
        view(bytes_, tree, offsets, node)[:, call] = ONE
    for node, block in blocks.items():
        view(bytes_, tree, offsets, node)[:] = block
    purify(bytes_, tree, offsets, COMBOS)
    return offsets, bytes_


def view(bytes_, tree, offsets, node):
    rows, actions = ROWS[tree.street[node]], int(tree.num_actions[node])
    return bytes_[offsets[node] :][: rows * actions].reshape(rows, actions)


def test_a_rare_size_goes_to_the_least_raise_and_the_likeliest_stays():
    """Written out by hand: fold, call, 2, 3, 7 big blinds and all-in."""
    tree = MENU.tree(GAME)
    before = [
        [0, 51, 102, 0, 0, 102],  # 6 combos of 1,000 move all-in in two of five: 0.24%
        [100, 0, 0, 0, 0, 155],
        [55, 0, 60, 80, 60, 0],
    ]
    offsets, after = purified(tree, {0: before})
    assert view(after, tree, offsets, 0).tolist() == [
        [0, 51, 204, 0, 0, 0],
        [100, 0, 155, 0, 0, 0],
        [55, 0, 60, 80, 60, 0],
    ]
    opened = tree.find((raise_to(300),))
    # Of all hands 0.24%, 0.4% and 0.35% make the three sizes.
    sizes = [[0, 5, 100, 0, 150], [0, 0, 0, ONE, 0], [ONE, 0, 0, 0, 0]]
    offsets, after = purified(tree, {opened: sizes})
    assert view(after, tree, offsets, opened).tolist() == [[0, 5, 0, 250, 0], *sizes[1:]]


def test_the_range_that_comes_counts_and_a_third_raise_becomes_a_call():
    tree = MENU.tree(GAME)
    reraised = tree.find((raise_to(300), raise_to(900)))
    again = [[0, 0, ONE, 0], [0, 0, 0, ONE], [ONE, 0, 0, 0]]
    strong = [[0, 0, 0, ONE, 0, 0], [0, 0, 0, ONE, 0, 0], [155, 0, 100, 0, 0, 0]]
    offsets, after = purified(tree, {0: strong, reraised: again})
    assert view(after, tree, offsets, reraised).tolist() == again  # all who come raise
    every = [[0, 0, 0, ONE, 0, 0]] * 3
    offsets, after = purified(tree, {0: every, reraised: again})
    # 0.6% and 0.4% of the arriving range.
    assert view(after, tree, offsets, reraised).tolist() == [
        [0, 0, ONE, 0],
        [0, ONE, 0, 0],
        [ONE, 0, 0, 0],
    ]


def test_rows_keep_their_sum_and_later_streets_all_of_it():
    tree = MENU.tree(GAME)
    offsets, total = node_offsets(tree, ROWS)
    rng = np.random.default_rng(1)
    widths = row_widths(tree, ROWS)
    bytes_ = quantised(rng.random(total) ** 12, widths, np.full(len(widths), ONE))
    before = bytes_.copy()
    purify(bytes_, tree, offsets, COMBOS)
    once = bytes_.copy()
    purify(bytes_, tree, offsets, COMBOS)
    assert (bytes_ == once).all()
    assert (once != before).any()
    starts = np.cumsum(widths) - widths
    assert (np.add.reduceat(once.astype(int), starts) == ONE).all()
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        block, old = (view(each, tree, offsets, node) for each in (once, before))
        if tree.street[node] > 0:
            assert (block == old).all()
        elif tree.actions_at(node)[0] != CALL:
            assert (block[:, 0] == old[:, 0]).all()  # folds


MENU_of_tame = Menu.parse("100,a;50,100,a/100,a/a")


@pytest.mark.parametrize("depth", [10, 20, 100])
def test_decisions_are_those_of_the_definition(depth):
    game = get_game(f"holdem-nolimit@{depth}")
    tree = MENU_of_tame.tree(game)
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
    tree = MENU_of_tame.tree(get_game("holdem-nolimit@100"))
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
