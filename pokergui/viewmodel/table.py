"""The table scene: seats, cards, bets, pot, notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.chips import ChipColumn


@dataclass(frozen=True, slots=True)
class ActionShare:
    """The frequency of one action of an engine with its own cards.

    Attributes:
        text: "call", "raise 1,900".
        percent: "55%".
        share: 0 to 1.
        tone: colour class.
        rank: for a bet among several, as in ``GridAction``.
    """

    text: str
    percent: str
    share: float
    tone: Tone
    rank: float | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Two lines on the felt; ``text`` may hold a line break."""

    text: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeatScene:
    """One seat with its plate and its hole cards.

    Attributes:
        name: "Granite", "You".
        action: the last action or state: "bet 550", "to act".
        stack: "9,035".
        stack_note: second line under the stack: "90.4 bb", "this hand".
        cards: hole cards as this viewer may see them; empty before the deal.
        person: a person rather than an engine (only the icon differs).
        to_act: it is this player's turn: accent border and line along the foot.
        thinking: the engine is at work: an arc appears after 300 ms.
        dealer: has the dealer button.
        hand: the hand that its open cards make, beside them; only if all hands are open.
        shares: its last answer for its own cards, in action order; only if all hands are open.
        folded: out of the hand.
        pots: those it can win, in short: "Main", "Side 1"; empty if there is only one pot.
        mark: series whose colour is before the name: "a" to "f"; only in matches of many.
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
    hand: Note = Note()
    shares: tuple[ActionShare, ...] = ()
    folded: bool = False
    pots: tuple[str, ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class BetScene:
    """Chips in front of one seat; no columns and no text means none."""

    text: str = ""
    columns: tuple[ChipColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class PotRival:
    """A player eligible for a pot, or its winner.

    Attributes:
        name: "Granite", "You".
        person: a person: written in bold.
        share: of the pot if the board is dealt out, 0 to 1; None if unknown.
        percent: the same in words: "38%".
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
        name: "Main pot", "Side pot 1".
        text: chips in it: "7,450".
        columns: its coins.
        rivals: the players who can win it, round the table; at the end its winners.
        won: whether the hand is over.
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
        note: their parts.
        columns: coins in the middle.
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
        seats: hero first, then clockwise; two to six.
        bets: one for each seat.
        board: one entry for each board card the game ever has; None is an open slot.
        board_note: beside a short board: "Board", "second round" (Leduc); usually empty.
        pot: the middle.
        left: beside the hero's cards: Note("To call 550", "pot odds 28.5%").
        right: beside the hero's cards: best hand, on two lines at most.
        title: "Hand 413".
        subtitle: "Blinds 50/100, heads-up".
        tag: a special property of the hand, framed, by the title: "Open hands", "Training hand, not
            counted"; usually empty.
        result: shown instead of the pot when the hand is over.
        status: the state in words for screen readers, e.g. "Board Ah Td 7c, pot 240,
            your turn: fold, call 20, raise".
    """

    seats: tuple[SeatScene, ...]
    bets: tuple[BetScene, ...]
    board: tuple[CardView | None, ...] = ()
    board_note: Note = Note()
    pot: PotScene = PotScene()
    left: Note = Note()
    right: Note = Note()
    title: str = ""
    subtitle: str = ""
    tag: str = ""
    result: ResultScene | None = None
    status: str = ""
