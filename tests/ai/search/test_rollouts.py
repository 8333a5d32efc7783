"""Rollouts of hold'em by a blueprint's rows, against plain recursion that asks its engine."""

from dataclasses import replace

import numpy as np
import pytest

from ai.abstraction.cards import rows_of_deals, shipped_abstraction
from ai.blueprint.agent import BlueprintAgent
from ai.networks.environment import environment
from ai.search.grow import Ground, HandSearch, root_of, unit_of
from ai.search.methods import get_method
from ai.search.rollouts import BlueprintGuide
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import spot_of
from tests.ai.search.test_grow import assert_same_tree
from tests.naive.blueprints import random_blueprint
from tests.naive.hand_uct import PlainHandUct

pytestmark = pytest.mark.slow

OWN = parse_combo("AsQs")
ROLLED = replace(get_method("uct"), beyond="prior")
MENU = "50,100,a/100,a/a;50,100,a/100,a"
SPOTS = [
    ("holdem-limit", "", ""),
    ("holdem-limit", "rc/r", "Kh7d2c"),
    ("holdem-nolimit@20", "r300", ""),
    ("holdem-nolimit@20", "cc/", "Kh7d2c"),
    ("holdem-nolimit@20", "cc/cc/cr200", "Kh7d2c9d"),
    # A bet below the menu's least is raised: one line of the tree, with another pot, represents it.
    ("holdem-nolimit@20", "r200c/r300r900", "Kh7d2c"),
    ("holdem-nolimit@3", "r210c/", "Kh7d2c"),
]


def made(game, line, board, method=ROLLED):
    place = spot_of(get_game(game), line, parse_cards(board))
    blueprint = random_blueprint(game, "all" if place.game.is_limit else MENU)
    setting = environment(place.game, str(blueprint.menu), dealing=False)
    ground = Ground(setting, blueprint=BlueprintGuide(blueprint, setting))
    twin = PlainHandUct(
        setting,
        place,
        method,
        unit_of(ground, place, method),
        model=BlueprintAgent("twin", blueprint),
    )
    root = root_of(ground, place, None)
    return HandSearch(ground, root, OWN, method), HandSearch(ground, root, OWN, method), twin


@pytest.mark.parametrize(("game", "line", "board"), SPOTS)
@pytest.mark.parametrize("other_learns", [True, False])
def test_a_search_rolled_out_by_a_blueprint_is_that_of_plain_recursion(
    game, line, board, other_learns
):
    method = replace(ROLLED, other_learns=other_learns)
    search, dealer, twin = made(game, line, board, method)
    for count in (1, 150):
        search.run(count)
        twin.run(dealer.deal(count))
        assert_same_tree(search, twin)


def test_beyond_the_tree_all_is_called():
    """The third raise of the menu is all-in: any raise counts as it, and the hand goes on."""
    search, dealer, twin = made("holdem-nolimit@20", "r200r600r1000r1500c/", "Kh7d2c")
    search.run(200)
    twin.run(dealer.deal(200))
    assert_same_tree(search, twin)
    assert search.prior().tolist() == [1.0, *[0.0] * (len(search.prior()) - 1)]


def test_a_blueprint_has_no_values():
    with pytest.raises(EngineError, match="searches with values, which were not learned"):
        made("holdem-nolimit@20", "", "", get_method("nfsp-uct"))


def test_rows_of_many_deals_are_those_of_each_alone():
    rng, cards = np.random.default_rng(1), shipped_abstraction()
    dealt = np.array([rng.permutation(52)[:7] for _ in range(80)], np.uint8)
    high, low = dealt[:, 5:].max(axis=1).astype(int), dealt[:, 5:].min(axis=1).astype(int)
    combos = high * (high - 1) // 2 + low
    found = rows_of_deals(cards, dealt[:, :5], combos)
    board = parse_cards("Kh7d2c9d3c")
    free = np.flatnonzero(cards.rows_on(board) >= 0)
    alike = rows_of_deals(cards, np.repeat([board], len(free), axis=0).astype(np.uint8), free)
    for street, size in enumerate((0, 3, 4, 5)):
        for one in range(80):
            assert found[one, street] == cards.rows_on(dealt[one, :size].tolist())[combos[one]]
        assert alike[:, street].tolist() == cards.rows_on(board[:size])[free].tolist()
