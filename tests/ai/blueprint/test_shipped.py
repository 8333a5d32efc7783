import logging
from dataclasses import replace

import pytest

from ai.agents.entry import Measured
from ai.blueprint import record, shipped
from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.record import save_blueprint
from ai.registry import build, engines, find_engine
from ai.trained import trained_path
from engine.errors import EngineError, StrategyFileError
from engine.game import get_game
from tests.naive.blueprints import SumRows, random_blueprint

pytestmark = pytest.mark.slow

GAME = get_game("holdem-nolimit@10")


def _forget():
    shipped.shipped_blueprints.cache_clear()
    shipped.shipped_engines.cache_clear()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    place = tmp_path / "blueprints"
    monkeypatch.setattr(shipped, "BLUEPRINTS", place)
    monkeypatch.setattr(record, "shipped_abstraction", SumRows)
    for depth in (10, 12):
        game = get_game(f"holdem-nolimit@{depth}")
        save_blueprint(shipped.shipped_path(game), random_blueprint(game, "50,a/a"))
    (place / "cards-50-50-50.safetensors").write_bytes(b"no blueprint")
    _forget()
    yield place
    _forget()


def _titles(game):
    return [engine.title for engine in engines(get_game(game)) if engine.name == "cfr"]


def test_shipped_blueprint_is_the_cfr_engine_of_its_game(folder, caplog):
    assert _titles("holdem-nolimit@10") == _titles("holdem-nolimit@12") == ["Blueprint"]
    assert (_titles("leduc"), _titles("holdem-limit")) == (["Exact equilibrium"], [])
    agent, path = build("cfr", GAME), shipped.shipped_path(GAME)
    assert isinstance(agent, BlueprintAgent) and agent.name == "cfr"
    assert build("cfr", GAME).blueprint is agent.blueprint  # read once
    assert find_engine("cfr", game=GAME).title == "Blueprint"
    opened = build(f"file:{path}", GAME)
    assert isinstance(opened, BlueprintAgent) and opened.name == f"file:{path}"
    with pytest.raises(StrategyFileError, match="made for stacks of 10 big blinds, not 12"):
        build(f"file:{path}", get_game("holdem-nolimit@12"))
    with pytest.raises(
        EngineError,
        match=r"'cfr' does not play No-limit hold'em at 50 big blinds: it plays .*kuhn and leduc; "
        r"hold'em as trained: holdem-nolimit@10, holdem-nolimit@12$",
    ):
        build("cfr", get_game("holdem-nolimit@50"))
    path.write_bytes(b"damaged")
    _forget()
    with caplog.at_level(logging.WARNING):
        assert (_titles("holdem-nolimit@10"), _titles("holdem-nolimit@12")) == ([], ["Blueprint"])
    assert "skipped" in caplog.text and "cards-50-50-50.safetensors" not in caplog.text


def test_trained_blueprints_are_listed(tmp_path):
    blueprint = random_blueprint(GAME, "50,a/a")
    measured = {"method": "lbr", "lbr": 250.0, "ci95": 20.0, "hands": 1000}
    info = replace(blueprint.info, algorithm="blueprint", title="", measured=measured)
    save_blueprint(trained_path(tmp_path, "mine"), replace(blueprint, info=info))
    (engine,) = (row for row in engines(GAME, tmp_path) if row.name == "trained:mine")
    assert engine.title == "Blueprint, 1 iterations"
    assert str(engine.character) == "Plays a blueprint."
    assert engine.strength == Measured("lbr", lbr=2500.0, lbr_ci95=200.0, lbr_hands=1000)
    assert isinstance(build("trained:mine", GAME, tmp_path), BlueprintAgent)
    with pytest.raises(EngineError, match="it plays No-limit hold'em at 10 big blinds"):
        build("trained:mine", get_game("holdem-nolimit"), tmp_path)


def test_buckets_of_a_local_run_are_found(tmp_path, monkeypatch):
    path = tmp_path / "x.safetensors"
    save_blueprint(path, replace(random_blueprint(GAME, "50,a/a"), cards=SumRows(key="others")))
    with pytest.raises(StrategyFileError, match="groups of hands that are missing here"):
        build(f"file:{path}", GAME, tmp_path)
    for name, key in (("cards-1-1-1", "none"), ("cards-7-5-3", "others")):
        (tmp_path / f"{name}.safetensors").write_text(key)
    monkeypatch.setattr(record, "load_abstraction", lambda path: SumRows(key=path.read_text()))
    agent = build(f"file:{path}", GAME, tmp_path)
    assert isinstance(agent, BlueprintAgent)
    assert agent.blueprint.cards.key == "others"
