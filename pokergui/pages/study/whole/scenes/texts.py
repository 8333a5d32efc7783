"""The figures of an information set as text: rows of the list, and the card of one."""

from __future__ import annotations

from ai.cfr.evaluation import Beside
from engine.game import Game
from pokergui.formatting.words import MINUS, ev_unit, percent, signed
from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated, labelled, phrases, sentences
from pokergui.pages.study.whole.viewmodel.sheet import SetCard, SetRow
from pokergui.ranges.sheet import SheetSet
from pokergui.units import unit_of
from pokergui.viewmodel.strips import Figure

RARE = 0.2
"""Own reach below which a bar is faded."""
_UNKNOWN = "–"
_ROUNDING = 1e-6
"""Thousandths at or below this are rounding error."""


def mills(game: Game, value: float) -> float:
    """Return chips in thousandths of the ante or big blind."""
    return 1000.0 * value / game.big_blind


def mills_text(value: float, *, sign: bool = False) -> str:
    """Return thousandths with three significant digits, at most two decimals: "−21.4"."""
    if abs(value) < _ROUNDING:
        return "0"
    digits = 2 if abs(value) < 9.995 else 1 if abs(value) < 99.95 else 0
    return signed(value, digits) if sign else f"{value:z,.{digits}f}".replace("-", MINUS)


def cell_text(value: float, *, sign: bool = False) -> str:
    """Return thousandths as short as a cell needs them: "−21", "+4.5"."""
    text = signed(value, 1 if abs(value) < 9.95 else 0)
    if text == "0.0":
        return "0"
    return text if sign else text.removeprefix("+")


def set_row(game: Game, one: SheetSet, part: str, beside: Beside) -> SetRow:
    """Return an information set as a row of the list."""
    here, other = one.figures, one.difference(beside)
    texts = (
        percent(other, sign=False) if other is not None else _UNKNOWN,
        mills_text(mills(game, here.value), sign=True),
        mills_text(mills(game, max(here.regrets))),
        mills_text(mills(game, here.cost)),
    )
    heads = (tr("differs by {figure}%"), tr("value {figure}"), tr("regret {figure}"))
    said = [head.format(figure=text) for head, text in zip(heads, texts[:3], strict=True)]
    parts = [
        f"{head.title} {percent(share)}"
        for head, share in zip(one.heads, here.probabilities, strict=True)
    ]
    unit = unit_of(game)
    cost = tr("costs {figure} {unit} a hand").format(figure=texts[3], unit=unit)
    words = [one.title, one.line, one.player, *parts, cost, *said]
    return SetRow(
        key=one.key,
        part=part,
        cards=one.title,
        line=one.line,
        actions=one.heads,
        shares=here.probabilities,
        ticks=one.ticks(beside),
        faded=here.reach < RARE,
        figures=texts,
        spoken=phrases(words),
    )


def set_card(game: Game, one: SheetSet, beside: Beside, name: str = "") -> SetCard:
    """Return all figures of an information set; ``name`` is the one compared, if no equilibrium."""
    here, unit = one.figures, unit_of(game)
    rows = [(tr("Plays"), tuple(f"{p:.3f}" for p in here.probabilities))]
    other = beside.get(here.key)
    if other is not None:
        rows.append((name or tr("Equilibrium"), tuple(f"{p:.3f}" for p in other)))
        pairs = zip(here.probabilities, other, strict=True)
        rows.append((tr("Difference"), tuple(signed(p - q, 3) for p, q in pairs)))
    evs = here.evs or (None,) * len(here.actions)
    ev = ev_unit(game)
    rows.append((ev.caption, tuple(_chips(game, value) for value in evs)))
    for caption, numbers in (
        (tr("CF value, {unit}"), here.values),
        (tr("CF regret, {unit}"), here.regrets),
    ):
        texts = tuple(mills_text(mills(game, number), sign=True) for number in numbers)
        rows.append((caption.format(unit=unit), texts))
    value = mills_text(mills(game, here.value), sign=True)
    figures = (
        Figure(tr("Own reach"), f"{here.reach:.4f}"),
        Figure(tr("Reach of chance and others"), f"{here.cf_reach:.4f}"),
        Figure(ev.caption, _chips(game, here.ev)),
        Figure(tr("Counterfactual value"), value, unit),
        Figure(tr("Cost a hand"), mills_text(mills(game, here.cost)), unit),
    )
    told = [labelled(caption, enumerated(texts)) for caption, texts in rows]
    told += [figure.spoken for figure in figures]
    heads = enumerated(head.title for head in one.heads)
    spoken = [one.title, one.note, one.line, one.player, heads, *told]
    return SetCard(
        title=one.title,
        note=one.note,
        line=one.line,
        player=one.player,
        actions=one.heads,
        shares=here.probabilities,
        ticks=one.ticks(beside),
        rows=tuple(rows),
        figures=figures,
        spoken=sentences(spoken),
    )


def _chips(game: Game, value: float | None) -> str:
    unit = ev_unit(game)
    return _UNKNOWN if value is None else signed(value / unit.chips, unit.digits + 1)
