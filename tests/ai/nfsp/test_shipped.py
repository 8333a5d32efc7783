"""Trained networks on the list of engines: shipped, trained here, or opened by their path."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.cfr.best_response import exploitability
from ai.entry import Engine, Measured
from ai.networks.agent import NetworkAgent
from ai.networks.record import Trained, save_network
from ai.networks.table import network_table
from ai.nfsp import shipped
from ai.nfsp.parameters import METHODS
from ai.registry import build, engines, find_engine
from ai.simple import CallAgent
from ai.strategy import Plain, StrategyInfo, save_strategy
from ai.strength_figures import strength
from ai.trained_engines import trained_path
from engine.errors import EngineError, StrategyFileError
from engine.game import Game, get_game
from engine.player import PublicState
from engine.policy import policy_table
from tests.naive.learned import random_networks

LEDUC = get_game("leduc")


def _forget() -> None:
    shipped.shipped_networks.cache_clear()
    shipped.shipped_engines.cache_clear()
    shipped._trained.cache_clear()


def _save(path: Path, trained: Trained, **changes: object) -> Trained:
    changed = replace(trained, info=replace(trained.info, **changes))  # type: ignore[arg-type]
    save_network(path, changed, half=True)
    return changed


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Networks of two methods, as if they were shipped."""
    place = tmp_path / "networks"
    monkeypatch.setattr(shipped, "FOLDER", place)
    for method, name in (("nfsp", "leduc"), ("nfsp", "kuhn"), ("nfsp-plt", "leduc")):
        measured: dict[str, Plain] = {"method": "exact", "exploitability": 0.25}
        trained, path = random_networks(name), shipped.shipped_path(method, get_game(name))
        _save(path, trained, algorithm=method, measured=measured)
    _forget()
    yield place
    _forget()


def _names(game: Game, home: Path | None = None) -> list[str]:
    return [engine.name for engine in engines(game, home) if engine.name in METHODS]


def _engine(name: str, home: Path | None = None) -> Engine:
    found = find_engine(name, home)
    assert found is not None
    return found


def test_shipped_networks_are_the_engines_of_their_methods() -> None:
    assert _names(LEDUC) == ["nfsp", "nfsp-plt"]
    assert engines(LEDUC)[-1].name == "cfr"  # the strongest kinds are last
    assert _names(get_game("kuhn")) == ["nfsp"]
    assert _names(get_game("holdem-limit")) == []
    agent = build("nfsp", LEDUC)
    assert isinstance(agent, NetworkAgent)
    assert agent.name == "nfsp"
    plt = _engine("nfsp-plt")  # none of its matches were measured
    assert strength(plt, LEDUC) == Measured("exact", exploitability=0.25)
    assert strength(plt, get_game("holdem-limit")) is None
    with pytest.raises(EngineError, match="does not play Limit hold'em: it plays games as trained"):
        build("nfsp", get_game("holdem-limit"))
    with pytest.raises(EngineError, match="does not play Kuhn poker: it plays games as trained"):
        build("nfsp-plt:best", get_game("kuhn"))


