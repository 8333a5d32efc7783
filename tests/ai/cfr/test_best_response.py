from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.agent import is_small, is_solvable
from ai.cfr.best_response import agent_table, evaluate, expected_value
from ai.cfr.joint import listed_deals
from ai.registry import build
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.player import CALL, FOLD, PublicState, raise_to
from tests.ai.cfr.games import FOUR, KUHN, SHORT_LEDUC, SIDE_POTS, nolimit
from tests.naive import small_games as naive
from tests.naive.small_games import table_of

pytestmark = pytest.mark.slow


def kuhn_equilibrium(alpha):
    """The family of equilibria of Kuhn poker."""

    def policy(spot, card):
        rank = card // 4 - 10
        facing = spot.legal.fold
        if spot.to_act == 0 and not facing:
            bet = (alpha, 0.0, 3 * alpha)[rank]
        elif spot.to_act == 0:
            bet = (0.0, alpha + 1 / 3, 1.0)[rank]
        else:
            bet = (0.0, 1 / 3, 1.0)[rank] if facing else (1 / 3, 0.0, 1.0)[rank]
        return {FOLD: 1 - bet, CALL: bet} if facing else {CALL: 1 - bet, raise_to(1): bet}

    return policy


# Name, policy, best responses of both positions, value in self-play: exact, from independent code.
GOLDEN = [
    ("kuhn", naive.uniform, 0.5, 5 / 12, 0.125),
    ("kuhn", naive.ALWAYS_FOLD, 1.0, 1.0, 0.0),
    ("kuhn", naive.ALWAYS_RAISE, 1 / 3, 1 / 3, 0.0),
    ("kuhn", kuhn_equilibrium(0.0), -1 / 18, 1 / 18, -1 / 18),
    ("kuhn", kuhn_equilibrium(0.1), -1 / 18, 1 / 18, -1 / 18),
    ("kuhn", kuhn_equilibrium(0.2), -1 / 18, 1 / 18, -1 / 18),
    ("kuhn", kuhn_equilibrium(1 / 3), -1 / 18, 1 / 18, -1 / 18),
    ("leduc", naive.uniform, 2.0875, 2.659722222222, -0.078125),
    ("leduc", naive.ALWAYS_FOLD, 1.0, 1.0, 0.0),
    ("leduc", naive.ALWAYS_CALL, 1.466666666667, 1.466666666667, 0.0),
    ("leduc", naive.ALWAYS_RAISE, 2.366666666667, 2.366666666667, 0.0),
]


@pytest.mark.parametrize(("name", "policy", "first", "second", "value"), GOLDEN)
@pytest.mark.scorecard("S1")
def test_golden_best_responses(name, policy, first, second, value):
    found = evaluate(table_of(get_game(name), policy))
    assert found.best_response == pytest.approx((first, second), abs=1e-9)
    assert found.value == pytest.approx(value, abs=1e-9)
    assert found.exploitability == pytest.approx((first + second) / 2, abs=1e-9)


GAMES = [KUHN, nolimit(4, 5), get_game("kuhn-3"), SHORT_LEDUC, SIDE_POTS, FOUR]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_policies_are_judged_as_by_plain_recursion(game):
    policy = naive.random_policy(game, 1, zeros=0.2)
    found = evaluate(table_of(game, policy))
    for position in range(game.num_players):
        expected = naive.best_response_value(game, policy, position)
        assert found.best_response[position] == pytest.approx(expected, abs=1e-12)
    values = naive.expected_values(game, [policy] * game.num_players)
    assert found.values == pytest.approx(values, abs=1e-12)
    assert found.value == found.values[0]
    assert sum(found.values) == pytest.approx(0.0, abs=1e-12)
    gains = [best - own for best, own in zip(found.best_response, values, strict=True)]
    assert found.nash_conv == pytest.approx(sum(gains), abs=1e-12)
    assert found.exploitability == pytest.approx(sum(gains) / game.num_players, abs=1e-12)
    if game.is_heads_up:
        table, other = table_of(game, policy), naive.random_policy(game, 11)
        pair = expected_value(table, table_of(game, other))
        assert pair == pytest.approx(naive.expected(game, (policy, other)), abs=1e-12)
        first, second = found.best_response
        assert expected_value(found.response, table) == pytest.approx(first, abs=1e-12)
        assert expected_value(table, found.response) == pytest.approx(-second, abs=1e-12)
        assert set(np.unique(found.response.probabilities)) <= {0.0, 1.0}


