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

Change = Callable[[dict[str, Any]], Any]


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


def test_other_strategy_files_are_told_apart(tmp_path: Path) -> None:
    path, game = tmp_path / "x.safetensors", get_game("kuhn")
    save_strategy(
        path, policy_table(game, CallAgent(game).strategy), StrategyInfo(game, "call", "none")
    )
    assert not is_network(path)
    with pytest.raises(StrategyFileError, match="not a file of networks"):
        load_network(path)


def test_eta_is_the_training_s_where_it_can_be_one() -> None:
    info = random_networks("kuhn").info
    assert eta_of(info) == 0.25
    for odd in (None, "much", 7.0, True):
        assert eta_of(replace(info, parameters={"eta": odd})) == ETA
    assert eta_of(replace(info, parameters={})) == ETA


def test_another_game_is_named(kept: tuple[Path, Trained]) -> None:
    path, _ = kept
    with pytest.raises(StrategyFileError, match="made for another game than Kuhn poker"):
        load_network(path, get_game("kuhn"))


def _drop(name: str) -> Change:
    return lambda arrays: arrays.pop(name)


def _set(name: str, value: object) -> Change:
    return lambda entries: entries.update({name: value})


def _weight(name: str, number: float) -> Change:
    def change(arrays: dict[str, Any]) -> None:
        arrays[name] = arrays[name].copy()
        arrays[name][7] = number

    return change


RECORDS: dict[str, tuple[Change, str]] = {
    "kind": (_set("kind", "model"), "not a file of networks"),
    "version": (_set("format_version", 99), "format 99; this program reads format 1"),
    "key": (_set("abstraction_hash", "0" * 64), r"read other inputs than .* \(000000000000, not"),
    "menu": (_set("menu", "50,a/a"), "its menu is 'all'"),
    "no menu": (_set("menu", "often"), "its bet menu 'often' is not known here"),
    "no hidden layers": (_set("hidden", []), "hidden layers are 1 to 4 multiples of 16"),
    "odd hidden layers": (_set("hidden", [33]), "hidden layers are 1 to 4 multiples of 16"),
    "hidden words": (_set("hidden", ["32"]), "hidden layers are 1 to 4 multiples of 16"),
    "hidden number": (_set("hidden", 32), "no valid 'hidden'"),
    "vast hidden layers": (_set("hidden", [2**40]), "hidden layers are 1 to 4 multiples of 16"),
    "other hidden layers": (_set("hidden", [48]), "lacks the .* weights of layers of 48"),
    "more hidden layers": (_set("hidden", [32, 16]), "weights of layers of 32, 16"),
    "game": (_set("game", "GAMEDEF\nEND GAMEDEF"), "its game is not playable"),
    "episodes": (_set("iterations", -1), "no valid 'iterations'"),
}
ARRAYS: dict[str, tuple[Change, str]] = {
    "a seat too few": (_drop("value.1"), "not those of one or two networks for each of 2 seats"),
    "a seat too many": (
        lambda arrays: arrays.update({"value.2": arrays["value.1"]}),
        "not those of one or two networks for each of 2 seats",
    ),
    "too short": (
        lambda arrays: arrays.update({"value.1": arrays["value.1"][:-1]}),
        "'value.1' lacks the .* weights",
    ),
    "a matrix": (
        lambda arrays: arrays.update({"value.1": arrays["value.1"].reshape(1, -1)}),
        "'value.1' lacks the .* weights",
    ),
    "doubles": (
        lambda arrays: arrays.update({"value.1": arrays["value.1"].astype(np.float64)}),
        "weights are numbers of another kind",
    ),
    "no number": (_weight("average.0", np.nan), "'average.0' has weights that are not numbers"),
    "infinite": (_weight("value.1", -np.inf), "'value.1' has weights that are not numbers"),
    "huge": (_weight("value.0", -2e4), "'value.0' has weights beyond 10,000"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_forged_record_is_refused(kept: tuple[Path, Trained], name: str) -> None:
    (path, _), (change, words) = kept, RECORDS[name]
    forge(path, change_record=change)
    _refused(path, words)


@pytest.mark.parametrize("name", ARRAYS)
def test_forged_weights_are_refused(kept: tuple[Path, Trained], name: str) -> None:
    (path, _), (change, words) = kept, ARRAYS[name]
    forge(path, change_arrays=change)
    _refused(path, words)


def test_damage_is_seen(kept: tuple[Path, Trained]) -> None:
    path, _ = kept
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    _refused(path, "not a strategy file")
    path.write_bytes(whole[:5])
    _refused(path, "cut short")
    path.write_bytes(whole[:-3] + bytes([whole[-3] ^ 1]) + whole[-2:])
    _refused(path, "damaged: its content does not fit its hash")
    path.unlink()
    _refused(path, "No such file")


def _refused(path: Path, words: str) -> None:
    with pytest.raises(StrategyFileError, match=words) as caught:
        load_network(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    trained = random_networks("kuhn")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StrategyFileError, match="cannot be written"):
        save_network(tmp_path / "file" / "x.safetensors", trained)
    titled = replace(trained, info=replace(trained.info, title="two\nlines"))
    with pytest.raises(StrategyFileError, match="a title is one line"):
        save_network(tmp_path / "x.safetensors", titled)
