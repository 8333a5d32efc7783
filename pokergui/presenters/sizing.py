"""Choosing the size of a bet or raise: presets, slider, typed amounts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log

from engine.errors import IllegalActionError
from engine.player import PublicState, raise_to, verify
from pokergui.presenters.words import big_blinds, chips, tr
from pokergui.viewmodel import Preset, Sizing
from pokergui.viewmodel.actions import Tone

SLIDER_STEPS = 1000
_FRACTIONS = ((1, 3), (1, 2), (2, 3), (1, 1))
_LABELS = ("1/3", "1/2", "2/3")
_DEFAULT_PRESET = 2
_SMALL, _MIDDLE = 0.4, 0.9
_ALL_IN = ("all-in", "allin", "a")


def pot_after_call(spot: PublicState) -> int:
    """Chips in the pot once the player to act has called."""
    return spot.pot + spot.legal.call


def preset_amounts(spot: PublicState) -> list[int]:
    """Raise-to amounts of the presets: parts of the pot after calling, and all-in."""
    pot = pot_after_call(spot)
    sizes = [spot.max_bet + (2 * pot * num + den) // (2 * den) for num, den in _FRACTIONS]
    return [*sizes, spot.legal.max_raise]


def pot_share(spot: PublicState, amount: int) -> float:
    """Size of a raise to ``amount`` as a part of the pot after calling."""
    return (amount - spot.max_bet) / pot_after_call(spot)


def tone_of(spot: PublicState, amount: int) -> Tone:
    """Colour class of a raise to ``amount``."""
    if spot.game.has_stacks and amount == spot.legal.max_raise:
        return "allin"
    share = pot_share(spot, amount)
    return "small" if share <= _SMALL else "middle" if share <= _MIDDLE else "large"


def parse_size(spot: PublicState, text: str) -> int:
    """The amount to raise to that a person wrote, legal or not.

    ``600``, ``1,200``: chips; ``75%``: of the pot after calling; ``2.5x``: times the bet faced;
    ``all-in``, ``allin`` or ``a``: everything.

    Raises:
        IllegalActionError: saying what can be written.
    """
    words = re.sub(r"[\s,]", "", text).lower()
    found = re.fullmatch(r"([0-9]{1,11}(?:\.[0-9]{1,6})?)([%x]?)", words, re.ASCII)
    if words in _ALL_IN:
        return spot.legal.max_raise
    if found is None or ("." in found[1] and not found[2]):
        raise IllegalActionError(tr("Write chips, or a size as 75%, 2.5x or all-in."))
    if found[2] == "%":
        return spot.max_bet + _rounded(pot_after_call(spot) * Fraction(found[1]) / 100)
    if found[2] == "x":
        if not spot.max_bet:
            raise IllegalActionError(tr("There is no bet here to multiply; write chips or 75%."))
        return _rounded(spot.max_bet * Fraction(found[1]))
    return int(found[1])


def _rounded(amount: Fraction) -> int:
    """The nearest chip, halves upwards."""
    return floor(amount + Fraction(1, 2))


@dataclass
class Amount:
    """The size chosen at one decision of a game without fixed sizes.

    Attributes:
        spot: the decision.
        text: what stands in the field.
    """

    spot: PublicState
    text: str = ""

    def __post_init__(self) -> None:
        """Begin with the usual size, or the nearest legal one."""
        self._set(preset_amounts(self.spot)[_DEFAULT_PRESET])

    @property
    def value(self) -> int:
        """The amount as a number, 0 where the text is none."""
        try:
            return parse_size(self.spot, self.text)
        except IllegalActionError:
            return 0

    @property
    def error(self) -> str:
        """Why the amount is not legal, in the rulebook's words."""
        if not self.value:
            return tr("Type an amount in chips.")
        try:
            verify(self.spot.legal, self.spot.betting, raise_to(self.value))
        except IllegalActionError as error:
            return str(error)
        return ""

    def _set(self, amount: int) -> None:
        legal = self.spot.legal
        self.text = chips(min(max(amount, legal.min_raise), legal.max_raise))

    def edit(self, text: str) -> None:
        """Take what was typed, legal or not."""
        self.text = text

    def choose_preset(self, index: int) -> None:
        """Take the amount of a preset."""
        amounts = preset_amounts(self.spot)
        if index < len(amounts):
            self._set(amounts[index])

    def choose_position(self, position: int) -> None:
        """Take the amount of a slider position, 0 to 1000 on a logarithmic scale."""
        low, high = self.spot.legal.min_raise, self.spot.legal.max_raise
        self._set(round(low * (high / low) ** (position / SLIDER_STEPS)))

    def step(self, count: int) -> None:
        """Move by big blinds."""
        self._set(self.value + count * self.spot.game.big_blind)

    def _position(self, amount: int) -> int:
        low, high = self.spot.legal.min_raise, self.spot.legal.max_raise
        if high <= low:
            return SLIDER_STEPS
        inside = min(max(amount, low), high)
        return round(SLIDER_STEPS * log(inside / low) / log(high / low))

    def scene(self) -> Sizing:
        """Presets, slider and field as they stand."""
        legal, amounts = self.spot.legal, preset_amounts(self.spot)
        labels = (*_LABELS, tr("Pot"), tr("All-in"))
        presets = tuple(
            Preset(
                label,
                chips(amount),
                str(index + 1),
                selected=amount == self.value,
                enabled=legal.min_raise <= amount <= legal.max_raise,
            )
            for index, (label, amount) in enumerate(zip(labels, amounts, strict=True))
        )
        legal_amounts = [a for a in amounts if legal.min_raise <= a <= legal.max_raise]
        return Sizing(
            presets=presets,
            amount=self.text,
            amount_note=big_blinds(self.spot.game, self.value) if self.value else "",
            least=tr("min {amount}").format(amount=chips(legal.min_raise)),
            most=chips(legal.max_raise),
            position=self._position(self.value),
            ticks=tuple(self._position(amount) for amount in legal_amounts),
            error=self.error,
            tone=tone_of(self.spot, self.value) if self.value else "middle",
        )
