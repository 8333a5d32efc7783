import logging
from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.agent import equilibrium, file_name, is_small, is_solvable
from ai.cfr.best_response import agent_table, evaluate, expected_value, exploitability
from ai.files.strategy import load_strategy
from ai.registry import build
from ai.small_games.joint import listed_deals
from engine.errors import CancelledError, EngineError, GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, PublicState
from tests.ai.cfr.games import FOUR, KUHN, LEDUC, SHORT_LEDUC, SIDE_POTS, nolimit
from tests.ai.opponent.known import table_of
from tests.controls import cancelled
from tests.naive import small_games as naive

pytestmark = pytest.mark.slow

NOLIMIT = nolimit(4, 4, name="Leduc / no-limit")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "bound", "value"), [(KUHN, 1e-12, -1 / 18), (LEDUC, 1e-9, -0.085606424078)]
)
def test_the_equilibrium_is_exact(game, bound, value):
    agent = build("cfr", game)
    # Evaluated from its answers by code that does not merge suits.
    found = evaluate(agent_table(game, agent))
    assert found.exploitability <= bound
    assert found.value == pytest.approx(value, abs=1e-9)
    assert exploitability(agent.table()) == found.exploitability


def test_equilibrium_is_cached_and_recomputed_if_damaged(tmp_path, caplog):
    told = []
    control = JobControl(lambda fraction, text: told.append((fraction, text)))
    path = tmp_path / file_name(KUHN)
    table, info = equilibrium(KUHN, tmp_path, control)
    assert told and info.measured["exploitability"] <= 1e-12
    assert all(0 <= fraction <= 1 and text.startswith("exploitability") for fraction, text in told)
    told.clear()
    kept, stored = equilibrium(KUHN, tmp_path, control)
    assert not told and stored == info
    path.write_bytes(path.read_bytes()[:-9])
    with caplog.at_level(logging.WARNING):
        again, _ = equilibrium(KUHN, tmp_path, control)
        equilibrium(KUHN, path)  # there is no folder
    assert told and "computing it again" in caplog.text and "not cached" in caplog.text
    assert (kept.probabilities == table.probabilities).all()
    assert (again.probabilities == table.probabilities).all()
    load_strategy(path, KUHN)


def test_exact_solver_handles_any_small_game(tmp_path):
    assert is_small(NOLIMIT)
    agent = build("cfr", NOLIMIT, tmp_path)
    stored = load_strategy(tmp_path / file_name(NOLIMIT), NOLIMIT)[1]
    found = exploitability(agent.table())
    assert found == pytest.approx(stored.measured["exploitability"], abs=1e-9) and found < 1e-6
    answer = agent.strategy(PublicState(NOLIMIT, (), ()))
    assert len(answer.actions) == 4  # check, and raises to 1, 2 and 3 chips
    names = {file_name(game) for game in (KUHN, LEDUC, NOLIMIT, replace(NOLIMIT, stacks=(5, 5)))}
    assert len(names) == 4 and not any("/" in name or " " in name for name in names)


def test_exact_engine_can_be_cancelled_and_rejects_unknown_states():
    with pytest.raises(CancelledError):
        build("cfr", LEDUC, None, cancelled())
    agent = build("cfr", KUHN)
    with pytest.raises(EngineError, match="built for rules other"):
        agent.strategy(PublicState(LEDUC, (), ()))
    with pytest.raises(EngineError, match="no answer"):
        agent.strategy(PublicState(KUHN, (CALL, CALL), ()))


# Name, policy, best responses in both positions, self-play value: exact, from independent code.
GOLDEN = [
    ("kuhn", naive.uniform, 0.5, 5 / 12, 0.125),
    ("kuhn", naive.ALWAYS_FOLD, 1.0, 1.0, 0.0),
    ("kuhn", naive.ALWAYS_RAISE, 1 / 3, 1 / 3, 0.0),
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


@pytest.mark.ci
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_exploitability_of_random_policies_matches_plain_recursion(game):
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


def test_unmeasurable_policies_are_rejected(tmp_path):
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


# Payoffs when all play uniformly, and NashConv; from OpenSpiel 2.0.2.
UNIFORM = [
    ("kuhn-3", (0.234375, -0.046875, -0.1875), 2.0625),
    ("leduc-3", (-0.158613040124, -0.019097222222, 0.177710262346), 12.611221340388),
]


@pytest.mark.parametrize(("name", "values", "nash_conv"), UNIFORM)
@pytest.mark.scorecard("S1")
def test_uniform_profile_exploitability_matches_openspiel(name, values, nash_conv):
    game = get_game(name)
    assert is_solvable(game) and not is_small(game)
    found = evaluate(agent_table(game, build("random", game)))
    assert found.values == pytest.approx(values, abs=1e-9)
    assert found.nash_conv == pytest.approx(nash_conv, abs=1e-9)


@pytest.mark.parametrize("name", ["kuhn", "kuhn-3"])
def test_dead_chips_are_rejected(name):
    game = replace(get_game(name), dead=1)
    assert not is_solvable(game)
    with pytest.raises(GameError, match="dead money"):
        listed_deals(game, merge_suits=True)
