"""Combo filters of a range: by suits, made hands and draws, and actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.handclass import Draw, HandClasses, Made, hand_classes
from pokergui.formatting.words import phrase
from pokergui.language import tr

Flags = NDArray[np.bool_]
Numbers = NDArray[np.float64]

ANY, MADE, DRAWS, AIR = "any", "made", "draws", "air"
GROUPS = (MADE, DRAWS, AIR)
LEAST = (0.0, 0.25, 0.5, 0.75, 0.95)
"""Minimum frequencies of an action; 0 means more than never."""
_EVER = 5e-4
_PAIR_OF_SUITS = 2
_TOLD = (Draw.FLUSH_DRAW, Draw.OPEN_ENDED, Draw.GUTSHOT)
_FEW = 3
_FLOP = 3


def made_title(made: Made) -> str:
    return {
        Made.NO_MADE_HAND: tr("No made hand"),
        Made.ACE_HIGH: tr("Ace high"),
        Made.UNDERPAIR: tr("Underpair"),
        Made.LOW_PAIR: tr("Low pair"),
        Made.THIRD_PAIR: tr("Third pair"),
        Made.POCKET_PAIR: tr("Pocket pair"),
        Made.SECOND_PAIR: tr("Second pair"),
        Made.TOP_PAIR: tr("Top pair"),
        Made.OVERPAIR: tr("Overpair"),
        Made.TWO_PAIR: tr("Two pair"),
        Made.TRIPS: tr("Trips"),
        Made.SET: tr("Set"),
        Made.STRAIGHT: tr("Straight"),
        Made.FLUSH: tr("Flush"),
        Made.FULL_HOUSE: tr("Full house"),
        Made.QUADS: tr("Quads"),
        Made.STRAIGHT_FLUSH: tr("Straight flush"),
    }[made]


def draw_title(draw: Draw) -> str:
    return {
        Draw.FLUSH_DRAW: tr("Flush draw"),
        Draw.OPEN_ENDED: tr("Open-ended"),
        Draw.GUTSHOT: tr("Gutshot"),
        Draw.COMBO_DRAW: tr("Combo draw"),
        Draw.BACKDOOR_FLUSH: tr("Backdoor flush"),
        Draw.OVERCARDS: tr("Overcards"),
    }[draw]


def group_title(group: str) -> str:
    return {MADE: tr("Made hands"), DRAWS: tr("Draws"), AIR: tr("Air")}[group]


def key_of(kind: Made | Draw) -> str:
    return str(kind.name).lower()


MADE_KEYS = {key_of(made): made for made in reversed(Made)}
DRAW_KEYS = {key_of(draw): draw for draw in Draw}
"""Classes by their keys, in the order shown."""


def classes_on(board: Sequence[Card]) -> HandClasses | None:
    return hand_classes(tuple(board)) if len(board) >= _FLOP else None


def combos_of(key: str, classes: HandClasses) -> Flags:
    """Return a mask (1326,) of the combos in a class, with a draw, or in a group.

    Made hands are pairs and better; draws are those to a flush or straight that need one card, also
    with a made hand; air is neither.
    """
    pairs: Flags = classes.made > Made.ACE_HIGH
    draws = classes.has(Draw.FLUSH_DRAW | Draw.OPEN_ENDED | Draw.GUTSHOT)
    if key == MADE:
        return pairs
    if key == DRAWS:
        return draws
    if key == AIR:
        return (classes.made >= 0) & ~pairs & ~draws
    if key in MADE_KEYS:
        return np.asarray(classes.made == MADE_KEYS[key])
    return classes.has(DRAW_KEYS[key])


def kinds_of(classes: HandClasses, combos: Sequence[int]) -> str:
    """Return a short description of combos: "gutshot or flush draw"; empty if it would be too long.

    Made hands are named by what they make, others by their draws to a flush or straight.
    """
    kinds: set[str] = set()
    for combo in combos:
        made, draws = Made(int(classes.made[combo])), Draw(int(classes.draws[combo]))
        told = [key_of(draw) for draw in _TOLD if draw in draws]
        kinds.update(told if told and made <= Made.ACE_HIGH else [key_of(made)])
    words = [made_title(made) for key, made in MADE_KEYS.items() if key in kinds]
    words += [draw_title(draw) for key, draw in DRAW_KEYS.items() if key in kinds]
    return tr(" or ").join(map(phrase, words)) if len(words) <= _FEW else ""


@dataclass(frozen=True)
class ComboFilter:
    """A filter of the combos shown.

    Attributes:
        suits: one: they hold a card of it. Two: they hold a card of each.
        hands: keys of classes, draws and groups, at least one of which they have; empty for any.
        action: key of their action; empty for any.
        least: minimum frequency of that action, 0 to 1; 0 means more than never.
    """

    suits: tuple[int, ...] = ()
    hands: frozenset[str] = frozenset()
    action: str = ""
    least: float = 0.0

    def with_suit(self, suit: int) -> ComboFilter:
        """Toggle a suit; of three the last two stay. -1 removes all."""
        if suit < 0:
            return replace(self, suits=())
        rest = tuple(one for one in self.suits if one != suit)
        chosen = rest if suit in self.suits else (*rest, suit)
        return replace(self, suits=chosen[-_PAIR_OF_SUITS:])

    def with_hand(self, key: str) -> ComboFilter:
        """Toggle a class or draw beside the others; a group is always alone."""
        if key in (ANY, *GROUPS):
            return replace(self, hands=frozenset() if key == ANY else frozenset((key,)))
        return replace(self, hands=self.hands.difference(GROUPS) ^ {key})

    def with_only(self, key: str) -> ComboFilter:
        """Choose one class or draw alone, or remove it if it already is."""
        alone = frozenset((key,))
        return replace(self, hands=frozenset() if self.hands == alone else alone)

    @property
    def group(self) -> str:
        if not self.hands:
            return ANY
        return next(iter(self.hands)) if self.hands <= {*GROUPS} else ""

    def by_suits(self) -> Flags:
        """Return a mask (1326,) of the combos that match the suits."""
        shown = np.ones(NUM_HOLDEM_COMBOS, np.bool_)
        for suit in self.suits:
            shown &= (combo_cards() & 3 == suit).any(axis=1)
        return shown

    def by_hands(self, classes: HandClasses | None) -> Flags:
        """Return a mask (1326,) of the combos that match the classes; all of them preflop."""
        if classes is None or not self.hands:
            return np.ones(NUM_HOLDEM_COMBOS, np.bool_)
        shown = np.zeros(NUM_HOLDEM_COMBOS, np.bool_)
        for key in self.hands:
            shown |= combos_of(key, classes)
        return shown

    def by_action(self, shares: Numbers) -> Flags:
        """Return a mask (n,) of the combos that take an action often enough, by ``shares`` (n,)."""
        return np.asarray(shares >= self.least - 1e-9 if self.least else shares >= _EVER)
