"""Plain recursion for replies to opponents who treat suits alike, one hole card each."""

from math import prod

from tests.naive.small_games import dealt, legal_actions, missing, payoff, random_policy, steps


def random_rank_policy(game, seed, zeros=0.0, coarse=False):
    """A policy(spot, card) -> {action: probability} that looks at ranks only.

    Some actions are never taken by any hand where ``zeros`` says so; ``coarse`` policies have few
    different probabilities and the same ones for all hands, which makes ties.
    """

    def key(actions, board, card):
        return actions, tuple(one // 4 for one in board), 0 if coarse else card // 4

    return random_policy(game, seed, zeros, key, coarse, spare=-1)


def action_values(spot, card, own, other):
    """Chips from here on of each action with a card, both then playing their policies.

    What the other holds comes from Bayes' rule. Where its policy never comes here, its impossible
    actions are taken as equally likely for all hands.
    """
    game, seat = spot.game, spot.to_act
    weights = {}
    for held in game.deck:
        if held != card and held not in spot.board:
            weights[held] = _chance(spot, seat, held, other)
    fewest = min(power for _, power in weights.values())
    likely = {held: p for held, (p, power) in weights.items() if power == fewest}
    total = sum(likely.values())
    return [
        sum(
            p
            / total
            * (whole_value(spot.after(a), seat, card, held, own, other) + spot.spent(seat))
            for held, p in likely.items()
        )
        for a in legal_actions(spot)
    ]


def _chance(spot, seat, held, other):
    """Probability that the other's hand gets here, and how many impossible actions it took."""
    shares = [other(at, held)[action] for at, action in steps(spot) if at.to_act != seat]
    return prod(share for share in shares if share), shares.count(0.0)


def whole_value(spot, seat, card, held, own, other):
    """Whole-hand chips that a seat with a card wins from the other seat's card."""
    if missing(spot) > 0:
        longer = dealt(spot, (card, held))
        return sum(whole_value(s, seat, card, held, own, other) for s in longer) / len(longer)
    if spot.finished:
        cards = (card, held) if seat == 0 else (held, card)
        won = payoff(spot, cards, spot.board)
        return won if seat == 0 else -won
    policy, hole = (own, card) if spot.to_act == seat else (other, held)
    return sum(
        share * whole_value(spot.after(action), seat, card, held, own, other)
        for action, share in policy(spot, hole).items()
        if share
    )
