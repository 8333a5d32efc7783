"""Figures of reviewed hands: totals, luck, a trend, leaks, and the costliest decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ai.review.classes import MISTAKES
from ai.review.totals import Luck, LuckTally, Tally, Totals
from ai.review.traits import Traits
from ai.review.verdict import Verdict
from pokergui.reviews.sessions import Session, sessions_of
from pokergui.reviews.work import ReviewedHand

STREET, POSITION, LINE, HOLDING = "street", "position", "line", "holding"
GROUPS: dict[str, Callable[[Traits], tuple[object, ...]]] = {
    STREET: lambda one: (one.street,),
    POSITION: lambda one: (one.position,),
    LINE: lambda one: (one.street, one.deed, one.size),
    HOLDING: lambda one: (one.made,) if one.made else (),
}
"""Groupings of decisions, by the traits that distinguish kinds; () for none."""
MOST_WORST = 200
"""Most decisions that are listed."""
_TREND = 12
"""Parts of the hands, in the order of playing, whose error rates make the trend."""
_LEAST_TREND = 20
"""Least hands of such a part."""


@dataclass(frozen=True, eq=False)
class Mistake:
    """A decision that lost more than the judge's noise floor; each equals only itself.

    Attributes:
        hand: the hand in which it was taken.
        verdict: the judge's verdict on it.
    """

    hand: ReviewedHand
    verdict: Verdict

    @property
    def key(self) -> str:
        """The key that identifies it among all."""
        return f"{self.hand.number}:{self.verdict.place}"


@dataclass(frozen=True)
class Leak:
    """Decisions of a kind.

    Attributes:
        group: the grouping, one of ``GROUPS``.
        kind: what they have in common.
        totals: their totals.
        worst: the costliest, the worst first.
    """

    group: str
    kind: tuple[object, ...]
    totals: Totals
    worst: tuple[Mistake, ...]

    @property
    def key(self) -> str:
        """The key that identifies it among all."""
        return f"{self.group}:{'/'.join(map(str, self.kind))}"


@dataclass(frozen=True)
class ReviewFigures:
    """Figures of reviewed hands.

    Attributes:
        totals: of all decisions.
        luck: of all results that could be split into parts.
        sessions: error rates and results by session, the oldest first.
        trend: error rates of even parts of the hands, oldest first, in mbb; empty for few hands.
        leaks: all kinds of decisions, by group; those that lost most first.
        worst: the costliest decisions, the worst first.
        skipped: the number of hands not reviewed, by reason.
    """

    totals: Totals
    luck: Luck
    sessions: tuple[Session, ...]
    trend: tuple[float, ...]
    leaks: tuple[Leak, ...]
    worst: tuple[Mistake, ...]
    skipped: tuple[tuple[str, int], ...] = ()


def figures_of(hands: Sequence[ReviewedHand]) -> ReviewFigures:
    """Add up reviewed hands of one game, oldest first."""
    tally, luck, skipped = Tally(), LuckTally(), dict[str, int]()
    for one in hands:
        if one.review is None or one.record is None:
            skipped[one.reason] = skipped.get(one.reason, 0) + 1
            continue
        tally.add(one.review.verdicts)
        luck.add(one.review, one.record.game.big_blind)
    mistakes = _mistakes(hands)
    leaks = _leaks(hands, mistakes)
    worst = tuple(mistakes[:MOST_WORST])
    reasons = tuple(sorted(skipped.items()))
    sums = tally.totals, luck.luck, sessions_of(hands)
    return ReviewFigures(*sums, _trend(hands), leaks, worst, reasons)


def _mistakes(hands: Iterable[ReviewedHand]) -> list[Mistake]:
    """Return all mistakes, the costliest first."""
    found = [
        Mistake(hand, one)
        for hand in hands
        if hand.review is not None
        for one in hand.review.verdicts
        if one.unforced and one.quality in MISTAKES
    ]
    found.sort(key=lambda one: (-one.verdict.counted_mbb, one.hand.number, one.verdict.place))
    return found


def _trend(hands: Sequence[ReviewedHand]) -> tuple[float, ...]:
    reviewed = [one.review for one in hands if one.review is not None]
    parts = min(_TREND, len(reviewed) // _LEAST_TREND)
    if parts < 2:
        return ()
    found = []
    for part in range(parts):
        tally = Tally()
        for one in reviewed[part * len(reviewed) // parts : (part + 1) * len(reviewed) // parts]:
            tally.add(one.verdicts)
        if tally.totals.decisions:
            found.append(tally.totals.error.mean)
    return tuple(found)


_Kind = tuple[str, tuple[object, ...]]
"""A group, and what its decisions have in common."""


def _kinds(traits: Traits) -> list[_Kind]:
    """Return the kind of each group that a decision belongs to."""
    return [(group, kind) for group, kind_of in GROUPS.items() if (kind := kind_of(traits))]


def _leaks(hands: Sequence[ReviewedHand], mistakes: Sequence[Mistake]) -> tuple[Leak, ...]:
    tallies: dict[_Kind, Tally] = {}
    for hand in hands:
        kinds: dict[_Kind, list[Verdict]] = {}
        for one in hand.review.verdicts if hand.review is not None else ():
            for kind in _kinds(one.traits) if not one.unread else ():
                kinds.setdefault(kind, []).append(one)
        for kind, verdicts in kinds.items():
            tallies.setdefault(kind, Tally()).add(verdicts)
    worst: dict[_Kind, list[Mistake]] = {}
    for mistake in mistakes:
        for kind in _kinds(mistake.verdict.traits):
            worst.setdefault(kind, []).append(mistake)
    found = [
        Leak(*kind, tally.totals, tuple(worst.get(kind, ())[:MOST_WORST]))
        for kind, tally in tallies.items()
    ]
    order = list(GROUPS)
    found.sort(key=lambda one: (order.index(one.group), -one.totals.lost_bb, str(one.kind)))
    return tuple(found)
