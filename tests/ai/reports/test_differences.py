"""Differences of two strategies: by hand, against self-play, and with one decision changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.cfr.agent import equilibrium
from ai.cfr.best_response import expected_value
from ai.cfr.exact import exact_game
from ai.cfr.infoset_values import infoset_values
from ai.cfr.profiles import LECTURE_PROFILE, kuhn_equilibrium, two_action_profile
from ai.reports.differences import (
    Difference,
    GameDifference,
    difference_at,
    exact_answer,
    game_difference,
)
from engine.agent import PolicyTable
from engine.cards import card_rank
from engine.combos import combo_cards
from engine.errors import GameError
from engine.game import Game, get_game
from engine.lines import line_text, spot_of
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.policy import policy_table
from engine.shown import parse_shown, shown_rank
from tests.ai.opponent.known import table_of
from tests.naive.small_games import random_policy

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")


def kuhn_table(last: object) -> PolicyTable:
    """A profile of Kuhn poker as a table."""
    profile = two_action_profile(exact_game(KUHN), last)  # type: ignore[arg-type]
    by_place = {(x.line, x.cards): list(map(float, row)) for x, row in profile.items()}

    def answer(spot: PublicState) -> Strategy:
        line = line_text(KUHN, spot.actions)
        ranks = [shown_rank(KUHN, card_rank(card)) for card in combo_cards(KUHN.deck, 1)[:, 0]]
        actions = (FOLD, CALL) if spot.legal.fold else (CALL, raise_to(spot.legal.min_raise))
        return Strategy(actions, np.array([by_place[line, rank] for rank in ranks]))

    return policy_table(KUHN, answer)


def rows(found: GameDifference) -> dict[tuple[str, str, str], float]:
    """Cost by line, cards and board."""
    game = found.tree.game
    return {
        (
            line_text(game, found.tree.line_to(row.node)),
            shown_rank(game, card_rank(row.hole)),
            "".join(shown_rank(game, card_rank(card)) for card in row.board),
        ): row.cost
        for row in found.infosets
    }


def test_one_decision_by_hand() -> None:
    """The second never folds aces and has given values; the first has another size."""
    game = get_game("holdem-nolimit@100")
    spot = spot_of(game, "")
    small, large = raise_to(200), raise_to(300)
    ones = np.ones((1326, 1))
    first = Strategy((FOLD, CALL, small), np.hstack([0.5 * ones, 0.2 * ones, 0.3 * ones]))
    second = Strategy(
        (FOLD, CALL, large),
        np.hstack([0.1 * ones, 0.2 * ones, 0.7 * ones]),
        np.hstack([0.0 * ones, 40.0 * ones, 100.0 * ones]),
    )
    weights = np.ones((2, 1326))
    found = difference_at([spot], [first], [second], [weights])
    assert found.actions == (FOLD, CALL, small, large)
    assert found.first[0].tolist() == [0.5, 0.2, 0.3, 0.0]
    assert found.second[0].tolist() == pytest.approx([0.1, 0.2, 0.0, 0.7])
    assert found.variation == pytest.approx(np.full(1326, 0.7))
    assert found.reach.sum() == pytest.approx(1.0)
    # the second has no value for 200, which the first does
    assert not found.valued and np.isnan(found.loss).all()
    # where the first has the second's size, 0.4 goes from fold (0 chips) to 300 (100 chips)
    same = replace(first, actions=(FOLD, CALL, large))
    found = difference_at([spot], [same], [second], [weights])
    assert found.valued and found.variation == pytest.approx(np.full(1326, 0.4))
    assert found.loss == pytest.approx(np.full(1326, 40.0))
    assert found.cost.sum() == pytest.approx(40.0)


def test_an_action_done_alike_needs_no_value() -> None:
    spot = spot_of(KUHN, "")
    bet = raise_to(1)
    first = Strategy((CALL, bet), np.tile([0.25, 0.75], (3, 1)))
    second = replace(first, values=np.full((3, 2), np.nan))
    found = difference_at([spot], [first], [second], [np.ones((2, 3))])
    assert found.valued and found.cost.tolist() == [0.0] * 3 and found.ranked() == []


def test_hands_together_are_means_by_reach() -> None:
    first = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
    second = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    reach, loss = np.array([0.2, 0.6, 0.0]), np.array([4.0, 0.0, np.nan])
    hands = Difference((CALL, FOLD), first, second, reach, np.array([1.0, 0.0, 0.5]), loss)
    assert hands.valued and hands.cost.tolist() == pytest.approx([0.8, 0.0, 0.0])
    found = hands.merged(np.array([1, 1, 0]), 2)
    assert found.first == pytest.approx(np.array([[0.5, 0.5], [0.25, 0.75]]))
    assert found.second == pytest.approx(np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert found.reach.tolist() == pytest.approx([0.0, 0.8])
    assert found.variation[1] == pytest.approx(0.25) and found.loss[1] == pytest.approx(1.0)
    assert found.cost.tolist() == pytest.approx([0.0, 0.8])
    assert found.ranked() == [1]


def test_what_costs_most_comes_first() -> None:
    ones = np.ones(4)
    both = np.tile([0.5, 0.5], (4, 1))
    known = Difference(
        (CALL, FOLD), both, both, ones / 4, 0.1 * ones, np.array([1.0, -2.0, 3.0, 1.0])
    )
    assert known.ranked() == [2, 0, 3, 1]
    apart = replace(known, loss=np.full(4, np.nan), variation=np.array([0.1, 0.4, 0.0, 0.2]))
    assert not apart.valued and apart.ranked() == [1, 3, 0]


@pytest.mark.parametrize("game", [KUHN, LEDUC])
def test_an_engine_does_not_differ_from_itself(game: Game) -> None:
    table = table_of(game, random_policy(game, 3))
    found = game_difference(table, table)
    assert found.costs == (0.0, 0.0)
    assert all(row.variation == row.loss == row.cost == 0.0 for row in found.infosets)
    assert len(found.infosets) == {KUHN: 12, LEDUC: 288}[game]


@given(st.integers(0, 10_000), st.integers(0, 10_000), st.sampled_from([KUHN, LEDUC]))
def test_costs_sum_to_what_is_won_less(one: int, other: int, game: Game) -> None:
    """Against the expected values of whole strategies, which come from other code."""
    first, second = (table_of(game, random_policy(game, seed)) for seed in (one, other))
    found = game_difference(first, second)
    among = expected_value(second, second)
    assert found.costs[0] == pytest.approx(among - expected_value(first, second), abs=1e-12)
    assert found.costs[1] == pytest.approx(expected_value(second, first) - among, abs=1e-12)
    costs = [row.cost for row in found.infosets]
    assert costs == sorted(costs, reverse=True)
    # at every depth the information sets of a player share out the hands that come there
    firsts = [row.reach for row in found.infosets if row.node == 0]
    assert sum(firsts) == pytest.approx(1.0)


def test_kuhn_by_hand() -> None:
    """The lecture's profile against an equilibrium: the cost of two of its choices."""
    found = game_difference(
        kuhn_table(LECTURE_PROFILE),
        kuhn_table(kuhn_equilibrium(1 / 3)),  # type: ignore[arg-type]
    )
    cost = rows(found)
    # Facing a bet with Q: it calls half of the time, the equilibrium a third; both are worth -1
    # there against K bet always and J bet a third: 1/6 (-2 + 1/3 x 2) = -2/9 calling, -2/9 folding.
    assert cost["r", "Q", ""] == pytest.approx(0.0, abs=1e-12)
    # First with Q it bets half of the time: called by K (-2), not by J (+1): 1/6 (-2 + 1).
    # Checking: K bets, a third is folded (-1), two thirds called (-2); J bets a third, or checks.
    bet = (-2 + 1) / 6
    check = (-1 / 3 - 2 * 2 / 3) / 6 + (2 / 3 * 1 + 1 / 3 * (-1 / 3 + 2 * 2 / 3)) / 6
    assert cost["", "Q", ""] == pytest.approx(0.5 * (check - bet))
    assert sum(cost.values()) == pytest.approx(sum(found.costs))


