import numpy as np
import pytest

from ai.agents.baselines import RandomAgent
from ai.networks.agent import NetworkAgent
from engine.game import get_game
from engine.hand import net_chips
from engine.jobs import JobControl
from engine.match import Match
from engine.player import PublicState, SeatView
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

NAMES = ("holdem-limit", "holdem-nolimit@20", "holdem-nolimit-3@20", "holdem-nolimit-6@30")
TRAINED = {name: [random_networks(name, seed=seed) for seed in (1, 50)] for name in NAMES}


def agents(name):
    made = [NetworkAgent("nfsp", each.environment, each.networks) for each in TRAINED[name]]
    return [made[seat % 2] for seat in range(get_game(name).num_players)]


def played(name, seed, hands):
    """The hands of a duplicate match: line, cards by seat, board, players' seats, payoffs."""
    chunks, size = [], get_game(name).num_players
    Match(get_game(name), agents(name), seed, True).run(hands, JobControl(), chunks.append)
    for chunk in chunks:
        assert not chunk.payoffs.sum(axis=1).any()
        for hand, dealt in enumerate(chunk.dealt.tolist()):
            holes = [tuple(sorted(dealt[2 * seat : 2 * seat + 2])) for seat in range(size)]
            seats = (int(chunk.positions[hand]) + np.arange(size)) % size
            line = chunk.lines[chunk.line_of[hand]]
            yield line, holes, tuple(dealt[2 * size :]), seats.tolist(), chunk.payoffs[hand]


@pytest.mark.parametrize("name", NAMES)
def test_hands_are_legal_and_paid_by_the_rulebook(name):
    for line, holes, board, seats, payoffs in played(name, 3, 120):
        paid = net_chips(PublicState(get_game(name), line, board), holes)
        assert payoffs.tolist() == [paid[seat] for seat in seats]


@pytest.mark.parametrize("name", ["holdem-nolimit@20", "holdem-nolimit-6@30"])
def test_actions_come_as_often_as_the_engines_say(name):
    """The z-score of the actions' summed chances is small, by the rows of the cards' holders."""
    engines, game, surplus, variance = agents(name), get_game(name), [], 0.0
    for line, holes, board, seats, _ in played(name, 11, 150):
        spot = PublicState(game, (), ())
        for action in line:
            view = SeatView(spot, spot.to_act, holes[spot.to_act])
            row = engines[seats.index(spot.to_act)].row(view)
            chances = row.probabilities[0]
            # The mean chance of the action taken is the sum of squares.
            surplus.append(chances[row.actions.index(action)] - (chances**2).sum())
            variance += (chances**3).sum() - (chances**2).sum() ** 2
            spot = spot.after(action)
            spot = spot.on(board[: game.board_sizes[spot.street]])
    assert len(surplus) > 300
    assert abs(sum(surplus)) < 4.0 * np.sqrt(variance)


def test_other_ways_to_play_and_other_sizes_need_decisions_one_by_one():
    name = "holdem-nolimit-3@20"
    game, (first, second, third) = get_game(name), agents(name)
    best = NetworkAgent("best", first.environment, TRAINED[name][0].networks, "best")
    wider = random_networks(name, hidden=(64,))
    large = NetworkAgent("wide", wider.environment, wider.networks)
    assert first.match(game, [first, second, third], 1, 3) is not None
    for other in (best, large, RandomAgent(game)):
        assert first.match(game, [first, other, third], 1, 3) is None
