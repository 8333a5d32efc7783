"""Kinds of spots and classes of hands, which define drill cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.review.traits import OFFSUIT, PAIR, SIZES, SUITED, traits_of
from engine.card_display import shown_rank
from engine.cards import Card, card_rank, card_suit
from engine.combos import combo_cards, combo_index
from engine.errors import PokerError
from engine.game import Game
from engine.handclass import Draw, Made, hand_classes
from engine.player import CALL, PublicState
from engine.policy import blocked

MOST_RAISES = 3
"""Number of bets and raises from which on all are one kind."""
ACE, COURT, MIDDLE, LOW = "ace", "king-queen", "jack-ten", "low"
"""Hands before the flop by their higher card: an ace, K or Q, J or T, 9 to 2."""
PAIRED, DRAW = "pair", "draw"
"""Suffixes for a single hole card that pairs the board, and for a strong draw."""
_ACE_RANK, _QUEEN, _TEN = 12, 10, 8


@dataclass(frozen=True)
class SpotKind:
    """The kind of a decision, independent of cards.

    Attributes:
        street: its street, from 0.
        before: bets and raises on earlier streets, ``MOST_RAISES`` at most.
        raises: likewise on this street, without blinds.
        size: of the bet faced, one of ``ai.review.traits.SIZES``; empty where none is faced, or all
            bets have one size.
    """

    street: int
    position: int
    before: int
    raises: int
    size: str = ""

    @property
    def text(self) -> str:
        """The kind as one token: ``2.0.1.1.medium``."""
        return ".".join(map(str, (self.street, self.position, self.before, self.raises, self.size)))

    @classmethod
    def parse(cls, text: str) -> SpotKind:
        """Parse a kind; the inverse of ``text``. Raises PokerError if it is invalid."""
        parts = text.split(".")
        if len(parts) != 5 or parts[4] not in SIZES or any(len(one) != 1 for one in parts[:4]):
            raise PokerError("'{text}' is not a kind of spot", text=text[:40])
        try:
            street, position, before, raises = map(int, parts[:4])
        except ValueError:
            raise PokerError("'{text}' is not a kind of spot", text=text[:40]) from None
        return cls(street, position, before, raises, parts[4])


@dataclass(frozen=True)
class CardKey:
    """A drill card: a kind of spot and a class of hands, dealt afresh each time.

    ``game``: name of the game, with its depth.
    """

    game: str
    kind: SpotKind
    holding: str

    @property
    def text(self) -> str:
        """Kind and class as one token: ``2.0.1.1.medium/top_pair``."""
        return f"{self.kind.text}/{self.holding}"

    @classmethod
    def parse(cls, game: str, text: str) -> CardKey:
        """Parse a drill card; the inverse of ``text``. Raises PokerError if it is invalid."""
        kind, _, holding = text.partition("/")
        if not holding or not holding.isascii():
            raise PokerError("'{text}' is not a drill card", text=text[:40])
        return cls(game, SpotKind.parse(kind), holding)


def kind_of(spot: PublicState) -> SpotKind:
    """Return the kind of a decision."""
    here, before = PublicState(spot.game, (), ()), 0
    for action in spot.actions:
        street, raises = here.street, here.num_raises
        here = here.after(action)
        if here.street > street:
            before += raises
    size = traits_of(spot, CALL, ()).size
    return SpotKind(
        spot.street, spot.to_act, min(before, MOST_RAISES), min(spot.num_raises, MOST_RAISES), size
    )


def card_of(spot: PublicState, hole: Sequence[Card]) -> CardKey:
    """Return the drill card of a decision with a hand."""
    return CardKey(spot.game.name, kind_of(spot), holding_of(spot.game, spot.board, hole))


def holding_of(game: Game, board: Sequence[Card], hole: Sequence[Card]) -> str:
    """Return the class of a hand.

    Preflop in hold'em: pair, suited or offsuit with the band of the higher card (``suited:ace``);
    postflop the made hand (``top_pair``), with ``:draw`` for a pair or less with a flush draw or an
    open-ended straight draw. In games of one hole card its rank as the game shows it, with
    ``:pair`` where the board has it, too.
    """
    if len(hole) == 1:
        rank = card_rank(hole[0])
        paired = any(card_rank(card) == rank for card in board)
        return shown_rank(game, rank) + (f":{PAIRED}" if paired else "")
    if len(board) < 3:
        one, two = hole
        high, shape = max(card_rank(one), card_rank(two)), OFFSUIT
        if card_rank(one) == card_rank(two):
            shape = PAIR
        elif card_suit(one) == card_suit(two):
            shape = SUITED
        band = ACE if high == _ACE_RANK else COURT if high >= _QUEEN else MIDDLE
        return f"{shape}:{band if high >= _TEN else LOW}"
    return _made_names(tuple(board))[combo_index(hole)]


def holders(game: Game, board: Sequence[Card], holding: str) -> NDArray[np.bool_]:
    """Return a mask (num_combos,) of unblocked combos of a class on a board."""
    combos = combo_cards(game.deck, game.num_hole)
    free = ~blocked(game, board)
    if game.num_hole == 2 and len(board) >= 3:
        return np.array([name == holding for name in _made_names(tuple(board))])
    named = [holding_of(game, board, tuple(hole)) == holding for hole in combos.tolist()]
    return np.array(named) & free


@lru_cache(maxsize=64)
def _made_names(board: tuple[Card, ...]) -> tuple[str, ...]:
    """Return the class of every combo (1326) postflop; empty where the board blocks it."""
    classes = hand_classes(board)
    strong = classes.has(Draw.FLUSH_DRAW) | classes.has(Draw.OPEN_ENDED)
    drawing = strong & (classes.made < Made.TWO_PAIR)
    pairs = zip(classes.made.tolist(), drawing.tolist(), strict=True)
    return tuple(
        "" if made < 0 else Made(made).name.lower() + (f":{DRAW}" if draws else "")
        for made, draws in pairs
    )
