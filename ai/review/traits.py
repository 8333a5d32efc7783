"""Traits of a decision: street, position, action, size, and hand class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, card_rank, card_suit
from engine.handclass import made_hand
from engine.player import Action, ActionKind, PublicState

FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
DEEDS = (FOLD, CHECK, CALL, BET, RAISE)
SMALL, MEDIUM, LARGE, ALL_IN = "small", "medium", "large", "all-in"
SIZES = ("", SMALL, MEDIUM, LARGE, ALL_IN)
"""Bet sizes; empty where there is none, or all bets have one size."""
PAIR, SUITED, OFFSUIT = "pair", "suited", "offsuit"
"""Classes of hands before the flop."""
_MEDIUM_FROM, _LARGE_FROM = 0.4, 0.9


@dataclass(frozen=True)
class Traits:
    """The traits of a decision.

    Attributes:
        street: its street, from 0.
        position: the player's.
        deed: one of ``DEEDS``.
        size: of the bet made, or of the one faced where none is made; one of ``SIZES``. As a share
            of the pot: small below 40%, large from 90%.
        made: the hand held at hold'em: ``PAIR``, ``SUITED`` or ``OFFSUIT`` before the flop, then
            the name of a ``Made`` in small letters; empty in other games.
    """

    street: int
    position: int
    deed: str
    size: str = ""
    made: str = ""


def traits_of(spot: PublicState, action: Action, hole: Sequence[Card]) -> Traits:
    """Return the traits of a decision."""
    faces = spot.legal.call > 0
    deed = {
        ActionKind.FOLD: FOLD,
        ActionKind.CALL: CALL if faces else CHECK,
        ActionKind.RAISE: RAISE if faces or not spot.street else BET,
    }[action.kind]
    return Traits(spot.street, spot.to_act, deed, _bet_size(spot, action), _made(spot, hole))


def _bet_size(spot: PublicState, action: Action) -> str:
    call = spot.legal.call
    if spot.game.is_limit:
        return ""
    if action.raise_to:
        if action.raise_to >= spot.legal.max_raise:
            return ALL_IN
        return _named((action.raise_to - spot.max_bet) / (spot.pot + call))
    if not call or not spot.num_raises:
        return ""
    return _named(call / (spot.pot - call))


def _named(share: float) -> str:
    return SMALL if share < _MEDIUM_FROM else MEDIUM if share < _LARGE_FROM else LARGE


def _made(spot: PublicState, hole: Sequence[Card]) -> str:
    if len(hole) != 2:
        return ""
    if len(spot.board) < 3:
        one, two = hole
        if card_rank(one) == card_rank(two):
            return PAIR
        return SUITED if card_suit(one) == card_suit(two) else OFFSUIT
    return made_hand(hole, spot.board).name.lower()
