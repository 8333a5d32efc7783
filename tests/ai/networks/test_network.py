import numpy as np
import pytest

from ai.networks.network import Network, answers, num_weights
from ai.networks.sampling import match, reservoir_place
from engine.errors import EngineError
from engine.rng import rng_state
from tests.naive.networks import dense, outputs, softmax

pytestmark = pytest.mark.slow

SIZES = [(40, 128, 3), (30, 16, 2), (50, 80, 48, 9), (20, 32, 16, 64, 4)]


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("number", [1, 6, 300])
def test_outputs_match_dense_matrix_products(sizes, number):
    rng = np.random.default_rng(7)
    network = Network.random(sizes, 6, 1)
    network.weights[:] += rng.normal(size=len(network.weights)).astype(np.float32) * 0.05
    common = rng.choice(sizes[0], 4, replace=False).astype(np.uint16)
    cards = rng.integers(0, sizes[0], (number, 3)).astype(np.uint16)
    inputs = dense(sizes[0], [[*common, *own] for own in cards])
    expected = outputs(sizes, network.weights, inputs)
    found = answers(network, common, cards, 0b11, softmax=False)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() < 1e-5
    mask = 0b10 if sizes[-1] == 2 else 0b101
    chances = answers(network, common, cards, mask, softmax=True)
    assert np.abs(chances - softmax(expected, [mask] * number)).max() < 1e-5
    assert np.abs(chances.sum(axis=1) - 1).max() < 1e-6
    assert (chances[:, [k for k in range(sizes[-1]) if not mask >> k & 1]] == 0).all()


def test_large_outputs_still_give_valid_probabilities():
    network = Network.random((8, 16, 3), 2, 0)
    network.weights[:] *= 1e4
    network.weights[-16:-13] = [1e4, -1e4, 0]
    found = answers(network, np.zeros(1, np.uint16), np.ones((5, 1), np.uint16), 7, softmax=True)
    assert np.isfinite(found).all()
    assert np.abs(found.sum(axis=1) - 1).max() < 1e-6


@pytest.mark.parametrize(
    "sizes", [(0, 16, 2), (5, 2), (5, 17, 2), (5, 16, 17), (70_000, 16, 2), (5, *[16] * 5, 2)]
)
def test_invalid_layer_sizes_are_rejected(sizes):
    with pytest.raises(EngineError):
        num_weights(sizes)


def test_mismatched_weights_and_inputs_are_rejected():
    with pytest.raises(EngineError, match="fit"):
        Network((5, 16, 2), np.zeros(7, np.float32))
    network, none = Network.random((5, 16, 2), 2, 0), np.zeros((1, 0), np.uint16)
    for given, mask, words in ((5, 1, "5 inputs"), (1, 0, "legal"), (1, 4, "legal")):
        with pytest.raises(EngineError, match=words):
            answers(network, np.array([given], np.uint16), none, mask, softmax=True)


@pytest.mark.parametrize(
    ("advantages", "mask", "chances"),
    [
        ([1.0, 3.0, -2.0], 0b111, [0.25, 0.75, 0.0]),
        ([9.0, -3.0, -2.0], 0b110, [0.0, 0.0, 1.0]),
        ([-4.0, -3.0, -2.0], 0b011, [0.0, 1.0, 0.0]),
        ([0.0, 0.0, 0.0], 0b101, [0.5, 0.0, 0.5]),
        ([-1.0, -1.0, -2.0], 0b111, [0.5, 0.5, 0.0]),
        ([-1.0, 0.0, 0.5], 0b111, [0.0, 0.0, 1.0]),
    ],
)
def test_regret_matching_plays_positive_advantages(advantages, mask, chances):
    found = np.full(3, 7.0)
    match(np.array(advantages, np.float32), 3, mask, found)
    assert found.tolist() == chances


def test_reservoir_sampling_is_uniform():
    rng, number, rounds, capacity = rng_state(4), 300, 400, 50
    counts = np.zeros(number)
    for _ in range(rounds):
        kept = np.full(capacity, -1)
        for offered in range(number):
            place = reservoir_place(offered, capacity, rng)
            if place >= 0:
                kept[place] = offered
        counts[kept] += 1
    share = capacity / number
    expected = rounds * share
    square = ((counts - expected) ** 2).sum() / (expected * (1 - share))
    assert abs(square - number) < 4 * (2 * number) ** 0.5
