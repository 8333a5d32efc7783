"""The kinds of hands in a range, and the strategy of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.handclass import HandClasses
from pokergui.formatting.words import combos_text, percent
from pokergui.pages.study.reading.viewmodel.filter import HandBar
from pokergui.ranges.hand_filter import DRAW_KEYS, MADE_KEYS, combos_of, draw_title, made_title

Numbers = NDArray[np.float64]

_NOTHING = 5e-7


@dataclass(frozen=True)
class Held:
    """A range as the bars need it.

    Attributes:
        classes: of its combos.
        weights: (1326,) of the part of the range shown.
        whole: (1326,) of the range: each class in it keeps its bar, to be chosen.
        shares: (1326, actions) of the strategy; None if the side does not act.
        other: (1326,) weights of the other side's range; None if unknown.
        chosen: keys of the classes that the grid is filtered to.
    """

    classes: HandClasses
    weights: Numbers
    whole: Numbers
    shares: Numbers | None
    other: Numbers | None
    chosen: frozenset[str]


def made_bars(held: Held) -> tuple[HandBar, ...]:
    """Return the classes of made hands in either range, best first."""
    return _bars(held, {key: made_title(made) for key, made in MADE_KEYS.items()})


def draw_bars(held: Held) -> tuple[HandBar, ...]:
    """Return the draws in either range."""
    return _bars(held, {key: draw_title(draw) for key, draw in DRAW_KEYS.items()})


def _bars(held: Held, titles: dict[str, str]) -> tuple[HandBar, ...]:
    bars = (_bar(held, key, title) for key, title in titles.items())
    return tuple(bar for bar in bars if bar is not None)


def _bar(held: Held, key: str, title: str) -> HandBar | None:
    members = combos_of(key, held.classes)
    weights = held.weights * members
    count = float(weights.sum())
    share = count / max(float(held.weights.sum()), _NOTHING)
    other = None
    if held.other is not None:
        other = float(held.other @ members) / max(float(held.other.sum()), _NOTHING)
    there = float(held.whole @ members) / max(float(held.whole.sum()), _NOTHING)
    if max(there, other or 0.0) < _NOTHING and key not in held.chosen:
        return None
    acts: tuple[float, ...] = ()
    if held.shares is not None and count > 0:
        done = weights @ held.shares
        acts = tuple((done / max(float(done.sum()), _NOTHING)).tolist())
    return HandBar(
        key,
        title,
        share,
        percent(share),
        acts,
        other,
        percent(other) if other is not None else "",
        combos_text(count),
        key in held.chosen,
    )
