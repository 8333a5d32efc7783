"""One reviewed decision in detail: the judge's row and EVs, and the result in parts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ai.review.decision import Reviewed
from ai.review.ledger import Parts
from engine.player import PublicState
from pokergui.formatting.handname import hand_name
from pokergui.formatting.menu import menu_of
from pokergui.formatting.odds import pot_odds
from pokergui.formatting.reviewed import action_title, quality_title, unread_text
from pokergui.formatting.words import Money, chips, percent, phrase, signed, street_name
from pokergui.language import tr_history as tr
from pokergui.language.joins import enumerated
from pokergui.pages.history.scenes.rows import cards_of
from pokergui.pages.history.viewmodel.review import DecisionScene, EvRow, LedgerBar
from pokergui.reviews.figures import Mistake


def decision_scene(one: Mistake, reviewed: Reviewed) -> DecisionScene:
    """Return a decision in detail.

    Args:
        one: the decision as it was kept.
        reviewed: the judge's full answer.
    """
    record, seat, spot = one.hand.record, one.hand.seat, reviewed.spot
    assert record is not None
    game = record.game
    hole = record.holes[seat] or ()
    rivals = [name for at, name in enumerate(record.players) if at != seat]
    bb = float(game.big_blind)
    scale = _Scale.of(reviewed, bb)
    floor = reviewed.floor / bb if reviewed.judged else 0.0
    parts = None if one.hand.review is None else one.hand.review.parts
    return DecisionScene(
        title=tr("Hand {number}, {street}").format(
            number=chips(one.hand.number), street=street_name(game, spot.street).lower()
        ),
        against=tr("against {names}").format(names=enumerated(rivals)),
        quality=one.verdict.quality,  # type: ignore[arg-type]  # a class or nothing
        quality_title=quality_title(one.verdict.quality) if one.verdict.quality else "",
        cards=cards_of(game, hole),
        board=cards_of(game, spot.board, ordered=True),
        facts=_facts(spot),
        holding=hand_name(game, (*hole, *spot.board)),
        verdict=_verdict(reviewed, bb),
        rows=tuple(_rows(reviewed, bb, scale)),
        floor=tr("Noise floor here {floor} bb: losses within it do not count").format(
            floor=f"{floor:,.2f}"
        )
        if reviewed.judged
        else "",
        floor_start=scale.place(-floor),
        floor_end=scale.place(0.0),
        bars=() if parts is None else tuple(_bars(parts, bb)),
        ledger_note="" if parts is None else _ledger_note(parts, bb),
        can_study=game.is_heads_up,
    )


@dataclass(frozen=True)
class _Scale:
    """The scale of EVs between the worst and the best action.

    Attributes:
        least: EV of the worst action less that of the judge's best, in big blinds; 0 at most.
        span: distance from there to the highest EV.
    """

    least: float
    span: float

    @classmethod
    def of(cls, one: Reviewed, bb: float) -> _Scale:
        """Return the scale of a decision."""
        known = [ev for ev in _short(one, bb) if not math.isnan(ev)]
        least, most = min([0.0, *known]), max([0.0, *known])
        return cls(least, (most - least) or 1.0)

    def place(self, ev: float) -> float:
        """Return the place of an EV, from 0 at the worst action to 1 at the highest EV."""
        return min(1.0, max(0.0, (ev - self.least) / self.span))


def _facts(spot: PublicState) -> str:
    money = Money(spot.game)
    pot, call = money.text(spot.pot), spot.legal.call
    if not call:
        return tr("Pot {pot}").format(pot=pot)
    return tr("Pot {pot}, to call {call} for {odds}").format(
        pot=pot, call=money.text(call), odds=percent(pot_odds(spot))
    )


def _short(one: Reviewed, bb: float) -> list[float]:
    """Return the EV of each action less the highest one, in big blinds."""
    if not one.judged:
        return []
    best = one.top
    return [(float(ev) - best) / bb for ev in one.evs]


def _rows(one: Reviewed, bb: float, scale: _Scale) -> Iterator[EvRow]:
    if not one.judged:
        return
    short = dict(zip(one.actions, _short(one, bb), strict=True))
    share = dict(zip(one.actions, one.row.tolist(), strict=True))
    taken = dict(zip(one.actions, one.taken.tolist(), strict=True))
    for item in menu_of(one.spot, one.actions):
        for action in item.actions:
            ev = short[action]
            start, end = sorted((0.0, 0.0 if math.isnan(ev) else ev))
            yield EvRow(
                item.head.title if len(item.actions) == 1 else action_title(one.spot, action),
                item.head.tone,
                "" if math.isnan(ev) else signed(ev, 2),
                scale.place(start),
                scale.place(end),
                percent(share[action]),
                taken[action] > 0.0,
            )


def _verdict(one: Reviewed, bb: float) -> str:
    did = action_title(one.spot, one.action)
    if not one.judged:
        return tr("{did}: not judged, as {reason}.").format(did=did, reason=unread_text(one.unread))
    if math.isnan(one.loss):
        return tr("{did}: the judge does this {percent} of the time; EVs are not known.").format(
            did=did, percent=percent(one.frequency)
        )
    best = action_title(one.spot, one.actions[one.best])
    if one.loss <= 0.0:
        return tr("{did}: nothing is better.").format(did=did)
    return tr("{did}: {best} is better by {lost} bb, {percent}% of the pot.").format(
        did=did,
        best=phrase(best),
        lost=f"{one.loss / bb:,.2f}",
        percent=f"{100.0 * one.loss / one.spot.pot:.1f}",
    )


def _bars(parts: Parts, bb: float) -> Iterator[LedgerBar]:
    titles = [
        (tr("Cards"), parts.seat + parts.cards),
        (tr("Board"), parts.board),
        (tr("Rival’s choices"), parts.rival),
        (tr("Mixing and rest"), parts.mixing),
        (tr("Skill"), parts.skill),
    ]
    at = 0.0
    for place, (title, chips_won) in enumerate(titles):
        change = chips_won / bb
        kind = "good" if change >= 0.0 else "bad"
        last = place == len(titles) - 1
        yield LedgerBar(
            title,
            signed(change, 1),
            at,
            at + change,
            "skill" if last else kind,  # type: ignore[arg-type]  # as above
        )
        at += change
    yield LedgerBar(tr("Result"), signed(parts.result / bb, 1), 0.0, parts.result / bb, "result")


def _ledger_note(parts: Parts, bb: float) -> str:
    luck = (parts.result - parts.skill) / bb
    skill = parts.skill / bb
    words = tr(
        "Luck, and what the value function does not explain, contributed {luck} bb,"
        " your decisions {skill} bb: {result} bb in total."
    )
    return words.format(
        luck=signed(luck, 1), skill=signed(skill, 1), result=signed(parts.result / bb, 1)
    )
