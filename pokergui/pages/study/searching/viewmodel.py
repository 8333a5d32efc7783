"""View model of a search from the decision shown: form, candidates, tree and belief."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pokergui.viewmodel import Figure
from pokergui.viewmodel.controls import ChoiceList, ProgressScene, SpotField
from pokergui.viewmodel.grid import GridAction, GridScene

Phase = Literal["idle", "running", "stopped", "ended"]


@dataclass(frozen=True, slots=True)
class SearchForm:
    """The choices for a search.

    Attributes:
        fields: ``simulations``, ``threshold``, ``level`` and ``seed``.
        adaptive: whether the search stops once one action is left.
    """

    method: ChoiceList | None = None
    hand: ChoiceList | None = None
    belief: ChoiceList | None = None
    final: ChoiceList | None = None
    fields: tuple[SpotField, ...] = ()
    adaptive: bool = True
    slow: bool = False
    whole: bool = False
    phase: Phase = "idle"
    runnable: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action of the decision.

    Attributes:
        part: relative to the most visits of an action, 0 to 1.
        value: "+0.84"; an ellipsis before the first visit.
        error: "± 0.12", "exact"; empty if unknown.
        interval: low end, mean, high end on the scale of all candidates, −1 to 1; None for nothing.
        fate: "kept", "after 550".
    """

    key: str
    action: GridAction
    visits: str
    part: float
    value: str
    error: str
    interval: tuple[float, float, float] | None
    prior: str
    share: str
    fate: str
    out: bool
    best: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class Candidates:
    """All actions of the decision, in their order.

    Attributes:
        scale: the range of the interval marks: "−0.5 to 1.2 antes".
        note: "2,800 simulations, 95% intervals".
    """

    rows: tuple[Candidate, ...] = ()
    scale: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One betting line of the tree.

    Attributes:
        key: names the line; it stays the same while the tree grows.
        parent: index of the node before it; -1 for the decision itself.
        title: "Call 2"; for the decision, the player to act.
        note: "466 visits, 42%".
        share: of all simulations, 0 to 1: the width of the line.
        out: whether it is a dropped candidate, or a line after one.
    """

    key: str
    parent: int
    depth: int
    title: str
    note: str
    value: str
    share: float
    own: bool
    out: bool
    action: GridAction | None
    spoken: str


@dataclass(frozen=True, slots=True)
class TreeScene:
    """The visible part of the tree; parents come before their children."""

    nodes: tuple[TreeNode, ...] = ()
    whole: bool = False
    note: str = ""
    players: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class BeliefScene:
    """The other player's possible hands.

    Attributes:
        grid: how likely each hand is, shaded; None while unknown.
    """

    title: str = ""
    note: str = ""
    grid: GridScene | None = None
    caption: str = ""


@dataclass(frozen=True, slots=True)
class SearchScene:
    """The whole view.

    Attributes:
        own: "K": the player's hand.
        empty: the text instead of all this before the first search.
    """

    source: str = ""
    form: SearchForm = SearchForm()
    progress: ProgressScene = field(default_factory=ProgressScene)
    candidates: Candidates = Candidates()
    tree: TreeScene = TreeScene()
    belief: BeliefScene = BeliefScene()
    own: str = ""
    figures: tuple[Figure, ...] = ()
    verdict: str = ""
    empty: str = ""
