"""Heatmap cells: one value each, its place on the colour scale, and its text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import floor, log10

import numpy as np

from pokergui.formatting.words import MINUS, UNKNOWN, ev_unit, percent
from pokergui.language import tr
from pokergui.ranges.grid_cells import Numbers, RangeCells
from pokergui.ranges.grid_view import GridView
from pokergui.viewmodel.grid import GridAction, GridScale

_THOUSANDS = 10_000


@dataclass(frozen=True)
class Tints:
    """Cells shown by one number.

    Attributes:
        scale: the meaning of the colours; None if cells are not coloured by the number.
        places: of each cell on the scale, None if unknown.
        figures: of each cell; empty if unknown.
        caption: the name of the number.
    """

    scale: GridScale | None
    places: list[float | None]
    figures: list[str]
    caption: str

    @staticmethod
    def none(count: int) -> Tints:
        """Return cells that show no number."""
        return Tints(None, [None] * count, [""] * count, "")


def tints(cells: RangeCells, view: GridView, beside: RangeCells | None = None) -> Tints:
    """Return the numbers of a view that can be shown.

    Args:
        cells: of the range.
        view: the view.
        beside: cells of a range shown beside it: the scale covers both.
    """
    if beside is not None:
        other = view.at(beside)
        actions = (other.action, other.other) == (view.action, view.other)
        if other.kind != view.kind or (view.kind == "difference" and not actions):
            beside = None
    if view.kind == "strategy":
        return Tints.none(cells.count)
    if view.kind == "ev":
        return _ev(cells, beside)
    if view.kind == "strategy-ev":
        return replace(_ev(cells, None), scale=None, places=[None] * cells.count)
    _, reach, shares = cells.averages
    keys = [item.head.key for item in cells.menu]
    if view.kind == "weight":
        return _parts(np.where(reach > 0.0, reach, np.nan), tr("Weight, %"))
    if view.kind == "equity":
        return _parts(_mean(cells, cells.equity), tr("Equity, %"), lambda x: f"{100 * x:.1f}")
    if view.kind == "eqr":
        return _realised(cells)
    shown = np.where((reach > 0.0)[:, None], shares, np.nan)
    at = keys.index(view.action)
    head = cells.menu[at].head
    if view.kind == "action":
        return _parts(shown[:, at], tr("{action}, %").format(action=head.title), head=head)
    return _difference(cells, shown, at, keys.index(view.other), beside)


def short(value: float, digits: int, sign: bool = False) -> str:
    """Return a number for a cell: three significant digits, at most ``digits`` after the point."""
    if abs(value) >= _THOUSANDS:
        text = f"{value / 1000:{'+' if sign else ''}.1f}k"
    else:
        whole = floor(log10(abs(value))) if abs(value) >= 1 else 0
        text = f"{value:{'+' if sign else ''},.{max(0, min(digits, 2 - whole))}f}"
        if not text.strip("+-0."):
            text = text.lstrip("+-")
    return text.replace("-", MINUS)


def _mean(cells: RangeCells, numbers: Numbers | None) -> Numbers:
    """Return means (cells,) of the known numbers of combos, NaN while none is known."""
    return np.full(cells.count, np.nan) if numbers is None else cells.mean_known(numbers)


def _ev(cells: RangeCells, beside: RangeCells | None) -> Tints:
    unit = ev_unit(cells.game)
    numbers = _mean(cells, cells.ev) / unit.chips
    others = _mean(beside, beside.ev) / unit.chips if beside is not None else numbers
    known = np.concatenate((numbers, others))
    known = known[np.isfinite(known)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)

    def words(value: float) -> str:
        return short(value, unit.digits)

    ends = (words(low), words(high)) if known.size else (UNKNOWN, UNKNOWN)
    scale = GridScale("amount", unit.caption, *ends)
    return _tints(numbers, (numbers - low) / (high - low or 1.0), words, scale)


def _parts(
    numbers: Numbers,
    caption: str,
    words: Callable[[float], str] | None = None,
    head: GridAction | None = None,
) -> Tints:
    """Return fractions of one, on a scale from 0 to 100%; those of an action in its colour."""
    tone, rank = (head.tone, head.rank) if head is not None else (None, None)
    scale = GridScale("amount", caption, "0%", "100%", tone=tone, rank=rank)
    return _tints(numbers, numbers, words or (lambda x: percent(x, sign=False)), scale)


def _realised(cells: RangeCells) -> Tints:
    """Return equity realisation: EV / (equity × pot) in percent, with colours capped at 200%."""
    numbers = np.full(cells.count, np.nan)
    if cells.ev is not None and cells.equity is not None:
        known = np.isfinite(cells.ev) & np.isfinite(cells.equity)
        ev = cells.mean_known(np.where(known, cells.ev, np.nan))
        worth = cells.pot * cells.mean_known(np.where(known, cells.equity, np.nan))
        np.divide(ev, worth, out=numbers, where=worth > 0.0)
    caption = tr("EV / (equity × pot), %")
    scale = GridScale("change", caption, "0%", "≥200%", "100%")
    places = np.clip(numbers - 1.0, -1.0, 1.0)
    return _tints(numbers, places, lambda x: short(100 * x, 0), scale)


def _difference(
    cells: RangeCells, shares: Numbers, at: int, less: int, beside: RangeCells | None
) -> Tints:
    """Return the EV difference of two actions or, if EV is unknown, their frequency difference."""
    one, other = cells.menu[at].head.title, cells.menu[less].head.title
    names = {"one": one, "other": other}
    if cells.values is None:
        numbers, most = shares[:, at] - shares[:, less], 1.0
        caption = tr("{one} less {other}, %").format(**names)
        return _change(numbers, most, lambda x: short(100 * x, 0, sign=True), caption, "%")
    unit = ev_unit(cells.game)
    numbers = cells.mean_known(cells.values[:, at] - cells.values[:, less]) / unit.chips
    most = float(np.nanmax(np.abs(numbers), initial=0.0))
    if beside is not None and beside.values is not None:
        others = beside.mean_known(beside.values[:, at] - beside.values[:, less]) / unit.chips
        most = float(np.nanmax(np.abs(others), initial=most))
    most = most or 1.0
    caption = tr("{one} less {other}, {ev}").format(ev=unit.caption, **names)
    return _change(numbers, most, lambda x: short(x, unit.digits, sign=True), caption)


def _change(
    numbers: Numbers, most: float, words: Callable[[float], str], caption: str, sign: str = ""
) -> Tints:
    scale = GridScale("change", caption, words(-most) + sign, words(most) + sign, "0")
    return _tints(numbers, numbers / most, words, scale)


def _tints(
    numbers: Numbers, places: Numbers, words: Callable[[float], str], scale: GridScale
) -> Tints:
    known = [value == value for value in numbers.tolist()]
    return Tints(
        scale,
        [at if there else None for at, there in zip(places.tolist(), known, strict=True)],
        [words(x) if there else "" for x, there in zip(numbers.tolist(), known, strict=True)],
        scale.caption,
    )
