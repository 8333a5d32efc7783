"""Matches of networks in kernels: the same hands by the same rules as decision by decision."""

from __future__ import annotations

import numpy as np
import pytest

from ai.networks.agent import NetworkAgent
from ai.simple import RandomAgent
from engine.game import get_game
from engine.hand import net_chips
from engine.jobs import JobControl
from engine.match import Match
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


def test_other_ways_to_play_and_other_sizes_need_decisions_one_by_one() -> None:
    name = "holdem-nolimit-3@20"
    game, (first, second, third) = get_game(name), agents(name)
    best = NetworkAgent("best", first.environment, TRAINED[name][0].networks, "best")
    wider = random_networks(name, hidden=(64,))
    large = NetworkAgent("wide", wider.environment, wider.networks)
    assert first.match(game, [first, second, third], 1, 3) is not None
    for other in (best, large, RandomAgent(game)):
        assert first.match(game, [first, other, third], 1, 3) is None
