from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.drill.deals import Dealer, DealtSpot
from ai.drill.dice import SIDES, asked, bands
from ai.drill.hand_reading import normalised, overlap, possible, posterior
from ai.drill.kinds import CardKey, SpotKind, card_of, holders, holding_of, kind_of
from ai.drill.playing import PlayedOn
from ai.reading.reach import RangeReader, matchups, visible
from ai.registry import build
from engine.card_display import parse_shown
from engine.combos import combo_cards
from engine.errors import PokerError
from engine.game import get_game
from engine.lines import line_text, parse_line, spot_of
from engine.player import CALL, FOLD
from tests.ai.cfr.games import solved
from tests.naive import reach

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")


@pytest.fixture
def reader():
    return RangeReader(solved(LEDUC))


@pytest.fixture
def dealer(reader):
    return Dealer(LEDUC, reader)


def test_drawn_hand_matches_the_requested_card(dealer):
    rng = np.random.default_rng(5)
    for _ in range(40):
        for one in dealer.play(rng):
            key = card_of(one.spot, one.hole)
            fresh = dealer.deal(one.spot.actions, key.holding, rng)
            assert card_of(fresh.spot, fresh.hole) == key
            assert not {*fresh.hole} & {*fresh.spot.board}
    assert dealer.deal((), "K:pair", rng) is None  # before there is a board
    kuhn = get_game("kuhn")  # lines the engine never plays are dealt all the same
    dealer = Dealer(kuhn, RangeReader(solved(kuhn)))
    assert dealer.deal(parse_line(kuhn, "cr"), "K", rng) is not None


@pytest.mark.ci
def test_boards_and_hands_are_drawn_with_in_play_frequencies(dealer, reader):
    line, rng = parse_line(LEDUC, "rc/"), np.random.default_rng(1)
    found, expected = Counter(), {}
    for _ in range(900):
        one = dealer.deal(line, "K", rng)
        found[(*one.spot.board, *one.hole)] += 1
    for board in LEDUC.deck:
        spot = spot_of(LEDUC, "rc/", (board,))
        joint = matchups(LEDUC, visible([reader.reach(spot)])[0], spot.to_act)
        for hole, share in zip(LEDUC.deck, joint, strict=True):
            if share and hole >> 2 == 12 and board >> 2 != 12:  # a king, displayed as one
                expected[board, hole] = share
    assert set(found) <= set(expected)
    for cards, share in expected.items():
        p = share / sum(expected.values())
        assert found[cards] / 900 == pytest.approx(p, abs=4 * np.sqrt(p / 900))


def test_rival_action_frequencies_follow_the_engine_and_its_range(reader):
    """The first player calls a raise and checks the board: how often the second then bets."""
    spot, hole = spot_of(LEDUC, "cr"), parse_shown(LEDUC, "Kh")
    weights, own = visible([reader.reach(spot)])[0][1], LEDUC.deck.index(hole[0])
    expected = Counter()
    for rival, board in permutations(range(6), 2):
        if own in (rival, board):
            continue
        answer = reader.answer(spot.after(CALL).on((LEDUC.deck[board],)).after(CALL))
        for action, share in zip(answer.actions, answer.probabilities[rival], strict=True):
            expected[action.kind.name] += weights[rival] * share
    rng, found, first = np.random.default_rng(2), 0, DealtSpot(spot, hole)
    for _ in range(900):
        played = PlayedOn(first, reader, rng)
        second = played.after(first, CALL)
        found += played.after(second, CALL) is not None
    bets = expected["RAISE"] / sum(expected.values())
    assert found / 900 == pytest.approx(bets, abs=4 * np.sqrt(bets * (1 - bets) / 900))
    assert PlayedOn(first, reader, rng).after(first, FOLD) is None


def test_hole_cards_stay_fixed_and_boards_only_grow():
    game = get_game("leduc-3")
    engine = RangeReader(build("random", game))
    rng, decisions = np.random.default_rng(3), 0
    for _ in range(60):
        now = DealtSpot(spot_of(game, ""), (game.deck[0],))
        played = PlayedOn(now, engine, rng)
        while (after := played.after(now, CALL)) is not None:
            decisions += 1
            assert (after.hole, after.spot.to_act) == (now.hole, now.spot.to_act)
            assert after.spot.board[: len(now.spot.board)] == now.spot.board
            assert not {*after.hole} & {*after.spot.board}
            lines = [line_text(game, one.spot.actions) for one in (now, after)]
            assert lines[1].startswith(lines[0])
            now = after
    assert decisions > 60


