"""The view while ranges are read: the painted range, the judge's range, and the score."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ai.reading.reach import Weights
from engine.game import Game
from pokergui.drills.reading import RangeSpot, by_class
from pokergui.formatting.line import line_scene
from pokergui.formatting.words import percent
from pokergui.language import tr_play as tr
from pokergui.language.joins import clauses, enumerated
from pokergui.pages.play.drill.scenes.formatting import names_at
from pokergui.pages.play.drill.viewmodel import Mark, ReadingScene, SeriesScene, VerdictScene
from pokergui.pages.play.drill.work import Plan
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange, GridView
from pokergui.ranges.worth import range_size
from pokergui.viewmodel.grid import GridScene, Heights
from pokergui.viewmodel.settings import AmountUnit

_NAMED = 4
"""Maximum number of classes reported as underweighted, and as overweighted."""
_LEAST = 0.005
"""Smallest difference of a class's probability that is reported."""


@dataclass(frozen=True)
class ReadingState:
    """The state of reading ranges.

    Attributes:
        weights: (num_combos,) painted at the current spot, 0 to 1.
    """

    plan: Plan
    asked: tuple[RangeSpot, ...] = ()
    weights: Weights | None = None
    busy: bool = False
    over: bool = False
    problem: str = ""
    unit: AmountUnit = "chips"
    judge: str = ""

    @property
    def now(self) -> RangeSpot | None:
        return self.asked[-1] if self.asked and not self.over else None

    @property
    def told(self) -> bool:
        return self.now is not None and self.now.named is not None


def reading_scene(state: ReadingState) -> ReadingScene:
    now = state.now
    if now is None or state.weights is None:
        waits = tr("Looking for a spot…") if state.busy else state.problem
        words = _over_text(state) if state.over else waits
        ended = state.over or (bool(state.problem) and not state.busy)
        return ReadingScene(series=_series(state), problem=words, can_next=ended, over=ended)
    spot, game = now.dealt.spot, state.plan.game
    scene = ReadingScene(
        line_scene(spot, names_at(spot), spot.to_act, state.unit),
        _grid(now, state.weights, "reach"),
        range_size([spot], [state.weights * now.possible]),
        series=_series(state),
        can_commit=not state.told and bool((state.weights * now.possible).any()),
    )
    if not state.told:
        return scene
    return replace(
        scene,
        judged=_grid(now, now.judged / now.judged.max(), "normalised"),
        judge=tr("{judge}: fuller cells are likelier hands").format(judge=state.judge),
        verdict=_verdict(now, state.judge, game),
        can_next=not state.busy,
    )


def reading_title(state: ReadingState) -> tuple[str, str]:
    words = tr("Spot {number} of {count}")
    number = words.format(number=len(state.asked), count=state.plan.count)
    return number, tr("What does your opponent hold?")


def _grid(one: RangeSpot, weights: Weights, heights: Heights) -> GridScene:
    """Build a range's grid on the table's board; with one hole card, no columns for boards."""
    dealt = one.dealt
    board, hole = dealt.spot.board, dealt.hole
    shown, dead = (board, hole) if dealt.spot.game.num_hole == 2 else ((), (*board, *hole))
    grid = RangeMatrix(dealt.spot, [BoardRange(shown, weights, None, dead)])
    return grid.scene(view=GridView(heights=heights))


def _verdict(one: RangeSpot, judge: str, game: Game) -> VerdictScene:
    assert one.named is not None
    title = tr("{score} overlap · uniform range {every}").format(
        score=percent(one.score), every=percent(one.every)
    )
    yours, judged = by_class(game, one.named), by_class(game, one.judged)
    short = sorted(yours, key=lambda name: yours[name] - judged[name])
    more = [name for name in short[:_NAMED] if judged[name] - yours[name] >= _LEAST]
    less = [name for name in short[: -_NAMED - 1 : -1] if yours[name] - judged[name] >= _LEAST]
    parts = []
    if more:
        words = tr("{judge} has more of {hands}")
        parts.append(words.format(judge=judge, hands=enumerated(more)))
    if less:
        parts.append(tr("you have more of {hands}").format(hands=enumerated(less)))
    return VerdictScene("", title, clauses(parts))


def _series(state: ReadingState) -> SeriesScene:
    done = [one for one in state.asked if one.named is not None]
    count = state.plan.count
    marks: list[Mark] = ["answered" if one.named is not None else "" for one in state.asked]
    marks += [""] * (count - len(marks))
    now = len(state.asked) - 1 if state.now is not None else -1
    head = tr("{done} of {count} spots").format(done=len(done), count=count)
    return SeriesScene(head, tuple(marks), now, (), _means(done) if done else "")


def _means(done: list[RangeSpot]) -> str:
    return tr("overlap {score}, uniform range {every}").format(
        score=percent(float(np.mean([one.score for one in done]))),
        every=percent(float(np.mean([one.every for one in done]))),
    )


def _over_text(state: ReadingState) -> str:
    done = [one for one in state.asked if one.named is not None]
    head = tr("{done} of {count} spots").format(done=len(done), count=state.plan.count)
    return tr("{head}: {notes}").format(head=head, notes=_means(done)) if done else head
