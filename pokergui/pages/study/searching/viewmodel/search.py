"""A search from the decision shown: its form, its candidates, its tree, what it believes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pokergui.viewmodel import Figure
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.progress import ProgressScene
from pokergui.viewmodel.topbar import ChoiceList

Phase = Literal["idle", "running", "stopped", "ended"]


@dataclass(frozen=True, slots=True)
class SearchForm:
    """What a person chooses of a search.

    Attributes:
        choices: method, own hand, belief and final move, by these names.
        fields: ``simulations``, ``threshold``, ``level`` and ``seed``.
        adaptive: the search stops once one action is left.
        slow: it goes on so slowly that one sees it grow.
        phase: nothing searched yet, at work, stopped half-way, at its end.
        runnable: whether it can begin, or go on.
    """

    choices: tuple[tuple[str, ChoiceList], ...] = ()
    fields: tuple[SpotField, ...] = ()
    adaptive: bool = True
    slow: bool = False
    phase: Phase = "idle"
    runnable: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action of the decision.

    Attributes:
        key: of the action.
        action: its name and colour.
        visits: "1,204".
        part: of the most visits that an action has, 0 to 1.
        value: "+0.84"; an ellipsis before the first visit.
        error: "± 0.12", "exact"; empty where it is not known.
        interval: low end, mean, high end on the scale of all candidates, −1 to 1; None for nothing.
        prior: how often networks play it without a search: "38%"; empty where none are asked.
        share: how often the search plays it: "62%".
        fate: "kept", "after 550".
        out: it was dropped.
        best: no other action is played more often.
        spoken: all of it in words.
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
        rows: one for each.
        scale: what the marks of intervals span: "−0.5 to 1.2 antes".
        note: "2,800 simulations, 95% intervals".
    """

    rows: tuple[Candidate, ...] = ()
    scale: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One betting line of the tree.

    Attributes:
        key: names the line; stays the same while the tree grows.
        parent: place of the node before it; -1 for the decision itself.
        depth: actions from the decision.
        title: "Call 2"; for the decision who is to act.
        note: "466 visits, 42%".
        value: "+0.84"; empty where nothing is known.
        share: of all simulations that came here, 0 to 1: the width of the line.
        own: who searches has acted here, not the other.
        out: a candidate that was dropped, or a line after it.
        action: what led here; None for the decision.
        spoken: all of it in words.
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
    """The tree as far as it is shown; parents stand before their children.

    Attributes:
        nodes: those that were visited.
        whole: all depths are shown, not three alone.
        note: "23 lines, 118 deeper".
        players: names of who searches, and of the other.
    """

    nodes: tuple[TreeNode, ...] = ()
    whole: bool = False
    note: str = ""
    players: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class BeliefScene:
    """What the other may hold.

    Attributes:
        title: "Belief about First player".
        note: "4 combos".
        grid: how likely each hand is, shaded; None while nothing is known.
        caption: where it is from.
    """

    title: str = ""
    note: str = ""
    grid: GridScene | None = None
    caption: str = ""


@dataclass(frozen=True, slots=True)
class SearchScene:
    """The whole room.

    Attributes:
        source: the decision in words.
        form: what is chosen.
        progress: how far the search is.
        candidates: the actions.
        tree: the lines.
        belief: what the other may hold.
        own: "K": the own hand.
        figures: of the search as a whole.
        verdict: what may be concluded, in a sentence.
        empty: what stands in place of all this while nothing was searched.
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
