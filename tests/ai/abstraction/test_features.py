from math import comb

import numpy as np
import pytest

from ai.abstraction.canonical import canonical_boards
from ai.abstraction.features import (
    NUM_CLUSTERS,
    ONES,
    TOPS,
    cluster_words,
    flop_features,
    flop_orbits,
    opponent_clusters,
    random_features,
)
from engine.combos import CLASS_NAMES, CLASS_SIZES, combo_cards
from tests.naive.abstraction import river_feature, runout_feature

pytestmark = pytest.mark.slow

CLUSTERS = np.random.default_rng(1).integers(0, NUM_CLUSTERS, 169).astype(np.uint8)


@pytest.mark.parametrize(("size", "count"), [(4, 12), (5, 400)])
def test_features_of_random_deals(size, count):
    words = ONES if size == 4 else cluster_words(CLUSTERS)
    told = []
    found, again, other = (
        random_features(size, 1_500, words, seed, told.append) for seed in (1, 1, 2)
    )
    assert np.array_equal(found, again) and not np.array_equal(found, other)
    assert told[:2] == [0.0, 1_000 / 1_500] and found.max() <= TOPS[size]
    decks = np.random.default_rng(1).random((1_000, 52)).argsort(axis=1)
    for deck, feature in zip(decks[:count].tolist(), found, strict=False):
        hole, board = deck[:2], deck[2 : 2 + size]
        expected = runout_feature(hole, board) if size == 4 else None
        assert feature.tolist() == (expected or river_feature(hole, board, CLUSTERS))


def test_distributions_on_the_flop():
    chosen = np.zeros((1755, 1326), bool)
    for flop in (5, 900):  # of one rank, and of three
        free = ~np.isin(combo_cards(), canonical_boards(3).cards[flop]).any(axis=1)
        chosen[flop, np.flatnonzero(free)[[3, 700]]] = True
    found = flop_features(chosen, lambda done: None)
    for feature, (flop, combo) in zip(found, np.argwhere(chosen), strict=True):
        hole, board = combo_cards()[combo].tolist(), canonical_boards(3).cards[flop].tolist()
        assert feature.tolist() == runout_feature(hole, board)
        assert feature.max() <= TOPS[3]


def test_flops_stand_for_all_deals_and_clusters_of_opponents_look_like_poker():
    least, deals = flop_orbits()
    assert (deals > 0).sum() == 1_286_792  # as published
    assert deals.sum() == comb(52, 3) * comb(49, 2)
    assert (least >= 0).sum() == 1_755 * comb(49, 2)
    clusters = dict(zip(CLASS_NAMES, opponent_clusters(1).tolist(), strict=True))
    assert set(clusters.values()) == set(range(NUM_CLUSTERS))
    assert clusters["AA"] == clusters["KK"] == NUM_CLUSTERS - 1
    assert clusters["32o"] == clusters["42o"] == 0
    assert np.bincount(list(clusters.values()), CLASS_SIZES).min() >= 24
