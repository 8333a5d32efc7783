from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from ai.cfr.best_response import expected_value
from ai.cfr.family import family_table
from ai.cfr.infoset_values import infoset_values
from ai.reports.differences import Difference, difference_at, exact_answer, game_difference
from engine.cards import card_rank
from engine.combos import combo_cards
from engine.errors import GameError
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.shown import parse_shown, shown_rank
from tests.ai.cfr.games import solved
from tests.ai.opponent.known import table_of
from tests.naive.small_games import random_policy

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")


def test_one_decision_by_hand():
    spot = spot_of(get_game("holdem-nolimit@100"), "")
    small, large = raise_to(200), raise_to(300)
    rows = np.tile([0.1, 0.2, 0.7], (1326, 1)), np.tile([0.0, 40.0, 100.0], (1326, 1))
    first = Strategy((FOLD, CALL, small), np.tile([0.5, 0.2, 0.3], (1326, 1)))
    second = Strategy((FOLD, CALL, large), *rows)
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
    # what is done alike needs no value
    found = difference_at([spot], [first], [replace(first, values=rows[1] * np.nan)], [weights])
    assert found.valued and not found.cost.any() and found.ranked() == []


def test_hands_together_are_means_by_reach_and_what_costs_most_comes_first():
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
    assert found.cost.tolist() == pytest.approx([0.0, 0.8]) and found.ranked() == [1]
    reach, loss = np.full(3, 1 / 3), np.array([1.0, -2.0, 3.0])
    known = replace(hands, reach=reach, loss=loss, variation=np.full(3, 0.1))
    assert known.ranked() == [2, 0, 1]
    apart = replace(known, loss=loss * np.nan, variation=np.array([0.1, 0.4, 0.0]))
    assert not apart.valued and apart.ranked() == [1, 0]


@pytest.mark.parametrize(
    ("game", "one", "other"), [*((KUHN, seed, seed + 7) for seed in range(8)), (LEDUC, 1, 2)]
)
def test_costs_sum_to_what_is_won_less(game, one, other):
    first, second = (table_of(game, random_policy(game, seed)) for seed in (one, other))
    found = game_difference(first, second)
    among = expected_value(second, second)
    alike = game_difference(first, first)
    assert alike.costs == (0.0, 0.0) and len(alike.infosets) == {KUHN: 12, LEDUC: 288}[game]
    assert found.costs[0] == pytest.approx(among - expected_value(first, second), abs=1e-12)
    assert found.costs[1] == pytest.approx(expected_value(second, first) - among, abs=1e-12)
    costs = [row.cost for row in found.infosets]
    assert costs == sorted(costs, reverse=True)
    # at every depth the information sets of a player share out the hands that come there
    assert sum([row.reach for row in found.infosets if row.node == 0]) == pytest.approx(1.0)


def test_a_perturbed_decision_is_found_first():
    table = solved(LEDUC).table()
    tree = table.tree
    node = tree.find(spot_of(LEDUC, "cc/crr", parse_shown(LEDUC, "Kh")).actions)
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


def test_one_decision_of_a_small_game_has_exact_values():
    table = family_table(Fraction(0))
    answer = exact_answer(infoset_values(table, table), spot_of(KUHN, "r"))
    assert answer.actions == (FOLD, CALL)
    assert np.isnan(answer.values).all()  # against a bet of nobody's range nothing is known
    answer = exact_answer(infoset_values(table, table), spot_of(KUHN, "c"))
    assert answer.values.shape == (3, 2) and np.isfinite(answer.values).all()
    with pytest.raises(GameError):
        exact_answer(infoset_values(table, table), PublicState(KUHN, (CALL, CALL), ()))
    large = replace(table, tree=replace(table.tree, game=get_game("holdem-limit")))
    with pytest.raises(GameError, match="too many cards"):
        game_difference(large, large)
