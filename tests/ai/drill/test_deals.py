"""Fresh deals: of the wanted kind, as often as in play."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ai.drill.deals import Dealer
from ai.drill.kinds import card_of
from ai.reach import RangeReader, matchups, visible
from ai.registry import build
from engine.combos import combo_cards
from engine.game import get_game
from engine.lines import parse_line, spot_of

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")


@pytest.fixture
def dealer() -> Dealer:
    return Dealer(LEDUC, RangeReader(build("cfr", LEDUC)))


def test_a_deal_is_of_the_card_it_was_asked_for(dealer: Dealer) -> None:
    rng = np.random.default_rng(5)
    for _ in range(40):
        for one in dealer.play(rng):
            key = card_of(one.spot, one.hole)
            fresh = dealer.deal(one.spot.actions, key.holding, rng)
            assert fresh is not None
            assert card_of(fresh.spot, fresh.hole) == key
            assert not {*fresh.hole} & {*fresh.spot.board}


def test_boards_and_hands_come_as_often_as_in_play(dealer: Dealer) -> None:
    line, rng = parse_line(LEDUC, "rc/"), np.random.default_rng(1)
    found = Counter[tuple[int, ...]]()
    for _ in range(3000):
        one = dealer.deal(line, "K", rng)
        assert one is not None
        found[(*one.spot.board, *one.hole)] += 1
    reader = RangeReader(build("cfr", LEDUC))
    combos, expected = combo_cards(LEDUC.deck, 1), {}
    for card in LEDUC.deck:
        spot = spot_of(LEDUC, "rc/", (card,))
        weights = visible([reader.reach(spot)])[0]
        joint = matchups(LEDUC, weights, spot.to_act)
        for combo, share in enumerate(joint):
            hole = int(combos[combo, 0])
            if share and hole >> 2 == 12 and card >> 2 != 12:  # a king, shown as such
                expected[card, hole] = share
    total = sum(expected.values())
    assert set(found) <= set(expected)
    for cards, share in expected.items():
        p = share / total
        assert found[cards] / 3000 == pytest.approx(p, abs=4 * np.sqrt(p / 3000))


def test_a_class_that_no_board_allows_has_no_deal(dealer: Dealer) -> None:
    assert dealer.deal((), "K:pair", np.random.default_rng(1)) is None


def test_a_line_that_the_engine_never_plays_is_dealt_all_the_same() -> None:
    game = get_game("kuhn")
    dealer = Dealer(game, RangeReader(build("cfr", game)))
    one = dealer.deal(parse_line(game, "cr"), "K", np.random.default_rng(1))
    assert one is not None
