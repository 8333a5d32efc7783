"""Error of an engine's EVs at a decision, by component, as measured."""

from __future__ import annotations

import json
import math
from dataclasses import astuple, dataclass, fields
from functools import cache
from importlib.resources import files

from engine.player import PublicState

OTHERS = "others"
"""Name of the figures for unmeasured engines and games: the largest of all."""


@dataclass(frozen=True)
class Noise:
    """Error components of the EVs at a decision, in one unit; 0 where inapplicable.

    Attributes:
        translation: sizes of the line, or the size bet, are mapped to others.
        bucketing: hands, or possible later sizes, are merged.
        training: the strategy was trained on few deals.
        distance: exploitability of a solution.
        estimate: two standard errors of EVs that are estimates.
    """

    translation: float = 0.0
    bucketing: float = 0.0
    training: float = 0.0
    distance: float = 0.0
    estimate: float = 0.0

    @property
    def total(self) -> float:
        """The root sum of squares of all components, which are independent."""
        return math.hypot(*astuple(self))

    @property
    def parts(self) -> dict[str, float]:
        """The nonzero components by name."""
        named = zip(PARTS, astuple(self), strict=True)
        return {name: part for name, part in named if part > 0.0}

    def times(self, unit: float) -> Noise:
        """Return it in another unit."""
        return Noise(*(part * unit for part in astuple(self)))

    def joined(self, other: Noise) -> Noise:
        """Return the componentwise maximum with another."""
        return Noise(*map(max, astuple(self), astuple(other)))


NO_NOISE = Noise()
PARTS = tuple(field.name for field in fields(Noise))


def measured_noise(engine: str, spot: PublicState, translated: bool) -> Noise:
    """Return the noise that was measured for an engine's EVs at such decisions, in chips.

    95% of the errors of losses were smaller than all parts together (``docs/internals/review.md``).
    ``translated``: whether sizes of its line, or the size bet, are mapped to others.
    """
    figures = _figures()
    games = figures.get(engine, figures[OTHERS])
    row = games.get(spot.game.name, games[OTHERS])[spot.street]
    shares = {name: share for name, share in row.items() if translated or name != "translation"}
    return Noise(**shares).times(spot.pot + spot.legal.call)


@cache
def _figures() -> dict[str, dict[str, list[dict[str, float]]]]:
    """Fractions of the pot after a call: by engine, game, street and component."""
    text = files("ai.reading").joinpath("noise.json").read_text(encoding="utf-8")
    figures: dict[str, dict[str, list[dict[str, float]]]] = json.loads(text)
    return figures
