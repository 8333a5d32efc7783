from itertools import combinations, product

import numpy as np
import pytest

from ai.equity.agent import (
    BetOption,
    EquityAgent,
    action_values,
    options,
)
from ai.equity.hand_equity import pair_equities
from ai.equity.joint import joint_equities
from ai.equity.matchups import (
    class_equities,
    class_matchups,
    combo_matrix,
    preflop_equities_against,
    ranked_classes,
)
from ai.equity.multiway import MultiwayEquityAgent, question
from ai.equity.winnings import won
from engine.cards import parse_cards
from engine.combos import (
    CLASS_NAMES,
    CLASS_OF_COMBO,
    NUM_CLASSES,
    combo_cards,
    combo_index,
    parse_combo,
)
from engine.equity import combo_equities, equity
from engine.errors import CancelledError
from engine.evaluator import strength, strengths
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, PublicState, raise_to
from tests.controls import cancelled
from tests.naive.multiway import outcomes, share_against_random, share_against_two, taken
from tests.naive.random_hands import decisions

pytestmark = pytest.mark.slow

NOLIMIT = get_game("holdem-nolimit@100")
LIMIT = get_game("holdem-limit")


@pytest.mark.ci
def test_preflop_table_matches_exact_equities():
    equity, against_all = class_matchups()[0], class_equities()
    assert against_all[CLASS_OF_COMBO] == pytest.approx(combo_equities(np.ones(1326)), abs=1e-10)
    ranked = ranked_classes()
    assert CLASS_NAMES[ranked[0]] == "AA" and (np.diff(against_all[ranked]) <= 0).all()
    assert np.allclose(equity + equity.T, 1.0)


def test_river_win_rates_match_a_plain_count():
    board, hole = parse_cards("Kh7d2c9s3s"), parse_cards("KsQd")
    spot = spot_of(NOLIMIT, "cc/cc/cc/", board)
    answer = EquityAgent().strategy(spot)
    rest = [card for card in range(52) if card not in (*board, *hole)]
    rivals = np.array([(*rival, *board) for rival in combinations(rest, 2)], np.uint8)
    mine, theirs = strengths(np.array([(*hole, *board)], np.uint8))[0], strengths(rivals)
    chance = ((mine > theirs) + 0.5 * (mine == theirs)).mean()
    value = answer.values[combo_index(hole), answer.actions.index(CALL)]
    assert value == pytest.approx(chance * spot.pot) and not answer.error.any()
    assert EquityAgent().strategy(spot_of(NOLIMIT, "cc/", board[:3])).error.any()  # sampled


def test_menus_are_legal_and_call_ev_is_equity_times_pot_minus_price():
    spot, call = spot_of(NOLIMIT, "r300", ()), BetOption(CALL, 300, 1.0)
    assert action_values(spot, [call], np.array([[0.5]]))[0, 0] == 0.5 * 600 - 200
    sizes = [option.action.raise_to for option in options(spot) if option.action.raise_to]
    assert sizes == [500, 700, 900, 10_000]
    spot = spot.after(raise_to(900))
    assert all(not option.action.raise_to for option in options(spot))
    spot = PublicState(LIMIT, (), ())
    assert [option.action.raise_to for option in options(spot)] == [0, 0, 20]


THREE, SIX = get_game("holdem-nolimit-3"), get_game("holdem-nolimit-6")
UNEVEN = SIX.with_stacks((400, 2_000, 900, 90, 5_000, 2_000), "uneven")


def checked(game, board, street):
    calls = "c" * game.num_players
    return spot_of(game, "/".join([calls] * street + [calls[1:]]), parse_cards(board))


def river_share(game, hole, board):
    spot = checked(game, board, 3)
    answer = MultiwayEquityAgent().strategy(spot)
    value = answer.values[combo_index(parse_cards(hole)), answer.actions.index(CALL)]
    return float(value / spot.pot)


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        *(("KsQd", "Kh7d2c9s3s"), ("8c7c", "Kh7d2c9s3s")),
        *(("2s2d", "9hTdJcQsKs"), ("AhQd", "KhTh4h4d9s")),
    ],
)
def test_river_pot_share_matches_enumeration_against_several_opponents(hole, board):
    cards = parse_cards(hole), parse_cards(board)
    exact, dealt = share_against_two(*cards), share_against_random(*cards, 5, 40_000)
    # Card removal among the opponents is ignored.
    assert exact - 0.001 < river_share(THREE, hole, board) < exact + 0.01
    assert dealt - 0.01 < river_share(SIX, hole, board) < dealt + 0.03


def test_preflop_multiway_equities_match_published_values():
    """Against five random hands, as published; 512 boards give a standard error of 1%."""
    spot = spot_of(SIX, "ccccc", ())
    answer = MultiwayEquityAgent().strategy(spot)
    call = answer.actions.index(CALL)
    for name, known in (("AA", 0.492), ("KK", 0.430), ("72o", 0.086)):
        combo = int(np.flatnonzero(CLASS_NAMES.index(name) == CLASS_OF_COMBO)[0])
        assert answer.values[combo, call] / spot.pot == pytest.approx(known, abs=0.03)
        assert 0.0 < answer.error[combo, call] / spot.pot < 0.015


