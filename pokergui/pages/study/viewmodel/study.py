"""The Study page: whose range, where in the game, how it acts there."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.pages.study.comparing.viewmodel.versus import Beside, VersusScene
from pokergui.pages.study.reading.viewmodel.filter import FilterScene, HandsScene
from pokergui.pages.study.reading.viewmodel.reading import (
    ActionTotal,
    LineRow,
    StudySide,
)
from pokergui.pages.study.solving.viewmodel.spots import SolutionScene
from pokergui.pages.study.whole.viewmodel.sheet import SheetScene
from pokergui.viewmodel.board import BoardPicker
from pokergui.viewmodel.chart import Line
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.gridview import ViewScene
from pokergui.viewmodel.strips import Figure, LineScene
from pokergui.viewmodel.topbar import ChoiceList


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
        curve: equities of both sides, 0 to 1, at shares of the range, from its worst hand to its
            best; empty while they are not known.
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
    curve: tuple[Line, ...] = ()

    @property
    def narrowed(self) -> bool:
        """Whether some of the range is filtered out."""
        return self.filter is not None and bool(self.filter.count)
