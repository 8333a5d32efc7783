"""The output of ``review``: the figures, the worst mistakes, and one hand in detail."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.review.decision import Reviewed
from ai.review.levels import Standing, standing
from ai.review.multiway import by_frequency, why_unread
from ai.review.totals import Luck, Totals
from engine.card_display import shown_cards
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_cards
from engine.game import Game, get_game
from engine.lines import action_text, line_text
from engine.running_result import Interval
from pokergui.commands.common import report, table
from pokergui.formatting.reviewed import level_title, noise_text, quality_text, unread_text
from pokergui.formatting.words import hands_text, phrase
from pokergui.language import tr_commands as tr
from pokergui.localtime import time_text
from pokergui.reviews.figures import GAP_MINUTES, Leak, Mistake, Session, figures_of
from pokergui.reviews.work import NO_CARDS, NO_PLAYER, NOT_JUDGED, NOT_PLAYED, ReviewedHand
from pokergui.store import numbers_text
from pokergui.units import amount_unit, of_session, per_decision, unit_of


def reason_text(reason: str) -> str:
    """Return why a hand was not reviewed; an error of the judge as it is."""
    known = {
        NO_CARDS: tr("cards not known"),
        NOT_PLAYED: tr("the rulebook does not play it"),
        NO_PLAYER: tr("no player to review"),
        NOT_JUDGED: tr("not a game of this judge"),
    }
    return known.get(reason, reason)


@dataclass(frozen=True)
class Earned:
    """A decision, and what each hand earns with it.

    Attributes:
        net: (num_combos,) chips of the whole hand, NaN for impossible hands.
    """

    decision: Reviewed
    net: NDArray[np.float64]

    def to_json(self) -> dict[str, Any]:
        """Return the decision, and net mbb by hand."""
        spot, unit = self.decision.spot, 1000.0 / self.decision.spot.game.big_blind
        game = spot.game
        cards: Sequence[Sequence[int]] = combo_cards(game.deck, game.num_hole).tolist()
        known = zip(cards, self.net.tolist(), np.isfinite(self.net).tolist(), strict=True)
        return {
            "line": line_text(game, spot.actions),
            "board": shown_cards(game, spot.board),
            "action": action_text(spot, self.decision.action),
            "hands": {
                shown_cards(game, tuple(reversed(hole))): net * unit
                for hole, net, possible in known
                if possible
            },
        }

    def lines(self) -> list[str]:
        """Return the hands, in hold'em in classes that are laid out as in the window."""
        spot, earned = self.decision.spot, self.to_json()
        heading = tr("what each hand earns with {line}: {action}, {unit}").format(
            line=earned["line"] or tr("start"), action=earned["action"], unit=amount_unit(spot.game)
        )
        if spot.game.num_hole == 1:
            rows = [(hand, f"{net / 1000:+.2f}") for hand, net in earned["hands"].items()]
            return [heading, *table(rows)]
        unit, known = spot.game.big_blind, np.isfinite(self.net)
        counts = np.bincount(CLASS_OF_COMBO[known], minlength=len(CLASS_NAMES))
        sums = np.bincount(CLASS_OF_COMBO[known], self.net[known], len(CLASS_NAMES))
        cells = [
            f"{name} {total / count / unit:+.2f}" if count else f"{name} -"
            for name, count, total in zip(CLASS_NAMES, counts.tolist(), sums.tolist(), strict=True)
        ]
        return [heading, *table([cells[at : at + 13] for at in range(0, len(cells), 13)])]


_MOST_WORST = 20
_MOST_SESSIONS = 20