def test_a_program_without_networks_has_no_such_engine(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    _forget()
    assert _names(LEDUC) == []
    with pytest.raises(EngineError, match="there is no engine 'nfsp'"):
        build("nfsp", LEDUC)


def test_damaged_networks_are_left_out(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    shipped.shipped_path("nfsp-plt", LEDUC).write_bytes(b"not much")
    _forget()
    with caplog.at_level(logging.WARNING):
        assert _names(LEDUC) == ["nfsp"]
    assert "shipped networks are left out" in caplog.text


def test_other_ways_to_play_have_names() -> None:
    row = _engine("nfsp")
    assert row.play_names == ("nfsp:best", "nfsp:mixed")
    spot = PublicState(LEDUC, (), ())
    found = {}
    for name in ("nfsp", *row.play_names):
        assert _engine(name) is _engine(name)
        agent = build(name, LEDUC)
        assert agent.name == name
        found[name] = agent.strategy(spot).probabilities
    assert set(found["nfsp:best"].ravel()) == {0.0, 1.0}
    # the file has eta, the mixture of the training
    mixed = 0.75 * found["nfsp"] + 0.25 * found["nfsp:best"]
    assert np.abs(found["nfsp:mixed"] - mixed).max() < 1e-12
    best = _engine("nfsp:best")
    assert best.title == "NFSP (best)"
    assert best.play_names == ()
    assert strength(best, LEDUC) is None
    with pytest.raises(
        EngineError, match="'nfsp' is played as nfsp, nfsp:best, nfsp:mixed, not as 'worst'"
    ):
        build("nfsp:worst", LEDUC)
    with pytest.raises(
        EngineError, match="NAME:best or NAME:decision or NAME:mixed or NAME:ranges"
    ):
        build("nobody", LEDUC)
    with pytest.raises(EngineError, match="there is no engine 'call:best'"):
        build("call:best", LEDUC)


def test_trained_networks_are_engines(tmp_path: Path) -> None:
    trained = random_networks("leduc")
    table = network_table(trained.environment, trained.networks)
    measured: dict[str, Plain] = {"method": "exact", "exploitability": exploitability(table)}
    _save(trained_path(tmp_path, "mine"), trained, measured=measured)
    row = _engine("trained:mine", tmp_path)
    assert row.title == "NFSP, 20,000,000 episodes"
    assert str(row.character) == "Was trained by NFSP."
    assert row.play_names == ("trained:mine:best", "trained:mine:mixed")
    known = strength(row, LEDUC)
    assert known is not None
    assert known.exploitability == pytest.approx(measured["exploitability"])
    assert _names(LEDUC, tmp_path) == ["nfsp", "nfsp-plt"]
    assert engines(LEDUC, tmp_path)[-1] is row
    for name in ("trained:mine", *row.play_names):
        agent = build(name, LEDUC, tmp_path)
        assert isinstance(agent, NetworkAgent)
        assert agent.name == name
    assert (
        build("trained:mine:best", LEDUC, tmp_path)
        .strategy(PublicState(LEDUC, (), ()))
        .probabilities.max(axis=1)
        .tolist()
        == [1.0] * 6
    )
    assert _engine("trained:mine:best", tmp_path).strength is None
    path = trained_path(tmp_path, "mine")
    assert isinstance(build(f"file:{path}", LEDUC), NetworkAgent)
    with pytest.raises(EngineError, match="'trained:mine' is played as trained:mine, "):
        build("trained:mine:worst", LEDUC, tmp_path)
    assert find_engine("trained:nobody:best", tmp_path) is None


def test_a_table_that_claims_to_be_networks_plays_in_one_way(tmp_path: Path) -> None:
    path, game = trained_path(tmp_path, "odd"), get_game("kuhn")
    save_strategy(
        path, policy_table(game, CallAgent(game).strategy), StrategyInfo(game, "nfsp", "none")
    )
    assert build("trained:odd", game, tmp_path).name == "trained:odd"
    with pytest.raises(StrategyFileError, match="not a file of networks: it is played in one way"):
        build("trained:odd:best", game, tmp_path)


@pytest.mark.parametrize(
    ("stated", "known"),
    [
        (
            {"method": "lbr", "lbr": 12.5, "ci95": 1.0, "hands": 800},
            Measured("lbr", lbr=1250.0, lbr_ci95=100.0, lbr_hands=800),
        ),
        (
            {"method": "random", "random": -0.5, "ci95": 1.0, "hands": 900},
            Measured("random", mbb=-50.0, ci95=100.0, hands=900, against="random"),
        ),
        ({"method": "random", "random": None, "ci95": 1.0, "hands": 900}, None),
        ({"method": "random", "random": True, "ci95": 1.0, "hands": 900}, None),
        ({"method": "random", "random": 1.0, "hands": 900}, None),
    ],
)
def test_strength_is_what_the_file_states(
    tmp_path: Path, stated: dict[str, Plain], known: Measured | None
) -> None:
    game = replace(get_game("leduc-3"), blinds=(10,) * 3)
    _save(trained_path(tmp_path, "x"), random_networks(game), measured=stated)
    assert strength(_engine("trained:x", tmp_path), game) == known
