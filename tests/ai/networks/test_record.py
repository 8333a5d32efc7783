"""Files of networks: saved data comes back, and errors are reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.networks.record import (
    ETA,
    Networks,
    Trained,
    eta_of,
    is_network,
    load_network,
    save_network,
)
from ai.simple import CallAgent
from ai.strategy import StrategyInfo, read_info, save_strategy
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.policy import policy_table
from tests.forge import forge
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Path, Trained]:
    trained = random_networks("leduc")
    path = tmp_path / "networks.safetensors"
    save_network(path, trained)
    return path, trained


def _same(found: Networks, wanted: Networks) -> bool:
    pairs = zip((*found.averages, *found.values), (*wanted.averages, *wanted.values), strict=True)
    return all(
        one.sizes == other.sizes and np.array_equal(one.weights, other.weights)
        for one, other in pairs
    )


@pytest.mark.parametrize("hidden", [(16,), (32, 16)])
@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_what_is_saved_is_loaded(tmp_path: Path, game: str, hidden: tuple[int, ...]) -> None:
    trained, path = random_networks(game, hidden=hidden), tmp_path / "networks.safetensors"
    save_network(path, trained)
    for wanted in (None, get_game(game)):
        loaded = load_network(path, wanted)
        assert loaded.info == trained.info == read_info(path)
        assert loaded.environment.key == trained.environment.key
        assert _same(loaded.networks, trained.networks)
    assert is_network(path)


def test_half_the_bits_are_nearly_the_same(tmp_path: Path) -> None:
    trained, path = random_networks("leduc"), tmp_path / "networks.safetensors"
    save_network(path, trained)
    whole = path.stat().st_size
    save_network(path, trained, half=True)
    assert path.stat().st_size < 0.6 * whole
    for name in ("averages", "values"):
        pairs = zip(
            getattr(load_network(path).networks, name), getattr(trained.networks, name), strict=True
        )
        for found, wanted in pairs:
            assert found.weights.dtype == np.float32
            assert np.allclose(found.weights, wanted.weights, rtol=2**-11, atol=1e-6)


def test_eta_is_the_training_s_where_it_can_be_one() -> None:
    info = random_networks("kuhn").info
    assert eta_of(info) == 0.25
    for odd in (None, "much", 7.0, True):
        assert eta_of(replace(info, parameters={"eta": odd})) == ETA
    assert eta_of(replace(info, parameters={})) == ETA


def test_other_files_are_told_apart(kept: tuple[Path, Trained], tmp_path: Path) -> None:
    with pytest.raises(StrategyFileError, match="made for another game than Kuhn poker"):
        load_network(kept[0], get_game("kuhn"))
    path, game = tmp_path / "x.safetensors", get_game("kuhn")
    table = policy_table(game, CallAgent(game).strategy)
    save_strategy(path, table, StrategyInfo(game, "call", "none"))
    assert not is_network(path)
    with pytest.raises(StrategyFileError, match="not a file of networks"):
        load_network(path)


LAYERS = "hidden layers are 1 to 4 multiples of 16"
RECORDS: list[tuple[str, object, str]] = [
    ("kind", "model", "not a file of networks"),
    ("format_version", 99, "format 99; this program reads format 1"),
    ("abstraction_hash", "0" * 64, r"read other inputs than .* \(000000000000, not"),
    ("menu", "50,a/a", "its menu is 'all'"),
    ("menu", "often", "its bet menu 'often' is not known here"),
    *(("hidden", odd, LAYERS) for odd in ([], [33], ["32"], [2**40])),
    ("hidden", 32, "no valid 'hidden'"),
    ("hidden", [48], "lacks the .* weights of layers of 48"),
    ("hidden", [32, 16], "weights of layers of 32, 16"),
    ("game", "GAMEDEF\nEND GAMEDEF", "its game is not playable"),
    ("iterations", -1, "no valid 'iterations'"),
]
SEATS, LACKS = "not those of one or two networks for each of 2 seats", "'value.1' lacks the .* weig"


def _weight(number: float) -> Callable[[Any], Any]:
    return lambda weights: np.r_[weights[:7], np.float32(number), weights[8:]]


ARRAYS: list[tuple[str, Callable[[Any], Any], str]] = [
    ("value.1", lambda weights: None, SEATS),
    ("value.2", lambda weights: np.zeros(3, np.float32), SEATS),
    ("value.1", lambda weights: weights[:-1], LACKS),
    ("value.1", lambda weights: weights.reshape(1, -1), LACKS),
    ("value.1", lambda weights: weights.astype(np.float64), "numbers of another kind"),
    ("average.0", _weight(np.nan), "'average.0' has weights that are not numbers"),
    ("value.1", _weight(-np.inf), "'value.1' has weights that are not numbers"),
    ("value.0", _weight(-2e4), "'value.0' has weights beyond 10,000"),
]


def refused(path: Path, words: str) -> None:
    with pytest.raises(StrategyFileError, match=words) as caught:
        load_network(path)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)


@pytest.mark.parametrize(("name", "value", "words"), RECORDS)
def test_a_forged_record_is_refused(
    kept: tuple[Path, Trained], name: str, value: object, words: str
) -> None:
    forge(kept[0], change_record=lambda record: record.update({name: value}))
    refused(kept[0], words)


@pytest.mark.parametrize(("name", "change", "words"), ARRAYS)
def test_forged_weights_are_refused(
    kept: tuple[Path, Trained], name: str, change: Callable[[Any], Any], words: str
) -> None:
    def changed(arrays: dict[str, Any]) -> None:
        arrays[name] = change(arrays.get(name))
        if arrays[name] is None:
            del arrays[name]

    forge(kept[0], change_arrays=changed)
    refused(kept[0], words)


def test_damage_and_what_cannot_be_written_are_said(kept: tuple[Path, Trained]) -> None:
    path, trained = kept
    whole = path.read_bytes()
    for data, words in (
        (whole[:-1], "not a strategy file"),
        (whole[:5], "cut short"),
        (whole[:-3] + bytes([whole[-3] ^ 1]) + whole[-2:], "content does not fit its hash"),
    ):
        path.write_bytes(data)
        refused(path, words)
    with pytest.raises(StrategyFileError, match="cannot be written"):
        save_network(path / "x.safetensors", trained)
    titled = replace(trained, info=replace(trained.info, title="two\nlines"))
    with pytest.raises(StrategyFileError, match="a title is one line"):
        save_network(path, titled)
