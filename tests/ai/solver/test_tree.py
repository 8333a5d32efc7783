from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ai.betting.sizes import Sizes
from ai.solver.spot import Spot, SpotError
from engine.game import Game
from engine.player import CALL, FOLD, raise_to
from engine.tree import BettingTree, build_tree

pytestmark = pytest.mark.slow

RIVER, TURN = "Qs Jh 2h 8c 5d", "Qs Jh 2h 8c"

lists = st.builds(
    Sizes,
    st.lists(st.integers(1, 3000).map(lambda n: Fraction(n, 10)), max_size=2).map(tuple),
    st.booleans(),
)


def _spot(board, pot, stack, bets, raises):
    return Spot.parse(board, "AA", "KK", pot, stack, bets, raises)


@settings(max_examples=60)
@given(st.data())
def test_trees_match_the_rules(data):
    streets = data.draw(st.integers(1, 2))
    menus = st.tuples(*[st.tuples(*[lists] * streets)] * 2)
    plain = _spot(TURN if streets == 2 else RIVER, 2, 1, "", "")
    spot = replace(
        plain,
        pot=data.draw(st.integers(2, 60)),
        stack=data.draw(st.integers(1, 250)),
        bets=data.draw(menus),
        raises=data.draw(menus),
    )
    spot = replace(spot, line=_line(data, spot))
    assume(spot.tree.num_nodes <= 1500)
    assert spot.tree.find(spot.line) >= 0
    _assert_equals_the_rulebooks(spot)


def _line(data, spot):
    here = spot.root
    for _ in range(data.draw(st.integers(0, 4))):
        legal = here.legal
        bets = legal.max_raise and data.draw(st.booleans())
        to = data.draw(st.integers(legal.min_raise, legal.max_raise)) if bets else 0
        after = here.after(raise_to(to) if bets else CALL)
        if after.finished:
            break
        here = after
    return here.actions


@pytest.mark.parametrize("board", [TURN, RIVER])
@pytest.mark.parametrize("most", [1, 3])
def test_fixed_bet_trees_match_the_rules(board, most):
    plain = _spot(board, 10, 4 * most * (6 - len(board.split())), "1", "1")
    spot = replace(plain, fixed=(4, most))
    _assert_equals_the_rulebooks(spot)
    raises = tuple(raise_to(4 * count) for count in range(1, most + 1))
    assert _actions(spot.tree, *raises) == (FOLD, CALL)


def test_played_bets_are_added_only_where_they_were_made():
    spot = replace(_spot(TURN, 100, 950, "50", "100"), line=(CALL, raise_to(33), raise_to(80)))
    assert _actions(spot.tree) == (CALL, raise_to(50))
    assert _actions(spot.tree, CALL) == (CALL, raise_to(33), raise_to(50))
    assert raise_to(80) in _actions(spot.tree, CALL, raise_to(33))
    assert raise_to(80) not in _actions(spot.tree, CALL, raise_to(50))
    assert _actions(spot.tree, CALL, CALL, CALL) == (CALL, raise_to(50))
    with pytest.raises(SpotError, match="impossible"):
        _ = replace(spot, line=(raise_to(951),)).tree
    with pytest.raises(SpotError, match="after the hand is over"):
        _ = replace(spot, line=(CALL,) * 5).tree


def _assert_equals_the_rulebooks(spot):
    tree, expected = spot.tree, build_tree(spot.game, spot.menu)
    for field in fields(BettingTree):
        found, wanted = getattr(tree, field.name), getattr(expected, field.name)
        if isinstance(wanted, Game):
            assert found == wanted
        else:
            assert found.dtype == wanted.dtype and np.array_equal(found, wanted), field.name


def _actions(tree, *line):
    return tree.actions_at(tree.find(line))


@pytest.mark.ci
def test_oversized_trees_report_their_size_and_what_to_cut():
    words = "more than 500,000 nodes; leave out bet or raise sizes"
    with pytest.raises(SpotError, match=words):
        _ = _spot(TURN, 100, 20_000, "20,30,50,75,100,a", "50,75,100,a").tree


def test_unbounded_raises_are_rejected():
    with pytest.raises(SpotError, match="more than 255 raises"):
        _ = _spot(RIVER, 100, 10**8, "1", "0.01").tree
