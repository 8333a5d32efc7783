"""The table scene: seats, cards, bets, pot, notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.actions import Tone

SUIT_LETTERS = "cdhs"
MOST_SEATS = 10
"""Seats of the largest table."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card: glyph and suit if it is face up, otherwise only its back.

    The glyph is the printed letter, so Kuhn and Leduc show J Q K whatever their card ids are.
    A card that the viewer may not see carries no rank and no suit.

    Attributes:
        rank: "A", "K", ..., "10", ..., "2"; empty when face down.
        suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades; -1 when face down.
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


@dataclass(frozen=True, slots=True)
class BoardCard:
    """One card of the board picker."""

    key: str
    card: CardView
    chosen: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class BoardPicker:
    """The deck to choose the board from.

    Attributes:
        rows: suits (or one row in small decks), ranks descending.
        random_text: "Random flop"; empty if there is nothing to choose.
        error: why a board is impossible; empty if it is possible.
    """

    rows: tuple[tuple[BoardCard, ...], ...]
    title: str
    random_text: str = ""
    error: str = ""
    missing: bool = False


DENOMINATIONS = (1000, 500, 100, 25, 1)
COLUMN_HEIGHT = 8
_SMALL_CHANGE = 50
LOW_HEIGHT = 5  # preferred: tall columns hide what is behind them


@dataclass(frozen=True, slots=True)
class ChipColumn:
    """One column: ``count`` coins of ``denomination`` chips each, at most 8."""

    denomination: int
    count: int


