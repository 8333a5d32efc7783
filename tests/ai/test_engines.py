"""Properties of every engine of the list on every game it plays."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from ai.entry import Engine
from ai.opponent.agent import OpponentModelAgent
from ai.opponent.seats import SeveralModelAgent
from ai.registry import build, engines
from ai.resolve.agent import ResolveAgent
from ai.search.holdem import HandAgent
from engine.agent import Agent
from engine.combos import combo_index
from engine.game import built_in_games, get_game
from engine.hand import HandState
from engine.player import PublicState, sample_action
from engine.policy import blocked, boards, policy_table, strategy_at
from engine.tree import DECISION
from tests.naive.random_hands import at_a_decision

GAMES = [*(game.name for game in built_in_games()), "holdem-nolimit@12.5", "holdem-nolimit@2"]
PAIRS = [(engine, name) for name in GAMES for engine in engines(get_game(name))]
SMALL = [
    (engine, name)
    for engine, name in PAIRS
    if name in ("kuhn", "leduc") and not engine.learns  # tables cannot follow learning
]
SPOTS = 25
SEARCHED = 2
"""Number of spots for engines that search for each hand of a range."""
SAMPLES = 50
"""Samples of engines that sample: properties hold for any number. Those that solve do little."""

every_pair = pytest.mark.parametrize(
    ("engine", "name"), PAIRS, ids=[f"{engine.name}-{name}" for engine, name in PAIRS]
)


def fresh(engine: str, name: str) -> Agent:
    agent = build(engine, get_game(name))
    if isinstance(agent, OpponentModelAgent):
        agent.model.parameters = replace(agent.model.parameters, samples=SAMPLES)
    if isinstance(agent, SeveralModelAgent):
        for model in agent.models:
            model.parameters = replace(model.parameters, samples=SAMPLES)
    if isinstance(agent, ResolveAgent):
        efforts = agent.streets.efforts
        agent.streets.efforts = {at: replace(efforts[at], iterations=1) for at in efforts}
    if isinstance(agent, HandAgent):
        agent.effort = replace(agent.effort, simulations=1)
    return agent


def spots(agent: Agent) -> int:
    return SEARCHED if isinstance(agent, HandAgent) else SPOTS


built = cache(fresh)


def with_other_hidden_cards(rng: random.Random, hand: HandState) -> HandState:
    """Return the same hand for the player to act, with all cards it cannot see redealt."""
    game, size, own = hand.game, hand.game.num_hole, hand.holes[hand.to_act]
    assert own is not None
    left = [card for card in game.deck if card not in (*own, *hand.board)]
    rng.shuffle(left)
    other: list[int] = []
    for seat in range(game.num_players):
        other += own if seat == hand.to_act else [left.pop() for _ in range(size)]
    other += [*hand.board, *left]
    again = HandState.deal(game, other)
    for action in hand.spot.actions:
        again.apply(action)
    return again


@every_pair
@pytest.mark.scorecard("G2")
def test_no_engine_sees_hidden_cards(engine: Engine, name: str) -> None:
    rng = random.Random(1)
    agent, twin = built(engine.name, name), fresh(engine.name, name)
    permuted = 0
    for seed in range(spots(agent)):
        hand = at_a_decision(rng, get_game(name))
        other = with_other_hidden_cards(rng, hand)
        permuted += hand.holes != other.holes
        seat = hand.to_act
        first, second = (one.view(seat) for one in (hand, other))
        assert first == second
        answer, again = agent.strategy(first.spot), twin.strategy(second.spot)
        assert answer.actions == again.actions
        assert answer.probabilities.tobytes() == again.probabilities.tobytes()
        acted = [
            one.act(view, np.random.default_rng(seed))
            for one, view in ((agent, first), (twin, second))
        ]
        assert acted[0] == acted[1]
    assert permuted > spots(agent) // 3


@every_pair
@pytest.mark.scorecard("S2")
def test_answers_are_strategies_over_legal_actions(engine: Engine, name: str) -> None:
    rng = random.Random(2)
    agent = built(engine.name, name)
    for _ in range(spots(agent)):
        spot = at_a_decision(rng, get_game(name)).spot
        answer = agent.strategy(spot)
        held = blocked(spot.game, spot.board)
        assert answer.probabilities.shape == (len(held), len(answer.actions))
        assert answer.probabilities.dtype == np.float64
        assert (answer.probabilities >= 0).all()
        sums = answer.probabilities.sum(axis=1)
        assert np.abs(sums - ~held).max() < 1e-12
        keys = [(action.kind, action.raise_to) for action in answer.actions]
        assert keys == sorted(set(keys))
        for action in answer.actions:
            spot.after(action)  # raises if the rulebook does not allow it
        for numbers in (answer.values, answer.error):
            assert numbers is None or numbers.shape == answer.probabilities.shape
            assert numbers is None or np.isfinite(numbers).all()


@every_pair
def test_act_draws_from_the_row_of_its_combo(engine: Engine, name: str) -> None:
    rng = random.Random(3)
    agent = built(engine.name, name)
    for seed in range(spots(agent)):
        hand = at_a_decision(rng, get_game(name))
        view = hand.view(hand.to_act)
        answer = agent.strategy(view.spot)
        if "amounts shown" in answer.note:  # `random` then draws from amounts it does not list
            continue
        combo = combo_index(view.hole, hand.game.deck)
        expected = sample_action(answer, combo, np.random.default_rng(seed))
        assert agent.act(view, np.random.default_rng(seed)) == expected


@pytest.mark.parametrize(
    ("engine", "name"), SMALL, ids=[f"{engine.name}-{name}" for engine, name in SMALL]
)
def test_tables_are_the_answers(engine: Engine, name: str) -> None:
    game, agent = get_game(name), built(engine.name, name)
    table, asked = agent.table(), policy_table(game, agent.strategy)
    assert table is not None
    for node in np.flatnonzero(table.tree.kind == DECISION).tolist():
        line = table.tree.line_to(node)
        same = asked.tree.find(line)
        for _, board in boards(game, int(table.tree.street[node])):
            stored = strategy_at(table, node, board)
            answer = strategy_at(asked, same, board)
            assert stored.actions == answer.actions
            assert (stored.probabilities == answer.probabilities).all()
            fresh = agent.strategy(PublicState(game, line, board))
            for action, column in zip(fresh.actions, fresh.probabilities.T, strict=True):
                index = stored.actions.index(action)
                assert (stored.probabilities[:, index] == column).all()
