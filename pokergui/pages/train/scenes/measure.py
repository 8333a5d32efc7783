"""The measures that curves of runs show: exploitability of small games, a bound for large ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ai.training.run import CurvePoint
from engine.game import Game
from pokergui.formatting.numbers import (
    duration_text,
    exploitability,
    short_count,
    thousandths,
    took,
)
from pokergui.formatting.words import MINUS, chips
from pokergui.language import tr_train as tr
from pokergui.pages.train.scenes.options import PRECISION
from pokergui.units import unit_of, whole_unit_of

TARGET = 1e-3
"""Exploitability, in antes or big blinds per hand, below which a game counts as solved."""
COARSE_TARGET = 0.1
"""Exploitability, in antes per hand, that a network should reach."""
_FOLDED = 750.0
"""Loss of always folding with blinds of 1/2 and 1, in mbb per hand."""
_TIMES = (10, 60, 300, 1_800, 7_200, 28_800, 86_400)
_SAME_TIME = 0.05


class EffortColumns:
    """The columns of the table, counting iterations by decades."""

    def effort(self, point: CurvePoint) -> float:
        return float(point.iteration)

    def milestones(self, most: float) -> list[float]:
        columns, ten = [], 10.0
        while ten <= most * (1 + 1e-9):
            columns.append(ten)
            ten *= 10
        return columns

    def head(self, effort: float) -> str:
        return chips(round(effort))

    def last_head(self, aim: str) -> str:
        return tr("Nodes to {aim}").format(aim=aim)

    def took(self, point: CurvePoint) -> str:
        return short_count(point.nodes)


class TimeColumns(EffortColumns):
    """Columns that count seconds."""

    def effort(self, point: CurvePoint) -> float:
        return max(_SAME_TIME, point.seconds)

    def milestones(self, most: float) -> list[float]:
        return [float(time) for time in _TIMES if time <= most]

    def head(self, effort: float) -> str:
        return duration_text(effort) if effort in _TIMES else took(effort)

    def last_head(self, aim: str) -> str:
        return tr("Time to {aim}").format(aim=aim)

    def took(self, point: CurvePoint) -> str:
        return took(point.seconds)


COUNTS, TIMES = EffortColumns(), TimeColumns()


class Labels(NamedTuple):
    """The labels of a measure.

    Attributes:
        told: what a curve shows, as a part of a sentence.
        axis: unit of the chart's axis, with {unit} or {whole}.
    """

    title: str
    caption: str
    told: str
    axis: str
    table: str


class RunMeasure:
    """Exploitability of the average strategy, computed exactly.

    Attributes:
        family: curves of one family share a chart.

    Args:
        target: the chart's target line, in antes or big blinds a hand.
    """

    family = "exploitability"
    linear = False

    def __init__(self, target: float = TARGET, columns: EffortColumns = COUNTS) -> None:
        self._target = target
        self.columns = columns

    def labels(self) -> Labels:
        return Labels(
            tr("Exploitability of the average strategy"),
            tr("Exploitability"),
            tr("how much a perfect opponent still wins from it"),
            "{whole}",
            tr("Exploitability, {unit}/hand, after"),
        )

    def unit(self, game: Game) -> str:
        return self.labels().axis.format(unit=unit_of(game), whole=whole_unit_of(game))

    def level(self, game: Game, point: CurvePoint) -> float:
        return max(PRECISION, point.exploitability / game.big_blind)

    def spread(self, game: Game, point: CurvePoint) -> float | None:
        """Return half a measurement's 95% interval in the axis' unit; None if figures are exact."""
        return None

    def words(self, game: Game, point: CurvePoint) -> str:
        return exploitability(game, point.exploitability)

    def figure(self, game: Game, point: CurvePoint) -> tuple[str, str]:
        """Write a short measurement: with its unit, and the note below it."""
        return self.words(game, point), tr("per hand")

    def target(self, game: Game) -> tuple[float, str]:
        """Return the chart's target line in the axis' unit, and its label."""
        words = {
            TARGET: tr("{aim}/hand: practically solved"),
            COARSE_TARGET: tr("{aim}/hand: a tenth of the ante"),
        }[self._target]
        return self._target, words.format(aim=self._aim(game))

    def _aim(self, game: Game) -> str:
        return f"{1000 * self._target:g} {unit_of(game)}"

    def cell(self, game: Game, value: float) -> str:
        """Write a figure of the table, given in chips a hand."""
        return thousandths(1000 * value / game.big_blind)

    def last_head(self, game: Game, columns: EffortColumns) -> str:
        return columns.last_head(self._aim(game))

    def last(self, game: Game, curve: Sequence[CurvePoint], columns: EffortColumns) -> str:
        """Return the table's last column: the effort up to the target."""
        aim = self._target * game.big_blind
        point = next((p for p in curve if p.exploitability <= aim), None)
        return columns.took(point) if point is not None else tr("not reached")


