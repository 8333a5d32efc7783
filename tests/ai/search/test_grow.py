from dataclasses import replace

import numpy as np
import pytest

from ai.abstraction.cards import rows_of_deals, shipped_abstraction
from ai.blueprint.agent import BlueprintAgent
from ai.networks.environment import environment
from ai.networks.record import Networks
from ai.search.grow import Ground, HandSearch, root_of, unit_of
from ai.search.methods import METHODS, get_method
from ai.search.rollouts import BlueprintGuide
from engine.cards import parse_cards
from engine.combos import combo_cards, parse_combo
from engine.equity import COMBO_MASKS
from engine.errors import EngineError
from engine.evaluator import CARD_MASKS
from engine.game import get_game
from engine.lines import spot_of
from tests.naive.blueprints import random_blueprint
from tests.naive.hand_uct import PlainHandUct
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

UCT, SMOOTH, GUIDED = METHODS
LIMIT, NOLIMIT = get_game("holdem-limit"), get_game("holdem-nolimit@100")
OWN = parse_combo("AsQs")


def spot(game, line="", board=""):
    return spot_of(game, line, parse_cards(board))


SPOTS = [
    spot(LIMIT),
    spot(LIMIT, "rc/r", "Kh7d2c"),
    spot(NOLIMIT, "r300"),
    spot(NOLIMIT, "r310c/cr800", "Kh7d2c"),  # bets that are not on the menu
    spot(NOLIMIT, "r300c/cc/", "Kh7d2c9d"),
    spot(NOLIMIT, "cc/cc/cc/r400", "Kh7d2c9d3c"),
    spot(get_game("holdem-nolimit-3"), "cr400"),
]


def made(place, method, combo=OWN, networks=None, menu="", weights=None, seed=3):
    ground = Ground(environment(place.game, menu, dealing=False), networks)
    return ground, HandSearch(ground, root_of(ground, place, weights), combo, method, seed)


def assert_same_tree(search, twin, exact=True):
    assert search.num_states == len(twin.states)
    for found, (state, expected) in zip(search.states()[1], twin.states.items(), strict=True):
        found = found[twin.slots[state[1]]]
        if exact:
            assert found.tolist() == expected
        else:
            assert found[:, 0].tolist() == [count for count, *_ in expected]
            assert np.allclose(found, expected, rtol=1e-4, atol=1e-2)


@pytest.mark.parametrize("place", SPOTS, ids=str)
@pytest.mark.parametrize("method", [UCT, replace(SMOOTH, least_mix=0.5, decay=0.1)])
def test_a_search_is_the_tree_of_plain_recursion_bit_for_bit(place, method):
    ground, search = made(place, method)
    _, dealer = made(place, method)
    twin = PlainHandUct(ground.environment, place, method, unit_of(ground, place, method))
    for count in (1, 60, 140):
        search.run(count)
        twin.run(dealer.deal(count))
        assert_same_tree(search, twin)
    search.dropped, twin.dropped = 1, (0,)
    before = search.statistics()[0].tolist()
    search.run(100)
    twin.run(dealer.deal(100))
    assert_same_tree(search, twin)
    assert search.statistics()[0].tolist() == before
    assert search.statistics()[:, 0].sum() == search.simulations == 301


@pytest.mark.parametrize("place", [SPOTS[1], SPOTS[2], SPOTS[4], SPOTS[5]], ids=str)
@pytest.mark.parametrize("beyond", ["values", "prior"])
@pytest.mark.parametrize("other_learns", [True, False])
def test_a_search_led_by_networks_is_that_of_plain_recursion(place, beyond, other_learns):
    """Networks answer in 32 bits: counts are the same, sums nearly."""
    trained = random_networks(place.game)
    method = replace(GUIDED, exploration=0.5, beyond=beyond, other_learns=other_learns)
    ground, search = made(place, method, networks=trained.networks)
    _, dealer = made(place, method, networks=trained.networks)
    twin = PlainHandUct(
        ground.environment, place, method, unit_of(ground, place, method), trained.networks
    )
    search.run(150)
    twin.run(dealer.deal(150))
    assert_same_tree(search, twin, exact=False)


def test_hidden_cards_are_drawn_as_they_are_believed():
    rng = np.random.default_rng(1)
    weights = rng.integers(0, 4, 1326) * (rng.random(1326) < 0.05)
    hands = made(SPOTS[4], UCT, weights=weights.astype(float))[1].deal(30_000)
    out = int(COMBO_MASKS[OWN]) | int(CARD_MASKS[list(SPOTS[4].board)].sum())
    expected = np.where(COMBO_MASKS & out == 0, weights, 0.0)
    expected *= len(hands.keys) / expected.sum()
    other = 1 - SPOTS[4].to_act
    found = np.bincount(hands.combos[:, other], minlength=1326)
    assert (hands.combos[:, SPOTS[4].to_act] == OWN).all()
    assert not found[expected == 0.0].any()
    met = expected > 0.0
    gap = ((found[met] - expected[met]) ** 2 / expected[met]).sum()
    degrees = met.sum() - 1
    assert gap < degrees + 4.0 * np.sqrt(2 * degrees)
    assert len(np.unique(hands.boards[:, 4])) == 52 - 4 - 2  # any card but those that are known


