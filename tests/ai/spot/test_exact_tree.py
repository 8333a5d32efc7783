"""Trees of random spots against the rules of menus, followed one by one."""

import numpy as np
import pytest

from ai.spot.spot import Spot
from engine.combos import combo_cards
from engine.tree import DECISION, SHOWDOWN_END
from tests.naive.random_spots import given, random_spot
from tests.naive.spot_tree import spot_tree


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


def compared(pot, stack, bets, raises):
    spot = given("Qs Jh 2h 8c 5d", {0: 1.0}, {1325: 1.0}, pot, stack, bets, raises)
    compare(spot, Spot.parse(**spot.texts))
    return spot_tree(spot)


def line_text(line):
    return "".join({0: "f", 1: "c"}.get(int(one.kind), f"r{one.raise_to}") for one in line)


# Worked by hand from "Spots, exactly".
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((100, 50, "", ""), {"c", "cc"}),
        ((100, 50, "a", ""), {"c", "cc", "cr50", "cr50f", "cr50c", "r50", "r50f", "r50c"}),
        # 49 of 50 is no all-in: raising to 147 is.
        (
            (98, 50, "50", "100"),
            {"c", "cc", "r49", "r49f", "r49c", "r49r50", "r49r50f", "r49r50c"}
            | {"cr49", "cr49f", "cr49c", "cr49r50", "cr49r50f", "cr49r50c"},
        ),
        # Half of 5 is 3 chips, a tenth of it 1; both within 3 chips, where 3 is all-in.
        (
            (5, 3, "10,50", ""),
            {"c", "cc", "r1", "r1f", "r1c", "r3", "r3f", "r3c"}
            | {"cr1", "cr1f", "cr1c", "cr3", "cr3f", "cr3c"},
        ),
        # A raise to 10 + 0.1 * 30 = 13 is below the least, 20; then 20 + 0.1 * 50 is, too: 30.
        (
            (10, 35, "100", "10"),
            {"c", "cc"}
            | {
                check + line
                for check in ("", "c")
                for base in ("r10", "r10r20", "r10r20r30", "r10r20r30r35")
                for line in (base, base + "f", base + "c")
            },
        ),
    ],
)
def test_worked_examples(arguments, expected):
    assert {line_text(node.line) for node in compared(*arguments).walk() if node.line} == expected


def test_the_spot_of_the_figures_has_60_decisions_and_176_actions():
    tree = compared(100, 950, "50,100,a", "50,100,a")
    nodes = [node for node in tree.walk() if node.to_act is not None]
    assert (len(nodes), sum(len(node.children) for node in nodes)) == (60, 176)