def test_a_perturbed_decision_is_found_first() -> None:
    """Leduc's equilibrium, but the jack calls a raise with a king on the board."""
    table, _ = equilibrium(LEDUC)
    tree = table.tree
    line = spot_of(LEDUC, "cc/crr", parse_shown(LEDUC, "Kh")).actions
    node = tree.find(line)
    boards = infoset_values(table, table).boards[1]
    changed = table.probabilities.copy()
    width = int(tree.num_actions[node])
    for board in boards:
        if card_rank(board[0]) != card_rank(parse_shown(LEDUC, "Kh")[0]):
            continue
        held = table.rows.rows_on(board)
        for combo, (card,) in enumerate(combo_cards(LEDUC.deck, 1).tolist()):
            if shown_rank(LEDUC, card_rank(card)) == "J":
                start = int(table.offsets[node]) + int(held[combo]) * width
                changed[start : start + width] = [0.0, 1.0]
    found = game_difference(replace(table, probabilities=changed), table)
    first = found.infosets[0]
    assert (first.node, first.to_act) == (node, int(tree.actor[node]))
    assert shown_rank(LEDUC, card_rank(first.hole)) == "J"
    assert shown_rank(LEDUC, card_rank(first.board[0])) == "K"
    assert first.cost > 0.0 and first.cost == pytest.approx(sum(found.costs), abs=1e-9)
    assert all(row.variation < 1e-12 for row in found.infosets[1:])


def test_one_place_of_a_small_game_has_exact_values() -> None:
    table = kuhn_table(kuhn_equilibrium(0))  # type: ignore[arg-type]
    answer = exact_answer(infoset_values(table, table), spot_of(KUHN, "r"))
    assert answer.actions == (FOLD, CALL) and answer.values is not None
    # against a bet of nobody's range nothing is known
    assert np.isnan(answer.values).all()
    answer = exact_answer(infoset_values(table, table), spot_of(KUHN, "c"))
    assert answer.values is not None and answer.values.shape == (3, 2)
    with pytest.raises(GameError):
        exact_answer(infoset_values(table, table), PublicState(KUHN, (CALL, CALL), ()))


def test_hold_em_is_not_listed() -> None:
    table = table_of(KUHN, random_policy(KUHN, 1))
    assert len(game_difference(table, table).infosets) == 12
    large = replace(table, tree=replace(table.tree, game=get_game("holdem-limit")))
    with pytest.raises(GameError, match="too many cards"):
        game_difference(large, large)
