"""A card as visible to the viewer."""

from __future__ import annotations

from dataclasses import dataclass

SUIT_LETTERS = "cdhs"


@dataclass(frozen=True, slots=True)
class CardView:
    """A card: glyph and suit if it is face up, otherwise only its back.

    The glyph is the printed letter, so Kuhn and Leduc show J Q K whatever their card ids are.
    A card that the viewer may not see carries no rank and no suit.

    Attributes:
        rank: "A", "K", ..., "10", ..., "2"; empty when face down.
        suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades; -1 when face down.
        face_up: whether the face is shown.
        mucked: folded or thrown away: painted at 40% opacity.
        best: part of the hand that is named or that wins: painted with a frame.
    """

    rank: str = ""
    suit: int = -1
    face_up: bool = False
    mucked: bool = False
    best: bool = False

    @property
    def name(self) -> str:
        """Short text such as "Ah" or "10c"; empty when face down."""
        return f"{self.rank}{SUIT_LETTERS[self.suit]}" if self.face_up else ""


FACE_DOWN = CardView()
