"""Sets of boards: all flops, samples that have every texture as often as it should, names."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from ai.reports.boardsets import (
    MOST_SAMPLED,
    NUM_FLOPS,
    every_flop,
    named_boards,
    sampled_boards,
)
from ai.reports.texture import texture_of
from engine.cards import card_names, card_suit
from engine.errors import CardError

pytestmark = pytest.mark.slow


def orbit(cards):
    """All boards that a change of suits makes of one; those of its flop are a set."""
    return {
        (frozenset(moved[:3]), *moved[3:])
        for suits in permutations(range(4))
        for moved in [[4 * (card >> 2) + suits[card_suit(card)] for card in cards]]
    }


def test_every_flop_stands_for_those_like_it():
    flops = every_flop()
    assert len(flops) == 1_755
    seen = set()
    for flop in flops:
        images = orbit(flop.cards)
        assert len(images) == flop.count
        assert seen.isdisjoint(images)
        seen |= images
    assert len(seen) == NUM_FLOPS == len(list(combinations(range(52), 3)))
    assert [flop.cards[0] >> 2 for flop in flops] == sorted(
        (flop.cards[0] >> 2 for flop in flops), reverse=True
    )
    assert flops[0].name == "AsAhAd"


@pytest.mark.parametrize("count", [1, 25, 95, MOST_SAMPLED])
def test_a_sample_has_each_texture_as_often_as_it_should(count):
    boards = sampled_boards(3, count, 3)
    assert boards == sampled_boards(3, count, 3)
    assert len({board.cards for board in boards}) == count
    assert sum(board.count for board in boards) == pytest.approx(NUM_FLOPS)
    for kind in ("pairing",):  # the first key by which flops are sorted
        whole = Counter()
        for flop in every_flop():
            whole[texture_of(flop.cards).names[kind]] += flop.count
        found = Counter(texture_of(board.cards).names[kind] for board in boards)
        for name, number in whole.items():
            assert abs(found[name] - count * number / NUM_FLOPS) < 1.0 + 1e-9


def test_each_flop_is_drawn_as_often_as_it_is_dealt():
    found = Counter()
    for seed in range(400):
        found.update(board.name for board in sampled_boards(3, 50, seed))
    flops = {flop.name: flop.count for flop in every_flop()}
    assert set(found) <= set(flops)
    by_size = Counter()
    for name, times in found.items():
        by_size[flops[name]] += times
    members = Counter(flops.values())
    for size, number in members.items():
        share = size * number / NUM_FLOPS
        assert abs(by_size[size] / 20_000 - share) < 0.015


def test_samples_of_later_streets_deal_further_cards():
    boards = sampled_boards(5, 40, 1)
    assert all(len(set(board.cards)) == 5 for board in boards)
    assert len({board.cards[3:] for board in boards}) > 30


@pytest.mark.parametrize("count", [0, MOST_SAMPLED + 1])
def test_no_samples_of_impossible_sizes(count):
    with pytest.raises(CardError, match="1 to 900"):
        sampled_boards(3, count, 0)


def test_boards_by_name():
    boards = named_boards(" 7cAhTd,KsQs2d\n8h8d7h ; 2c2d2h", 3)
    assert [card_names(board.cards) for board in boards] == ["AhTd7c", "KsQs2d", "8h8d7h", "2h2d2c"]
    assert [board.count for board in boards] == [24, 12, 12, 4]


def test_a_board_that_lacks_cards_stands_for_all_that_begin_so():
    boards = named_boards("Ks7s2d", 4)
    assert all(card_names(board.cards[:3]) == "Ks7s2d" for board in boards)
    # Hearts and clubs are alike: 13 of them, and 11 spades and 12 diamonds.
    assert len(boards) == 13 + 11 + 12
    seen = set()
    for board in boards:
        images = orbit(board.cards)
        assert len(images) == board.count
        assert seen.isdisjoint(images)
        seen |= images
    assert len(seen) == 12 * 49
    assert sum(board.count for board in named_boards("Ks7s2d", 5)) == 12 * 49 * 48
    assert len(named_boards("Ks7s2dAh 8c8d2h9s", 4)) == 2


@pytest.mark.parametrize(
    ("text", "size", "words"),
    [
        ("", 3, "no board is named"),
        (" , ", 3, "no board is named"),
        ("AhTd", 3, "AhTd has 2 cards: a board of this line has 3, as in AhTd7c"),
        ("AhTd7c2s", 3, "AhTd7c2s has 4 cards: a board of this line has 3"),
        ("Ah", 4, "Ah has 1 card: a board of this line has 3 to 4"),
        ("AhTdXc", 3, "AhTdXc: 'Xc' is not a card"),
        ("AhTd7", 3, "AhTd7: 'AhTd7' is not a list of cards"),
        ("AhAhTd", 3, "AhAhTd: the card Ah is named twice"),
        ("AhTd7c TdAh7c", 3, "TdAh7c is AhTd7c with other suits"),
        ("AhTd7c AhTd7c", 3, "AhTd7c is named twice"),
        ("AhTd7c AsTc7d", 3, "AsTc7d is AhTd7c with other suits: leave one of them out"),
        ("Ks7s2d Ks7s2dAh", 4, "Ks7s2dAh is Ks7s2d with other suits"),
        ("Ks7h2d Ks7h3d Ks7h4d", 5, "more than 5,000 boards"),
    ],
)
def test_boards_that_cannot_be(text, size, words):
    with pytest.raises(CardError) as error:
        named_boards(text, size)
    assert words in str(error.value)
