"""The review of the last hand, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.review.classes import BEST, CORRECT, MISTAKES
from ai.review.verdict import Verdict
from engine.player import PublicState
from engine.records.record import HandRecord
from pokergui.formatting.reviewed import best_title, quality_title
from pokergui.formatting.words import phrase, street_name
from pokergui.language import tr_play as tr
from pokergui.units import amount_unit


@dataclass(frozen=True)
class LookBack:
    """A review in a line.

    Attributes:
        quality: class of the costliest decision.
        text: the line; empty if there is no verdict.
        spot: the costliest decision if it was a mistake, with its board, or None.
    """

    quality: str = ""
    text: str = ""
    spot: PublicState | None = None


def look_back(record: HandRecord, verdicts: Sequence[Verdict]) -> LookBack:
    """Return the review of a hand in one line."""
    judged = [one for one in verdicts if not one.unread and one.unforced]
    if not judged:
        return LookBack()
    mistakes = [one for one in judged if one.quality in MISTAKES]
    if mistakes:
        return _mistake(record, max(mistakes, key=lambda one: one.counted_mbb))
    if all(one.quality == BEST for one in judged):
        all_best = tr("Your decision was best") if len(judged) == 1 else tr("All decisions best")
        return LookBack(BEST, all_best)
    fine = tr("Your decision was correct") if len(judged) == 1 else tr("All best or correct")
    return LookBack(CORRECT, fine)


def _mistake(record: HandRecord, worst: Verdict) -> LookBack:
    spot, _ = worst.decision(record)
    lost = worst.counted_mbb / 1000.0
    words = tr("{quality} on the {street}: {best} is better by {lost} {unit}")
    if not spot.street:
        words = tr("{quality} at the start: {best} is better by {lost} {unit}")
    text = words.format(
        quality=quality_title(worst.quality),
        street=street_name(record.game, spot.street).lower(),
        best=phrase(best_title(spot, worst.best)),
        lost=f"{lost:,.2f}",
        unit=amount_unit(record.game),
    )
    return LookBack(worst.quality, text, spot)
