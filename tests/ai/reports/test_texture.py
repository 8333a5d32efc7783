"""Kinds of boards: by hand, by naive definitions over all flops, and by numbers known elsewhere."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from ai.reports.texture import Connection, Pairing, Suits, texture_of
from engine.cards import card_rank, card_suit, parse_cards

STRAIGHTS = [{(top - step) % 13 for step in range(5)} for top in range(3, 13)]


@pytest.mark.parametrize(
    ("board", "suits", "pairing", "high", "connection"),
    [
        ("AhTd7c", "rainbow", "unpaired", "A", "disconnected"),
        ("AhKh7c", "two-tone", "unpaired", "A", "connected"),
        ("Ah5h2h", "monotone", "unpaired", "A", "straight possible"),
        ("Ah9d2c", "rainbow", "unpaired", "A", "disconnected"),  # the ace is no neighbour of a 2
        ("AhAd2c", "rainbow", "paired", "A", "disconnected"),
        ("QhJdTc", "rainbow", "unpaired", "Q", "straight possible"),
        ("Th8d6c", "rainbow", "unpaired", "T", "straight possible"),
        ("Th8d5c", "rainbow", "unpaired", "T", "disconnected"),
        ("Th9d5c", "rainbow", "unpaired", "T", "connected"),
        ("8h8d7h", "two-tone", "paired", "8", "connected"),
        ("2c2d2h", "rainbow", "trips", "2", "disconnected"),
        ("Ks8s3d3c", "two-tone", "paired", "K", "disconnected"),
        ("Ks8d3c9h", "rainbow", "unpaired", "K", "connected"),
        ("Ks8s3s3c", "monotone", "paired", "K", "disconnected"),
        ("Ks8s8d3d3c", "two-tone", "paired", "K", "disconnected"),
        ("Ks8s8d8hTc", "two-tone", "trips", "K", "disconnected"),
        ("Ts8s6d6h2c", "two-tone", "paired", "T", "straight possible"),
    ],
)
def test_kinds_of_boards(board, suits, pairing, high, connection):
    found = texture_of(parse_cards(board)).names
    assert found == {
        "suits": suits,
        "pairing": pairing,
        "high": high,
        "connection": connection,
    }


def test_all_flops_fall_into_kinds_as_they_must():
    counts: Counter[object] = Counter()
    for flop in combinations(range(52), 3):
        kinds = texture_of(flop)
        counts.update((kinds.suits, kinds.pairing, kinds.connection))
        ranks = {card_rank(card) for card in flop}
        assert kinds.high == max(ranks)
        straight = any(len(ranks & cards) == 3 for cards in STRAIGHTS)
        assert (kinds.connection is Connection.STRAIGHT) == straight
        near = any(abs(a - b) == 1 for a, b in combinations(ranks, 2))
        assert (kinds.connection is Connection.CONNECTED) == (near and not straight)
        assert (kinds.suits is Suits.MONOTONE) == (len({card_suit(card) for card in flop}) == 1)
    # Known of any deck: 4 C(13,3) one suit, 13^3 * 24 / 6 * ... three suits, and 52 trips.
    assert counts[Suits.MONOTONE] == 1_144
    assert counts[Suits.RAINBOW] == 8_788
    assert counts[Suits.TWO_TONE] == 12_168
    assert counts[Pairing.TRIPS] == 52
    assert counts[Pairing.PAIRED] == 3_744
    assert counts[Pairing.UNPAIRED] == 18_304
