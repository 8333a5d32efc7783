"""Plain recursion over histories of games with one hole card and boards of single cards.

Shares nothing with the solvers: no ranges, no merged suits, its own showdown.
"""

from itertools import permutations

import numpy as np

from engine.player import CALL, FOLD, ActionKind, PublicState, raise_to


def legal_actions(spot):
    """All legal actions, in order fold, call, raises."""
    legal = spot.legal
    actions = [FOLD] if legal.fold else []
    actions.append(CALL)
    if legal.max_raise:
        actions += [raise_to(amount) for amount in range(legal.min_raise, legal.max_raise + 1)]
    return actions


def steps(spot):
    """(spot, action) of each decision on the way to a spot, with the board at the time."""
    here = PublicState(spot.game, (), ())
    for action in spot.actions:
        board = spot.board[: spot.game.board_sizes[here.street]]
        yield PublicState(spot.game, here.actions, board), action
        here = here.after(action)


def random_policy(game, seed, zeros=0.0, key=lambda *seen: seen, coarse=False, spare=0):
    """A policy(spot, card) -> {action: probability}, different for every key of what is seen.

    ``coarse`` ones have few different probabilities. The ``spare`` action is taken if none is.
    """
    known, rng = {}, np.random.default_rng(seed)

    def policy(spot, card):
        here = key(spot.actions, spot.board, card)
        if here not in known:
            actions = legal_actions(spot)
            weights = rng.exponential(size=len(actions)) * (rng.random(len(actions)) >= zeros)
            if coarse:
                weights = rng.integers(0, 2, len(actions)).astype(float)
            if not weights.sum():
                weights[spare] = 1.0
            known[here] = dict(zip(actions, (weights / weights.sum()).tolist(), strict=True))
        return known[here]

    return policy


def strength(card, board):
    """Return the strength of a card on a board: pairs first, then rank."""
    return card // 4 in [other // 4 for other in board], card // 4


def payoffs(spot, cards, board):
    """Chips each position wins at the end; pots are split evenly, chip by chip."""
    players = range(spot.game.num_players)
    spent = [spot.spent(seat) for seat in players]
    won = [-chips for chips in spent]
    for chip in range(max(spent)):
        paid = [seat for seat in players if spent[seat] > chip]
        live = [seat for seat in paid if not spot.folded(seat)]
        winners = live
        if len(live) > 1:
            best = max(strength(cards[seat], board) for seat in live)
            winners = [seat for seat in live if strength(cards[seat], board) == best]
        for seat in winners:
            won[seat] += len(paid) / len(winners)
    return won


def payoff(spot, cards, board):
    """Chips position 0 wins at the end."""
    return payoffs(spot, cards, board)[0]


def deals(game):
    return list(permutations(game.deck, game.num_players))


def missing(spot):
    """Cards still to be dealt to the board before anyone acts or hands are compared."""
    if spot.finished and not spot.showdown:
        return 0
    return spot.game.board_sizes[-1 if spot.finished else spot.street] - len(spot.board)


def dealt(spot, cards):
    """The spots reached by dealing the next board card, which nobody holds."""
    left = [card for card in spot.game.deck if card not in cards and card not in spot.board]
    return [PublicState(spot.game, spot.actions, (*spot.board, card)) for card in left]


def expected_values(game, policies):
    """Chips per hand won by each position; one policy per position."""

    def walk(spot, cards):
        if missing(spot) > 0:
            return np.mean([walk(here, cards) for here in dealt(spot, cards)], axis=0)
        if spot.finished:
            return np.array(payoffs(spot, cards, spot.board))
        row = policies[spot.to_act](spot, cards[spot.to_act])
        return sum(
            share * walk(spot.after(action), cards) for action, share in row.items() if share
        )

    start = PublicState(game, (), ())
    return sum(walk(start, cards) for cards in deals(game)) / len(deals(game))


def expected(game, policies):
    """Chips per hand won by position 0; one policy per position."""
    return float(expected_values(game, policies)[0])


def best_response_value(game, policy, seat):
    """Chips per hand the best response in ``seat`` wins against ``policy`` in the others."""

    def walk(spot, met):
        # met: (all cards, weight) of everything that can be held on this line and board
        if missing(spot) > 0:
            total, left = 0.0, len(game.deck) - game.num_players - len(spot.board)
            for here in dealt(spot, ()):
                card = here.board[-1]
                kept = [(cards, weight / left) for cards, weight in met if card not in cards]
                total += walk(here, kept) if kept else 0.0
            return total
        if spot.finished:
            return sum(weight * payoffs(spot, cards, spot.board)[seat] for cards, weight in met)
        if spot.to_act == seat:
            return max(walk(spot.after(action), met) for action in legal_actions(spot))
        replies = [policy(spot, cards[spot.to_act]) for cards, _ in met]
        total = 0.0
        for action in legal_actions(spot):
            pairs = zip(met, replies, strict=True)
            kept = [(cards, weight * reply[action]) for (cards, weight), reply in pairs]
            total += walk(spot.after(action), kept)
        return total

    share, start = 1.0 / len(deals(game)), PublicState(game, (), ())
    return sum(
        walk(start, [(cards, share) for cards in deals(game) if cards[seat] == own])
        for own in game.deck
    )


def check_or(kind):
    """A policy that folds, calls or makes the minimum raise whenever legal, else calls."""

    def policy(spot, card):
        actions = legal_actions(spot)
        chosen = next((action for action in actions if action.kind is kind), CALL)
        return {action: float(action == chosen) for action in actions}

    return policy


def uniform(spot, card):
    actions = legal_actions(spot)
    return dict.fromkeys(actions, 1.0 / len(actions))


ALWAYS_FOLD, ALWAYS_CALL, ALWAYS_RAISE = (check_or(kind) for kind in ActionKind)
