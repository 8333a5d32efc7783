"""The last street by recursion over pairs of hands; hands of one or two cards, ties included.

A strategy is ``policy(spot, hand) -> {action: probability}``, a range ``{hand: weight}``, hands are
tuples of cards.
"""

from tests.naive.evaluator import value


def payoff(spot, hands, seat):
    matched = min(spot.spent(0), spot.spent(1))
    for each in (0, 1):
        if spot.folded(each):
            return -matched if each == seat else matched
    own, other = value((*hands[seat], *spot.board)), value((*hands[1 - seat], *spot.board))
    return matched * ((own > other) - (own < other))


def pairs(ranges, board):
    """(hand, hand, weight) of all pairs that can meet."""
    return [
        (first, second, ranges[0][first] * ranges[1][second])
        for first in ranges[0]
        for second in ranges[1]
        if len({*first, *second, *board}) == len(first) + len(second) + len(board)
    ]


def won(start, ranges, policies, seat):
    def walk(spot, hands):
        if spot.finished:
            return payoff(spot, hands, seat)
        row = policies[spot.to_act](spot, hands[spot.to_act])
        return sum(p * walk(spot.after(a), hands) for a, p in row.items() if p)

    meeting = pairs(ranges, start.board)
    total = sum(weight for *_, weight in meeting)
    return sum(weight * walk(start, (one, two)) for one, two, weight in meeting) / total


def best(start, ranges, policy, seat, menu):
    """Chips a best response wins in a seat: each of its hands against all of the opponent's."""

    def walk(spot, own, others):
        if not others:
            return 0.0
        if spot.finished:
            return sum(
                weight * payoff(spot, (own, other) if seat == 0 else (other, own), seat)
                for other, weight in others.items()
            )
        if spot.to_act == seat:
            return max(walk(spot.after(action), own, others) for action in menu(spot))
        rows = {other: policy(spot, other) for other in others}
        total = 0.0
        for action in next(iter(rows.values())):
            left = {other: others[other] * row[action] for other, row in rows.items()}
            total += walk(spot.after(action), own, {h: w for h, w in left.items() if w})
        return total

    meeting = pairs(ranges, start.board)
    met = {}
    for *hands, weight in meeting:
        met.setdefault(hands[seat], {})[hands[1 - seat]] = weight
    total = sum(weight for *_, weight in meeting)
    return sum(walk(start, own, others) for own, others in met.items()) / total
