"""The equity engine: its numbers, its purity, its knowledge and its play."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ai.equity import EquityAgent
from ai.equity.agent import _preflop_table
from ai.equity.model import Option, action_values, options
from ai.registry import build
from engine.cards import parse_cards
from engine.combos import CLASS_NAMES, combo_cards, combo_index
from engine.evaluator import strengths
from engine.game import get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, PublicState, SeatView, raise_to
from engine.records import HandRecord

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


def test_preflop_table_sums_to_the_exact_equities() -> None:
    equity, pairs, ranked, against_all = _preflop_table()
    assert np.allclose(against_all, (equity * pairs).sum(axis=1) / pairs.sum(axis=1))
    for name, exact in AGAINST_RANDOM.items():
        assert against_all[CLASS_NAMES.index(name)] == pytest.approx(exact, abs=1e-10)
    assert CLASS_NAMES[ranked[0]] == "AA"
    assert np.allclose(equity + equity.T, 1.0)
    assert pairs.sum() == 1326 * 1225


@pytest.mark.parametrize(("game", "line", "board"), SPOTS)
def test_one_row_is_the_strategys_row_bit_for_bit(game: object, line: str, board: str) -> None:
    spot = spot_of(game, line, parse_cards(board))
    agent = EquityAgent()
    whole = agent.strategy(spot)
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


@pytest.mark.parametrize(("game", "line", "board"), SPOTS)
def test_answers_are_probabilities_and_pure(game: object, line: str, board: str) -> None:
    spot = spot_of(game, line, parse_cards(board))
    one, two = EquityAgent().strategy(spot), EquityAgent().strategy(spot)
    assert np.array_equal(one.probabilities, two.probabilities)
    sums = one.probabilities.sum(axis=1)
    blocked = np.isin(combo_cards(), spot.board).any(axis=1)
    assert np.allclose(sums[~blocked], 1.0) and not sums[blocked].any()
    assert all(spot.after(action) for action in one.actions)
    sampled = len(spot.board) == 3
    assert (one.error[~blocked].max() > 0) == sampled


def test_river_win_rates_match_a_plain_count() -> None:
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


def test_a_bluff_that_never_wins_when_called_breaks_even() -> None:
    spot = spot_of(NOLIMIT, "cc/cc/cc/", parse_cards("Kh7d2c9s3s"))
    found = options(spot)
    raises = [option for option in found if option.action.raise_to]
    values = action_values(spot, found, np.zeros((1, 1 + len(raises))))
    assert np.allclose(values, 0.0)


def test_the_best_bet_with_a_medium_hand_is_inside_the_menu() -> None:
    # Literally against a uniform belief every hand above one half would shove.
    spot = spot_of(NOLIMIT, "cc/cc/cc/", parse_cards("Kh7d2c9s3s"))
    answer = EquityAgent().strategy(spot)
    shove = answer.values[:, -1]
    inner = answer.values[:, :-1].max(axis=1)
    live = answer.probabilities.any(axis=1)
    assert (shove[live] > inner[live]).mean() < 0.05


def test_menu_is_legal_and_a_third_raise_is_never_made() -> None:
    spot = spot_of(NOLIMIT, "r300", ())
    sizes = [option.action.raise_to for option in options(spot) if option.action.raise_to]
    assert sizes == [500, 700, 900, 10_000]
    spot = spot.after(raise_to(900))
    assert all(not option.action.raise_to for option in options(spot))
    spot = PublicState(LIMIT, (), ())
    assert [option.action.raise_to for option in options(spot)] == [0, 0, 20]


def test_call_is_worth_the_chance_times_the_pot_less_the_price() -> None:
    spot = spot_of(NOLIMIT, "r300", ())
    found = [Option(CALL, 300, 1.0)]
    values = action_values(spot, found, np.array([[0.5]]))
    assert values[0, 0] == 0.5 * 600 - 200


def test_refuses_games_it_was_not_made_for() -> None:
    with pytest.raises(Exception, match="it plays hold'em"):
        build("equity", get_game("leduc"))


@pytest.mark.long
@pytest.mark.parametrize("game", [LIMIT, NOLIMIT], ids=["limit", "nolimit@100"])
@pytest.mark.parametrize("rival", ["random", "call", "raise"])
def test_beats_the_engines_that_look_at_no_cards(game: object, rival: str) -> None:
    result = play(game, [build("equity", game), build(rival, game)], 2_000, 7, duplicate=True)
    assert result.mbb().mean > result.mbb().half_width


@pytest.mark.long
def test_rarely_goes_all_in_before_the_flop_against_itself() -> None:
    game = get_game("holdem-nolimit")
    records: list[HandRecord] = []
    agents = [build("equity", game), build("equity", game)]
    play(game, agents, 4_000, 3, on_record=records.append)
    spots = [PublicState(game, record.actions, ()) for record in records]
    all_in = [not any(spot.folded(s) for s in (0, 1)) and spot.street == 0 for spot in spots]
    assert np.mean(all_in) < 0.02
