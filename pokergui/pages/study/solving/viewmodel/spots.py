"""View model of spots in Study: form and list of spots, and one being solved, locked, compared."""

from __future__ import annotations

from dataclasses import dataclass

from pokergui.pages.study.solving.viewmodel.exploit import ExploitScene
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.strips import Figure


@dataclass(frozen=True, slots=True)
class SpotForm:
    """The spot being entered.

    Attributes:
        fields: in the order of the form.
        oop, ip: the two ranges as grids of weights, None if unreadable.
        figures: the cost of solving: "Decisions" "60", "Actions" "176", "Memory" "3.2 MB",
            "Time" "about 0.1 s"; empty while there is an error.
        warning: why it is not offered, or that it will be slow: "27 GB is more than the 16 GB of
            this machine: leave out a bet size, or store in 16 bits".
        half: whether numbers are kept in 16 bits.
        solvable: whether "Solve" can be pressed.
        source: the spot's origin: "From hand 1,204, river"; empty for one that the user entered.
        cards: the board as far as it can be read.
        apart: whether each player has sizes of its own.
        doubt: why the ranges are a guess; empty if they are not.
    """

    fields: tuple[SpotField, ...]
    oop: GridScene | None = None
    ip: GridScene | None = None
    figures: tuple[Figure, ...] = ()
    warning: str = ""
    half: bool = False
    solvable: bool = False
    source: str = ""
    cards: tuple[CardView, ...] = ()
    apart: bool = False
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class SpotRow:
    """One saved spot of the list.

    Attributes:
        key: sent back when it is opened.
        board: text of the cards: "Qs Jh 2h 8c 5d".
        title: "River, pot 100, 950 behind".
        state: "0.09% of the pot", "solving, 0.8%", "stopped at 1.2%", "cannot be read".
        note: "today 14:02, 3.2 MB, 2 locks".
        shown: whether it is the one in Study.
        running: whether it is being solved now.
        usable: whether it can be opened.
        cards: the board; empty if unreadable: then ``board`` is the file's name.
    """

    key: str
    board: str
    title: str
    state: str
    note: str = ""
    shown: bool = False
    running: bool = False
    usable: bool = True
    cards: tuple[CardView, ...] = ()


@dataclass(frozen=True, slots=True)
class SpotExample:
    """A spot to start with, offered while none is saved.

    Attributes:
        key: sent back when it is chosen.
        board: text of the cards.
        title: "Two real ranges on a river".
        note: "A raised pot, out of position against the button".
        cards: the board.
    """

    key: str
    board: str
    title: str
    note: str = ""
    cards: tuple[CardView, ...] = ()


@dataclass(frozen=True, slots=True)
class SpotsScene:
    """The spots view: the form, and the list of saved spots.

    Attributes:
        form: the spot being entered.
        rows: saved spots, the newest first.
        examples: offered while there are no rows.
    """

    form: SpotForm
    rows: tuple[SpotRow, ...] = ()
    examples: tuple[SpotExample, ...] = ()


@dataclass(frozen=True, slots=True)
class LockBrush:
    """A brush for locks: one action, or freeing.

    Attributes:
        key: ``f``, ``c``, ``r550``, or ``free``.
        action: the action; None frees hands.
        chosen: whether it is the current brush.
    """

    key: str
    action: GridAction | None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class SolutionScene:
    """The part of Study beside a solved spot, or one being solved.

    Attributes:
        title: "River, pot 100, 950 behind".
        figures: "Exploitability" "0.27% of pot", "Iterations" "640", "Information sets"
            "41,208", "Memory" "3.2 MB", "Time" "0.14 s" if known.
        share: progress to the target, 0 to 1; None if unknown.
        running: whether it is being solved.
        stopping: whether it stops after the current step.
        state: "Solving", "Solved to 0.5% of the pot", "Solved as Resolver plays it", "Stopped".
        value: both players' EV and equity: "Out of position" "48.2" "51.3%".
        painting: whether locks are painted on the grid.
        brushes: while painting: the actions of the decision shown, and freeing.
        locks: "2 decisions locked", empty for none.
        unsolved: whether locks were changed since it was solved: "Solve again" is offered.
        unlocked: whether it lacks a solution without locks: "Solve without locks" is offered.
        target: the field for the next target; None for none.
        exploit: the panel of a profile instead of all this; None while it is closed.
    """

    title: str
    figures: tuple[Figure, ...] = ()
    share: float | None = None
    running: bool = False
    stopping: bool = False
    state: str = ""
    value: tuple[Figure, ...] = ()
    painting: bool = False
    brushes: tuple[LockBrush, ...] = ()
    locks: str = ""
    unsolved: bool = False
    unlocked: bool = False
    target: SpotField | None = None
    exploit: ExploitScene | None = None