@pytest.mark.parametrize("street", [1, 2, 3])
def test_one_opponent_gives_the_heads_up_engine(street):
    line, board = "cc/" * street + "r300", parse_cards("Kh7d2c9s3s"[: 2 * (street + 2)])
    spot = spot_of(NOLIMIT, line, board)
    ours, theirs = (kind().strategy(spot) for kind in (MultiwayEquityAgent, EquityAgent))
    assert ours.actions == theirs.actions
    off = np.abs(ours.values - theirs.values)
    # Before the river, shares are computed runout by runout.
    last = slice(None) if street == 3 else slice(ours.actions.index(CALL) + 1)
    assert off[:, last].max() < 1e-9 * spot.pot and off.mean() < 0.02 * spot.pot


@pytest.mark.parametrize("game", [THREE, SIX, UNEVEN], ids=["three", "six", "uneven"])
def test_ev_sums_the_shares_of_all_pots(game):
    rng = np.random.default_rng(2)
    for spot in decisions(game, 12, 5):
        me, asked = spot.to_act, question(spot)
        others = [s for s in range(game.num_players) if s != me and not spot.folded(s)]
        wins = rng.random(len(asked.parts))
        ties = rng.random(len(asked.parts)) * (1.0 - wins)
        for at, cost in enumerate(asked.costs.tolist()):
            total = spot.spent(me) + int(cost)
            chances = []
            for j, _ in enumerate(others):
                part, goes = asked.stakes.parts[at, j], asked.stakes.shares[at, j]
                beats = goes * np.array([wins[part], ties[part], 1.0 - wins[part] - ties[part]])
                chances.append([1.0 - goes, *beats])
            expected = 0.0
            for chance, picked in outcomes(chances):
                put = [spot.spent(seat) for seat in range(game.num_players)]
                ranks = [None] * game.num_players
                put[me], ranks[me] = total, 1
                for seat, pick in zip(others, picked, strict=True):
                    if pick:
                        put[seat] = max(put[seat], min(total, game.stacks[seat]))
                        ranks[seat] = pick - 1
                expected += chance * taken(put, ranks, me, game.dead)
            assert won(asked.stakes, at, wins, ties) == pytest.approx(expected, abs=1e-6)


def test_a_bluff_breaks_even_against_one_and_loses_against_more():
    nothing = np.zeros(20)
    for game in (get_game("holdem-nolimit"), THREE, SIX):
        asked = question(checked(game, "Kh7d2c9s3s", 3))
        check, *gains = (
            won(asked.stakes, at, nothing, nothing) - cost for at, cost in enumerate(asked.costs)
        )
        assert asked.costs[0] == check == 0.0 and len(gains) == 4
        if game.is_heads_up:
            assert gains == pytest.approx([0.0] * 4, abs=1e-9)
        else:
            assert max(gains) <= -1.0


OFF = 0.006


def few(rng, board, count):
    free = np.flatnonzero(~np.isin(combo_cards(), board).any(axis=1))
    weights = np.zeros(1326)
    weights[rng.choice(free, count, replace=False)] = 0.1 + rng.random(count)
    return weights


def share(ranges, seat, combo, board):
    """A combo's share of the pot by enumerating all other hands and boards."""
    cards = combo_cards().tolist()
    others = [np.flatnonzero(one).tolist() for at, one in enumerate(ranges) if at != seat]
    weights = [one for at, one in enumerate(ranges) if at != seat]
    rivers = [board] if len(board) == 5 else [(*board, card) for card in range(52)]
    won = met = 0.0
    for hands in product(*others):
        used = [*cards[combo], *(card for hand in hands for card in cards[hand])]
        weight = float(np.prod([one[hand] for one, hand in zip(weights, hands, strict=True)]))
        for full in rivers:
            if len({*used, *full}) < len(used) + 5:
                continue
            mine = strength((*cards[combo], *full))
            theirs = [strength((*cards[hand], *full)) for hand in hands]
            met += weight
            if mine >= max(theirs):
                won += weight / (1 + theirs.count(mine))
    return won / met if met else float("nan")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("cards", "players", "count"), [("Kh8d3c2s2h", 3, 8), ("Kh8d3c2s2h", 4, 4), ("Kh8d3c2s", 3, 3)]
)
def test_joint_equities_match_deal_by_deal_counting(cards, players, count):
    rng, board = np.random.default_rng(1), tuple(parse_cards(cards))
    ranges = np.stack([few(rng, board, count) for _ in range(players)])
    found = joint_equities(ranges, board)
    for seat in range(players):
        for combo in np.flatnonzero(ranges[seat]).tolist()[:2]:
            expected = share(ranges, seat, combo, board)
            assert found[seat, combo] == pytest.approx(expected, abs=OFF, nan_ok=True)


