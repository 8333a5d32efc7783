"""The stored part of a hand's review: numbers and words, as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from typing import Any

from ai.reading.noise import NO_NOISE, PARTS, Noise
from ai.review.classes import CLASSES, STANDARD, Thresholds, class_of, counted
from ai.review.decision import REASONS, Reviewed
from ai.review.ledger import Parts
from ai.review.traits import DEEDS, SIZES, Traits, traits_of
from engine.cards import Card
from engine.errors import PokerError
from engine.lines import action_text
from engine.player import Action, PublicState
from engine.records.record import HandRecord

_BB = 1000.0
"""mbb of a big blind."""
JudgedAction = tuple[str, float, float]
"""A judge's action as ACPC text, its frequency, and its EV in mbb, or NaN."""


@dataclass(frozen=True)
class Verdict:
    """A decision of a hand, and the judge's verdict.

    Attributes:
        place: number of actions before it.
        quality: its class; empty without an answer of the judge.
        best: the judge's best action as ACPC text; empty without an answer.
        unread: why the judge has no answer; empty if it has one.
        loss_mbb: EV lost against the highest EV in mbb; NaN where unknown.
        floor_mbb: the judge's noise floor there in mbb.
        pot_mbb: the pot before the decision in mbb.
        skill_mbb: EV of the action taken less EV of the judge's own row in mbb; NaN if unknown.
        frequency: the judge's frequency of the action taken.
        ev_mbb: EV of the action taken in mbb; NaN if unknown.
        noise: the components of the noise floor in mbb.
        options: the judge's actions; those with undertrained replies have no EV.
    """

    place: int
    traits: Traits
    quality: str = ""
    best: str = ""
    unread: str = ""
    unforced: bool = True
    loss_mbb: float = math.nan
    floor_mbb: float = math.nan
    pot_mbb: float = math.nan
    skill_mbb: float = math.nan
    frequency: float = math.nan
    ev_mbb: float = math.nan
    noise: Noise = NO_NOISE
    options: tuple[JudgedAction, ...] = ()

    @classmethod
    def of(cls, one: Reviewed, hole: Sequence[Card]) -> Verdict:
        """Return the stored part of a reviewed decision."""
        place, traits = len(one.spot.actions), traits_of(one.spot, one.action, hole)
        if not one.judged:
            return cls(place, traits, unread=one.unread)
        unit = _BB / one.spot.game.big_blind
        names = [action_text(one.spot, action) for action in one.actions]
        options = tuple(zip(names, one.row.tolist(), (one.evs * unit).tolist(), strict=True))
        chips = one.loss_mbb, one.floor * unit, one.spot.pot * unit, one.skill * unit
        rest = one.frequency, one.ev * unit, one.noise.times(unit), options
        return cls(place, traits, one.quality, names[one.best], "", one.unforced, *chips, *rest)

    def classed(self, limits: Thresholds) -> Verdict:
        """Reclassify the verdict with other thresholds, without the judge."""
        if self.unread or not self.options or limits == STANDARD:
            return self
        highest = max(share for _, share, _ in self.options)
        parts = self.frequency, highest, self.loss_mbb, self.floor_mbb, self.pot_mbb, _BB, limits
        return replace(self, quality=class_of(*parts))

    def decision(self, record: HandRecord) -> tuple[PublicState, Action]:
        """Return the decision, with the board as it was, and the action taken."""
        return decision_at(record, self.place)

    def times(self, factor: float) -> Verdict:
        """Return the verdict with amounts in another unit."""
        names = ("loss_mbb", "floor_mbb", "pot_mbb", "skill_mbb", "ev_mbb")
        amounts = {name: factor * getattr(self, name) for name in names}
        options = tuple((action, share, factor * ev) for action, share, ev in self.options)
        return replace(self, **amounts, noise=self.noise.times(factor), options=options)

    @property
    def counted_mbb(self) -> float:
        """The loss that counts in the error rate: that of a mistake."""
        return counted(self.quality, self.loss_mbb)

    @property
    def loss_of_pot(self) -> float:
        """The loss as a fraction of the pot."""
        return self.loss_mbb / self.pot_mbb


def decision_at(record: HandRecord, place: int) -> tuple[PublicState, Action]:
    """Return a decision of a hand, with the board as it was, and the action taken."""
    here = PublicState(record.game, record.actions[:place], ())
    spot = here.on(record.board[: record.game.board_sizes[here.street]])
    return spot, record.actions[place]


@dataclass(frozen=True)
class HandReview:
    """A reviewed hand.

    ``parts``: of the result, in chips; None where luck cannot be split. ``knows_rival``: whether
    the parts use the rival's strategy.
    """

    verdicts: tuple[Verdict, ...]
    parts: Parts | None = None
    knows_rival: bool = False

    def classed(self, limits: Thresholds) -> HandReview:
        """Reclassify the review with other thresholds."""
        return replace(self, verdicts=tuple(one.classed(limits) for one in self.verdicts))

    def times(self, factor: float) -> HandReview:
        """Return the review with the amounts of its verdicts in another unit."""
        return replace(self, verdicts=tuple(one.times(factor) for one in self.verdicts))

    def fits(self, record: HandRecord) -> bool:
        """Return whether its decisions belong to a hand."""
        return all(one.place < len(record.actions) for one in self.verdicts)

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values; unknown numbers are null."""
        return {
            "verdicts": list(map(_json_values, self.verdicts)),
            "parts": None if self.parts is None else list(self.parts.values),
            "knows_rival": self.knows_rival,
        }

    @classmethod
    def from_json(cls, values: Any) -> HandReview:
        """Parse one from JSON values. Raises PokerError if it is not one."""
        try:
            verdicts = tuple(_verdict(one) for one in values["verdicts"])
            parts = values["parts"]
            luck = None if parts is None else Parts(*(float(one) for one in parts))
            return cls(verdicts, luck, bool(values["knows_rival"]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise PokerError("this is not a review of a hand: {error}", error=error) from error


_NUMBERS = 6
"""Number of fields before noise and options at the end of a verdict."""


def _json_values(one: Verdict) -> list[Any]:
    names = [field.name for field in fields(one)]
    values = [getattr(one, name) for name in names if name not in ("traits", "noise", "options")]
    options = [(action, share, _or_none(ev)) for action, share, ev in one.options]
    return [*astuple(one.traits), *map(_or_none, values), astuple(one.noise), options]


def _or_none(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


def _verdict(values: Any) -> Verdict:
    *start, noise, options = values
    street, position, deed, size, made, place, quality, best, unread, unforced, *numbers = start
    floats = [_float_or_nan(one) for one in numbers]
    sound = quality in CLASSES if not unread else unread in REASONS and not quality
    counts = all(type(one) is int and one >= 0 for one in (street, position, place))
    texts = all(isinstance(one, str) for one in (best, made))
    words = sound and texts and deed in DEEDS and size in SIZES
    if not (words and counts and len(floats) == _NUMBERS and len(noise) == len(PARTS)):
        raise ValueError("other values than a review has")
    traits = Traits(street, position, deed, size, made)
    known = tuple((action, float(share), _float_or_nan(ev)) for action, share, ev in options)
    if not all(isinstance(action, str) for action, _, _ in known):
        raise ValueError("an action that is not text")
    judged = quality, best, unread, bool(unforced)
    loss, floor, pot, skill, frequency, ev = floats
    parts = Noise(*map(float, noise))
    return Verdict(place, traits, *judged, loss, floor, pot, skill, frequency, ev, parts, known)


def _float_or_nan(value: Any) -> float:
    return math.nan if value is None else float(value)
