"""The review of the last hand: a line for all of it, and each decision by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ai.review.classes import BEST, CORRECT, MISTAKES
from ai.review.multiway import why_unread
from ai.review.verdict import Verdict
from ai.sit_and_go.plan import TournamentStage
from engine.game import Game
from engine.lines import parse_action
from engine.player import PublicState
from engine.records.record import HandRecord
from pokergui.formatting.choices import prizes_text
from pokergui.formatting.notices import capital
from pokergui.formatting.reviewed import (
    action_title,
    best_title,
    noise_text,
    quality_title,
    unread_text,
)
from pokergui.formatting.sizing import menu_of, pot_odds
from pokergui.formatting.words import Money, chips, ev_text, percent, phrase, signed, street_name
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_stop, labelled, phrases
from pokergui.pages.play.work.session import HERO, SessionResults
from pokergui.units import amount_unit, has_antes, of_session
from pokergui.viewmodel import Figure, SessionScene
from pokergui.viewmodel.settings import AmountUnit
from pokergui.viewmodel.table import DecisionDetail, DecisionRow, HandDecision

_SHOWN = 0.005
"""Share from which on a raise of the judge is listed."""


@dataclass(frozen=True)
class LookBack:
    """A review in a line.

    Attributes:
        spot: the costliest decision if it was a mistake, with its board, or None.
    """

    quality: str = ""
    text: str = ""
    spot: PublicState | None = None


def look_back(
    record: HandRecord, verdicts: Sequence[Verdict], unit: AmountUnit = "chips"
) -> LookBack:
    """Return the review of a hand in one line, with bets in a unit."""
    judged = [one for one in verdicts if not one.unread and one.unforced]
    if not judged:
        return LookBack()
    mistakes = [one for one in judged if one.quality in MISTAKES]
    if mistakes:
        worst = max(mistakes, key=lambda one: one.counted_mbb)
        return LookBack(
            worst.quality, _mistake_text(record, worst, unit), worst.decision(record)[0]
        )
    if all(one.quality == BEST for one in judged):
        all_best = tr("Your decision was best") if len(judged) == 1 else tr("All decisions best")
        return LookBack(BEST, all_best)
    fine = tr("Your decision was correct") if len(judged) == 1 else tr("All best or correct")
    return LookBack(CORRECT, fine)


def _mistake_text(record: HandRecord, worst: Verdict, unit: AmountUnit) -> str:
    spot, _ = worst.decision(record)
    place = _place_text(record.game, spot.street)
    best = phrase(best_title(spot, worst.best, unit))
    if worst.counted_mbb > 0.0:
        words = tr("{quality} {place}: {best} is better by {lost}")
    else:  # EVs are not known
        words = tr("{quality} {place}: the judge would {best}")
    return words.format(
        quality=quality_title(worst.quality),
        place=place,
        best=best,
        lost=_amount(record.game, worst.counted_mbb),
    )


def _place_text(game: Game, street: int) -> str:
    """Return when something was decided: "preflop", "on the river", "in the first round"."""
    if game.has_holdem_streets:
        name = street_name(game, street).lower()
        before = street == 0 and not game.board_sizes[0]
        return name if before else tr("on the {street}").format(street=name)
    if not street:
        return tr("in the first round")
    return tr("in round {number}").format(number=street + 1)


def _amount(game: Game, thousandths: float) -> str:
    """Return an EV kept in thousandths of a big blind, with its unit."""
    return ev_text(game, thousandths / 1000.0 * game.big_blind)


def hand_decisions(
    record: HandRecord, verdicts: Sequence[Verdict], chosen: str, unit: AmountUnit = "chips"
) -> tuple[HandDecision, ...]:
    decisions = []
    for one in verdicts:
        if one.unforced:
            spot, action = one.decision(record)
            street = street_name(record.game, spot.street)
            did = phrase(action_title(spot, action, unit))
            quality = quality_title(one.quality) if one.quality else tr("Not judged")
            words = labelled(phrases((street, did)), phrase(quality))
            decisions.append(
                HandDecision(key_of(one), street, words, one.quality, key_of(one) == chosen)
            )
    return tuple(decisions)


def key_of(one: Verdict) -> str:
    return str(one.place)


def decision_detail(record: HandRecord, one: Verdict, unit: AmountUnit = "chips") -> DecisionDetail:
    """Return a decision in detail: its class, what the judge does, EVs, the noise floor."""
    game = record.game
    spot, action = one.decision(record)
    place, did = _place_text(game, spot.street), action_title(spot, action, unit)
    notes = [_facts(spot, unit)]
    if one.unread:
        title = tr("Not judged {place}: {did}").format(place=place, did=phrase(did))
        notes.append(full_stop(_sentence(unread_text(why_unread(one.unread, spot)))))
        return DecisionDetail("", title, notes=tuple(notes), can_study=game.is_heads_up)
    if one.quality in MISTAKES:
        title = _mistake_text(record, one, unit)
    else:
        title = tr("{quality} {place}: {did}").format(
            quality=quality_title(one.quality), place=place, did=phrase(did)
        )
    floor = tr("Noise floor {floor}: losses within it do not count.")
    notes.append(floor.format(floor=_amount(game, one.floor_mbb)))
    notes.append(noise_text(one.noise.times(0.001), amount_unit(game)))
    rows = tuple(_rows(record, one, unit))
    return DecisionDetail(one.quality, title, rows, tuple(filter(None, notes)), game.is_heads_up)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _facts(spot: PublicState, unit: AmountUnit) -> str:
    money, call = Money(spot.game, unit), spot.legal.call
    if not call:
        return tr("Pot {pot}.").format(pot=money.text(spot.pot))
    return tr("Pot {pot}, to call {call}, odds {odds}.").format(
        pot=money.text(spot.pot), call=money.text(call), odds=percent(pot_odds(spot))
    )


def _rows(record: HandRecord, one: Verdict, unit: AmountUnit) -> Iterator[DecisionRow]:
    """Yield the judge's actions and the user's; of the raises only those that matter."""
    spot, done = one.decision(record)
    known = {parse_action(spot, text): (share, ev) for text, share, ev in one.options}
    known.setdefault(done, (one.frequency, one.ev_mbb))
    best = parse_action(spot, one.best) if one.best else done
    shown = [
        action
        for action, (share, _) in known.items()
        if not action.raise_to or share >= _SHOWN or action in (done, best)
    ]
    for item in menu_of(spot, shown, unit):
        for action in item.actions:
            share, ev = known[action]
            yield DecisionRow(
                action_title(spot, action, unit),
                item.head.tone,
                percent(share),
                "" if ev != ev else _amount(record.game, ev),
                action == done,
            )


def sit_and_go_scene(stage: TournamentStage, results: SessionResults, saved: int) -> SessionScene:
    """Build the strip of a sit-and-go: who is left, what the user's chips are worth, the prizes."""
    left, count = len(stage.left), len(stage.stacks)
    words = tr("{left} of {count}").format(left=left, count=count)
    players = Figure(tr("Sit-and-go"), words, tr("players left"))
    on_disk = tr.plural("1 finished hand on disk", "{count} finished hands on disk", saved)
    worth = Figure(
        tr("ICM"),
        f"{stage.worth[HERO]:,.2f}",
        tr("of {prizes} in prizes").format(prizes=f"{sum(stage.plan.payouts):,.10g}"),
    )
    following, wait = "", stage.hands_to_next
    if wait is not None:
        following = tr.plural("{level} next hand", "{level} in {count} hands", wait)
        level = stage.plan.levels[stage.level_number + 1].text
        following = following.format(level=level, count=wait)
    prizes = tr("prizes {prizes}").format(prizes=prizes_text(stage.plan.payouts))
    about = capital(phrases((following, prizes)))
    on_disk = on_disk.format(count=chips(saved))
    return SessionScene(players, worth, results.series, about, about, on_disk)


def session_scene(game: Game, results: SessionResults, saved: int) -> SessionScene:
    """Build the strip after some hands of one game against one opponent.

    Games with antes count in mA per hand, games with blinds in big blinds per 100 hands.
    """
    count = results.hands
    hands = Figure(tr("Session"), chips(count), tr.plural("hand", "hands", count))
    on_disk = tr.plural("1 finished hand on disk", "{count} finished hands on disk", saved)
    on_disk = on_disk.format(count=chips(saved))
    if not count:
        return SessionScene(hands, saved=on_disk)
    unit, scale = of_session(game)
    digits = 0 if has_antes(game) else 1
    result = results.interval(100.0 * scale / game.big_blind)
    if count == 1:
        rest, verdict, short = unit, "", ""
    else:
        rest = f"± {result.half_width:,.{digits}f} {unit}"
        verdict = tr("Interval includes 0: no verdict yet") if result.includes_zero else ""
        short = tr("Includes 0") if result.includes_zero else ""
    figure = Figure(tr("Raw"), signed(result.mean, digits), rest)
    return SessionScene(hands, figure, results.series, verdict, short, on_disk)
