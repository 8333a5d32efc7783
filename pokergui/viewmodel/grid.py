"""A range as a grid of cells: 13x13 in hold'em, 3x1 and 3x3 in Kuhn and Leduc, suits merged."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.chart import Dot


@dataclass(frozen=True, slots=True)
class GridAction:
    """One action of an answer, in the order fold, check or call, bets ascending, all-in.

    Attributes:
        key: what is sent back when it is chosen; ``f``, ``c``, ``r550`` as in ACPC text.
        title: "Bet 550".
        tone: colour class and, in legends, the glyph.
        rank: set where an answer has more than three sizes: 0 (least) to 1 (largest), where the
            bet's colour lies on the scale from small to large. None takes the tone's colour.
        short: what stands beside the glyph where there is little room: "550"; empty for the title.
        size: a bet against the pot, "33% pot" or "pot", before the flop in big blinds, "3 bb";
            empty for other actions and where sizes are fixed.
    """

    key: str
    title: str
    tone: Tone
    rank: float | None = None
    short: str = ""
    size: str = ""


@dataclass(frozen=True, slots=True)
class GridCell:
    """All combos that share a cell, averaged by reach.

    Attributes:
        label: "AKs", "77", in the small games the rank held: "K".
        shares: how the cell acts, one for each action, sum 1; empty where nobody can hold it.
            Where nobody comes here with it (height 0) they are what would be done.
        height: how much of the cell comes here: mean reach of its possible combos, 0 to 1.
        possible: whether the board leaves any combo of it.
        spoken: the cell in words, for screen readers: "AKs, reach 97%, check 42%, bet 550 58%".
        ranks: small games: the cards it stands for, "K", or "K" and the board's "Q"; a large cell
            shows them as cards.
        note: what the cards make, in a large cell: "Pair of kings".
        values: in a large cell, what each action is worth: "+4.23"; empty where the engine has
            no values.
        locked: how much of the cell's reach has its strategy locked, 0 to 1.
        value: where the cell lies on the scene's scale, 0 to 1, or -1 to 1 on a scale of changes;
            None where nothing is known, or the scene has no scale.
        figure: what stands in the cell under its label: "3.85", "+12"; empty for nothing.
    """

    label: str
    shares: tuple[float, ...] = ()
    height: float = 0.0
    possible: bool = True
    spoken: str = ""
    ranks: tuple[str, ...] = ()
    note: str = ""
    values: tuple[str, ...] = ()
    locked: float = 0.0
    value: float | None = None
    figure: str = ""


@dataclass(frozen=True, slots=True)
class GridScale:
    """What the colours of cells mean that are told apart by one number.

    Attributes:
        kind: ``amount``, from little to much, or ``change``, from less over 0 to more.
        caption: of what: "EV, bb".
        low, high: the numbers at its ends: "-1.20", "+9.41".
        middle: the number in the middle of changes: "0".
        tone, rank: the action whose colour much of it takes, as of ``GridAction``; None for the
            accent.
    """

    kind: str
    caption: str
    low: str
    high: str
    middle: str = ""
    tone: Tone | None = None
    rank: float | None = None


@dataclass(frozen=True, slots=True)
class GridScene:
    """A whole grid.

    Attributes:
        rows, columns: its shape.
        cells: row by row.
        actions: left to right within each cell; empty paints the range alone (heights).
        row_labels, column_labels: outside the grid where cells are too small for labels, or where
            they carry meaning of their own ("Board K"); empty for none.
        marked: index of the cell that holds the cards in question, -1 for none.
        shaded: a cell's height is told by how bright it is, not by how far it is filled.
        scale: set where cells are coloured by their ``value`` and not by what they do.
        absent: why there are no cells where there should be some; empty where they are there.
    """

    rows: int
    columns: int
    cells: tuple[GridCell, ...]
    actions: tuple[GridAction, ...] = ()
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    marked: int = -1
    shaded: bool = False
    scale: GridScale | None = None
    absent: str = ""


@dataclass(frozen=True, slots=True)
class AllHandsScene:
    """What each hand earns with one decision.

    Attributes:
        grid: the hands; without cells where that is not known.
        words: "Each hand’s result with Call 2,230, bb", or why it is not known.
        own: what the hand that was held earns: "AcQd: -12.40 bb".
    """

    grid: GridScene
    words: str = ""
    own: str = ""


@dataclass(frozen=True, slots=True)
class ComboRow:
    """One combo of a cell in the table beside the grid.

    Attributes:
        cards: higher card first.
        reach: "0.97".
        shares: one for each action; empty where the board blocks the combo.
        percents: one text for each action: "42".
        value: expected value "3.85" in bb (antes in small games), empty where the engine has none.
        equity: "38.7", in percent; empty where it is not known.
        shown: whether it is looked at; else it is there, but filtered out.
        error: standard error of the value by the engine's own account: "±0.12"; mostly empty.
        combo: number of the combo, sent back where combos are painted; -1 where they never are.
        locked: its strategy is locked.
    """

    cards: tuple[CardView, ...]
    reach: str = ""
    shares: tuple[float, ...] = ()
    percents: tuple[str, ...] = ()
    value: str = ""
    equity: str = ""
    shown: bool = True
    error: str = ""
    combo: int = -1
    locked: bool = False


@dataclass(frozen=True, slots=True)
class CellDetail:
    """What the cell under the pointer, or the pinned one, holds.

    Attributes:
        title: "QJs".
        note: "4 combos", "no combo possible on this board".
        actions: heads of the columns.
        rows: its combos: 4, 6 or 12; in the small games one for each suit or board.
        value_caption: "EV, bb"; empty where the engine gives no values.
        equity_caption: "Equity"; empty where it is not known.
        pinned: stays while the pointer moves on.
        mark: its place on the equity curve; None where that is not known.
        paintable: combos are locked by painting their rows.
    """

    title: str
    note: str = ""
    actions: tuple[GridAction, ...] = ()
    rows: tuple[ComboRow, ...] = ()
    value_caption: str = ""
    equity_caption: str = ""
    pinned: bool = False
    mark: Dot | None = None
    paintable: bool = False
