"""Kuhn poker's family of equilibria with the sheet: one slider, one field, one value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ai.cfr.evaluation import Beside, WholeGame, family_beside
from ai.cfr.exact_game import exact_game, nash_conv, profile_value
from ai.cfr.kuhn_family import FAMILY, MOST, parse_alpha
from ai.cfr.profiles import kuhn_equilibrium, two_action_profile
from engine.errors import EngineError
from pokergui.formatting.figures import thousandths
from pokergui.formatting.numbers import number_text
from pokergui.formatting.words import signed
from pokergui.language import tr_study as tr
from pokergui.pages.study.whole.viewmodel.sheet import FamilyScene
from pokergui.units import unit_of
from pokergui.viewmodel.fields import FieldScene
from pokergui.viewmodel.strips import Figure

SPAN = 1_000
"""Positions of the slider."""
_STEP = Fraction(1, 100)
_FINE = 12
"""Denominators up to this are written as fractions."""
_SAME = 1e-12


@dataclass(frozen=True)
class Alpha:
    """The member compared with the engine.

    Attributes:
        value: its probability of betting the jack at once, 0 to 1/3.
        typed: the text of the field.
        error: of that text.
    """

    value: Fraction
    typed: str
    error: str = ""

    @staticmethod
    def of(value: Fraction) -> Alpha:
        """Return a member, with its number as people write it."""
        inside = min(MOST, max(Fraction(0), value))
        simple = inside.denominator <= _FINE
        return Alpha(inside, str(inside) if simple else f"{float(inside):.4g}")

    @staticmethod
    def at(position: int) -> Alpha:
        """Return the member at a position of the slider."""
        return Alpha.of(MOST * Fraction(position, SPAN))

    def stepped(self, steps: int) -> Alpha:
        """Return the member some hundredths further."""
        return Alpha.of(self.value + steps * _STEP)

    def typing(self, text: str) -> Alpha:
        """Return the member of a typed number; an invalid one leaves the member unchanged."""
        try:
            return Alpha(parse_alpha(text), text.strip())
        except EngineError:
            return Alpha(self.value, text, tr("A number from 0 to 1/3, such as 1/6 or 0.17"))

    @property
    def engine(self) -> str:
        """The member's name as an engine."""
        return f"{FAMILY}{self.value}"


def member(whole: WholeGame, alpha: Alpha) -> Beside:
    """Return the member's probabilities."""
    return family_beside(whole.infosets, alpha.value)


def family_scene(whole: WholeGame, alpha: Alpha) -> FamilyScene:
    """Return the strip above Kuhn's sheet; value and exploitability are exact fractions."""
    exact = exact_game(whole.game)
    profile = two_action_profile(exact, kuhn_equilibrium(alpha.value))
    value, lost = profile_value(exact, profile), nash_conv(exact, profile) / 2
    beside = member(whole, alpha)
    shown = all(
        abs(p - q) <= _SAME
        for one in whole.infosets
        for p, q in zip(one.probabilities, beside[one.key], strict=True)
    )
    hint = tr("Alpha: how often the first player bets the jack, 0 to 1/3")
    per_hand = tr("{unit}/hand").format(unit=unit_of(whole.game))
    figures = (
        Figure(tr("Value"), f"{number_text(value, True)} = {signed(float(value), 4)}"),
        Figure(tr("Exploitability"), thousandths(1000 * float(lost)), per_hand),
    )
    position = round(alpha.value / MOST * SPAN)
    return FamilyScene(FieldScene(alpha.typed, hint, alpha.error), position, figures, shown)
