from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest

from ai.cfr import agent as module
from ai.cfr.agent import equilibrium, file_name, is_small
from ai.cfr.best_response import agent_table, evaluate, expected_value, exploitability
from ai.registry import build, engines
from ai.strategy import load_strategy
from engine.combos import combo_cards
from engine.errors import CancelledError, EngineError, GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import play
from engine.player import CALL, PublicState, SeatView, sample_action

NOLIMIT = replace(
    get_game("leduc"),
    name="Leduc / no-limit",
    betting="nolimit",
    raise_sizes=(),
    max_raises=(255, 255),
    stacks=(13, 13),
)


@pytest.mark.parametrize(
    ("name", "bound", "value"), [("kuhn", 1e-12, -1 / 18), ("leduc", 1e-9, -0.085606424078)]
)
def test_the_equilibrium_is_exact(tmp_path, name, bound, value):
    game = get_game(name)
    agent = build("cfr", game, tmp_path)
    # Judged through its answers, by code that merges no suits.
    found = evaluate(agent_table(game, agent))
    assert found.exploitability <= bound
    assert found.value == pytest.approx(value, abs=1e-9)
    assert agent.table() is not None
    assert exploitability(agent.table()) == found.exploitability


def test_it_is_computed_once_and_again_if_damaged(tmp_path, monkeypatch, caplog):
    game = get_game("kuhn")
    table, info = equilibrium(game, tmp_path)
    path = tmp_path / file_name(game)
    assert info.measured["exploitability"] <= 1e-12
    solved = []
    original = module._solve
    monkeypatch.setattr(module, "_solve", lambda *a: solved.append(1) or original(*a))
    kept, stored = equilibrium(game, tmp_path)
    assert not solved
    assert stored == info
    assert (kept.probabilities == table.probabilities).all()
    path.write_bytes(path.read_bytes()[:-9])
    with caplog.at_level(logging.WARNING):
        again, _ = equilibrium(game, tmp_path)
    assert solved
    assert "computing it again" in caplog.text
    assert (again.probabilities == table.probabilities).all()
    load_strategy(path, game)


def test_it_plays_where_nothing_can_be_kept(tmp_path, caplog):
    blocker = tmp_path / "file"
    blocker.write_text("")
    with caplog.at_level(logging.WARNING):
        equilibrium(get_game("kuhn"), blocker)
    assert "not kept" in caplog.text
    equilibrium(get_game("kuhn"), None)


def test_rules_have_their_own_files():
    games = [get_game("kuhn"), get_game("leduc"), NOLIMIT, replace(NOLIMIT, stacks=(12, 12))]
    names = {file_name(game) for game in games}
    assert len(names) == 4
    assert all("/" not in name and " " not in name for name in names)


@pytest.mark.parametrize(
    ("stack", "bound"), [(6, 0.02), pytest.param(13, 0.02, marks=pytest.mark.long)]
)
def test_it_works_for_any_small_game(tmp_path, monkeypatch, stack, bound):
    monkeypatch.setattr(module, "WORK", 20_000_000 if stack == 6 else 100_000_000)
    game = replace(NOLIMIT, stacks=(stack, stack))
    assert is_small(game)
    agent = build("cfr", game, tmp_path)
    table = agent.table()
    stored = load_strategy(tmp_path / file_name(game), game)[1]
    assert exploitability(table) == pytest.approx(stored.measured["exploitability"], abs=1e-9)
    assert exploitability(table) < bound
    answer = agent.strategy(PublicState(game, (), ()))
    assert len(answer.actions) == stack  # check, and raises to 1, 2, ... chips


def test_games_it_does_not_fit():
    for name in ("holdem-nolimit@37", "holdem-nolimit-3"):
        game = get_game(name)
        assert not is_small(game)
        assert "cfr" not in [engine.name for engine in engines(game)]
        with pytest.raises(EngineError, match="'cfr' does not play"):
            build("cfr", game)
        with pytest.raises(GameError):
            equilibrium(game)


def test_it_stops_when_cancelled_and_reports_progress():
    game = get_game("leduc")
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        build("cfr", game, None, control)
    seen = []
    build("cfr", game, None, JobControl(lambda fraction, text: seen.append((fraction, text))))
    assert seen
    assert all(0 <= fraction <= 1 and text.startswith("exploitability") for fraction, text in seen)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_act_samples_the_row_bit_for_bit(tmp_path, name):
    game = get_game(name)
    agent = build("cfr", game, tmp_path)
    spots = [PublicState(game, (), ())]
    if name == "leduc":
        spots.append(PublicState(game, (CALL, CALL), (game.deck[3],)))
    for spot in spots:
        for combo, cards in enumerate(combo_cards(game.deck, 1).tolist()):
            if cards[0] in spot.board:
                continue
            expected = sample_action(agent.strategy(spot), combo, np.random.default_rng(combo))
            view = SeatView(spot, spot.to_act, tuple(cards))
            assert agent.act(view, np.random.default_rng(combo)) == expected


def test_matches_agree_with_the_exact_value():
    game = get_game("leduc")
    agents = [build("cfr", game), build("random", game)]
    tables = [agent.table() for agent in agents]
    exact = (expected_value(*tables) - expected_value(*tables[::-1])) / 2
    assert 0.54 < exact < 0.75  # the range that linear programs give for equilibria
    result = play(game, agents, 40_000, seed=7).chips()
    assert abs(result.mean - exact) < 2 * result.half_width


def test_it_says_where_it_has_no_answer():
    game, other = get_game("leduc"), get_game("kuhn")
    agent = build("cfr", other)
    with pytest.raises(EngineError, match="built for other rules"):
        agent.strategy(PublicState(game, (), ()))
    with pytest.raises(EngineError, match="no answer"):
        agent.strategy(PublicState(other, (CALL, CALL), ()))
    with pytest.raises(EngineError, match="learns nothing"):
        agent.load_state({"a": 1})
