"""What ``match --aivat`` says: the result by several methods."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ai.entry import AIVAT, DUPLICATE
from ai.evaluation.corrected import Aivat
from ai.evaluation.verdicts import ALL_IN, RAW, Reading, Verdicts
from engine.agent import Agent
from engine.errors import CancelledError
from engine.game import Game
from engine.jobs import JobControl
from engine.match import MatchChunk
from pokergui.commands.common import picked, table

KNOWN = {"A": (0,), "B": (1,), "both": (0, 1)}
"""Which players AIVAT knows, as it is asked for: the first engine is A."""
AT_ONCE = 256
"""Hands between two looks at the result."""
_TITLES = {
    RAW: "chips won",
    DUPLICATE: "same cards, seats swapped",
    ALL_IN: "board after an all-in averaged",
    AIVAT: "luck taken out",
}


class Luck:
    """A match by several methods.

    Args:
        known: as ``KNOWN`` names it.
        game: the game.
        agents: that play.
        duplicate: whether each deal is played from every position.
        control: is minded.

    Raises:
        PokerError: if AIVAT does not fit game or engines.
    """

    def __init__(
        self, known: str, game: Game, agents: Sequence[Agent], duplicate: bool, control: JobControl
    ) -> None:
        self._known, self._control = known, control
        self._aivat = Aivat(game, agents, KNOWN[known], control)
        self.verdicts = Verdicts(game, duplicate, self._aivat)

    def add(self, chunk: MatchChunk) -> None:
        """Count the next hands; when stopped meanwhile, those before them count."""
        try:
            self.verdicts.add(chunk, self._control)
        except CancelledError:
            self._control.cancel()

    @property
    def record(self) -> dict[str, Any]:
        """All of it."""
        readings = self.verdicts.readings
        value = picked(self._aivat.value, "name", "parameters", "hash")
        methods = [_record(one, readings[0]) for one in readings]
        corrected = _record(self.verdicts.reading(AIVAT), readings[0])
        return {
            "known": self._known,
            **{key: corrected[key] for key in ("mean_mbb", "ci95_mbb", "sd_mbb")},
            "raw_sd_mbb": methods[0]["sd_mbb"],
            "value_hash": self._aivat.value.hash,
            "value": value,
            "methods": methods,
        }

    @property
    def lines(self) -> list[str]:
        """It in words."""
        readings, value = self.verdicts.readings, self._aivat.value
        rows = [
            (
                one.method,
                _TITLES[one.method],
                f"{one.interval.mean:+,.1f} +- {one.interval.half_width:,.1f}",
                f"{one.sd:,.0f}",
                "" if one is readings[0] else f"{one.cut(readings[0]):.1%}",
            )
            for one in readings
        ]
        hands = f"{readings[0].hands:,} hands, {self._known} known, value {value.name} {value.hash}"
        return [*table(rows, ("method", "", "mbb/hand", "SD", "SD cut")), hands]


def _record(one: Reading, raw: Reading) -> dict[str, Any]:
    return {
        **picked(one, "method", "hands", "units"),
        "mean_mbb": one.interval.mean,
        "ci95_mbb": _finite(one.interval.half_width),
        "sd_mbb": _finite(one.sd),
        "sd_cut": one.cut(raw),
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
