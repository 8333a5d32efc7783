"""The History page: the list of hands, its filter, one hand to replay, statistics of players."""

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
        number: sent back.
        title: the number as shown: "1,413".
        time: "21:14" today, "Fri 21:14" this week, "12 May" before.
        opponent: the user's opponents; both players if the user did not play.
        cards: the user's cards, or those of the seat shown first.
        board: the board as dealt.
        result: the user's result: "+22.6"; empty if there is none.
        unit: unit of the result: "bb".
        words: texts of the plain columns by key of the column: "game" and "No-limit, 100 bb".
        mark: its mode if it does not count: "training", "imported".
        icon: replaces the mark if there is no room for it.
        tip: all of it in one text for tooltips and screen readers.
        damaged: what is wrong with it; then nothing else of it is shown.
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
    """A change of the list.

    Attributes:
        kind: all rows are new, some came at the bottom, or some came at the top.
        rows: the new rows.
        more: True if there are older hands to be fetched.
    """

    kind: Literal["all", "older", "newer"]
    rows: tuple[HandRow, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class HistoryHeader:
    """The line above the list: "64", "of 412 hands match", and sums over them.

    Attributes:
        count: hands that match; an ellipsis while they are being counted.
        rest: words after the count.
        figures: sums, such as Figure("raw", "+31.6", "bb").
        tip: explanation of the sums.
    """

    count: str = ""
    rest: str = ""
    figures: tuple[Figure, ...] = ()
    tip: str = ""


@dataclass(frozen=True, slots=True)
class FilterScene:
    """The filter of the list.

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
    """The reason why the list is empty, and what to do about it."""

    title: str
    text: str
    buttons: tuple[NoticeButton, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayDot:
    """One event on the replayer's line.

    Attributes:
        kind: an act of the user, of somebody else, or of the dealer.
        tip: the event in words: "Granite bets 165".
    """

    kind: Literal["person", "other", "dealer"]
    tip: str


@dataclass(frozen=True, slots=True)
class WayOn:
    """A button that passes the decision in view on.

    Attributes:
        tip: its action, or why it is not possible.
        can: True if it is possible.
    """

    tip: str = ""
    can: bool = False


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """The state of the replayer.

    Attributes:
        dots: all events of the hand; empty if there is no hand to replay.
        position: index of the last event shown.
        label: the event in one or two words: "showdown".
        playing: True while it replays automatically.
        show_all: True if all cards are open.
        can_show_all: True if there are known cards that were not shown.
        play, study, solve: buttons to the table, to Study, and to the room of spots.
        message: shown instead of the table if the hand cannot be replayed.
        text: the hand in words, below the message.
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
        price: cost of a call and its odds: "550, 28.5%"; empty if checking was free.
        person: True if it was the user's.
        current: True if the replayer is before it.
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
    """Which player the user is in imported hands.

    Attributes:
        title: the question.
        text: number of hands in question.
        names: the most frequent names, each with its number of hands.
        others: the rest.
    """

    title: str
    text: str
    names: tuple[Choice, ...]
    others: tuple[Choice, ...] = ()
