import logging
from dataclasses import replace

import pytest

from ai.cfr.agent import equilibrium, file_name, is_small
from ai.cfr.best_response import agent_table, evaluate, exploitability
from ai.files.strategy import load_strategy
from ai.registry import build
from engine.errors import CancelledError, EngineError, GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, PublicState
from tests.ai.cfr.games import KUHN, LEDUC, nolimit

pytestmark = pytest.mark.slow

NOLIMIT = nolimit(4, 4, name="Leduc / no-limit")


@pytest.mark.parametrize(
    ("game", "bound", "value"), [(KUHN, 1e-12, -1 / 18), (LEDUC, 1e-9, -0.085606424078)]
)
def test_the_equilibrium_is_exact(game, bound, value):
    agent = build("cfr", game)
    # Evaluated through its answers, by code that merges no suits.
    found = evaluate(agent_table(game, agent))
    assert found.exploitability <= bound
    assert found.value == pytest.approx(value, abs=1e-9)
    assert exploitability(agent.table()) == found.exploitability


def test_it_is_computed_once_and_again_if_damaged(tmp_path, caplog):
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
        equilibrium(KUHN, path)  # no folder
    assert told and "computing it again" in caplog.text and "not cached" in caplog.text
    assert (kept.probabilities == table.probabilities).all()
    assert (again.probabilities == table.probabilities).all()
    load_strategy(path, KUHN)


def test_rules_have_their_own_files():
    names = {file_name(game) for game in (KUHN, LEDUC, NOLIMIT, replace(NOLIMIT, stacks=(5, 5)))}
    assert len(names) == 4
    assert all("/" not in name and " " not in name for name in names)


def test_it_works_for_any_small_game(tmp_path):
    assert is_small(NOLIMIT)
    agent = build("cfr", NOLIMIT, tmp_path)
    stored = load_strategy(tmp_path / file_name(NOLIMIT), NOLIMIT)[1]
    assert exploitability(agent.table()) == pytest.approx(
        stored.measured["exploitability"], abs=1e-9
    )
    assert exploitability(agent.table()) < 1e-6
    answer = agent.strategy(PublicState(NOLIMIT, (), ()))
    assert len(answer.actions) == 4  # check, and raises to 1, 2 and 3 chips


@pytest.mark.parametrize("name", ["holdem-nolimit@37", "holdem-nolimit-3"])
def test_games_it_does_not_fit(name):
    game = get_game(name)
    assert not is_small(game)
    with pytest.raises(EngineError, match="'cfr' does not play"):
        build("cfr", game)
    with pytest.raises(GameError):
        equilibrium(game)


def test_it_can_be_stopped_and_says_where_it_has_no_answer():
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        build("cfr", LEDUC, None, control)
    agent = build("cfr", KUHN)
    with pytest.raises(EngineError, match="built for rules other"):
        agent.strategy(PublicState(LEDUC, (), ()))
    with pytest.raises(EngineError, match="no answer"):
        agent.strategy(PublicState(KUHN, (CALL, CALL), ()))
