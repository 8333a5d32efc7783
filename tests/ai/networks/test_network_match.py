"""Matches of networks in kernels: the same hands by the same rules as decision by decision."""

from __future__ import annotations

import numpy as np
import pytest

from ai.networks.agent import NetworkAgent
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import get_game
from engine.hand import net_chips
from engine.jobs import JobControl
from engine.match import Match, play
from engine.match_chunk import MatchChunk, chunk_of
from engine.player import PublicState, SeatView
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

NAMES = ("holdem-limit", "holdem-nolimit@20", "holdem-nolimit-3@20", "holdem-nolimit-6@30")
TRAINED = {name: [random_networks(name, seed=seed) for seed in (1, 50)] for name in NAMES}


def agents(name: str) -> list[NetworkAgent]:
    """Two engines in turn, one more than once at larger tables."""
    made = [NetworkAgent("nfsp", each.environment, each.networks) for each in TRAINED[name]]
    return [made[seat % 2] for seat in range(get_game(name).num_players)]


def played(name: str, seed: int, cuts: list[int], duplicate: bool = True) -> list[MatchChunk]:
    match = Match(get_game(name), agents(name), seed, duplicate)
    chunks: list[MatchChunk] = []
    for hands in cuts:
        match.run(hands, JobControl(), chunks.append)
    return chunks


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("duplicate", [False, True])
def test_hands_are_legal_and_paid_by_the_rulebook(name: str, duplicate: bool) -> None:
    for chunk in played(name, 3, [120], duplicate):
        again = chunk_of(
            chunk.game, chunk.first, duplicate, chunk.dealt, chunk.lines, chunk.line_of
        )
        assert np.array_equal(again.payoffs, chunk.payoffs)
        assert np.array_equal(again.positions, chunk.positions)
        assert not chunk.payoffs.sum(axis=1).any()
        size = chunk.game.num_players
        for hand in range(chunk.hands):
            dealt = chunk.dealt[hand].tolist()
            end = PublicState(
                chunk.game, chunk.lines[chunk.line_of[hand]], tuple(dealt[2 * size :])
            )
            paid = net_chips(end, [dealt[2 * seat : 2 * seat + 2] for seat in range(size)])
            position = int(chunk.positions[hand])
            seats = [(position + player) % size for player in range(size)]
            assert tuple(chunk.payoffs[hand].tolist()) == tuple(paid[seat] for seat in seats)


class Slow:
    """The same engine, without its kernel."""

    def __init__(self, agent: NetworkAgent) -> None:
        self.name, self.has_ranges = agent.name, True
        self.strategy, self.act, self.observe = agent.strategy, agent.act, agent.observe
        self.table, self.save_state, self.load_state = (
            agent.table,
            agent.save_state,
            agent.load_state,
        )


@pytest.mark.parametrize("name", ["holdem-nolimit@20", "holdem-nolimit-6@30"])
def test_actions_come_as_often_as_the_engines_say(name: str) -> None:
    """The z-score of the actions' summed chances is small, by the rows of the cards' holders."""
    engines, counted = agents(name), 0
    surplus, variance = 0.0, 0.0
    for chunk in played(name, 11, [150]):
        game, size = chunk.game, chunk.game.num_players
        for hand in range(chunk.hands):
            line = chunk.lines[chunk.line_of[hand]]
            board = tuple(chunk.dealt[hand, 2 * size :].tolist())
            spot = PublicState(game, (), ())
            for action in line:
                seat = spot.to_act
                hole = tuple(sorted(chunk.dealt[hand, 2 * seat : 2 * seat + 2].tolist()))
                view = SeatView(spot, seat, hole)
                row = engines[(seat - int(chunk.positions[hand])) % size].row(view)
                chances = row.probabilities[0]
                taken = chances[row.actions.index(action)]
                # The mean chance of the action taken is the sum of squares.
                surplus += taken - (chances**2).sum()
                variance += (chances**3).sum() - (chances**2).sum() ** 2
                counted += 1
                after = spot.after(action)
                shown = board[: game.board_sizes[after.street]]
                spot = PublicState(game, after.actions, shown, after.betting)
    assert counted > 300
    assert abs(surplus) < 4.0 * np.sqrt(variance)


def test_other_engines_play_decision_by_decision() -> None:
    name = "holdem-nolimit-3@20"
    game = get_game(name)
    first, second, third = agents(name)
    best = NetworkAgent("best", first.environment, TRAINED[name][0].networks, "best")
    wider = random_networks(name, hidden=(64,))
    assert first.match(game, [first, second, third], 1, 3) is not None
    assert first.match(game, [first, second, best], 1, 3) is None
    large = NetworkAgent("wide", wider.environment, wider.networks)
    assert first.match(game, [first, large, third], 1, 3) is None
    rivals: list[Agent] = [first, Slow(second), third]
    assert first.match(game, rivals, 1, 3) is None
    assert play(game, rivals, 4, 1, duplicate=True).hands == 12


def test_a_game_that_the_networks_do_not_know_is_refused() -> None:
    with pytest.raises(EngineError, match="made for other rules"):
        play(get_game("holdem-nolimit@50"), agents("holdem-nolimit@20"), 4, 1)