@pytest.mark.parametrize("place", [SPOTS[1], SPOTS[6]], ids=str)
def test_no_card_is_dealt_twice_and_all_come_alike(place):
    hands = made(place, UCT)[1].deal(20_000)
    cards = combo_cards()[hands.combos].reshape(len(hands.keys), -1)
    dealt = np.sort(np.concatenate([cards, hands.boards], axis=1), axis=1)
    assert (np.diff(dealt.astype(int), axis=1) > 0).all()
    assert (hands.boards[:, : len(place.board)] == place.board).all()
    hidden = np.delete(hands.combos, place.to_act, axis=1)
    drawn = np.concatenate(
        [combo_cards()[hidden].reshape(len(hands.keys), -1), hands.boards[:, len(place.board) :]],
        axis=1,
    )
    counts = np.bincount(drawn.ravel(), minlength=52)
    held = {*place.board, *combo_cards()[OWN].tolist()}
    assert not counts[sorted(held)].any()
    left = np.delete(counts, sorted(held))
    mean = left.mean()
    assert ((left - mean) ** 2 / mean).sum() < len(left) + 4.0 * np.sqrt(2 * len(left))


def test_a_belief_that_leaves_nothing_is_every_hand():
    for weights in (np.zeros(1326), np.eye(1326)[OWN]):
        hands = made(SPOTS[1], UCT, weights=weights)[1].deal(2000)
        assert len(np.unique(hands.combos[:, 1 - SPOTS[1].to_act])) > 500


def test_bad_input_is_one_sentence_and_memory_grows_within_its_bound():
    ground, search = made(SPOTS[0], UCT)
    with pytest.raises(EngineError, match=r"can take 31\.2 GB of memory; 2 GB are the most"):
        ground.check(UCT, 50_000_000)
    with pytest.raises(EngineError, match="searches with networks"):
        made(SPOTS[0], GUIDED)
    without = Networks(random_networks(LIMIT).networks.averages, ())
    with pytest.raises(EngineError, match="which were not learned"):
        made(SPOTS[0], GUIDED, networks=without)
    with pytest.raises(EngineError, match="searches with values, which were not learned"):
        made_with_blueprint("holdem-nolimit@20", "", "", get_method("nfsp-uct"))
    search.run(5000)
    assert search.num_bytes < ground.bytes_of(UCT, 5000)
    _, parts = made(SPOTS[0], UCT)
    for count in (0, 1, 299, 4700):
        parts.run(count)
    assert search.num_states > 1024  # more than there is room for at first
    for one, other in zip(search.states(), parts.states(), strict=True):
        assert one.tobytes() == other.tobytes()
    _, parts = made(SPOTS[0], UCT, seed=4)
    parts.run(5000)
    assert parts.statistics().tobytes() != search.statistics().tobytes()


ROLLED = replace(get_method("uct"), beyond="prior")
MENU = "50,100,a/100,a/a;50,100,a/100,a"
LINES = [
    ("holdem-limit", "", ""),
    ("holdem-limit", "rc/r", "Kh7d2c"),
    ("holdem-nolimit@20", "r300", ""),
    ("holdem-nolimit@20", "cc/", "Kh7d2c"),
    ("holdem-nolimit@20", "cc/cc/cr200", "Kh7d2c9d"),
    # A bet below the menu's least is raised: one line of the tree, with another pot, represents it.
    ("holdem-nolimit@20", "r200c/r300r900", "Kh7d2c"),
    ("holdem-nolimit@3", "r210c/", "Kh7d2c"),
]


def made_with_blueprint(game, line, board, method=ROLLED):
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


@pytest.mark.parametrize(("game", "line", "board"), LINES)
@pytest.mark.parametrize("other_learns", [True, False])
def test_a_search_rolled_out_by_a_blueprint_is_that_of_plain_recursion(
    game, line, board, other_learns
):
    method = replace(ROLLED, other_learns=other_learns)
    search, dealer, twin = made_with_blueprint(game, line, board, method)
    for count in (1, 150):
        search.run(count)
        twin.run(dealer.deal(count))
        assert_same_tree(search, twin)


def test_beyond_the_tree_all_is_called():
    search, dealer, twin = made_with_blueprint(
        "holdem-nolimit@20", "r200r600r1000r1500c/", "Kh7d2c"
    )
    search.run(200)
    twin.run(dealer.deal(200))
    assert_same_tree(search, twin)
    assert search.prior().tolist() == [1.0, *[0.0] * (len(search.prior()) - 1)]


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