class OfMany(RunMeasure):
    """Exploitability in games of more than two: NashConv divided by the number of players."""

    def labels(self) -> Labels:
        told = tr(
            "how much more each player could win alone, on average, which need not go to 0"
            " with more than two"
        )
        title = tr("Exploitability of the average strategies: NashConv ÷ players")
        return super().labels()._replace(title=title, told=told)

    def target(self, game: Game) -> tuple[float, str]:
        value, words = super().target(game)
        if value == TARGET:
            words = tr("{aim}/hand: near an equilibrium").format(aim=self._aim(game))
        return value, words


class LocalBestResponse(RunMeasure):
    """The winnings of a local best response against the average strategy, with an interval."""

    family = "lbr"
    linear = True

    def __init__(self) -> None:
        super().__init__(columns=TIMES)

    def labels(self) -> Labels:
        return Labels(
            tr("LBR: what a local best response wins"),
            tr("LBR"),
            tr("how much a local best response (LBR) wins from it"),
            tr("LBR, {unit} per hand"),
            tr("LBR, {unit}/hand, after"),
        )

    def level(self, game: Game, point: CurvePoint) -> float:
        return 1000 * point.exploitability / game.big_blind

    def spread(self, game: Game, point: CurvePoint) -> float | None:
        return 1000 * point.ci95 / game.big_blind

    def words(self, game: Game, point: CurvePoint) -> str:
        value, spread = self.cell(game, point.exploitability), self.cell(game, point.ci95)
        return tr("{value} ± {spread} {unit}").format(
            value=value, spread=spread, unit=unit_of(game)
        )

    def figure(self, game: Game, point: CurvePoint) -> tuple[str, str]:
        value = f"{self.cell(game, point.exploitability)} {unit_of(game)}"
        return value, tr("± {spread} per hand").format(spread=self.cell(game, point.ci95))

    def target(self, game: Game) -> tuple[float, str]:
        words = tr("{aim}/hand: lost by always folding")
        return _FOLDED, words.format(aim=f"{_FOLDED:,.0f} {unit_of(game)}")

    def cell(self, game: Game, value: float) -> str:
        return f"{1000 * value / game.big_blind:,.0f}".replace("-", MINUS)

    def last_head(self, game: Game, columns: EffortColumns) -> str:
        return tr("95% interval")

    def last(self, game: Game, curve: Sequence[CurvePoint], columns: EffortColumns) -> str:
        return f"± {self.cell(game, curve[-1].ci95)}"


class WonFromRandom(LocalBestResponse):
    """The winnings of the average strategy against players that act at random, with an interval."""

    family = "random"

    def labels(self) -> Labels:
        return Labels(
            tr("Winnings against random play"),
            tr("Won from random"),
            tr("its winnings against random play"),
            tr("won from random, {unit} per hand"),
            tr("Won from random, {unit}/hand, after"),
        )

    def target(self, game: Game) -> tuple[float, str]:
        return 0.0, tr("0: no better than random")


EXPLOITABILITY, LBR = RunMeasure(), LocalBestResponse()
RANDOM = WonFromRandom()
COARSE = RunMeasure(COARSE_TARGET, TIMES)
"""Exploitability of methods that only approximate an equilibrium."""
OF_MANY, COARSE_OF_MANY = OfMany(), OfMany(COARSE_TARGET, TIMES)
"""The same two with more than two players."""
