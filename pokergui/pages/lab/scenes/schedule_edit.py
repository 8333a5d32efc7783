"""Editing a sampling schedule by hand: its numbers as dials, and bars drawn to a height.

Every edit changes the text that commands take.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ai.cfr.robust_sampling import ALL, Picks
from pokergui.language import tr_lab as tr
from pokergui.pages.lab.viewmodel.schedule import ScheduleDial

_EXPONENTS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


@dataclass(frozen=True)
class Shape:
    """The extent of a game's decisions.

    Attributes:
        depths: most decisions of one player on a line.
        streets: streets with decisions.
        actions: most actions of a decision.
    """

    depths: int
    streets: int
    actions: int


def dial_of(picks: Picks, own: int, street: int) -> int:
    """Return the dial that sets a decision, -1 if all dials set it together."""
    return {"constant": 0, "explicit": own, "street": street}.get(picks.form, -1)


def dials(picks: Picks, shape: Shape) -> tuple[ScheduleDial, ...]:
    """Return the numbers of a schedule as written."""
    edits = []
    for index, value in enumerate(_values(picks, shape)):
        less, more = (_moved(picks, shape, index, step) != value for step in (-1, 1))
        edits.append(ScheduleDial(_caption(picks.form, index), _word(picks, value), less, more))
    return tuple(edits)


def turned(picks: Picks, shape: Shape, dial: int, step: int) -> Picks:
    """Return the schedule with a dial one step up or down."""
    values = _values(picks, shape)
    if not 0 <= dial < len(values):
        return picks
    return _with(picks, values, dial, _moved(picks, shape, dial, step))


def drawn(picks: Picks, shape: Shape, dial: int, count: int, actions: int) -> Picks:
    """Return the schedule that walks ``count`` of the ``actions`` at the decisions of a dial."""
    values = _values(picks, shape)
    if picks.form == "depth" or not 0 <= dial < len(values):
        return picks
    count = max(1, min(count, actions))
    if picks.form == "street":
        # Rounded down, as this many actions require.
        return _with(picks, values, dial, int(100 * count / actions + 1e-9) / 100)
    return _with(picks, values, dial, float(ALL if count == actions else count))


def _values(picks: Picks, shape: Shape) -> tuple[float, ...]:
    """Return the numbers, repeated as far as the game goes."""
    wanted = {"explicit": shape.depths, "street": shape.streets}.get(picks.form, 0)
    numbers = picks.numbers[: wanted or None]
    return numbers + numbers[-1:] * (wanted - len(numbers))


def _moved(picks: Picks, shape: Shape, dial: int, step: int) -> float:
    """Return a number one step up or down, within its limits."""
    value = _values(picks, shape)[dial]
    if picks.form in ("constant", "explicit"):
        count = max(1, min(value, shape.actions) + step)
        return float(ALL if count >= shape.actions else count)
    if picks.form == "depth" and dial == 1:
        beyond = [x for x in _EXPONENTS if (x > value if step > 0 else x < value)]
        return (beyond[0] if step > 0 else beyond[-1]) if beyond else value
    # To the next tenth, from wherever it is.
    tenths = math.floor(10 * value + 1e-9) if step > 0 else math.ceil(10 * value - 1e-9)
    return min(10, max(1, tenths + step)) / 10


def _with(picks: Picks, values: tuple[float, ...], dial: int, value: float) -> Picks:
    changed = [*values[:dial], value, *values[dial + 1 :]]
    if picks.form in ("explicit", "street"):  # the last number holds for all that follow
        while len(changed) > 1 and changed[-1] == changed[-2]:
            changed.pop()
    return replace(picks, numbers=tuple(changed))


def _word(picks: Picks, value: float) -> str:
    if picks.form in ("constant", "explicit"):
        return tr("all") if value == ALL else f"{value:g}"
    return f"{value:g}" if picks.form == "depth" and value > 1 else f"{value:.2g}"


def _caption(form: str, index: int) -> str:
    if form == "street":
        return tr("Round {number}").format(number=index + 1)
    if form == "depth":
        return (tr("First part"), tr("Exponent"))[index]
    if form == "constant":
        return tr("Every decision")
    ordinals = (tr("1st decision"), tr("2nd"), tr("3rd"))
    return ordinals[index] if index < len(ordinals) else tr("{n}th").format(n=index + 1)
