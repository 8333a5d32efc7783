import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.drill.dice import SIDES, asked, bands
from ai.drill.kinds import CardKey, Kind, card_of, holders, holding_of, kind_of
from engine.combos import combo_cards
from engine.errors import PokerError
from engine.game import get_game
from engine.lines import spot_of
from engine.shown import parse_shown

pytestmark = pytest.mark.slow

DEEP = get_game("holdem-nolimit@100")
LEDUC = get_game("leduc")


@pytest.mark.parametrize(
    ("line", "board", "kind"),
    [
        ("", "", Kind(0, 1, 0, 0)),
        ("c", "", Kind(0, 0, 0, 0)),
        ("r300", "", Kind(0, 0, 0, 1, "large")),
        ("r300r900", "", Kind(0, 1, 0, 2, "large")),
        ("r300c/c", "AhTd7c", Kind(1, 1, 1, 0)),
        ("r300c/cr500", "AhTd7c", Kind(1, 0, 1, 1, "small")),
        ("r300r900c/cc/cr1500r4000", "AhTd7c2s", Kind(2, 1, 2, 2, "medium")),
        ("r300r900r2000r4000c/cr5000", "AhTd7c", Kind(1, 0, 3, 1, "small")),
    ],
)
def test_a_kind_is_what_happened_and_not_the_cards(line, board, kind):
    found = kind_of(spot_of(DEEP, line, parse_shown(DEEP, board)))
    assert found == kind
    assert Kind.parse(found.text) == found


@pytest.mark.parametrize(
    ("board", "hole", "holding"),
    [
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
    ],
)
def test_hands_are_classes(board, hole, holding):
    cards = parse_shown(DEEP, board)
    assert holding_of(DEEP, cards, parse_shown(DEEP, hole)) == holding


@pytest.mark.parametrize("board", ["", "AhTd7d", "AhTd7d2c", "AhTd7d2c3c"])
def test_holders_are_those_of_the_class(board):
    cards = parse_shown(DEEP, board)
    combos = combo_cards(DEEP.deck, 2)
    free = ~np.isin(combos, cards).any(axis=1)
    for combo in np.flatnonzero(free)[::97]:
        holding = holding_of(DEEP, cards, tuple(combos[combo].tolist()))
        members = holders(DEEP, cards, holding)
        assert members[combo] and not (members & ~free).any()
    assert not holders(DEEP, cards, "no such class").any()


def test_a_card_of_a_small_game_tells_rank_and_pair_and_reads_back():
    king = parse_shown(LEDUC, "Kh")
    for board, holding in (("", "K"), ("Ks", "K:pair"), ("Js", "K")):
        assert holding_of(LEDUC, parse_shown(LEDUC, board), king) == holding
    key = card_of(spot_of(LEDUC, "r"), king)
    assert key.text == "0.1.0.1./K"
    assert CardKey.parse("leduc", key.text) == key
    for text in ("", "x", "0.0.0.0.", "0.0.0.0.huge/K", "0.0.0/K", "0.0.0.-1./K"):
        with pytest.raises(PokerError):
            CardKey.parse("leduc", text)


def test_actions_take_consecutive_bands():
    assert bands([0.0, 0.38, 0.62]) == ((1, 0), (1, 38), (39, 100))
    assert [asked([0.0, 0.38, 0.62], roll) for roll in (1, 38, 39, 100)] == [1, 1, 2, 2]


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8))
def test_each_number_names_one_action_as_often_as_the_row_says(weights):
    total = sum(weights)
    row = [one / total for one in weights] if total > 1e-6 else [1.0]
    counts = np.bincount([asked(row, roll) for roll in range(1, SIDES + 1)], minlength=len(row))
    assert counts / SIDES == pytest.approx(row, abs=0.0101)
