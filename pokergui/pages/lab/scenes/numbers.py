"""The Lab page's numbers as text, and what its tabs share."""

from __future__ import annotations

from ai.cfr.matrix import Number
from pokergui.formatting.numbers import LONGEST, decimal_text, number_text
from pokergui.formatting.words import chips
from pokergui.language import tr_lab as tr
from pokergui.pages.lab.viewmodel import LabNumber, StepsScene, Tone, ValueLine


def plain(value: Number, fractions: bool, label: str = "", digits: int = LONGEST) -> LabNumber:
    """Return a number without a colour of its own; 0 is quiet."""
    tone: Tone = "plain" if value else "quiet"
    return LabNumber(number_text(value, fractions, digits=digits), float(value), tone, label)


def signed(value: Number, fractions: bool, digits: int = LONGEST) -> LabNumber:
    """Return a number with its sign and the sign's colour; 0 is quiet."""
    tone: Tone = "positive" if value > 0 else "negative" if value < 0 else "quiet"
    text = number_text(value, fractions, sign=True, digits=digits)
    return LabNumber(text, float(value), tone)


def value_line(label: str, value: Number, fractions: bool) -> ValueLine:
    """Return a number with a label before it and, for a fraction, its decimal beside it."""
    number = plain(value, fractions)
    return ValueLine(label, number, decimal_text(float(value)) if "/" in number.text else "")


def player_name(seat: int) -> str:
    return tr("Player A") if seat == 0 else tr("Player B")


def steps_scene(iteration: int, last: int) -> StepsScene:
    return StepsScene(
        title=tr("Iteration {number}").format(number=chips(iteration)),
        rest=tr("of {last}").format(last=chips(last)),
        run=tr("Run to {last}").format(last=chips(last)),
        can_back=iteration > 1,
        can_forward=iteration < last,
    )