THEIRS = {
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    "kuhn-3": "kuhn_poker(players=3)",
    "leduc-3": "leduc_poker(players=3)",
}


def openspiel_profile(their_game, name, policy):
    """The policy as OpenSpiel has it, by walking both trees together."""
    game, found = get_game(name), {}

    def action_of(spot, action):
        if name.startswith("leduc"):
            return (FOLD, CALL, raise_to(spot.legal.max_raise))[action]
        if action == 0:
            return FOLD if spot.legal.fold else CALL
        return raise_to(1) if spot.legal.max_raise else CALL

    def walk(state, spot, cards):
        if state.is_terminal():
            return
        if state.is_chance_node():
            for outcome in state.legal_actions():
                card = game.deck[outcome]
                if len(cards) < game.num_players:
                    walk(state.child(outcome), spot, (*cards, card))
                else:
                    walk(state.child(outcome), PublicState(game, spot.actions, (card,)), cards)
            return
        key = state.information_state_string()
        if key not in found:
            reply = policy(spot, cards[spot.to_act])
            found[key] = [(a, reply[action_of(spot, a)]) for a in state.legal_actions()]
        for action in state.legal_actions():
            walk(state.child(action), spot.after(action_of(spot, action)), cards)

    walk(their_game.new_initial_state(), PublicState(game, (), ()), ())
    return found


def compare_with_openspiel(pyspiel, name, seed):
    game = get_game(name)
    policy = naive.random_policy(game, seed, zeros=0.1 * (seed % 3))
    their_game = pyspiel.load_game(THEIRS[name])
    profile = openspiel_profile(their_game, name, policy)
    found = evaluate(table_of(game, policy))
    for position in range(game.num_players):
        response = pyspiel.TabularBestResponse(their_game, position, profile)
        value = response.value(their_game.new_initial_state().history_str())
        assert found.best_response[position] == pytest.approx(value, abs=1e-9)
    theirs = pyspiel.TabularPolicy(profile)
    values = pyspiel.expected_returns(their_game.new_initial_state(), theirs, -1, True)
    assert found.values == pytest.approx(values, abs=1e-9)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "kuhn-3"])
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 50), marks=pytest.mark.nightly)])
@pytest.mark.scorecard("S1")
def test_random_policies_are_judged_as_by_openspiel(name, seeds):
    pyspiel = pytest.importorskip("pyspiel")
    for seed in seeds:
        compare_with_openspiel(pyspiel, name, seed)


def test_what_cannot_be_judged_is_refused(tmp_path):
    path, game = tmp_path / "actor.py", get_game("holdem-limit")
    path.write_text("class A:\n    def act(self, view, rng):\n        return None\n")
    with pytest.raises(EngineError, match="can only act"):
        agent_table(KUHN, build(f"python:{path}", KUHN))
    with pytest.raises(GameError, match="too many"):
        agent_table(game, build("call", game))
    with pytest.raises(GameError, match="too many"):
        evaluate(build("call", game).table())
    with pytest.raises(EngineError, match="same betting tree"):
        expected_value(*(build("call", get_game(name)).table() for name in ("kuhn", "leduc")))


# Winnings when all play uniformly, and NashConv; by OpenSpiel 2.0.2.
UNIFORM = [
    ("kuhn-3", (0.234375, -0.046875, -0.1875), 2.0625),
    ("leduc-3", (-0.158613040124, -0.019097222222, 0.177710262346), 12.611221340388),
]


@pytest.mark.parametrize(("name", "values", "nash_conv"), UNIFORM)
@pytest.mark.scorecard("S1")
def test_the_uniform_profile_is_judged_as_by_openspiel(name, values, nash_conv):
    game = get_game(name)
    assert is_solvable(game) and not is_small(game)
    found = evaluate(agent_table(game, build("random", game)))
    assert found.values == pytest.approx(values, abs=1e-9)
    assert found.nash_conv == pytest.approx(nash_conv, abs=1e-9)


@pytest.mark.parametrize("name", ["kuhn", "kuhn-3"])
def test_dead_chips_are_refused(name):
    game = replace(get_game(name), dead=1)
    assert not is_solvable(game)
    with pytest.raises(GameError, match="dead chips"):
        listed_deals(game, merge_suits=True)
