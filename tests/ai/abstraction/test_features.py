"""Features by which hole cards are compared, against counting opponents one by one."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from ai.abstraction._alike import fill_runout_features
from ai.abstraction._features import fill_river_features
from ai.abstraction._rows import fill_single_features
from ai.abstraction.features import (
    NUM_CLUSTERS,
    NUM_STEPS,
    ONES,
    TOPS,
    cluster_words,
    flop_orbits,
    opponent_clusters,
    random_features,
)
from engine.cards import parse_cards
from engine.combos import CLASS_NAMES, CLASS_SIZES, combo_cards
from tests.naive.abstraction import river_feature, runout_feature

CLUSTERS = np.random.default_rng(1).integers(0, NUM_CLUSTERS, 169).astype(np.uint8)
BOARDS = [
    *("AhTd7c2s3c", "AhTh7h2s3c", "AhTh7h2h3c", "AhTh7h2h3h", "Kc9c8c7c6c"),
    *("AhAdAcKsKh", "7c7d7h7s2c", "9h8h7h6h5h", "2c3d4h5s6c", "QsQdJhJc4s", "Ah2h3h4h9s"),
]


def features_on(board: np.ndarray) -> np.ndarray:
    """Features of all combos."""
    size = NUM_STEPS if len(board) < 5 else NUM_CLUSTERS
    features = np.zeros((1326, size), np.uint16)
    if len(board) == 5:
        fill_river_features(board, cluster_words(CLUSTERS), features)
    else:
        fill_runout_features(board, features)
    return features


def free_on(board: np.ndarray) -> np.ndarray:
    """Combos that a board leaves free."""
    return np.flatnonzero(~np.isin(combo_cards(), board).any(axis=1))


@pytest.mark.parametrize("text", BOARDS)
def test_win_rates_on_the_river(text: str) -> None:
    board = np.array(parse_cards(text), np.uint8)
    features = features_on(board)
    for combo in free_on(board)[::60]:
        hole = combo_cards()[combo].tolist()
        assert features[combo].tolist() == river_feature(hole, board.tolist(), CLUSTERS)


@pytest.mark.parametrize("text", BOARDS[:5])
def test_distributions_on_the_turn(text: str) -> None:
    board = np.array(parse_cards(text)[:4], np.uint8)
    features = features_on(board)
    for combo in free_on(board)[::300]:
        hole = combo_cards()[combo].tolist()
        assert features[combo].tolist() == runout_feature(hole, board.tolist())


def test_distributions_on_the_flop() -> None:
    board = np.array(parse_cards("QsJs4h"), np.uint8)
    features = features_on(board)
    combo = free_on(board)[700]
    assert features[combo].tolist() == runout_feature(combo_cards()[combo].tolist(), board.tolist())
    assert features[free_on(board)].max() <= TOPS[3]


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("size", [4, 5])
def test_single_combos_are_as_in_the_whole_range(text: str, size: int) -> None:
    board = np.array(parse_cards(text)[:size], np.uint8)
    free = free_on(board)[:: 1 if size == 5 else 7]
    features = np.zeros((len(free), NUM_STEPS if size == 4 else NUM_CLUSTERS), np.uint16)
    words = ONES if size == 4 else cluster_words(CLUSTERS)
    fill_single_features(np.tile(board, (len(free), 1)), free, words, features)
    assert np.array_equal(features, features_on(board)[free])


def test_random_deals_depend_on_the_seed_alone() -> None:
    told: list[float] = []
    first, again, other = (
        random_features(5, 1_500, cluster_words(CLUSTERS), seed, told.append) for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    assert first.max() <= TOPS[5] and told[:2] == [0.0, 1_000 / 1_500]


def test_flops_stand_for_all_deals() -> None:
    least, deals = flop_orbits()
    assert (deals > 0).sum() == 1_286_792
    assert deals.sum() == comb(52, 3) * comb(49, 2)
    assert (least >= 0).sum() == 1_755 * comb(49, 2)


def test_clusters_of_opponents_look_like_poker() -> None:
    clusters = dict(zip(CLASS_NAMES, opponent_clusters(1).tolist(), strict=True))
    assert set(clusters.values()) == set(range(NUM_CLUSTERS))
    assert clusters["AA"] == clusters["KK"] == NUM_CLUSTERS - 1
    assert clusters["32o"] == clusters["42o"] == 0
    sizes = np.bincount(list(clusters.values()), CLASS_SIZES)
    assert sizes.min() >= 24