@pytest.mark.parametrize(("players", "expected"), [(3, 0.734), (4, 0.639), (6, 0.492)])
def test_aces_match_published_multiway_equities(players, expected):
    found = joint_equities(np.ones((players, 1326)), (), (0,))
    aces = [combo_index(tuple(parse_cards(cards))) for cards in ("AsAh", "AdAc")]
    assert found[0, aces] == pytest.approx(expected, abs=0.008)
    assert found[0, aces[0]] == pytest.approx(found[0, aces[1]])
    assert np.isnan(found[1:]).all()


def test_hands_without_a_possible_opponent_hand_have_no_equity():
    board = tuple(parse_cards("Kh8d3c"))
    ranges = np.zeros((3, 1326))
    assert np.isnan(joint_equities(ranges, board)).all()
    with pytest.raises(CancelledError):
        joint_equities(np.ones((3, 1326)), (), control=cancelled())
    hands = [combo_index(tuple(parse_cards(cards))) for cards in ("AsAh", "AsAd", "QsQh")]
    ranges[range(3), hands] = 1.0
    found = joint_equities(ranges, board)
    assert np.isnan(found[2]).all()  # the other two cannot both hold the ace of spades
    assert np.isnan(found[:2, hands[0]]).all()
    assert 0.0 < found[0, combo_index(tuple(parse_cards("JsJc")))] < 0.2


def only(hand):
    return np.eye(1, 1326, combo_index(hand))[0]


@pytest.mark.ci
def test_class_table_is_the_mean_of_enumerated_combos():
    matrix = combo_matrix()
    cards = combo_cards()
    meets = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    assert not matrix[~meets].any()
    pair = CLASS_OF_COMBO.astype(np.int64)[:, None] * NUM_CLASSES + CLASS_OF_COMBO
    sums = np.bincount(pair[meets], matrix[meets], NUM_CLASSES**2)
    counts = np.bincount(pair[meets], minlength=NUM_CLASSES**2)
    table = (sums / counts).reshape(NUM_CLASSES, NUM_CLASSES)
    assert table == pytest.approx(class_matchups()[0], abs=1e-12)
    assert (matrix + matrix.T)[meets] == pytest.approx(1.0, abs=1e-12)
    matrix, rng = combo_matrix(), np.random.default_rng(1)
    for _ in range(4):
        cards = rng.choice(52, 4, replace=False).tolist()
        own, other = (combo_index(tuple(sorted(two))) for two in (cards[:2], cards[2:]))
        ranges = np.eye(1326)[[own, other]]
        assert matrix[own, other] == pytest.approx(equity(*ranges).equity, abs=1e-12)


@pytest.mark.ci
def test_suit_symmetric_ranges_match_the_full_sweep():
    villain = np.random.default_rng(3).random(NUM_CLASSES)[CLASS_OF_COMBO]
    assert preflop_equities_against(villain) == pytest.approx(combo_equities(villain), abs=1e-9)


def test_equity_is_undefined_for_hands_that_block_the_whole_range():
    aces, kings = parse_cards("AsAh"), parse_cards("KsKd")
    found = preflop_equities_against(only(aces))
    assert np.isnan(found[parse_combo("AsKd")])
    expected = equity(only(kings), only(aces)).equity
    assert found[combo_index(kings)] == pytest.approx(expected, abs=1e-12)
    assert np.isnan(preflop_equities_against(np.zeros(1326))).all()


HOLDEM = get_game("holdem-nolimit")


@pytest.mark.parametrize("size", [0, 3, 4, 5])
def test_pairwise_equity_matches_enumeration(size):
    cards = tuple(np.random.default_rng(size).permutation(52).tolist())
    board, other = cards[:size], cards[5:7]
    found = pair_equities(HOLDEM, other, board)
    gone = np.isin(combo_cards(), (*other, *board)).any(axis=1)
    assert (found[gone] == 0.0).all() and found.max() <= 1.0
    for own in (cards[7:9], (51, 50), cards[20:22]):
        if set(own) & set(board + other):
            continue
        wanted = equity(only(own), only(other), board).equity
        assert found[combo_index(own)] == pytest.approx(wanted, abs=1e-12)


def test_random_boards_are_deterministic_and_accurate_and_small_games_exact():
    board = (3, 17, 40)
    exact = pair_equities(HOLDEM, (30, 12), board)
    some = pair_equities(HOLDEM, (30, 12), board, most=200)
    np.testing.assert_array_equal(some, pair_equities(HOLDEM, (12, 30), board[::-1], most=200))
    assert 0.0 < np.abs(some - exact).max() < 0.2
    assert abs((some - exact).mean()) < 0.02
    leduc = get_game("leduc")
    found = pair_equities(leduc, (leduc.deck[0],), ())
    # The board pairs one of the two ranks or neither, when the higher one wins.
    assert found[2] == pytest.approx(0.75)
