"""The Study page: whose range, where in the game, how it acts there."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.gridview import ViewScene
from pokergui.viewmodel.sheet import SheetScene
from pokergui.viewmodel.spots import SolutionScene
from pokergui.viewmodel.strips import Figure, LineScene
from pokergui.viewmodel.study_filter import FilterScene, HandsScene
from pokergui.viewmodel.topbar import ChoiceList
from pokergui.viewmodel.versus import Beside, VersusScene


@dataclass(frozen=True, slots=True)
class StudyTop:
    """The choices over the page.

    ``depth`` is None where the game has only one, ``second`` while nothing can be compared with.
    """

    engine: ChoiceList
    game: ChoiceList
    depth: ChoiceList | None
    second: ChoiceList | None = None


@dataclass(frozen=True, slots=True)
class LineRow:
    """One row of the action list beside the grid.

    Attributes:
        key: what is sent back when it is clicked.
        title: "Check", "Bet 550", "Flop", "Button to act".
        kind: a street, a decision, or an action.
        tone: an action's colour class and glyph; None for streets and decisions.
        rank: as of ``GridAction``.
        depth: indentation, from 0.
        share: total frequency of an action, 0 to 1, None where it is not known (yet).
        percent: the same as text: "57%", "8.4%", "…".
        current: the decision shown, or an action on the way to it.
        enabled: whether it can be clicked.
        cards: the street's cards.
        size: as of ``GridAction``.
    """

    key: str
    title: str
    kind: str = "action"
    tone: Tone | None = None
    depth: int = 0
    share: float | None = None
    percent: str = ""
    current: bool = False
    enabled: bool = True
    cards: tuple[CardView, ...] = ()
    rank: float | None = None
    size: str = ""


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
        title: "Flop: choose 2 more cards"; "Board" where nothing is missing.
        random_text: "Random flop"; empty where there is nothing to choose.
        error: why a board cannot be; empty when it can.
        missing: cards are still to be chosen.
    """

    rows: tuple[tuple[BoardCard, ...], ...]
    title: str
    random_text: str = ""
    error: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class StudySide:
    """One of the two players.

    Attributes:
        key: what is sent back when it is chosen.
        name: "Button", "Big blind", "First player".
        note: "to act".
        combos: "853 combos", weighted by reach.
        equity: "39.1%", of the whole range against the other's; empty where it is not known.
        value: "3.61 bb" or "48.2 chips", worth of the range from here on; "– EV" where not known.
        why: why its worth is not known.
        shown: its range is in the grid.
        short: its name where room is short: "BTN"; empty for the name.
    """

    key: str
    name: str
    note: str = ""
    combos: str = ""
    shown: bool = False
    equity: str = ""
    value: str = ""
    why: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class EquityLine:
    """One player's equity distribution: the range from its worst hand to its best.

    Attributes:
        name: "Button".
        series: place of the player among the sides, which says its colour.
        equities: 0 to 1, at shares of the range from 0 to 1 in even steps, never falling.
        spoken: "10th percentile 23%, median 51%, 90th percentile 88%".
    """

    name: str
    series: int
    equities: tuple[float, ...]
    spoken: str = ""

    def at(self, share: float) -> float:
        """The equity at a share of the range, from 0 to 1."""
        return self.equities[round(share * (len(self.equities) - 1))]


@dataclass(frozen=True, slots=True)
class ActionTotal:
    """An action of the side to act over its whole range: a card under the grid.

    Attributes:
        action: which.
        percent: "57%".
        combos: "486 combos".
        share: 0 to 1.
        enabled: whether it can be followed.
        value: EV of the hands that do it: "2.31 bb"; empty where it is not known.
    """

    action: GridAction
    percent: str
    combos: str
    share: float
    enabled: bool = True
    value: str = ""


@dataclass(frozen=True, slots=True)
class StudyScene:
    """Everything but the choices and the notice.

    Attributes:
        line: breadcrumb; clicking crumb i asks for the decision before it.
        figures: "Pot" "830", "Behind" "9,585".
        rows: the action list.
        board: the picker; None where the game has no board, or all boards are shown at once.
        sides: both players.
        grid: the range of the side shown; None while there is nothing to show.
        totals: the actions of the side to act, under the grid; empty when the other is shown.
        note: where the answer comes from: "blueprint", "translated: 600 read as 550".
        warning: "Slate would never call as Button here: the range after it is a guess."
        pinned: index of the pinned cell, -1 for none.
        thinking: the answer is on its way; the last picture stays.
        sheet_available: whether "Whole game" can be chosen.
        sheet: set while it is chosen.
        filter: what narrows the range; None where nothing can.
        hands: the classes of hands of the range; None before the flop and in small games.
        view: how the grid is looked at; None while there is none.
        solution: set while the engine shown is a spot that is being solved, or was.
        versus: set while there is something to compare with.
        beside: a second grid, of another strategy or of the other player.
        curve: equity distributions of both sides; empty while they are not known.
    """

    line: LineScene
    figures: tuple[Figure, ...] = ()
    rows: tuple[LineRow, ...] = ()
    board: BoardPicker | None = None
    sides: tuple[StudySide, ...] = ()
    grid: GridScene | None = None
    totals: tuple[ActionTotal, ...] = ()
    note: str = ""
    warning: str = ""
    thinking: bool = False
    sheet_available: bool = False
    sheet: SheetScene | None = None
    pinned: int = -1
    filter: FilterScene | None = None
    hands: HandsScene | None = None
    view: ViewScene | None = None
    solution: SolutionScene | None = None
    versus: VersusScene | None = None
    beside: Beside | None = None
    curve: tuple[EquityLine, ...] = ()

    @property
    def narrowed(self) -> bool:
        """Whether some of the range is filtered out."""
        return self.filter is not None and bool(self.filter.count)
