"""The History page: the list of hands, how to narrow it, one hand to replay, what players do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.strips import Figure, NoticeButton
from pokergui.viewmodel.topbar import Choice, ChoiceList


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of the list.

    Attributes:
        number: what is sent back.
        title: the number as shown: "1,413".
        time: "21:14" today, "Fri 21:14" this week, "12 May" before.
        opponent: who the person played; both players where nobody did.
        cards: the person's cards, or those of the seat that stands for it.
        board: the board as dealt.
        result: of the person: "+22.6"; empty where there was none.
        unit: of the result: "bb".
        words: of the columns that show plain text, by the key of the column: "game" and
            "No-limit, 100 bb".
        mark: how it came about where it was not played here to count: "training", "imported".
        icon: what stands for the mark where there is no room for it.
        tip: all of it in one text for tooltips and screen readers.
        damaged: what is wrong with it; then nothing else of it is told.
    """

    number: int
    title: str
    time: str = ""
    opponent: str = ""
    cards: tuple[CardView, ...] = ()
    board: tuple[CardView, ...] = ()
    result: str = ""
    unit: str = ""
    words: tuple[tuple[str, str], ...] = ()
    mark: str = ""
    icon: str = ""
    tip: str = ""
    damaged: str = ""


@dataclass(frozen=True, slots=True)
class RowsChange:
    """What happened to the list.

    Attributes:
        kind: all rows are new, some came at the foot, or some came at the head.
        rows: those that are new.
        more: whether older hands are still to be fetched.
    """

    kind: Literal["all", "older", "newer"]
    rows: tuple[HandRow, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class HistoryHeader:
    """The line over the list: "64", "of 412 hands match", and sums over them.

    Attributes:
        count: hands that match; an ellipsis while they are being counted.
        rest: what follows the count.
        figures: sums, such as Figure("raw", "+31.6", "bb").
        tip: what the sums are made of.
    """

    count: str = ""
    rest: str = ""
    figures: tuple[Figure, ...] = ()
    tip: str = ""


@dataclass(frozen=True, slots=True)
class FilterScene:
    """How the list is narrowed.

    Attributes:
        opponent, game, date, result, kind: one choice each.
        text: the search.
    """

    opponent: ChoiceList
    game: ChoiceList
    date: ChoiceList
    result: ChoiceList
    kind: ChoiceList
    text: str = ""


@dataclass(frozen=True, slots=True)
class EmptyScene:
    """Why the list is empty, and what to do about it."""

    title: str
    text: str
    buttons: tuple[NoticeButton, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayDot:
    """One event on the replayer's line.

    Attributes:
        kind: an act of the person, an act of somebody else, or what the dealer did.
        tip: what happened: "Granite bets 165".
    """

    kind: Literal["person", "other", "dealer"]
    tip: str


@dataclass(frozen=True, slots=True)
class WayOn:
    """A button that hands the decision in view on.

    Attributes:
        tip: what it would do, or why it cannot.
        can: whether it can.
    """

    tip: str = ""
    can: bool = False


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """Where the replayer stands.

    Attributes:
        dots: all events of the hand; empty where there is no hand to replay.
        position: index of the last event shown.
        label: the event in a word or two: "showdown".
        playing: whether it goes on by itself.
        show_all: whether all cards are open.
        can_show_all: whether there are cards known but not shown.
        play, study, solve: ways on, to the table, to Study, and to the room of spots.
        message: told in place of the table where the hand cannot be replayed.
        text: the hand in words, under the message.
    """

    dots: tuple[ReplayDot, ...] = ()
    position: int = 0
    label: str = ""
    playing: bool = False
    show_all: bool = False
    can_show_all: bool = False
    play: WayOn = WayOn()
    study: WayOn = WayOn()
    solve: WayOn = WayOn()
    message: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision of the hand.

    Attributes:
        street: "Turn".
        who: "You", "Granite".
        action: "Call 550".
        tone: colour class of the action.
        pot: chips in the pot before it: "1,380".
        price: what a call cost and the odds it got: "550, 28.5%"; empty where checking was free.
        person: whether it was the person's.
        current: whether the replayer stands before it.
    """

    street: str
    who: str
    action: str
    tone: Tone
    pot: str
    price: str = ""
    person: bool = False
    current: bool = False


@dataclass(frozen=True, slots=True)
class DecisionsScene:
    """All decisions of the hand, in order; each has a button that opens it in Study."""

    rows: tuple[DecisionRow, ...] = ()


@dataclass(frozen=True, slots=True)
class WhoScene:
    """The question which player the person is in imported hands that do not say it.

    Attributes:
        title: the question.
        text: how many hands it is about.
        names: those in the most hands, each with how many.
        others: the rest.
    """

    title: str
    text: str
    names: tuple[Choice, ...]
    others: tuple[Choice, ...] = ()
