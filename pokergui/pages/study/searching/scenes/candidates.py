"""The actions of a decision with their figures in a search."""

from __future__ import annotations

from math import isnan

import numpy as np
from numpy.typing import NDArray

from ai.search.methods import final_shares
from ai.search.publictree import SearchSnapshot
from engine.player import ActionKind
from pokergui.formatting.words import UNKNOWN, Unit, chips, ev_unit, percent, signed
from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.searching.scenes.heads import heads_at
from pokergui.pages.study.searching.viewmodel.search import Candidate, Candidates

Z = 1.96
"""Standard errors on both sides of a 95% interval."""
_PAD = 0.06
"""Share of the scale's width that is left free at both ends."""


class Weighed:
    """The candidates of a snapshot as numbers, by their indices.

    Attributes:
        nodes: of the tree.
        actions, heads, keys: the actions, their names and colours, their texts.
        visits, evs, errors: (actions,) float64: EV from here on in chips, NaN if unknown, and
            standard errors likewise.
        shares: (actions,) float64: frequency of each in the final move.
        left: whether each is still tried.
    """

    def __init__(self, snapshot: SearchSnapshot, final: str) -> None:
        tree = snapshot.tree
        self.nodes = tree.children(0)
        spot, after = snapshot.spot, (tree.actions[node] for node in self.nodes)
        self.actions = tuple(action for action in after if action is not None)
        named = heads_at(spot.game, spot.actions, self.actions)
        self.heads = [named[action][0] for action in self.actions]
        self.keys = [named[action][1] for action in self.actions]
        self.visits = tree.visits[self.nodes]
        self.evs = tree.means[self.nodes] + snapshot.paid
        self.errors = tree.errors[self.nodes]
        places = range(len(self.nodes))
        self.left = np.array([place not in snapshot.dropped for place in places])
        counts = np.where(self.left, self.visits, 0.0)
        sums = np.where(self.left, tree.sums[self.nodes], 0.0)
        self.shares: NDArray[np.float64] = final_shares(counts[None], sums[None], final)[0]

    def ranked(self) -> list[int]:
        """Return the indices of tried actions that are left, the best mean first."""
        tried = [at for at in range(len(self.nodes)) if self.left[at] and self.visits[at] > 0]
        return sorted(tried, key=lambda at: -self.evs[at])

    def lead(self) -> tuple[int, int, float, float] | None:
        """Return best and second by value, the lead in chips, and half of its 95% interval.

        None if fewer than two have an interval. Dropped actions are left out.
        """
        ranked = [at for at in self.ranked() if self.visits[at] >= 2]
        if len(ranked) < 2:
            return None
        first, second = ranked[:2]
        half = Z * float(np.hypot(self.errors[first], self.errors[second]))
        return first, second, float(self.evs[first] - self.evs[second]), half


def candidates(snapshot: SearchSnapshot, final: str) -> Candidates:
    """Build the table of candidates.

    Args:
        snapshot: of the search.
        final: one of ``methods.FINALS``: the rule from visits and values to shares.
    """
    weighed, unit = Weighed(snapshot, final), ev_unit(snapshot.spot.game)
    known = ~np.isnan(weighed.errors)
    half = Z * np.nan_to_num(weighed.errors)
    low, high = weighed.evs - half, weighed.evs + half
    bottom = float(low[known].min()) if known.any() else 0.0
    top = float(high[known].max()) if known.any() else 0.0
    rows = tuple(
        _row(snapshot, weighed, at, unit, (bottom, top)) for at in range(len(weighed.nodes))
    )
    scale = ""
    if top > bottom:
        scale = tr("{low} to {high}").format(low=unit.number(bottom), high=unit.number(top))
    note = tr("{caption}, 95% intervals").format(caption=unit.caption)
    return Candidates(rows, scale, note)


def _row(
    snapshot: SearchSnapshot, weighed: Weighed, at: int, unit: Unit, ends: tuple[float, float]
) -> Candidate:
    head, visits = weighed.heads[at], round(weighed.visits[at])
    ev, error = float(weighed.evs[at]), float(weighed.errors[at])
    value = UNKNOWN if isnan(ev) else signed(ev / unit.chips, unit.digits)
    spread = ""
    if weighed.actions[at].kind is ActionKind.FOLD and visits:
        spread = tr("exact")
    elif not isnan(error):
        spread = f"± {unit.number(Z * error)}"
    mark = None
    if not isnan(error) and ends[1] > ends[0]:
        mark = _placed((ev - Z * error, ev, ev + Z * error), ends)
    out = not weighed.left[at]
    fate = tr("kept")
    if out:
        fate = tr("after {count}").format(count=chips(snapshot.dropped[at]))
    share = float(weighed.shares[at])
    count = tr.plural("1 visit", "{count} visits", visits).format(count=chips(visits))
    gone = tr("dropped {when}").format(when=fate) if out else ""
    plays = tr("plays it {percent}").format(percent=percent(share))
    prior = "" if snapshot.prior is None else percent(float(snapshot.prior[at]))
    known = tr("prior {percent}").format(percent=prior) if prior else ""
    words = (head.title, count, f"{value} {spread}".strip(), known, plays, gone)
    spoken = phrases(words)
    return Candidate(
        weighed.keys[at],
        head,
        chips(visits),
        float(weighed.visits[at] / max(1.0, weighed.visits.max())),
        value,
        spread,
        mark,
        prior,
        percent(share),
        fate,
        out,
        bool(share == weighed.shares.max()),
        spoken,
    )


def _placed(
    values: tuple[float, float, float], ends: tuple[float, float]
) -> tuple[float, float, float]:
    """Return values on the scale of all candidates, −1 to 1, with its ends slightly inside."""
    middle, half = (ends[0] + ends[1]) / 2, (ends[1] - ends[0]) / 2
    low, mean, high = ((1.0 - _PAD) * (value - middle) / half for value in values)
    return low, mean, high
