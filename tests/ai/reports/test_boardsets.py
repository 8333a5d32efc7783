from collections import Counter
from itertools import combinations, permutations

import pytest

from ai.reports.boardsets import MOST_SAMPLED, NUM_FLOPS, every_flop, named_boards, sampled_boards
from ai.reports.texture import Connection, Pairing, Suits, texture_of
from engine.cards import card_names, card_rank, card_suit, parse_cards
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
    assert (len(flops), len(apart(flops))) == (1_755, NUM_FLOPS)
    assert len(list(combinations(range(52), 3))) == NUM_FLOPS
    highest = [flop.cards[0] >> 2 for flop in flops]
    assert highest == sorted(highest, reverse=True) and flops[0].name == "AsAhAd"


@pytest.mark.parametrize("count", [1, 25, 95, MOST_SAMPLED])
def test_a_sample_has_each_texture_as_often_as_it_should(count):
    boards = sampled_boards(3, count, 3)
    assert boards == sampled_boards(3, count, 3)
    assert len({board.cards for board in boards}) == count
    assert sum(board.count for board in boards) == pytest.approx(NUM_FLOPS)
    whole = Counter()
    for flop in every_flop():  # the first key by which flops are sorted is whether they are paired
        whole[texture_of(flop.cards).pairing] += flop.count
    found = Counter(texture_of(board.cards).pairing for board in boards)
    for name, number in whole.items():
        assert abs(found[name] - count * number / NUM_FLOPS) < 1.0 + 1e-9
    rivers = sampled_boards(5, count, 1)
    assert {len(set(board.cards)) for board in rivers} == {5}
    assert len({board.cards[3:] for board in rivers}) > 0.6 * count
    for wrong in (0, MOST_SAMPLED + 1):
        with pytest.raises(CardError, match="1 to 900"):
            sampled_boards(3, wrong, 0)


def test_each_flop_is_drawn_as_often_as_it_is_dealt():
    flops = {flop.name: flop.count for flop in every_flop()}
    found = Counter(
        flops[board.name] for seed in range(100) for board in sampled_boards(3, 50, seed)
    )
    for size, number in Counter(flops.values()).items():
        assert abs(found[size] / 5_000 - size * number / NUM_FLOPS) < 0.03


def apart(boards):
    images = [orbit(board.cards) for board in boards]
    assert [len(each) for each in images] == [board.count for board in boards]
    assert sum(map(len, images)) == len(set().union(*images))
    return set().union(*images)


def test_a_board_that_lacks_cards_stands_for_all_that_begin_so():
    boards = named_boards("Ks7s2d", 4)
    assert all(card_names(board.cards[:3]) == "Ks7s2d" for board in boards)
    # Hearts and clubs are alike: 13 of them, and 11 spades and 12 diamonds.
    assert (len(boards), len(apart(boards))) == (13 + 11 + 12, 12 * 49)
    assert sum(board.count for board in named_boards("Ks7s2d", 5)) == 12 * 49 * 48
    boards = named_boards(" 7cAhTd,KsQs2d\n8h8d7h ; 2c2d2h", 3)
    assert [card_names(board.cards) for board in boards] == ["AhTd7c", "KsQs2d", "8h8d7h", "2h2d2c"]
    assert [board.count for board in boards] == [24, 12, 12, 4]


def test_impossible_boards():
    for text, size, words in (
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
    ):
        with pytest.raises(CardError, match=words):
            named_boards(text, size)


STRAIGHTS = [{(top - step) % 13 for step in range(5)} for top in range(3, 13)]


KINDS = """
AhKh7c two-tone unpaired A connected
Ah5h2h monotone unpaired A straight possible
2c2d2h rainbow trips 2 disconnected
Ks8s3d3c two-tone paired K disconnected
Ks8d3c9h rainbow unpaired K connected
Ks8s3s3c monotone paired K disconnected
Ks8s8d3d3c two-tone paired K disconnected
Ks8s8d8hTc two-tone trips K disconnected
Ts8s6d6h2c two-tone paired T straight possible
"""


def test_kinds_of_boards():
    for line in KINDS.strip().splitlines():
        board, *kinds = line.split(maxsplit=4)
        names = texture_of(parse_cards(board)).names
        assert names == dict(zip(("suits", "pairing", "high", "connection"), kinds, strict=True))


def test_all_flops_fall_into_kinds_as_they_must():
    counts = Counter()
    for flop in combinations(range(52), 3):
        kinds, ranks = texture_of(flop), {card_rank(card) for card in flop}
        counts.update((kinds.suits, kinds.pairing))
        straight = any(len(ranks & cards) == 3 for cards in STRAIGHTS)
        near = any(abs(a - b) == 1 for a, b in combinations(ranks, 2))
        assert kinds.high == max(ranks)
        assert (kinds.connection is Connection.STRAIGHT) == straight
        assert (kinds.connection is Connection.CONNECTED) == (near and not straight)
    # Known of any deck: 4 C(13,3) one suit, 13^3 * 24 / 6 * ... three suits, and 52 trips.
    suits = {Suits.MONOTONE: 1_144, Suits.RAINBOW: 8_788, Suits.TWO_TONE: 12_168}
    assert counts == {**suits, Pairing.TRIPS: 52, Pairing.PAIRED: 3_744, Pairing.UNPAIRED: 18_304}
