"""The user's decisions in sit-and-gos, reviewed in prizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ai.review.prizes import PrizeReviewer
from ai.sit_and_go.review import PrizeVerdict
from engine.jobs import JobControl
from engine.lines import line_text
from pokergui.commands.common import report, table
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir
from pokergui.store import StoredHand

SIT_AND_GO = "sit-and-go"
"""The name of all tournament hands where a game is asked for."""
_WORST = 10


def verdicts(hand: StoredHand, control: JobControl) -> Iterator[PrizeVerdict]:
    """Yield the verdicts on the user's decisions between all-in and fold in a hand."""
    assert hand.entry is not None, "it is a hand of a tournament"
    reviewer = PrizeReviewer(hand.entry.stage.plan.payouts, strategies_dir())
    for _, found in reviewer.verdicts(hand.record, hand.hero, control):
        if found is not None:
            yield found


def report_prizes(
    judged: Sequence[tuple[StoredHand, PrizeVerdict]], hands: int, as_json: bool
) -> None:
    """Print what was lost, in prizes and in percent of a tournament's prizes."""
    costs = [(_share(hand, one), hand, one) for hand, one in judged]
    worst = sorted(costs, key=lambda cost: -cost[0])[:_WORST]
    lost = sum(cost for cost, _, _ in costs)
    result = {
        "hands": hands,
        "decisions": len(costs),
        "lost_pct_prizes": lost,
        "lost_pct_prizes_per_decision": lost / len(costs) if costs else None,
        "worst": [_record(share, hand, one) for share, hand, one in worst],
    }
    words = tr("{hands:,} hands, {decisions:,} decisions between all-in and fold")
    lines = [words.format(hands=hands, decisions=len(costs))]
    words = tr("lost: {lost:.3f}% of a tournament's prizes in all")
    lines += [words.format(lost=lost), ""] if costs else []
    rows = [
        (
            hand.number,
            one.hand,
            tr("all-in") if one.jammed else tr("fold"),
            f"{one.jam:,.3f}",
            f"{one.fold:,.3f}",
            f"{one.lost:,.3f}",
        )
        for share, hand, one in worst
    ]
    lines.append(tr("Prizes by ICM, if everybody else jams or folds in equilibrium:"))
    heads = (tr("hand"), tr("cards"), tr("played"), tr("all-in"), tr("fold"), tr("lost"))
    report(result, as_json, [*lines, *table(rows, heads)])


def _share(hand: StoredHand, one: PrizeVerdict) -> float:
    assert hand.entry is not None, "it is a hand of a tournament"
    return 100.0 * one.lost / sum(hand.entry.stage.plan.payouts)


def _record(share: float, hand: StoredHand, one: PrizeVerdict) -> dict[str, Any]:
    return {
        "hand": hand.number,
        "cards": one.hand,
        "line": line_text(one.spot.game, one.spot.actions),
        "action": "jam" if one.jammed else "fold",
        "jam": one.jam,
        "fold": one.fold,
        "jam_frequency": one.frequency,
        "lost": one.lost,
        "lost_pct_prizes": share,
    }
