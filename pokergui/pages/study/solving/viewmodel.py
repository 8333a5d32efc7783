"""View model of the exploit of a rival's profile, beside a solved spot in Study."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from pokergui.viewmodel.actions import Sizing
from pokergui.viewmodel.chart import Chart
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.table import CardView


@dataclass(frozen=True, slots=True)
class GivenRow:
    """One hand, or one combo.

    Attributes:
        alone: its loss while the other stays at the solution: "+0.5".
        given: its whole loss: "+12.3".
        numbers: share, 0 to 1, loss by itself and given away in full, in chips.
    """

    key: int
    title: str
    cards: tuple[CardView, ...]
    share: str
    alone: str
    given: str
    spoken: str
    numbers: tuple[float, float, float] = (nan, nan, nan)


@dataclass(frozen=True, slots=True)
class GivenScene:
    """A rival's losses against one point of the curve.

    Attributes:
        note: the point, the mean over the range, which is the gain, and the order of the hands.
        grid: hands by what they give away; their height is their frequency.
        rows: the hands, the most costly over the range first.
    """

    title: str
    player: str
    note: str
    unit: str
    grid: GridScene
    rows: tuple[GivenRow, ...]
    combos: tuple[tuple[GivenRow, ...], ...]


TYPED = ""
"""Key of typed frequencies in the list of players."""


@dataclass(frozen=True, slots=True)
class ExploitScene:
    """The panel of a profile.

    Attributes:
        rivals: names of both players, out of position first.
        players: the players with recorded hands to count; without typed frequencies.
        state: in words: "7 of at most 12 points", "3 decisions fitted".
        given: what the rival's hands give away against it; None while not shown.
    """

    rivals: tuple[str, str]
    rival: str
    players: tuple[str, ...]
    player: str
    field: SpotField
    ready: bool
    running: bool
    state: str
    chart: Chart
    slider: Sizing
    figures: tuple[Figure, ...] = ()
    given: GivenScene | None = None


@dataclass(frozen=True, slots=True)
class SpotForm:
    """The spot being entered.

    Attributes:
        oop, middle, ip: the ranges as grids of weights, None if unreadable.
        figures: the cost of solving: "Decisions" "60", "Actions" "176", "Memory" "3.2 MB",
            "Time" "about 0.1 s", "File" "1.6 MB"; empty while there is an error.
        warning: why it is not offered, or that it will be slow: "27 GB is more than the 16 GB of
            this machine: leave out a bet size, or store in 16 bits".
        source: the spot's origin: "From hand 1,204, river"; empty for one that the user entered.
        more: whether the folded part is open.
        more_words: its name: "More (3)".
        rivers: whether the file of a flop keeps its rivers; None for other boards.
        three_way: whether it is a river for three players.
    """

    fields: tuple[SpotField, ...]
    oop: GridScene | None = None
    middle: GridScene | None = None
    ip: GridScene | None = None
    figures: tuple[Figure, ...] = ()
    warning: str = ""
    half: bool = False
    solvable: bool = False
    source: str = ""
    cards: tuple[CardView, ...] = ()
    apart: bool = False
    doubt: str = ""
    more: bool = False
    more_words: str = ""
    rivers: bool | None = None
    three_way: bool = False


@dataclass(frozen=True, slots=True)
class SavedSpotRow:
    """One saved spot of the list.

    Attributes:
        title: "River, pot 100, 950 behind".
        state: "0.09% of the pot", "solving, 0.8%", "stopped at 1.2%", "cannot be read".
        note: "today 14:02, 3.2 MB, 2 locks".
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
    """A spot to start with, offered while none is saved."""

    key: str
    board: str
    title: str
    note: str = ""
    cards: tuple[CardView, ...] = ()


@dataclass(frozen=True, slots=True)
class SpotsScene:
    """The spots view: the form, and the list of saved spots."""

    form: SpotForm
    rows: tuple[SavedSpotRow, ...] = ()
    examples: tuple[SpotExample, ...] = ()


@dataclass(frozen=True, slots=True)
class LockBrush:
    """A brush for locks: one action, or freeing.

    Attributes:
        key: ``f``, ``c``, ``r550``, or ``free``.
    """

    key: str
    action: GridAction | None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class SolutionScene:
    """The part of Study beside a solved spot, or one being solved.

    Attributes:
        figures: "Exploitability" "0.27% of pot", "Iterations" "640", "Information sets"
            "41,208", "Memory" "3.2 MB", "Time" "0.14 s" if known.
        state: "Solving", "Solved to 0.5% of the pot", "Solved as Resolver plays it", "Stopped".
        value: both players' EV and equity: "Out of position" "48.2" "51.3%".
        unsolved: whether locks were changed since it was solved: "Solve again" is offered.
        unlocked: whether it lacks a solution without locks: "Solve without locks" is offered.
        warning: why continuing starts anew: "Saved without its rivers"; empty if it does not.
        three_way: whether it is for three players: without locks, exploits and blockers.
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
    warning: str = ""
    exploit: ExploitScene | None = None
    three_way: bool = False
