import numpy as np
import pytest

from ai.agents.baselines import RandomAgent
from ai.cfr.best_response import expected_value
from ai.networks.play_modes import PLAYS
from ai.networks.table import network_table
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.policy import policy_table, row_at
from tests.naive.learned import every_decision, float_answers, full_deck, random_networks

pytestmark = pytest.mark.slow

GAMES = ("kuhn", "leduc", "kuhn-3")
TRAINED = {name: random_networks(name) for name in GAMES}


def table_of(name, play, *eta):
    return network_table(TRAINED[name].environment, TRAINED[name].networks, play, *eta)


@pytest.mark.parametrize("game", GAMES)
def test_every_row_is_what_the_networks_say(game):
    trained, average, best = TRAINED[game], table_of(game, "average"), table_of(game, "best")
    count = 0
    for node, board, combo, ids, mask in every_decision(trained.environment):
        seat = int(average.tree.actor[node])
        expected, values = float_answers(trained, seat, ids, mask)
        assert np.abs(row_at(average, node, board, combo) - expected).max() < 1e-5
        found = row_at(best, node, board, combo)
        if mask & 1:  # the cost of a fold is known
            values[0] = -float(average.tree.spent[node, seat]) / trained.environment.scale
        apart = np.sort(values)
        if apart[-1] - apart[-2] > 1e-5:
            assert found.tolist() == (values == values.max()).astype(float).tolist()
        assert sorted(found.tolist()) == [0.0] * (len(found) - 1) + [1.0]
        count += 1
    assert count == {"kuhn": 12, "leduc": 6 * 6 + 30 * 6 * 5, "kuhn-3": 48}[game]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("eta", [0.1, 0.6])
def test_a_mixture_wins_the_mean_of_its_parts(game, eta):
    """It is drawn before each hand, so its value is the weighted mean of its parts."""
    rules, parts = get_game(game), [table_of(game, play, eta) for play in PLAYS]
    others = rules.num_players - 1
    for rival in (policy_table(rules, RandomAgent(rules).strategy), *parts[:2]):
        for at in range(rules.num_players):
            won = [expected_value(*[rival] * at, part, *[rival] * (others - at)) for part in parts]
            assert won[2] == pytest.approx((1 - eta) * won[0] + eta * won[1], abs=1e-12)
    for all_or_nothing, part in ((0.0, parts[0]), (1.0, parts[1])):
        assert (table_of(game, "mixed", all_or_nothing).probabilities == part.probabilities).all()


def test_impossible_requests_are_refused():
    many = random_networks(full_deck())
    with pytest.raises(EngineError, match="played as average, best, mixed, not 'worst'"):
        table_of("kuhn", "worst")
    with pytest.raises(EngineError, match="eta must be from 0 to 1"):
        table_of("kuhn", "mixed", 1.5)
    with pytest.raises(GameError, match="too many cards and boards"):
        network_table(many.environment, many.networks)
