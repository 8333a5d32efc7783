from dataclasses import replace

import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.files.strategy import StrategyInfo, kind_of, read_info, save_strategy
from ai.networks.record import ETA, KIND, eta_of, load_network, save_network
from engine.errors import StrategyFileError
from engine.game import get_game
from engine.policy import policy_table
from tests.naive.learned import random_networks
from tests.tamper import damage, put

pytestmark = pytest.mark.slow

LEDUC, KUHN = random_networks("leduc"), get_game("kuhn")


@pytest.fixture
def path(tmp_path):
    save_network(tmp_path / "networks.safetensors", LEDUC)
    return tmp_path / "networks.safetensors"


@pytest.mark.parametrize("hidden", [(16,), (32, 16)])
@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_networks_round_trip_and_half_precision_is_close(path, game, hidden):
    trained = random_networks(game, hidden=hidden)
    save_network(path, trained)
    whole = path.stat().st_size
    for half in (False, True):
        save_network(path, trained, half=half)
        for wanted in (None, get_game(game)):
            loaded = load_network(path, wanted)
            assert loaded.info == trained.info == read_info(path)
            assert loaded.environment.key == trained.environment.key
            for ours, theirs in zip(loaded.networks, trained.networks, strict=True):
                for one, other in zip(ours, theirs, strict=True):
                    assert one.sizes == other.sizes and one.weights.dtype == np.float32
                    near = half * 2**-11, half * 1e-6
                    assert np.allclose(one.weights, other.weights, *near)
    assert kind_of(path) == KIND and path.stat().st_size < 0.8 * whole


def test_eta_comes_from_training_unless_invalid():
    info = LEDUC.info
    assert eta_of(info) == 0.25
    for odd in ({"eta": None}, {"eta": "much"}, {"eta": 7.0}, {"eta": True}, {}):
        assert eta_of(replace(info, parameters=odd)) == ETA


def refused(path, words, game=None):
    with pytest.raises(StrategyFileError, match=words) as caught:
        load_network(path, game)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)


LAYERS = "hidden layers are 1 to 4 multiples of 16"
SEATS, LACKS = "not those of one or two networks for each of 2 seats", "'value.1' lacks the .* weig"
RECORDS = [
    ({"kind": "model"}, "not a file of networks"),
    ({"format_version": 99}, "format 99; this program reads format 1"),
    ({"abstraction_hash": "0" * 64}, r"use other inputs than .* \(000000000000, not"),
    ({"menu": "50,a/a"}, "is 'all'"),
    ({"menu": "often"}, "its bet menu 'often' is not known here"),
    *(({"hidden": odd}, LAYERS) for odd in ([], [33], ["32"], [2**40])),
    ({"hidden": 32}, "no valid 'hidden'"),
    ({"hidden": [48]}, "lacks the .* weights of layers of 48"),
    ({"hidden": [32, 16]}, "weights of layers of 32, 16"),
]


def with_weight(number):
    return lambda weights: np.r_[weights[:7], np.float32(number), weights[8:]]


ARRAYS = [
    (("value.1", lambda weights: None), SEATS),
    (("value.2", lambda weights: np.zeros(3, np.float32)), SEATS),
    (("value.1", lambda weights: weights[:-1]), LACKS),
    (("value.1", lambda weights: weights.reshape(1, -1)), LACKS),
    (("value.1", lambda weights: weights.astype(np.float64)), "numbers of the wrong type"),
    (("average.0", with_weight(np.nan)), "'average.0' has weights that are not numbers"),
    (("value.1", with_weight(-np.inf)), "'value.1' has weights that are not numbers"),
    (("value.0", with_weight(-2e4)), "'value.0' has weights larger than 10,000"),
]


@pytest.mark.parametrize(("change", "words"), [*RECORDS, *ARRAYS])
def test_tampered_file_is_rejected(path, change, words):
    damage(path, change if isinstance(change, dict) else put(*change))
    refused(path, words)


def test_other_files_and_damage_are_reported(path):
    refused(path, "made for a game other than Kuhn poker", KUHN)
    path.write_bytes(path.read_bytes()[:-1])
    refused(path, "not a strategy file")
    table = policy_table(KUHN, CallAgent(KUHN).strategy)
    save_strategy(path, table, StrategyInfo(KUHN, "call", "none"))
    assert kind_of(path) is None
    refused(path, "not a file of networks")
    with pytest.raises(StrategyFileError, match="cannot be written"):
        save_network(path / "x.safetensors", LEDUC)
    with pytest.raises(StrategyFileError, match="a title must be one line"):
        save_network(path, replace(LEDUC, info=replace(LEDUC.info, title="two\nlines")))
