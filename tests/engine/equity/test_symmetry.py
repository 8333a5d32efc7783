from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from engine.combos import combo_cards, combo_index
from engine.equity._symmetry import COMBO_IMAGES, SUIT_ORDERS, distinct_boards, invariant_orders
from engine.ranges import parse_range

NO_CARDS = np.zeros(0, dtype=np.uint8)


def no_check() -> None:
    pass


def test_combo_images_follow_the_cards() -> None:
    for order, images in zip(SUIT_ORDERS.tolist(), COMBO_IMAGES, strict=True):
        for combo in (0, 17, 700, 1325):
            cards = [card // 4 * 4 + order[card % 4] for card in combo_cards()[combo].tolist()]
            assert images[combo] == combo_index(cards)


@pytest.mark.parametrize(
    ("text", "board", "size"),
    [
        ("random", (), 24),
        ("QQ+, AKs", (), 24),
        ("AcAd", (), 4),
        ("AcKd", (), 2),
        ("AcAd, KcQc", (), 2),
        ("random", (0, 5, 10), 1),
        ("random", (0, 1, 10), 2),
        ("random", (0, 4, 8), 6),
    ],
)
def test_groups_of_suit_orders(text: str, board: tuple[int, ...], size: int) -> None:
    assert len(invariant_orders(np.array(board, dtype=np.uint8), parse_range(text))) == size


def test_boards_before_the_flop_have_the_known_number_of_orbits() -> None:
    boards, sizes = distinct_boards(NO_CARDS, np.arange(24), no_check)
    assert len(boards) == 134_459
    assert sizes.sum() == 2_598_960


@pytest.mark.parametrize("board", [(0, 1, 10), (0, 4, 8, 12), (0, 5, 10), (0, 5, 10, 15, 20)])
def test_orbits_cover_all_boards_once(board: tuple[int, ...]) -> None:
    cards = np.array(board, dtype=np.uint8)
    orders = invariant_orders(cards)
    boards, sizes = distinct_boards(cards, orders, no_check)
    seen: set[frozenset[int]] = set()
    for full, size in zip(boards.tolist(), sizes.tolist(), strict=True):
        orbit = {
            frozenset(card // 4 * 4 + order[card % 4] for card in full)
            for order in SUIT_ORDERS[orders].tolist()
        }
        assert len(orbit) == size
        assert seen.isdisjoint(orbit)
        seen |= orbit
    live = [card for card in range(52) if card not in board]
    assert seen == {frozenset((*board, *more)) for more in combinations(live, 5 - len(board))}
