"""Made hands and draws of hole cards by enumeration of every five cards."""

from collections import Counter
from itertools import combinations

from engine.evaluator import Category, strength, strength_category
from engine.handclass import Draw, Made

_MULTIPLES = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR, Category.TRIPS, Category.QUADS)


def best_fives(cards):
    """All choices of five cards that make the best hand."""
    fives = list(combinations(cards, 5))
    most = max(strength(five) for five in fives)
    return [five for five in fives if strength(five) == most]


def made(hole, board):
    fives = best_fives((*hole, *board))
    if any(not set(five) & set(hole) for five in fives):
        return Made.NO_MADE_HAND  # the board plays
    category = strength_category(strength(fives[0]))
    if category not in _MULTIPLES:
        return Made[category.name]
    high = Made.ACE_HIGH if any(card // 4 == 12 for card in hole) else Made.NO_MADE_HAND
    held = Counter(card // 4 for card in hole)
    counts = Counter(card // 4 for card in fives[0])
    own = {rank: held[rank] for rank, count in counts.items() if count >= 2 and held[rank]}
    if not own:
        return high
    if category is Category.QUADS:
        return Made.QUADS
    if category is Category.TRIPS:
        return Made.SET if 2 in own.values() else Made.TRIPS
    if len(own) == 2:
        return Made.TWO_PAIR
    [(rank, count)] = own.items()
    others = sorted({card // 4 for card in board}, reverse=True)
    if count == 2:
        if rank > others[0]:
            return Made.OVERPAIR
        return Made.UNDERPAIR if rank < others[-1] else Made.POCKET_PAIR
    place = others.index(rank)
    return (Made.TOP_PAIR, Made.SECOND_PAIR, Made.THIRD_PAIR, Made.LOW_PAIR, Made.LOW_PAIR)[place]


def _straight(cards):
    """Top rank of the best straight in the ranks of cards, 3 for five-high, -1 for none."""
    ranks = {card // 4 for card in cards}
    ranks |= {-1} if 12 in ranks else set()
    tops = [top for top in range(3, 13) if ranks.issuperset(range(top - 4, top + 1))]
    return max(tops, default=-1)


def outs(hole, board):
    """Next cards that complete a flush with the hole cards, and those that complete a straight."""
    flush, straight = [], []
    now = made(hole, board)
    for card in set(range(52)) - {*hole, *board}:
        then = (*hole, *board, card)
        suit = card % 4
        held = sum(one % 4 == suit for one in hole)
        if now < Made.FLUSH and held and sum(one % 4 == suit for one in then) >= 5:
            flush.append(card)
        if now < Made.STRAIGHT and _straight(then) > _straight((*board, card)):
            straight.append(card)
    return flush, straight


def draws(hole, board):
    flush, straight = outs(hole, board)
    found = Draw(0)
    if flush:
        found |= Draw.FLUSH_DRAW
    if straight:
        one = len({card // 4 for card in straight}) == 1
        found |= Draw.GUTSHOT if one else Draw.OPEN_ENDED
        found |= Draw.COMBO_DRAW if flush else Draw(0)
    suited = hole[0] % 4 == hole[1] % 4
    same = sum(card % 4 == hole[0] % 4 for card in board)
    now = made(hole, board)
    if len(board) == 3 and suited and same == 1 and now < Made.FLUSH:
        found |= Draw.BACKDOOR_FLUSH
    if now <= Made.ACE_HIGH and min(c // 4 for c in hole) > max(c // 4 for c in board):
        found |= Draw.OVERCARDS
    return found
