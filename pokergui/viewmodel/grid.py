"""A range as a grid of cells: 13x13 in hold'em, 3x1 and 3x3 in Kuhn and Leduc, suits merged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.chart import Dot
from pokergui.viewmodel.table import CardView


@dataclass(frozen=True, slots=True)
class GridAction:
    """One action of an answer, in the order fold, check or call, bets ascending, all-in.

    Attributes:
        key: sent back when it is chosen; ``f``, ``c``, ``r550`` as in ACPC text.
        tone: colour class and, in legends, the glyph.
        rank: set if an answer has more than three sizes: 0 (smallest) to 1 (largest), the place of
            the bet's colour on the scale from small to large. None takes the tone's colour.
        short: text beside the glyph if there is little room: "550"; empty for the title.
        size: a bet against the pot, "33% pot" or "pot", before the flop in big blinds, "3 bb";
            empty for other actions and for fixed sizes.
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
        label: "AKs", "77", in the small games the private rank: "K".
        shares: the frequencies of the actions, sum 1; empty if the cell is impossible. In a cell
            that nobody reaches (height 0) they are hypothetical.
        height: the part of the cell that gets here: mean reach of its possible combos, 0 to 1.
        spoken: the cell in words, for screen readers: "AKs, reach 97%, check 42%, bet 550 58%".
        ranks: small games: the cards of the cell, "K", or "K" and the board's "Q"; a large cell
            shows them as cards.
        note: what the cards make, in a large cell: "Pair of kings".
        values: in a large cell, the value of each action: "+4.23"; empty if the engine has no
            values.
        locked: the part of the cell's reach with a locked strategy, 0 to 1.
        value: place of the cell on the scene's scale, 0 to 1, or -1 to 1 on a scale of changes;
            None if unknown, or if the scene has no scale.
        figure: the figure in the cell under its label: "3.85", "+12"; empty for none.
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
    """The meaning of the colours of cells that show one number.

    Attributes:
        kind: ``amount``, from little to much, or ``change``, from less over 0 to more.
        low, high: the numbers at its ends: "-1.20", "+9.41".
        tone, rank: the action whose colour large amounts take, as in ``GridAction``; None for the
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
        actions: left to right within each cell; empty paints only the range (heights).
        row_labels, column_labels: outside the grid if cells are too small for labels, or if they
            have a meaning of their own ("Board K"); empty for none.
        marked: index of the cell of the cards in question, -1 for none.
        shaded: brightness, not filling, shows a cell's height.
        scale: set if cells are coloured by their ``value`` and not by their actions.
        absent: why cells are missing; empty if they are there.
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
    """The net result of each hand with one decision.

    Attributes:
        grid: the hands; without cells if they are unknown.
        words: "Each hand’s result with Call 2,230, bb", or why it is not known.
        own: the earnings of the hand that was held: "AcQd: -12.40 bb".
    """

    grid: GridScene
    words: str = ""
    own: str = ""


@dataclass(frozen=True, slots=True)
class ComboRow:
    """One combo of a cell in the table beside the grid.

    Attributes:
        shares: one for each action; empty if the board blocks the combo.
        percents: one text for each action: "42".
        value: expected value "3.85" in bb (antes in small games), empty if the engine has none.
        equity: "38.7", in percent; empty if unknown.
        shown: whether it passes the filter; else it is there, but filtered out.
        error: standard error of the value by the engine's own account: "±0.12"; mostly empty.
        combo: number of the combo, sent back if combos are painted; -1 if they never are.
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
    """The contents of the current cell: the one under the pointer, or the pinned one.

    Attributes:
        rows: its combos: 4, 6 or 12; in the small games one for each suit or board.
        value_caption: "EV, bb"; empty if the engine gives no values.
        equity_caption: "Equity"; empty if unknown.
        mark: its place on the equity curve; None if unknown.
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


Kind = Literal["strategy", "strategy-ev", "ev", "equity", "eqr", "action", "weight", "difference"]
KINDS: tuple[Kind, ...] = (
    "strategy",
    "strategy-ev",
    "ev",
    "equity",
    "eqr",
    "action",
    "weight",
    "difference",
)
Heights = Literal["reach", "full", "normalised"]
HEIGHTS: tuple[Heights, ...] = ("reach", "full", "normalised")


@dataclass(frozen=True, slots=True)
class ViewScene:
    """The view of the grid, and the other views on offer.

    Attributes:
        refused: kinds that are not offered here, each with the reason.
        actions: those of the range shown, in order; empty if it does not act.
        other: key of the action subtracted in a difference.
    """

    kind: Kind = "strategy"
    refused: tuple[tuple[Kind, str], ...] = ()
    actions: tuple[GridAction, ...] = ()
    action: str = ""
    other: str = ""
    heights: Heights = "reach"
    has_heights: bool = True
