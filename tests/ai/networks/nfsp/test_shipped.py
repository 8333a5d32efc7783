import logging
from dataclasses import replace

import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.agents.entry import Measured
from ai.files.strategy import StrategyInfo, save_strategy
from ai.networks.agent import NetworkAgent
from ai.networks.nfsp import shipped
from ai.networks.nfsp.parameters import METHODS
from ai.networks.record import save_network
from ai.registry import build, engines, find_engine
from ai.strength.figures import strength
from ai.trained import trained_path
from engine.errors import EngineError, StrategyFileError
from engine.game import get_game
from engine.player import PublicState
from engine.policy import policy_table
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

LEDUC, LIMIT = get_game("leduc"), get_game("holdem-limit")
START = PublicState(LEDUC, (), ())


def forget():
    shipped.shipped_networks.cache_clear()
    shipped.shipped_engines.cache_clear()


def save(path, trained, **changes):
    save_network(path, replace(trained, info=replace(trained.info, **changes)), half=True)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    place = tmp_path / "networks"
    monkeypatch.setattr(shipped, "FOLDER", place)
    for method, name in (("nfsp", "leduc"), ("nfsp", "kuhn"), ("nfsp-plt", "leduc")):
        measured = {"method": "exact", "exploitability": 0.25}
        path = shipped.shipped_path(method, get_game(name))
        save(path, random_networks(name), algorithm=method, measured=measured)
    forget()
    yield place
    forget()


def listed(game):
    return [engine.name for engine in engines(game) if engine.name in METHODS]


def test_shipped_networks_back_the_engines_of_their_methods(folder, caplog):
    assert listed(LEDUC) == ["nfsp", "nfsp-plt"]
    assert engines(LEDUC)[-1].name == "cfr"  # the strongest kinds are last
    assert (listed(get_game("kuhn")), listed(LIMIT)) == (["nfsp"], [])
    agent = build("nfsp", LEDUC)
    assert isinstance(agent, NetworkAgent) and agent.name == "nfsp"
    plt = find_engine("nfsp-plt")  # none of its matches has been measured
    assert strength(plt, LEDUC) == Measured("exact", exploitability=0.25)
    assert strength(plt, LIMIT) is None
    for name, game in (("nfsp", LIMIT), ("nfsp-plt:best", get_game("kuhn"))):
        with pytest.raises(EngineError, match=r"does not play .*: it plays games as trained"):
            build(name, game)
    shipped.shipped_path("nfsp-plt", LEDUC).write_bytes(b"not much")
    forget()
    with caplog.at_level(logging.WARNING):
        assert listed(LEDUC) == ["nfsp"]
    assert "a shipped file is skipped" in caplog.text
    for path in folder.iterdir():
        path.unlink()
    forget()
    assert listed(LEDUC) == []
    with pytest.raises(EngineError, match="there is no engine 'nfsp'"):
        build("nfsp", LEDUC)


def test_other_play_modes_have_names():
    row, found = find_engine("nfsp"), {}
    assert row.play_names == ("nfsp:best", "nfsp:mixed")
    for name in ("nfsp", *row.play_names):
        assert find_engine(name) is find_engine(name)
        agent = build(name, LEDUC)
        assert agent.name == name
        found[name] = agent.strategy(START).probabilities
    assert set(found["nfsp:best"].ravel()) == {0.0, 1.0}
    mixed = 0.75 * found["nfsp"] + 0.25 * found["nfsp:best"]
    assert np.abs(found["nfsp:mixed"] - mixed).max() < 1e-12
    best = find_engine("nfsp:best")
    assert (best.title, best.play_names, strength(best, LEDUC)) == ("NFSP (best)", (), None)
    for name, words in (
        ("nfsp:worst", "'nfsp' is played as nfsp, nfsp:best, nfsp:mixed, not as 'worst'"),
        ("nobody", "NAME:best or NAME:decision or NAME:mixed or NAME:ranges"),
        ("call:best", "there is no engine 'call:best'"),
    ):
        with pytest.raises(EngineError, match=words):
            build(name, LEDUC)


def test_trained_networks_are_engines(tmp_path):
    save(trained_path(tmp_path, "mine"), random_networks("leduc"))
    row = find_engine("trained:mine", tmp_path)
    assert row.title == "NFSP, 20,000,000 episodes"
    assert str(row.character) == "Was trained by NFSP."
    assert row.play_names == ("trained:mine:best", "trained:mine:mixed")
    for name in ("trained:mine", *row.play_names):
        agent = build(name, LEDUC, tmp_path)
        assert isinstance(agent, NetworkAgent) and agent.name == name
    best = build("trained:mine:best", LEDUC, tmp_path).strategy(START)
    assert best.probabilities.max(axis=1).tolist() == [1.0] * 6
    assert find_engine("trained:mine:best", tmp_path).strength is None
    with pytest.raises(EngineError, match="'trained:mine' is played as trained:mine, "):
        build("trained:mine:worst", LEDUC, tmp_path)
    assert find_engine("trained:nobody:best", tmp_path) is None
    game = get_game("kuhn")  # a table that claims to be a network
    table = policy_table(game, CallAgent(game).strategy)
    save_strategy(trained_path(tmp_path, "odd"), table, StrategyInfo(game, "nfsp", "none"))
    assert build("trained:odd", game, tmp_path).name == "trained:odd"
    words = "not a file of networks: it can be played in only one way"
    with pytest.raises(StrategyFileError, match=words):
        build("trained:odd:best", game, tmp_path)


@pytest.mark.parametrize(
    ("stated", "known"),
    [
        ({}, Measured("random", mbb=-50.0, ci95=100.0, hands=900, against="random")),
        ({"random": True}, None),
        ({"ci95": None}, None),
    ],
)
def test_strength_comes_from_the_file(tmp_path, stated, known):
    game = replace(get_game("leduc-3"), blinds=(10,) * 3)
    measured = {"method": "random", "random": -0.5, "ci95": 1.0, "hands": 900} | stated
    save(trained_path(tmp_path, "x"), random_networks(game), measured=measured)
    assert strength(find_engine("trained:x", tmp_path), game) == known
