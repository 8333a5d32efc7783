"""Search in hold'em against plain recursion, its deals, its memory and its bounds."""

from dataclasses import replace

import numpy as np
import pytest

from ai.networks.environment import environment
from ai.networks.record import Networks
from ai.search.grow import Ground, HandSearch, root_of, unit_of
from ai.search.methods import METHODS
from engine.cards import parse_cards
from engine.combos import combo_cards, parse_combo
from engine.equity import COMBO_MASKS
from engine.errors import EngineError
from engine.evaluator import CARD_MASKS
from engine.game import get_game
from engine.lines import spot_of
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
    """States are met in the same order, so they can be compared place by place."""
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


def test_the_same_seed_gives_the_same_bits_in_parts_or_at_once():
    for method, networks in ((SMOOTH, None), (GUIDED, random_networks(NOLIMIT).networks)):
        whole, parts, other = (
            made(SPOTS[2], method, networks=networks, seed=seed)[1] for seed in (3, 3, 4)
        )
        whole.run(2600)
        other.run(2600)
        for count in (0, 1, 299, 2300):
            parts.run(count)
        # More than there is room for at first; networks come to fewer.
        assert networks or whole.num_states > 1024
        for one, other_part in zip(whole.states(), parts.states(), strict=True):
            assert one.tobytes() == other_part.tobytes()
        assert whole.statistics().tobytes() != other.statistics().tobytes()


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


def test_bad_input_is_one_sentence():
    ground, search = made(SPOTS[0], UCT)
    with pytest.raises(EngineError, match=r"can take 31\.2 GB of memory; 2 GB are the most"):
        ground.check(UCT, 50_000_000)
    with pytest.raises(EngineError, match="searches with networks"):
        made(SPOTS[0], GUIDED)
    without = Networks(random_networks(LIMIT).networks.averages, ())
    with pytest.raises(EngineError, match="which were not learned"):
        made(SPOTS[0], GUIDED, networks=without)
    search.run(5000)
    assert search.num_bytes < ground.bytes_of(UCT, 5000)