def report_review(
    game: str,
    judge: str,
    reviewed: Sequence[ReviewedHand],
    details: Sequence[Reviewed],
    damaged: Sequence[int],
    detailed: bool,
    as_json: bool,
    earned: Earned | None,
) -> None:
    """Print a review.

    Args:
        earned: what each hand earns on the line of one; None if it was not requested.
    """
    figures = figures_of(reviewed)
    place = _standing(reviewed, judge, figures.totals)
    totals, luck, skipped = figures.totals, figures.luck, dict(figures.skipped)
    # Hands without a record have no figures.
    records = (one.record.game for one in reviewed if one.record is not None)
    rules = next(records, get_game("holdem-nolimit"))
    unit = amount_unit(rules)
    worst = [_mistake(one) for one in figures.worst[:_MOST_WORST]]
    rates = not by_frequency(rules)
    result: dict[str, Any] = {
        "game": game,
        "judge": judge,
        "hands": totals.hands,
        "decisions": totals.decisions,
        "unjudged": totals.unjudged,
        "unjudged_why": dict(figures.unread),
        "error_rate_mbb": totals.error.mean if rates else None,
        "ci95_mbb": totals.error.half_width if rates else None,
        "floor_mbb": totals.floor if rates else None,
        "score": totals.score,
        "accuracy": totals.accuracy,
        "lost_bb": totals.lost_bb if rates else None,
        "levels": () if place is None else place.levels,
        "partner": None if place is None else place.partner,
        "classes": totals.classes,
        "luck": _luck(luck),
        "sessions": [_session(one) for one in figures.sessions],
        "skipped": skipped,
        "damaged": damaged,
        "leaks": [_leak(one) for one in figures.leaks],
        "worst": worst,
    }
    if detailed:
        result["details"] = [detail_json(one) for one in details]
    if earned is not None:
        result["grid"] = earned.to_json()
    lines = _totals_lines(rules, totals, luck, place)
    words = tr("not judged, {reason}: {decisions}")
    lines += [
        words.format(reason=unread_text(why), decisions=_decisions(count))
        for why, count in figures.unread
    ]
    words = tr("not reviewed, {reason}: {hands}")
    lines += [
        words.format(reason=reason_text(why), hands=hands_text(count))
        for why, count in skipped.items()
    ]
    if damaged:
        words = tr("damaged: {hands}, {numbers}")
        lines.append(words.format(hands=hands_text(len(damaged)), numbers=numbers_text(damaged)))
    if len(figures.sessions) > 1:
        lines += ["", *_session_lines(rules, figures.sessions)]
    if detailed:
        lines += ["", *detail_lines(details, unit)]
        lines += ["", *earned.lines()] if earned is not None else []
    elif worst:
        heads = (
            *(tr("hand"), tr("line"), tr("done"), tr("best")),
            *(tr("lost, {unit}").format(unit=unit), tr("% of pot"), tr("class")),
        )
        rows = [
            (
                one["hand"],
                one["line"] or "-",
                one["action"],
                one["best"],
                _number(one["loss_mbb"] / 1000, ".2f"),
                _number(one["loss_pct_pot"], ".1f"),
                quality_text(one["class"]),
            )
            for one in worst
        ]
        lines += ["", *table(rows, heads)]
    report(result, as_json, lines)


def _standing(reviewed: Sequence[ReviewedHand], judge: str, totals: Totals) -> Standing | None:
    game = next((one.record.game for one in reviewed if one.record is not None), None)
    return None if game is None else standing(game, judge, totals.error)


def _session(one: Session) -> dict[str, Any]:
    totals = one.totals
    return {
        "start": time_text(one.start),
        "hands": totals.hands,
        "decisions": totals.decisions,
        "error_rate_mbb": totals.error.mean,
        "ci95_mbb": totals.error.half_width,
        "luck": _luck(one.luck),
    }


def _session_lines(game: Game, sessions: Sequence[Session]) -> list[str]:
    shown = sessions[-_MOST_SESSIONS:]
    rows = [
        (
            time_text(one.start)[:16].replace("T", " "),
            one.totals.hands,
            one.totals.decisions,
            _plus_minus(one.totals.error),
        )
        for one in shown
    ]
    rate = tr("error rate, {unit}").format(unit=unit_of(game))
    heads = (tr("session, UTC"), tr("hands"), tr("decisions"), rate)
    words = tr("a gap of more than {minutes} minutes begins a session")
    if len(shown) < len(sessions):
        words = tr(
            "a gap of more than {minutes} minutes begins a session; the newest {shown} of {count}"
        )
    note = words.format(minutes=GAP_MINUTES, shown=len(shown), count=len(sessions))
    return [note, *table(rows, heads)]


def _leak(one: Leak) -> dict[str, Any]:
    """Return decisions of a kind: the parts of ``kind`` are those of ``ai/review/traits.py``."""
    totals = one.totals
    return {
        "group": one.group,
        "kind": one.kind,
        "decisions": totals.decisions,
        "lost_bb": totals.lost_bb,
        "error_rate_mbb": totals.error.mean,
        "ci95_mbb": totals.error.half_width,
    }


def _mistake(one: Mistake) -> dict[str, Any]:
    assert one.hand.record is not None
    verdict = one.verdict
    spot, action = verdict.decision(one.hand.record)
    return {
        "hand": one.hand.number,
        "line": line_text(spot.game, spot.actions),
        "action": action_text(spot, action),
        "best": verdict.best,
        "loss_mbb": verdict.loss_mbb,
        "loss_pct_pot": 100.0 * verdict.loss_of_pot,
        "floor_mbb": verdict.floor_mbb,
        "class": verdict.quality,
    }


def detail_json(one: Reviewed) -> dict[str, Any]:
    spot, unit = one.spot, 1000.0 / one.spot.game.big_blind
    base = {
        "line": line_text(spot.game, spot.actions),
        "board": shown_cards(spot.game, spot.board),
        "action": action_text(spot, one.action),
    }
    if not one.judged:
        return base | {"class": None, "unjudged": why_unread(one.unread, spot)}
    rows = zip(one.actions, one.row.tolist(), one.evs.tolist(), strict=True)
    return base | {
        "class": one.quality,
        "frequency": one.frequency,
        "loss_mbb": one.loss_mbb,
        "floor_mbb": one.floor * unit,
        "noise_mbb": one.noise.times(unit).parts,
        "loss_pct_pot": 100.0 * one.loss / spot.pot,
        "judge": {
            action_text(spot, action): {"frequency": share, "ev_mbb": ev * unit}
            for action, share, ev in rows
        },
    }


