"""Whole strategies of networks in small games, against sums written out and exact values."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.cfr.best_response import expected_value
from ai.networks import hands
from ai.networks.plays import PLAYS
from ai.networks.record import Trained
from ai.networks.table import network_table
from ai.simple import RandomAgent
from engine import rules
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.policy import blocked, boards, policy_table, row_at
from engine.tree import DECISION
from tests.naive import networks as naive
from tests.naive.learned import full_deck, random_networks

pytestmark = pytest.mark.slow

GAMES = ("kuhn", "leduc", "kuhn-3")
TRAINED = {name: random_networks(name) for name in GAMES}


def _hands(trained: Trained) -> Iterator[tuple[int, tuple[int, ...], int, list[int], int]]:
    """Node, board, combo, ones of the input and legal mask of every decision of every hand."""
    place, game = trained.environment, trained.environment.game
    tree, arrays = place.menu.tree(game), place.arrays
    totals, out = np.zeros(place.num_actions, np.int64), np.zeros(place.max_active, np.uint16)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        state = np.zeros(place.row_size, np.int64)
        hands.begin(arrays, state)
        for action in tree.line_to(node):
            hands.legal(arrays, state, totals)
            hands.act(arrays, state, min(int(action.kind), 2), totals)
        mask = hands.legal(arrays, state, totals)
        for _, board in boards(game, int(tree.street[node])):
            cards = place.card_inputs(board)
            for combo in np.flatnonzero(~blocked(game, board)).tolist():
                seen = np.zeros((game.num_rounds, cards.shape[1]), np.uint16)
                seen[tree.street[node]] = cards[combo]
                count = hands.inputs(arrays, state, seen, out)
                assert state[rules.TO_ACT] == tree.actor[node]
                yield node, board, combo, out[:count].tolist(), mask


def _answers(
    trained: Trained, seat: int, ids: list[int], mask: int
) -> tuple[NDArray[np.float64], ...]:
    """The average's probabilities and the values of the legal actions, in float64."""
    found = []
    for each in trained.networks:
        ones = naive.dense(each[seat].sizes[0], [ids])
        found.append(naive.outputs(each[seat].sizes, each[seat].weights, ones))
    legal = [slot for slot in range(mask.bit_length()) if mask >> slot & 1]
    return naive.softmax(found[0], [mask])[0, legal], found[1][0, legal]


@pytest.mark.parametrize("game", GAMES)
def test_every_row_is_what_the_networks_say(game: str) -> None:
    trained = TRAINED[game]
    average, best = (
        network_table(trained.environment, trained.networks, play) for play in ("average", "best")
    )
    count = 0
    for node, board, combo, ids, mask in _hands(trained):
        seat = int(average.tree.actor[node])
        expected, values = _answers(trained, seat, ids, mask)
        assert np.abs(row_at(average, node, board, combo) - expected).max() < 1e-5
        found = row_at(best, node, board, combo)
        if mask & 1:  # the cost of a fold is known
            spent = float(average.tree.spent[node, seat])
            values[0] = -spent / trained.environment.scale
        apart = np.sort(values)
        if apart[-1] - apart[-2] > 1e-5:
            assert found.tolist() == (values == values.max()).astype(float).tolist()
        assert sorted(found.tolist()) == [0.0] * (len(found) - 1) + [1.0]
        count += 1
    assert count == {"kuhn": 12, "leduc": 6 * 6 + 30 * 6 * 5, "kuhn-3": 48}[game]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("eta", [0.1, 0.6])
def test_a_mixture_wins_the_mean_of_what_it_mixes(game: str, eta: float) -> None:
    """It draws before the hand: it wins what each part wins, as often as that is drawn."""
    trained, rules_ = TRAINED[game], get_game(game)
    average, best, mixed = (
        network_table(trained.environment, trained.networks, play, eta) for play in PLAYS
    )
    other = policy_table(rules_, RandomAgent(rules_).strategy)
    for rival in (other, average, best):
        for position in range(rules_.num_players):
            won = [
                expected_value(
                    *[rival] * position, one, *[rival] * (rules_.num_players - 1 - position)
                )
                for one in (average, best, mixed)
            ]
            assert won[2] == pytest.approx((1 - eta) * won[0] + eta * won[1], abs=1e-12)
    for all_or_nothing, play in ((0.0, average), (1.0, best)):
        found = network_table(trained.environment, trained.networks, "mixed", all_or_nothing)
        assert (found.probabilities == play.probabilities).all()


def test_what_cannot_be_is_said() -> None:
    trained = TRAINED["kuhn"]
    with pytest.raises(EngineError, match="played as average, best, mixed, not 'worst'"):
        network_table(trained.environment, trained.networks, "worst")
    with pytest.raises(EngineError, match="eta is 0 to 1"):
        network_table(trained.environment, trained.networks, "mixed", 1.5)
    many = random_networks(full_deck())
    with pytest.raises(GameError, match="too many cards and boards"):
        network_table(many.environment, many.networks)
