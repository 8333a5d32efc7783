"""Hand values by enumerating every five cards, compared as tuples."""

from collections import Counter
from itertools import combinations

STRAIGHTS = [{12, 0, 1, 2, 3}] + [set(range(low, low + 5)) for low in range(9)]


def value(cards):
    """Value of 1 to 7 cards as a tuple that orders hands."""
    return max(_value_of_at_most_five(five) for five in combinations(cards, min(5, len(cards))))


def _value_of_at_most_five(cards):
    ranks = [card // 4 for card in cards]
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = tuple(count for count, _ in groups)
    order = tuple(rank for _, rank in groups)
    is_flush = len(cards) == 5 and len({card % 4 for card in cards}) == 1
    is_straight = len(cards) == 5 and set(ranks) in STRAIGHTS
    if is_straight:
        return (8 if is_flush else 4, STRAIGHTS.index(set(ranks)))
    if shape[0] == 4:
        return (7, *order)
    if shape[:2] == (3, 2):
        return (6, *order)
    if is_flush:
        return (5, *order)
    if shape[0] == 3:
        return (3, *order)
    if shape[:2] == (2, 2):
        return (2, *order)
    if shape[0] == 2:
        return (1, *order)
    return (0, *order)