def detail_lines(details: Sequence[Reviewed], unit: str) -> list[str]:
    lines = []
    for each in details:
        one = detail_json(each)
        where = " ".join(part for part in (one["line"] or tr("start"), one["board"]) if part)
        if one["class"] is None:
            lines.append(
                tr("{place}: {action}, not judged: {reason}").format(
                    place=where, action=one["action"], reason=unread_text(one["unjudged"])
                )
            )
            continue
        words = tr(
            "{place}: {action}, {quality}, {lost:.3f} {unit} lost, noise floor {floor:.3f} {unit}"
        )
        if math.isnan(one["loss_mbb"]):
            words = tr("{place}: {action}, {quality}, noise floor {floor:.3f} {unit}")
        lines.append(
            words.format(
                place=where,
                action=one["action"],
                quality=quality_text(one["class"]),
                lost=one["loss_mbb"] / 1000,
                floor=one["floor_mbb"] / 1000,
                unit=unit,
            )
        )
        parts = noise_text(each.noise.times(1.0 / each.spot.game.big_blind), unit)
        if parts:
            lines.append(f"  {parts}")
        lines += table(
            [
                (
                    f"  {name}",
                    f"{row['frequency']:.1%}",
                    _number(row["ev_mbb"] / 1000, "+.3f", unit),
                )
                for name, row in one["judge"].items()
            ]
        )
    return lines


def _luck(luck: Luck) -> dict[str, Any] | None:
    if not luck.hands:
        return None
    return {
        "hands": luck.hands,
        "raw_bb100": luck.raw.mean,
        "raw_ci95": luck.raw.half_width,
        "adjusted_bb100": luck.adjusted.mean,
        "adjusted_ci95": luck.adjusted.half_width,
        "parts_bb100": asdict(luck.parts),
        "rival_unknown": luck.unknown,
    }


def _totals_lines(game: Game, totals: Totals, luck: Luck, place: Standing | None) -> list[str]:
    if not totals.decisions:
        return [tr("no decision was judged")]
    rate = tr("error rate {error} {unit}, noise floor {floor:.1f}")
    score = tr("score {score:.0f} of 100, {accuracy:.1%} best or correct, {lost:,.2f} {unit} lost")
    if by_frequency(game):
        rate = tr(
            "EVs are known before the flop, on streets that are solved, and where a call ends the"
            " betting; other decisions are judged by how often the judge does the same"
        )
        score = tr("score {score:.0f} of 100, {accuracy:.1%} best or correct")
    lines = [
        tr("{hands}, {decisions}, {unjudged:,} not judged").format(
            hands=hands_text(totals.hands),
            decisions=_decisions(totals.decisions),
            unjudged=totals.unjudged,
        ),
        rate.format(error=_plus_minus(totals.error), unit=per_decision(game), floor=totals.floor),
        *_level_lines(place),
        score.format(
            score=totals.score,
            accuracy=totals.accuracy,
            lost=totals.lost_bb,
            unit=amount_unit(game),
        ),
        ", ".join(f"{quality_text(name)} {count:,}" for name, count in totals.classes.items()),
    ]
    if luck.hands:
        unit, scale = of_session(game)
        lines.append(
            tr("result {raw} {unit}, luck-adjusted {adjusted} ({hands})").format(
                unit=unit,
                raw=_plus_minus(luck.raw, scale),
                adjusted=_plus_minus(luck.adjusted, scale),
                hands=hands_text(luck.hands),
            )
        )
    return lines


def _level_lines(place: Standing | None) -> list[str]:
    if place is None:
        return []
    first, last = place.levels[0], place.levels[-1]
    words = tr("level: {first}; similar to {engine}")
    if first != last:
        words = tr("level: {first} to {last}, as the interval spans them; similar to {engine}")
    return [
        words.format(
            first=phrase(level_title(first)), last=phrase(level_title(last)), engine=place.partner
        )
    ]


def _decisions(number: int) -> str:
    return tr.plural("1 decision", "{count:,} decisions", number).format(count=number)


def _number(value: float, form: str, unit: str = "") -> str:
    return "-" if math.isnan(value) else f"{value:{form}} {unit}".rstrip()


def _plus_minus(one: Interval, scale: float = 1.0) -> str:
    half = f"{scale * one.half_width:,.1f}" if math.isfinite(one.half_width) else "-"
    return f"{scale * one.mean:,.1f} +- {half}"
