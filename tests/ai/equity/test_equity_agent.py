"""The equity engine: its numbers, its purity, its knowledge and its play."""

import itertools

import numpy as np
import pytest

from ai.equity import EquityAgent
from ai.equity.agent import class_equities, preflop_equities, ranked_classes
from ai.equity.model import Option, action_values, options
from engine.cards import parse_cards
from engine.combos import CLASS_NAMES, combo_cards, combo_index
from engine.evaluator import strengths
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, PublicState, SeatView, raise_to

pytestmark = pytest.mark.slow

NOLIMIT = get_game("holdem-nolimit@100")
LIMIT = get_game("holdem-limit")

# All-in equity against a random hand, exact, as tabled by several independent enumerations.
AGAINST_RANDOM = {
    "AA": 0.8520371330,
    "AKs": 0.6704463231,
    "AKo": 0.6532007179,
    "AQs": 0.6620886240,
    "32o": 0.3230322813,
}

SPOTS = [
    (NOLIMIT, "", ""),
    (NOLIMIT, "r300", ""),
    (NOLIMIT, "cc/", "Kh7d2c"),
    (NOLIMIT, "r300c/r600", "Kh7d2c"),
    (NOLIMIT, "r300c/cc/r10000", "Kh7d2c9s"),
    (NOLIMIT, "r300c/cc/cc/r900", "Kh7d2c9s3s"),
    (LIMIT, "rc/r", "AhAd2c"),
    (LIMIT, "rc/cc/cc/rr", "AhAd2cQs3d"),
]


def test_preflop_table_sums_to_the_exact_equities():
    equity, against_all = preflop_equities(), class_equities()
    for name, exact in AGAINST_RANDOM.items():
        assert against_all[CLASS_NAMES.index(name)] == pytest.approx(exact, abs=1e-10)
    ranked = ranked_classes()
    assert CLASS_NAMES[ranked[0]] == "AA" and (np.diff(against_all[ranked]) <= 0).all()
    assert np.allclose(equity + equity.T, 1.0)


@pytest.mark.parametrize(("game", "line", "board"), SPOTS)
def test_one_row_is_the_strategys_row_bit_for_bit(game, line, board):
    spot = spot_of(game, line, parse_cards(board))
    agent = EquityAgent()
    whole, again = agent.strategy(spot), EquityAgent().strategy(spot)
    assert np.array_equal(whole.probabilities, again.probabilities)
    blocked = np.isin(combo_cards(), spot.board).any(axis=1)
    assert np.allclose(whole.probabilities.sum(axis=1), ~blocked)
    assert all(spot.after(action) for action in whole.actions)
    assert (whole.error[~blocked].max() > 0) == (len(spot.board) == 3)  # sampled there
    rng = np.random.default_rng(0)
    for combo in rng.choice(1326, 25, replace=False):
        cards = tuple(int(card) for card in combo_cards()[combo])
        if set(cards) & set(spot.board):
            assert not whole.probabilities[combo].any()
            continue
        row = agent.row(SeatView(spot, spot.to_act, cards))
        assert row.actions == whole.actions
        assert np.array_equal(row.probabilities[0], whole.probabilities[combo])
        assert np.array_equal(row.values[0], whole.values[combo])


def test_river_win_rates_match_a_plain_count():
    board = parse_cards("Kh7d2c9s3s")
    spot = spot_of(NOLIMIT, "cc/cc/cc/", board)
    answer = EquityAgent().strategy(spot)
    hole = parse_cards("KsQd")
    rest = [card for card in range(52) if card not in (*board, *hole)]
    rivals = list(itertools.combinations(rest, 2))
    mine = strengths(np.array([(*hole, *board)], np.uint8))[0]
    theirs = strengths(np.array([(*rival, *board) for rival in rivals], np.uint8))
    chance = ((mine > theirs) + 0.5 * (mine == theirs)).mean()
    value = answer.values[combo_index(hole), answer.actions.index(CALL)]
    assert value == pytest.approx(chance * spot.pot)


def test_a_bluff_that_never_wins_when_called_breaks_even():
    spot = spot_of(NOLIMIT, "cc/cc/cc/", parse_cards("Kh7d2c9s3s"))
    found = options(spot)
    raises = [option for option in found if option.action.raise_to]
    values = action_values(spot, found, np.zeros((1, 1 + len(raises))))
    assert np.allclose(values, 0.0)
    # A call is worth the chance times the pot less the price.
    values = action_values(
        spot_of(NOLIMIT, "r300", ()), [Option(CALL, 300, 1.0)], np.array([[0.5]])
    )
    assert values[0, 0] == 0.5 * 600 - 200


def test_menu_is_legal_and_a_third_raise_is_never_made():
    spot = spot_of(NOLIMIT, "r300", ())
    sizes = [option.action.raise_to for option in options(spot) if option.action.raise_to]
    assert sizes == [500, 700, 900, 10_000]
    spot = spot.after(raise_to(900))
    assert all(not option.action.raise_to for option in options(spot))
    spot = PublicState(LIMIT, (), ())
    assert [option.action.raise_to for option in options(spot)] == [0, 0, 20]