def test_posterior_follows_bayes_rule(reader):
    hole, board = parse_shown(LEDUC, "Qh"), parse_shown(LEDUC, "Kh")
    spot = spot_of(LEDUC, "crc/cr", board)

    def policy(at, card):
        answer = reader.answer(at)
        row = answer.probabilities[LEDUC.deck.index(card)].tolist()
        return dict(zip(answer.actions, row, strict=True))

    expected = [*reach.posterior(policy, spot, 1 - spot.to_act, hole).values()]
    assert posterior(DealtSpot(spot, hole), reader) == pytest.approx(expected, abs=1e-12)
    never = DealtSpot(spot_of(LEDUC, "cr"), hole)
    assert posterior(never, RangeReader(build("call", LEDUC))) is None


def test_range_overlap_is_one_minus_total_variation_distance():
    rng = np.random.default_rng(1)
    for _ in range(20):
        one, other = rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6))
        assert overlap(one, other) == pytest.approx(1 - np.abs(one - other).sum() / 2)
        assert overlap(one, one) == pytest.approx(1.0)
    assert overlap(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == 0.0
    can_be = possible(LEDUC, parse_shown(LEDUC, "Kh"), parse_shown(LEDUC, "Qh"))
    shares = normalised(np.ones(6), can_be)
    by_rank = shares.reshape(3, 2).sum(axis=1)  # jacks, queens, kings
    assert can_be.sum() == 4 and by_rank == pytest.approx([0.5, 0.25, 0.25])
    assert not normalised(np.zeros(6), can_be).any()


DEEP = get_game("holdem-nolimit@100")


def test_spot_kind_describes_the_line_and_hands_are_grouped_by_class():
    for line, board, kind in (
        ("", "", SpotKind(0, 1, 0, 0)),
        ("c", "", SpotKind(0, 0, 0, 0)),
        ("r300", "", SpotKind(0, 0, 0, 1, "large")),
        ("r300r900", "", SpotKind(0, 1, 0, 2, "large")),
        ("r300c/c", "AhTd7c", SpotKind(1, 1, 1, 0)),
        ("r300c/cr500", "AhTd7c", SpotKind(1, 0, 1, 1, "small")),
        ("r300r900c/cc/cr1500r4000", "AhTd7c2s", SpotKind(2, 1, 2, 2, "medium")),
        ("r300r900r2000r4000c/cr5000", "AhTd7c", SpotKind(1, 0, 3, 1, "small")),
    ):
        found = kind_of(spot_of(DEEP, line, parse_shown(DEEP, board)))
        assert found == kind == SpotKind.parse(found.text)
    for board, hole, holding in (
        ("", "AhKh", "suited:ace"),
        ("", "AhAd", "pair:ace"),
        ("", "Qs7d", "offsuit:king-queen"),
        ("", "Jc5c", "suited:jack-ten"),
        ("", "9c9d", "pair:low"),
        ("AhTd7c", "AsKd", "top_pair"),
        ("AhTd7d", "Ad2d", "top_pair:draw"),
        ("AhTd7d", "9c8c", "no_made_hand:draw"),
        ("AhTd7d", "ThTc", "set"),
        ("AhTd7d2c3c", "9c8c", "no_made_hand"),
    ):
        assert holding_of(DEEP, parse_shown(DEEP, board), parse_shown(DEEP, hole)) == holding
    king = parse_shown(LEDUC, "Kh")
    for board, holding in (("", "K"), ("Ks", "K:pair"), ("Js", "K")):
        assert holding_of(LEDUC, parse_shown(LEDUC, board), king) == holding
    key = card_of(spot_of(LEDUC, "r"), king)
    assert key.text == "0.1.0.1./K"
    assert CardKey.parse("leduc", key.text) == key
    for text in ("", "x", "0.0.0.0.", "0.0.0.0.huge/K", "0.0.0/K", "0.0.0.-1./K"):
        with pytest.raises(PokerError):
            CardKey.parse("leduc", text)


@pytest.mark.parametrize("board", ["", "AhTd7d", "AhTd7d2c", "AhTd7d2c3c"])
def test_holders_are_the_combos_of_a_class(board):
    cards = parse_shown(DEEP, board)
    combos = combo_cards(DEEP.deck, 2)
    free = ~np.isin(combos, cards).any(axis=1)
    for combo in np.flatnonzero(free)[::97]:
        members = holders(DEEP, cards, holding_of(DEEP, cards, tuple(combos[combo].tolist())))
        assert members[combo] and not (members & ~free).any()
    assert not holders(DEEP, cards, "no such class").any()


def test_actions_take_consecutive_number_ranges():
    assert bands([0.0, 0.38, 0.62]) == ((1, 0), (1, 38), (39, 100))
    assert [asked([0.0, 0.38, 0.62], roll) for roll in (1, 38, 39, 100)] == [1, 1, 2, 2]


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8))
def test_random_numbers_map_to_actions_with_the_row_frequencies(weights):
    total = sum(weights)
    row = [one / total for one in weights] if total > 1e-6 else [1.0]
    counts = np.bincount([asked(row, roll) for roll in range(1, SIDES + 1)], minlength=len(row))
    assert counts / SIDES == pytest.approx(row, abs=0.0101)
