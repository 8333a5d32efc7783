"""Units of values, shared by the window and the commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.game import Game
from pokergui.language import tr

CHIPS = "chips"
"""Unit if the big blind is not known."""


class Unit(NamedTuple):
    """A unit of values.

    Attributes:
        chips: its size in chips.
        name: "bb", "antes", "mbb"..., in English; ``unit_text`` words it.
        digits: number of digits shown after the point.
    """

    chips: float
    name: str
    digits: int


def value_unit(game: Game) -> Unit:
    """Return the unit of EV: big blinds or antes; chips if a game begins later, blinds unknown."""
    chips = game.value_chips
    if not game.begins_later:
        return Unit(chips, "antes" if game.ante else "bb", 2)
    if game.shown_blind:
        return Unit(chips, "bb", 2)
    return Unit(chips, CHIPS, 1 if game.shown_chip == 1 else 2)


def cost_unit(game: Game) -> Unit:
    """Return the unit of a mistake's cost a hand: thousandths of the unit of EV, or chips."""
    unit = value_unit(game)
    if unit.name == CHIPS:
        return Unit(unit.chips, unit.name, 2)
    return Unit(unit.chips / 1000, {"bb": "mbb", "antes": "mA/hand"}[unit.name], 2)


def unit_text(name: str) -> str:
    return {
        CHIPS: tr("chips"),
        "bb": tr("bb"),
        "antes": tr("antes"),
        "mbb": tr("mbb"),
        "mA/hand": tr("mA/hand"),
    }[name]


def has_antes(game: Game) -> bool:
    """Return whether values are in antes; the chips in the middle of a spot are not antes."""
    return value_unit(game).name == "antes"


def amount_unit(game: Game) -> str:
    return unit_text(value_unit(game).name)


def unit_of(game: Game) -> str:
    return tr("mA") if has_antes(game) else tr("mbb")


def whole_unit_of(game: Game) -> str:
    return tr("antes per hand") if has_antes(game) else tr("big blinds per hand")


def per_hand(game: Game) -> str:
    """Return the unit of results of many hands: thousandths of the ante, or of the big blind."""
    return tr("mA/hand") if has_antes(game) else tr("mbb/hand")


def per_decision(game: Game) -> str:
    return tr("mA per decision") if has_antes(game) else tr("mbb per decision")


def of_session(game: Game) -> tuple[str, float]:
    """Return the unit of the user's results, and how many of it are one ante or big blind per 100.

    Players count big blinds per 100 hands; games with antes have mA per hand.
    """
    return (tr("mA/hand"), 10.0) if has_antes(game) else (tr("bb/100"), 1.0)


@dataclass(frozen=True)
class LossUnit:
    """The unit of reviewed losses.

    Attributes:
        name: "bb", "% of prizes".
        word: it follows a number: "bb", "of prizes".
        small, per_decision: of error rates: "mbb", "mbb per decision".
        digits, total_digits, rate_digits: after the point, of single losses, sums and rates.
        sign: it ends a number: "%".
        of_rate: factor between thousandths of the unit and the unit of error rates.
    """

    name: str
    word: str
    small: str
    per_decision: str
    digits: int = 2
    total_digits: int = 1
    rate_digits: int = 0
    sign: str = ""
    of_rate: float = 1.0

    def loss(self, lost: float) -> str:
        return f"{lost:,.{self.digits}f}{self.sign}"

    def total(self, lost: float) -> str:
        return f"{lost:,.{self.total_digits}f}{self.sign}"

    def rate(self, thousandths: float) -> str:
        return f"{self.of_rate * thousandths:,.{self.rate_digits}f}{self.sign}"


def loss_unit(game: Game, in_prizes: bool = False) -> LossUnit:
    """Return the unit of reviewed losses: of a game, or of sit-and-gos judged in prizes."""
    if not in_prizes:
        unit = amount_unit(game)
        return LossUnit(unit, unit, unit_of(game), per_decision(game))
    words = tr("% of prizes"), tr("of prizes"), tr("of prizes"), tr("of prizes per decision")
    return LossUnit(*words, 3, 3, 3, "%", 0.001)
