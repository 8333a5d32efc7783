"""What reviewed hands add up to: totals, luck, a trend, leaks, and the costliest decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ai.review.classes import MISTAKES
from ai.review.totals import Luck, LuckTally, Tally, Totals
from ai.review.traits import Traits
from ai.review.verdict import Verdict
from pokergui.reviews.work import ReviewedHand

STREET, POSITION, LINE, HOLDING = "street", "position", "line", "holding"
GROUPS: dict[str, Callable[[Traits], tuple[object, ...]]] = {
    STREET: lambda one: (one.street,),
    POSITION: lambda one: (one.position,),
    LINE: lambda one: (one.street, one.deed, one.size),
    HOLDING: lambda one: (one.made,) if one.made else (),
}
"""By what decisions are put together, and what tells two of a kind apart; () for nothing."""
MOST_WORST = 200
"""Decisions that are listed."""
_TREND = 12
"""Parts of the hands, in the order of playing, whose error rates make the trend."""
_LEAST_TREND = 20
"""Hands of such a part at least."""


@dataclass(frozen=True)
class Mistake:
    """A decision that lost more than the judge's noise floor.

    Attributes:
        hand: in which it was taken.
        verdict: what the judge says of it.
    """

    hand: ReviewedHand
    verdict: Verdict

    @property
    def key(self) -> str:
        """Identifies it among all."""
        return f"{self.hand.number}:{self.verdict.place}"


@dataclass(frozen=True)
class Leak:
    """Decisions of a kind.

    Attributes:
        group: by what they are put together, one of ``GROUPS``.
        kind: what they have in common.
        players: of the games they are from, at most.
        totals: of them.
        worst: the costliest, the worst first.
    """

    group: str
    kind: tuple[object, ...]
    players: int
    totals: Totals
    worst: tuple[Mistake, ...]

    @property
    def key(self) -> str:
        """Identifies it among all."""
        return f"{self.group}:{'/'.join(map(str, self.kind))}"


@dataclass(frozen=True)
class ReviewFigures:
    """What reviewed hands add up to.

    Attributes:
        totals: of all decisions.
        luck: of all results that could be taken apart.
        trend: error rates of even parts of the hands, oldest first, in mbb; empty for few hands.
        leaks: all kinds of decisions, by group; those that lost most first.
        worst: the costliest decisions, the worst first.
        skipped: how many hands were not reviewed, by the reason.
    """

    totals: Totals
    luck: Luck
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
    worst = worst_of(hands, lambda _: True)
    leaks = _leaks(hands)
    reasons = tuple(sorted(skipped.items()))
    return ReviewFigures(tally.totals, luck.luck, _trend(hands), leaks, worst, reasons)


def worst_of(
    hands: Iterable[ReviewedHand], counts: Callable[[Traits], bool]
) -> tuple[Mistake, ...]:
    """Return the costliest mistakes of some kind, the worst first."""
    found = [
        Mistake(hand, one)
        for hand in hands
        if hand.review is not None
        for one in hand.review.verdicts
        if one.unforced and one.quality in MISTAKES and counts(one.traits)
    ]
    found.sort(key=lambda one: (-one.verdict.counted_mbb, one.hand.number, one.verdict.place))
    return tuple(found[:MOST_WORST])


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


def _leaks(hands: Sequence[ReviewedHand]) -> tuple[Leak, ...]:
    tallies: dict[tuple[str, tuple[object, ...]], Tally] = {}
    players = 2
    for hand in hands:
        if hand.review is None or hand.record is None:
            continue
        players = max(players, hand.record.game.num_players)
        kinds: dict[tuple[str, tuple[object, ...]], list[Verdict]] = {}
        for one in hand.review.verdicts:
            for group, kind_of in GROUPS.items():
                kind = kind_of(one.traits)
                if kind and not one.unread:
                    kinds.setdefault((group, kind), []).append(one)
        for which, verdicts in kinds.items():
            tallies.setdefault(which, Tally()).add(verdicts)
    found = []
    for (group, kind), tally in tallies.items():
        kind_of = GROUPS[group]

        def counts(
            traits: Traits,
            kind_of: Callable[[Traits], tuple[object, ...]] = kind_of,
            kind: tuple[object, ...] = kind,
        ) -> bool:
            return kind_of(traits) == kind

        totals = tally.totals
        worst = worst_of(hands, counts) if totals.lost_bb > 0.0 else ()
        found.append(Leak(group, kind, players, totals, worst))
    order = list(GROUPS)
    found.sort(key=lambda one: (order.index(one.group), -one.totals.lost_bb, str(one.kind)))
    return tuple(found)
