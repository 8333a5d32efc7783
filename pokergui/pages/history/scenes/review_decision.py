"""One reviewed decision in detail: the judge's row and EVs, and the result in parts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ai.preflop.icm import chip_price
from ai.review.decision import Reviewed
from ai.review.judges import judged_payouts
from ai.review.ledger import Parts
from ai.review.multiway import why_unread
from ai.review.verdict import HandReview
from engine.player import PublicState
from pokergui.formatting.handname import hand_name
from pokergui.formatting.reviewed import action_title, noise_text, quality_title, unread_text
from pokergui.formatting.sizing import menu_of, pot_odds
from pokergui.formatting.words import Money, chips, percent, phrase, signed, street_name
from pokergui.language import tr_history as tr
from pokergui.language.joins import enumerated, labelled
from pokergui.pages.history.scenes.rows import cards_of
from pokergui.pages.history.viewmodel import DecisionScene, EvRow, LedgerBar
from pokergui.reviews.figures import Mistake, lost_by_mistakes
from pokergui.units import LossUnit, loss_unit
from pokergui.viewmodel.settings import AmountUnit


def decision_scene(one: Mistake, reviewed: Reviewed, unit: AmountUnit = "chips") -> DecisionScene:
    """Return a decision in detail: bets and pots in a unit, EVs and results as they are judged."""
    record, seat, spot = one.hand.record, one.hand.seat, reviewed.spot
    assert record is not None
    game = record.game
    hole = record.holes[seat] or ()
    rivals = [name for at, name in enumerate(record.players) if at != seat]
    payouts = judged_payouts(one.hand.judge)
    losses, size = loss_unit(game, bool(payouts)), game.big_blind / one.hand.worth
    scale = _Scale.of(reviewed, size)
    floor = reviewed.floor / size if reviewed.judged else 0.0
    review = one.hand.review
    parts = None if review is None else review.parts
    return DecisionScene(
        unit=losses.sign or losses.name,
        title=tr("Hand {number}, {street}").format(
            number=chips(one.hand.number), street=street_name(game, spot.street).lower()
        ),
        against=tr("against {names}").format(names=enumerated(rivals)),
        quality=one.verdict.quality,  # type: ignore[arg-type]  # a class or nothing
        quality_title=quality_title(one.verdict.quality) if one.verdict.quality else "",
        cards=cards_of(game, hole),
        board=cards_of(game, spot.board, ordered=True),
        facts=_facts(spot, unit),
        holding=hand_name(game, (*hole, *spot.board)),
        verdict=_verdict(reviewed, losses, size, payouts, unit),
        rows=tuple(_rows(reviewed, losses, size, scale, unit)),
        floor=tr("Noise floor here {floor} {unit}: losses within it do not count").format(
            floor=losses.loss(floor), unit=losses.word
        )
        if reviewed.judged
        else "",
        floor_start=scale.place(-floor),
        floor_end=scale.place(0.0),
        tip="\n".join(
            (*_noise_tip(reviewed, losses, size), *(() if parts is None else _ledger_tips()))
        ),
        bars=() if parts is None else tuple(_bars(parts, size)),
        ledger_note=""
        if review is None or parts is None
        else _ledger_note(review, parts, size, losses.word),
    )


@dataclass(frozen=True)
class _Scale:
    """The scale of EVs between the worst and the best action.

    Attributes:
        least: EV of the worst action less that of the judge's best, in the unit; 0 at most.
        span: distance from there to the highest EV.
    """

    least: float
    span: float

    @classmethod
    def of(cls, one: Reviewed, size: float) -> _Scale:
        known = [ev for ev in _short(one, size) if not math.isnan(ev)]
        least, most = min([0.0, *known]), max([0.0, *known])
        return cls(least, (most - least) or 1.0)

    def place(self, ev: float) -> float:
        """Return the place of an EV, from 0 at the worst action to 1 at the highest EV."""
        return min(1.0, max(0.0, (ev - self.least) / self.span))


def _facts(spot: PublicState, unit: AmountUnit) -> str:
    money = Money(spot.game, unit)
    pot, call = money.text(spot.pot), spot.legal.call
    if not call:
        return tr("Pot {pot}").format(pot=pot)
    return tr("Pot {pot}, to call {call}, odds {odds}").format(
        pot=pot, call=money.text(call), odds=percent(pot_odds(spot))
    )


def _short(one: Reviewed, size: float) -> list[float]:
    """Return the EV of each action less the highest one, in units of so many chips."""
    if not one.judged:
        return []
    best = one.top
    return [(float(ev) - best) / size for ev in one.evs]


def _rows(
    one: Reviewed, losses: LossUnit, size: float, scale: _Scale, unit: AmountUnit
) -> Iterator[EvRow]:
    if not one.judged:
        return
    short = dict(zip(one.actions, _short(one, size), strict=True))
    share = dict(zip(one.actions, one.row.tolist(), strict=True))
    taken = dict(zip(one.actions, one.taken.tolist(), strict=True))
    for item in menu_of(one.spot, one.actions, unit):
        for action in item.actions:
            ev = short[action]
            start, end = sorted((0.0, 0.0 if math.isnan(ev) else ev))
            yield EvRow(
                item.head.title if len(item.actions) == 1 else action_title(one.spot, action, unit),
                item.head.tone,
                "" if math.isnan(ev) else signed(ev, losses.digits),
                scale.place(start),
                scale.place(end),
                percent(share[action]),
                taken[action] > 0.0,
            )


def _verdict(
    one: Reviewed, losses: LossUnit, size: float, payouts: tuple[float, ...], unit: AmountUnit
) -> str:
    did = action_title(one.spot, one.action, unit)
    if not one.judged:
        reason = unread_text(why_unread(one.unread, one.spot))
        return tr("{did}: not judged, as {reason}.").format(did=did, reason=reason)
    if math.isnan(one.loss):
        return tr("{did}: the judge does this {percent} of the time; EVs are not known.").format(
            did=did, percent=percent(one.frequency)
        )
    best = action_title(one.spot, one.actions[one.best], unit)
    if one.loss <= 0.0:
        return tr("{did}: nothing is better.").format(did=did)
    if payouts:
        price = chip_price(one.spot.game.stacks, payouts)
        words = tr("{did}: {best} is better by {lost} of the prizes, ${more} against ${less}.")
        return words.format(
            did=did,
            best=phrase(best),
            lost=losses.loss(one.loss / size),
            more=f"{price * one.top:,.3f}",
            less=f"{price * one.ev:,.3f}",
        )
    return tr("{did}: {best} is better by {lost} {unit}, {percent}% of the pot.").format(
        did=did,
        best=phrase(best),
        lost=losses.loss(one.loss / size),
        unit=losses.word,
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


def _ledger_note(review: HandReview, parts: Parts, bb: float, unit: str) -> str:
    skill, lost = parts.skill / bb, lost_by_mistakes(review) / 1000.0
    words = tr(
        "Skill {skill} {unit} = mistakes {lost} {unit}, and {rest} {unit} by which other actions "
        "differ from the judge’s mixed strategy."
    )
    return words.format(
        unit=unit,
        skill=signed(skill, 2),
        lost=signed(-lost, 2),
        rest=signed(skill + lost, 2),
    )


def _noise_tip(one: Reviewed, losses: LossUnit, size: float) -> tuple[str, ...]:
    if not one.judged or not one.noise.parts:
        return ()
    parts = noise_text(one.noise.times(1.0 / size), losses.name)
    return (labelled(tr("Noise floor"), parts),)


def _ledger_tips() -> tuple[str, ...]:
    """Return what each part of a result is, in a sentence."""
    return (
        tr("Cards: value of the hands dealt, less the mean over all deals."),
        tr("Board: value after its cards, less the mean over all cards that could come."),
        tr("Rival’s choices: value after them, less the mean over its strategy, where known."),
        tr(
            "Mixing and rest: your pick among good actions, the hand that the rival held, and "
            "in hold’em the error of the estimates; 0 on average if the rival plays like the "
            "judge."
        ),
        tr("Skill: EV of your actions less EV of the judge’s mixed strategy, over all decisions."),
    )