def chip_columns(amount: int, most: int = 4) -> tuple[ChipColumn, ...]:
    """Return columns for an amount of chips, largest coins first, 5 high or, if needed, 8.

    It is an approximation, since the exact amount is always beside it as text: the rest after
    ``most`` columns is not shown, nor is a remainder below a fiftieth of the amount, whose many
    small coins would hide the large ones.
    """
    columns: list[ChipColumn] = []
    rest = amount
    for denomination in DENOMINATIONS:
        if columns and rest < amount / _SMALL_CHANGE:
            break
        count, rest = divmod(rest, denomination)
        low = -(-count // LOW_HEIGHT) <= most - len(columns)
        height = LOW_HEIGHT if low else COLUMN_HEIGHT
        while count > 0 and len(columns) < most:
            # Columns of one denomination are as even as possible.
            share = min(height, -(-count // -(-count // height)))
            columns.append(ChipColumn(denomination, share))
            count -= share
    return tuple(columns)


@dataclass(frozen=True, slots=True)
class ActionShare:
    """The frequency of one action of an engine with its own cards.

    Attributes:
        rank: for a bet among several, as in ``GridAction``.
    """

    text: str
    percent: str
    share: float
    tone: Tone
    rank: float | None = None


@dataclass(frozen=True, slots=True)
class FeltNote:
    """Two lines on the felt; ``text`` may hold a line break."""

    text: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeatScene:
    """One seat with its plate and its hole cards.

    Attributes:
        action: the last action or state: "bet 550", "to act".
        stack_note: second line under the stack: "90.4 bb", "this hand".
        cards: hole cards as this viewer may see them; empty before the deal.
        to_act: it is this player's turn: accent border and line along the foot.
        hand: the hand that its open cards make, beside them; only if all hands are open.
        shares: its last answer for its own cards, in action order; only if all hands are open.
        pots: those it can win, in short: "Main", "Side 1"; empty if there is only one pot.
        mark: series whose colour is before the name: "a" to "j"; only in matches of many.
        position: "UTG" to "BB" while the hand runs; empty for two players.
    """

    name: str
    action: str = ""
    stack: str = ""
    stack_note: str = ""
    cards: tuple[CardView, ...] = ()
    person: bool = False
    to_act: bool = False
    thinking: bool = False
    dealer: bool = False
    hand: FeltNote = FeltNote()
    shares: tuple[ActionShare, ...] = ()
    folded: bool = False
    pots: tuple[str, ...] = ()
    mark: str = ""
    position: str = ""


@dataclass(frozen=True, slots=True)
class BetScene:
    """Chips in front of one seat; no columns and no text means none."""

    text: str = ""
    columns: tuple[ChipColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class PotRival:
    """A player eligible for a pot, or its winner.

    Attributes:
        share: of the pot if the board is dealt out, 0 to 1; None if unknown.
        seat: its seat: 0 is the foot of the table; -1 if it has none.
    """

    name: str
    person: bool = False
    share: float | None = None
    percent: str = ""
    seat: int = -1


@dataclass(frozen=True, slots=True)
class PotPart:
    """One of several pots.

    Attributes:
        rivals: the players who can win it, round the table; at the end its winners.
    """

    name: str
    text: str
    columns: tuple[ChipColumn, ...] = ()
    rivals: tuple[PotRival, ...] = ()
    won: bool = False


@dataclass(frozen=True, slots=True)
class PotScene:
    """The pot: "Pot 1,380", "830 + bet 550", and the coins already in the middle.

    Attributes:
        text: all chips, including those in front of the seats.
        parts: main and side pots, if there are several; they stay when the hand is over.
    """

    text: str = ""
    note: str = ""
    columns: tuple[ChipColumn, ...] = ()
    parts: tuple[PotPart, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultScene:
    """The end of the hand: "You win 1,380", "two pair, kings and sevens"."""

    text: str
    note: str = ""
    tone: Literal["won", "lost", "even"] = "even"


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything on the felt.

    Attributes:
        seats: hero first, then clockwise; two to ``MOST_SEATS``.
        board: one entry for each board card the game ever has; None is an open slot.
        board_note: beside a short board: "Board", "second round" (Leduc); usually empty.
        left: beside the hero's cards: Note("To call 550", "pot odds 28.5%").
        right: beside the hero's cards: best hand, on two lines at most.
        tag: a special property of the hand, framed, by the title: "Open hands", "Training hand, not
            counted"; usually empty.
        result: shown instead of the pot when the hand is over.
        status: the state in words for screen readers, e.g. "Board Ah Td 7c, pot 240,
            your turn: fold, call 20, raise".
    """

    seats: tuple[SeatScene, ...]
    bets: tuple[BetScene, ...]
    board: tuple[CardView | None, ...] = ()
    board_note: FeltNote = FeltNote()
    pot: PotScene = PotScene()
    left: FeltNote = FeltNote()
    right: FeltNote = FeltNote()
    title: str = ""
    subtitle: str = ""
    tag: str = ""
    result: ResultScene | None = None
    status: str = ""


@dataclass(frozen=True, slots=True)
class DealCard:
    """Hole card ``index`` of ``seat`` slides in from the dealer's side."""

    seat: int
    index: int


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """Board card ``index`` turns face up in its slot."""

    index: int


@dataclass(frozen=True, slots=True)
class ShowCards:
    """The hole cards of ``seat`` turn face up."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetChips:
    """Chips slide from ``seat`` to the place in front of it."""

    seat: int


@dataclass(frozen=True, slots=True)
class CollectBets:
    """All bets of the previous picture slide to the pot."""


@dataclass(frozen=True, slots=True)
class ReturnChips:
    """The bet of the previous picture goes back to ``seat`` uncalled."""

    seat: int


@dataclass(frozen=True, slots=True)
class PayPot:
    """The pot of the previous picture slides to ``seats`` (several if it is split)."""

    seats: tuple[int, ...]


Step = DealCard | TurnBoard | ShowCards | BetChips | CollectBets | ReturnChips | PayPot


@dataclass(frozen=True, slots=True)
class TableFrame:
    """A picture, the steps that lead to it, and how long to rest on it.

    Attributes:
        steps: played together, cards one after another with overlap; empty shows at once.
        hold_ms: milliseconds to stay before the next frame, at normal speed.
    """

    scene: TableScene
    steps: tuple[Step, ...] = ()
    hold_ms: int = 0


@dataclass(frozen=True, slots=True)
class HandDecision:
    """One decision of a hand, as a mark to press.

    Attributes:
        quality: its class; empty if it is not judged.
    """

    key: str
    street: str
    words: str
    quality: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One action that the judge considers.

    Attributes:
        ev: "−4.82 bb"; empty if it is not known.
    """

    title: str
    tone: Tone
    share: str
    ev: str
    taken: bool = False

    @property
    def spoken(self) -> str:
        return " ".join(filter(None, (self.title, self.share, self.ev)))


@dataclass(frozen=True, slots=True)
class DecisionDetail:
    """A decision in detail.

    Attributes:
        quality: its class; empty if it is not judged.
        notes: the pot, the noise floor, or why it is not judged.
    """

    quality: str
    title: str
    rows: tuple[DecisionRow, ...] = ()
    notes: tuple[str, ...] = ()
    can_study: bool = True
