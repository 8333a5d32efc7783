"""Plain recursion over histories of games with one hole card and boards of single cards.

Shares nothing with the solvers: no ranges, no merged suits, its own showdown.
"""

from __future__ import annotations

import numpy as np

from engine.player import CALL, FOLD, Action, PublicState, raise_to
from engine.player import ActionKind as Kind


def legal_actions(spot):
    """All legal actions, in order fold, call, raises."""
    legal = spot.legal
    actions = [FOLD] if legal.fold else []
    actions.append(CALL)
    if legal.max_raise:
        actions += [raise_to(amount) for amount in range(legal.min_raise, legal.max_raise + 1)]
    return actions


def random_policy(game, seed, zeros=0.0):
    """A policy(spot, card) -> {action: probability}, different at every history."""
    known = {}
    rng = np.random.default_rng(seed)

    def policy(spot, card):
        key = (spot.actions, spot.board, card)
        if key not in known:
            actions = legal_actions(spot)
            weights = rng.exponential(size=len(actions)) * (rng.random(len(actions)) >= zeros)
            if not weights.sum():
                weights[0] = 1.0
            known[key] = dict(zip(actions, (weights / weights.sum()).tolist(), strict=True))
        return known[key]

    return policy


def payoff(spot, cards, board):
    """Chips that position 0 wins at the end."""
    matched = min(spot.spent(0), spot.spent(1))
    if spot.folded(0):
        return -matched
    if spot.folded(1):
        return matched
    ranks = [card // 4 for card in cards]
    paired = [rank in [card // 4 for card in board] for rank in ranks]
    one, two = zip(paired, ranks, strict=True)
    return matched * ((one > two) - (one < two))


def _boards(game, spot, cards):
    """(weight, spot) for every board that the street asks for."""
    missing = game.board_sizes[spot.street] - len(spot.board)
    if spot.finished and not (spot.folded(0) or spot.folded(1)):
        missing = game.board_sizes[-1] - len(spot.board)
    if missing <= 0:
        return [(1.0, spot)]
    left = [card for card in game.deck if card not in cards and card not in spot.board]
    found = []
    for card in left:
        longer = PublicState(game, spot.actions, (*spot.board, card))
        found += [(w / len(left), s) for w, s in _boards(game, longer, cards)]
    return found


def expected(game, policies):
    """Chips a hand that position 0 wins; one policy for each position."""

    def walk(spot, cards):
        total = 0.0
        for weight, here in _boards(game, spot, cards):
            if here.finished:
                total += weight * payoff(here, cards, here.board)
                continue
            seat = here.to_act
            for action, probability in policies[seat](here, cards[seat]).items():
                if probability:
                    total += weight * probability * walk(here.after(action), cards)
        return total

    deals = [(a, b) for a in game.deck for b in game.deck if a != b]
    return sum(walk(PublicState(game, (), ()), deal) for deal in deals) / len(deals)


def best_response_value(game, policy, seat):
    """Chips a hand that the best response in ``seat`` wins against ``policy`` in the other."""

    def walk(spot, own, others):
        # others: (card, weight) of everything the opponent may hold on this line and board
        need = game.board_sizes[-1 if spot.finished else spot.street]
        folded = spot.folded(0) or spot.folded(1)
        if len(spot.board) < need and not folded:
            total = 0.0
            for card in game.deck:
                if card == own or card in spot.board:
                    continue
                left = len(game.deck) - 2 - len(spot.board)
                kept = [(other, weight / left) for other, weight in others if other != card]
                longer = PublicState(game, spot.actions, (*spot.board, card))
                total += walk(longer, own, kept)
            return total
        if spot.finished:
            sign = 1 if seat == 0 else -1
            total = 0.0
            for other, weight in others:
                cards = (own, other) if seat == 0 else (other, own)
                total += sign * weight * payoff(spot, cards, spot.board)
            return total
        if spot.to_act == seat:
            return max(walk(spot.after(action), own, others) for action in legal_actions(spot))
        total = 0.0
        replies = [(other, weight, policy(spot, other)) for other, weight in others]
        for action in legal_actions(spot):
            kept = [(other, weight * reply[action]) for other, weight, reply in replies]
            total += walk(spot.after(action), own, kept)
        return total

    deck = game.deck
    share = 1.0 / (len(deck) * (len(deck) - 1))
    start = PublicState(game, (), ())
    return sum(walk(start, own, [(c, share) for c in deck if c != own]) for own in deck)


def check_or(kind):
    """A policy that folds, calls or raises the least whenever it may, else calls."""

    def policy(spot, card):
        actions = legal_actions(spot)
        chosen = next((action for action in actions if action.kind is kind), CALL)
        return {action: float(action == chosen) for action in actions}

    return policy


def uniform(spot, card):
    """Every legal action alike."""
    actions: list[Action] = legal_actions(spot)
    return dict.fromkeys(actions, 1.0 / len(actions))


ALWAYS_FOLD, ALWAYS_CALL, ALWAYS_RAISE = (check_or(kind) for kind in Kind)
