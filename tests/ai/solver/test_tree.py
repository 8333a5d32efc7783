from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ai.betting.sizes import SizeRules, Sizes
from ai.solver.spot import Spot, SpotError
from engine.player import CALL, FOLD, raise_to
from engine.tree import DECISION, build_tree
from tests.engine.trees import assert_same_trees
from tests.naive.random_spots import given as some_spot
from tests.naive.random_spots import hands_of, random_spot
from tests.naive.spot_tree import spot_tree

pytestmark = pytest.mark.slow

RIVER, TURN = "Qs Jh 2h 8c 5d", "Qs Jh 2h 8c"

percents = st.lists(st.integers(1, 3000).map(lambda n: Fraction(n, 10)), max_size=2).map(tuple)
equal = st.lists(st.integers(0, 4), max_size=1).map(tuple)
lists = st.builds(Sizes, percents, st.booleans(), st.just(()), equal)
multiples = st.lists(st.integers(11, 50).map(lambda n: Fraction(n, 10)), max_size=1).map(tuple)
raise_lists = st.builds(Sizes, percents, st.booleans(), multiples, equal)
rules = st.builds(
    SizeRules,
    st.integers(0, 300).map(Fraction),
    st.integers(1, 100).map(Fraction),
    st.integers(0, 60).map(Fraction),
    st.none() | st.integers(0, 3),
)


def _spot(board, pot, stack, bets, raises):
    return Spot.parse(board, "AA", "KK", pot, stack, bets, raises)


@settings(max_examples=60)
@given(st.data())
def test_trees_match_the_rules(data):
    streets = data.draw(st.integers(1, 2))
    bets, raises = (st.tuples(*[st.tuples(*[some] * streets)] * 2) for some in (lists, raise_lists))
    plain = _spot(TURN if streets == 2 else RIVER, 2, 1, "", "")
    spot = replace(
        plain,
        pot=data.draw(st.integers(2, 60)),
        stack=data.draw(st.integers(1, 250)),
        bets=data.draw(bets),
        raises=data.draw(raises),
        donks=data.draw(st.none() | st.tuples(lists)),
        rules=data.draw(st.just(SizeRules()) | rules),
    )
    spot = replace(spot, line=_line(data, spot))
    assume(spot.tree.num_nodes <= 1500)
    assert spot.tree.find(spot.line) >= 0
    assert_same_trees(spot.tree, build_tree(spot.game, spot.menu))


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
    assert_same_trees(spot.tree, build_tree(spot.game, spot.menu))
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


@pytest.mark.parametrize("seed", range(60))
def test_trees_match_plain_recursion(seed):
    rng = np.random.default_rng(seed)
    plain = random_spot(rng, 4 + seed % 2, depth=3.0)
    items = [";".join(sizes.text for sizes in menu) for menu in (*plain.bets, *plain.raises)]
    items[seed % 2] += "," + str(rng.choice(["e", "2e", "3e"]))
    items[2] += "," + str(rng.choice(["2.5x", "3x", "2e"]))
    bets, bets_ip, raises, raises_ip = items
    spot = some_spot(
        *((TURN, RIVER)[seed % 2], hands_of("AsKs"), hands_of("QdTd")),
        *(plain.pot, plain.stack, bets, raises, bets_ip, raises_ip),
        donks=[None, "", "33", "50,a"][rng.integers(4)],
        all_in_below=int(rng.choice([0, 100, 200])),
        all_in_above=int(rng.choice([100, 85, 60])),
        max_raises=[None, 0, 1, 2][rng.integers(4)],
        merge=int(rng.choice([0, 10, 50])),
    )
    tree = Spot.parse(**spot.texts).tree
    nodes = list(spot_tree(spot).walk())
    for node in nodes:
        found = tree.find(node.line)
        actions = tree.actions_at(found) if tree.kind[found] == DECISION else ()
        assert actions == node.actions, (spot.texts, node.line)
    assert tree.num_nodes == len(nodes)


@pytest.mark.parametrize(
    ("pot", "stack", "bets", "more", "expected"),
    [
        # Two bets of 40% put 72 into 100 / 50: (1.8 * 1.8 - 1) / 2 = 1.12.
        (100, 112, "2e", {}, (40,)),
        (100, 400, "2e", {}, (100,)),
        (100, 1300, "3e", {}, (100,)),
        (100, 400, "e", {}, (400,)),  # one street is left
        (100, 112, "1e", {}, (112,)),
        (100, 150, "50", {"all_in_below": "150"}, (50, 150)),
        (100, 151, "50", {"all_in_below": "150"}, (50,)),
        (100, 150, "", {"all_in_below": "150"}, ()),
        (100, 100, "50,80", {"all_in_above": "80"}, (50, 100)),
        (100, 100, "50,79", {"all_in_above": "80"}, (50, 79)),
        # (1 + 100%) / (1 + 82%) = 1.099 is below 1.1, 2 / 1.81 is not; dropped ones drop none.
        (100, 900, "82,100", {"merge": "10"}, (100,)),
        (100, 900, "81,100", {"merge": "10"}, (81, 100)),
        (100, 900, "66,82,100", {"merge": "10"}, (66, 100)),
    ],
)
def test_rules_of_sizes(pot, stack, bets, more, expected):
    spot = Spot.parse(RIVER, "AA", "KK", pot, stack, bets, "", **more)
    assert _actions(spot.tree) == (CALL, *map(raise_to, expected))


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
