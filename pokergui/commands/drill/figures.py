"""The output of ``drill``: spots, verdicts, the figures of a series, and the cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from ai.drill.deals import DealtSpot
from ai.drill.dice import bands
from ai.reports.lines import action_word, line_words
from ai.solver.spot import parse_key
from engine.card_display import shown_cards
from engine.game import Game
from engine.lines import line_text, parse_action
from engine.player import Action, PublicState, verify
from pokergui.commands.common import report, table
from pokergui.drills.judge import DAILY, PLAY, PREFLOP, REPORT, SOLUTION, STUDY, SpotJudge
from pokergui.drills.series import DrillFigures, Practice, SeriesSpot, drill_figures
from pokergui.formatting.reviewed import quality_text, unread_text
from pokergui.language import tr_commands as tr
from pokergui.localtime import time_text
from pokergui.units import CHIPS, amount_unit, unit_of, value_unit


def source_text(source: str) -> str:
    """Return the origin of a spot in words, from ``Question.source``."""
    kind, _, rest = source.partition(" ")
    words = {
        "hand": tr("hand {number}").format(number=rest),
        DAILY: tr("daily {day}").format(day=rest),
        PLAY: tr("play"),
        STUDY: tr("study"),
        PREFLOP: tr("preflop"),
        REPORT: tr("report"),
        SOLUTION: tr("solution"),
    }
    return words.get(kind, source)


def spot_facts(dealt: DealtSpot) -> dict[str, Any]:
    """Return what a player sees at a spot."""
    spot, shown = dealt.spot, dealt.spot.game.shown_chip
    return {
        "line": line_words(spot),
        "board": shown_cards(spot.game, spot.board),
        "hole": shown_cards(spot.game, sorted(dealt.hole, reverse=True)),
        "position": spot.to_act,
        "pot": spot.pot if shown == 1 else spot.pot / shown,
        "call": spot.legal.call if shown == 1 else spot.legal.call / shown,
    }


def read_answer(spot: PublicState, text: str) -> Action:
    """Read an action at a spot; the inverse of ``action_word``.

    Raises:
        IllegalActionError: if it is no action, or not legal there.
    """
    if not spot.game.begins_later:
        return parse_action(spot, text)
    action = parse_key(text, spot.game.shown_chip)
    verify(spot.legal, spot.betting, action)
    return action


def report_series(
    judge: SpotJudge,
    day: date | None,
    seed: int,
    spots: Sequence[SeriesSpot],
    as_json: bool,
    *,
    by_hand: bool,
) -> None:
    """Print a series.

    Args:
        day: the day that the spots belong to; None for a series.
        by_hand: the spots and verdicts were printed as they were answered.
    """
    figures = drill_figures([one.answer for one in spots if one.answer is not None])
    result = {
        "game": judge.game.name,
        "judge": judge.name,
        "date": None if day is None else day.isoformat(),
        "seed": seed,
        "spots": [_spot(one) for one in spots],
        "figures": _figures(judge.game, figures),
    }
    lines = []
    number, count = 0, sum(one.question.decision == 1 for one in spots)
    for one in () if by_hand else spots:
        number += one.question.decision == 1
        lines += question_lines(one, number, count)
        lines += verdict_lines(one)
    if not spots:
        lines.append(tr("the judge has no spot to ask about"))
    if figures.done:
        lines += ["", *_figure_lines(judge.game, figures)]
    if figures.done and not judge.keeps:
        lines.append(tr("answers to a solution are not saved, and no spot is repeated"))
    report(result, as_json, lines)


def report_cards(game: Game, judge: str, practised: Practice, now: datetime, as_json: bool) -> None:
    """Print the cards that were asked, and those of mistakes that were not."""
    known = {one.key for one in practised.schedule.cards}
    cards = [
        {
            "card": one.key.text,
            "line": line_text(game, one.spot.actions),
            "due": time_text(one.due),
            "is_due": one.due <= now,
            "stability_days": one.stability,
            "answers": one.answers,
            "lapses": one.lapses,
            "lost_bb": one.lost_mbb / 1000.0,
        }
        for one in practised.schedule.cards
    ]
    fresh = [
        {
            "card": one.key.text,
            "line": line_text(game, one.spot.actions),
            "hand": one.hand,
            "mistakes": one.mistakes,
            "lost_bb": one.lost_mbb / 1000.0,
        }
        for one in practised.mistakes
        if one.key not in known
    ]
    due = sum(bool(one["is_due"]) for one in cards)
    words = tr("{cards} cards, {due} due; {fresh} of your mistakes have never been asked")
    lines = [words.format(cards=len(cards), due=due, fresh=len(fresh))]
    rows: list[tuple[object, ...]] = [
        (
            *(one["card"], one["line"] or "-", one["due"], f"{one['stability_days']:.1f}"),
            *(one["answers"], one["lapses"], f"{one['lost_bb']:.2f}"),
        )
        for one in cards
    ]
    heads = [tr("card"), tr("line"), tr("due"), tr("stability, days")]
    lost = tr("lost, {unit}").format(unit=amount_unit(game))
    heads += [tr("answers"), tr("lapses"), lost]
    lines += ["", *table(rows, heads)] if rows else []
    rows = [
        (one["card"], one["line"] or "-", one["hand"], one["mistakes"], f"{one['lost_bb']:.2f}")
        for one in fresh
    ]
    heads = [tr("card"), tr("line"), tr("hand"), tr("mistakes"), lost]
    lines += ["", *table(rows, heads)] if rows else []
    result = {"game": game.name, "judge": judge, "due": due, "cards": cards, "mistakes": fresh}
    report(result, as_json, lines)


def question_lines(one: SeriesSpot, number: int, count: int) -> list[str]:
    """Return a spot in words, without what the judge would do."""
    record = _question_record(one)
    facts = [
        " ".join(part for part in (record["line"] or tr("start"), record["board"]) if part),
        tr("you hold {hole}").format(hole=record["hole"]),
        tr("position {position}").format(position=record["position"]),
        tr("pot {pot}").format(pot=record["pot"]),
    ]
    if record["call"]:
        facts.append(tr("{call} to call").format(call=record["call"]))
    if one.dice:
        facts.append(tr("dice {dice}").format(dice=one.dice))
    words = tr("{number} of {count} ({source}): {facts}")
    if record["decision"] > 1:
        words = tr("{number} of {count}, decision {decision} ({source}): {facts}")
    spot = words.format(
        number=number,
        count=count,
        decision=record["decision"],
        source=source_text(record["source"]),
        facts=", ".join(facts),
    )
    return [spot, f"  {', '.join(record['actions'])}"]


def verdict_lines(one: SeriesSpot) -> list[str]:
    """Return the judge's verdict on an answer; nothing before it is given."""
    if one.reviewed is None:
        return []
    record, did = _verdict_record(one), _done(one)
    if record["class"] is None:
        words = tr("{action}: not judged, {reason}")
        return ["  " + words.format(action=did, reason=unread_text(record["unjudged"]))]
    assert one.answer is not None
    loss, unit = one.answer.counted_mbb, amount_unit(one.reviewed.spot.game)
    words = tr("{action}: {quality}, noise floor {floor:.3f} {unit}")
    if loss:
        words = tr("{action}: {quality}, {lost:.3f} {unit} lost, noise floor {floor:.3f} {unit}")
    verdict = words.format(
        action=did,
        quality=quality_text(record["class"]),
        lost=loss / 1000,
        floor=one.answer.floor_mbb / 1000,
        unit=unit,
    )
    evs = one.reviewed.evs / one.reviewed.spot.game.value_chips
    rows = [
        (f"  {name}", f"{row['frequency']:.1%}", f"{ev:+.3f} {unit}", row["dice"])
        for (name, row), ev in zip(record["judge"].items(), evs.tolist(), strict=True)
    ]
    return [f"  {verdict}", *table([row if one.dice else row[:3] for row in rows])]


def _question_record(one: SeriesSpot) -> dict[str, Any]:
    question, spot = one.question, one.question.dealt.spot
    return {
        "source": question.source,
        "decision": question.decision,
        "card": None if question.card is None else question.card.text,
        **spot_facts(question.dealt),
        "actions": [action_word(spot, action) for action in question.view.actions],
        "dice": one.dice or None,
    }


def _spot(one: SeriesSpot) -> dict[str, Any]:
    answer = None if one.reviewed is None else {"action": _done(one)} | _verdict_record(one)
    return _question_record(one) | {"answer": answer}


def _done(one: SeriesSpot) -> str:
    assert one.action is not None
    return action_word(one.question.dealt.spot, one.action)


def _verdict_record(one: SeriesSpot) -> dict[str, Any]:
    reviewed = one.reviewed
    assert reviewed is not None
    if one.answer is None:
        return {"class": None, "unjudged": reviewed.unread}
    spot, game = reviewed.spot, reviewed.spot.game
    unit = 1000.0 / game.value_chips
    row = reviewed.row.tolist()
    rows = zip(reviewed.actions, row, reviewed.evs.tolist(), bands(row), strict=True)
    return {
        "class": one.answer.quality,
        "rating": None if one.answer.card is None else one.answer.rating,
        "frequency": reviewed.frequency,
        **_in_unit(game, "loss", one.answer.loss_mbb),
        **_in_unit(game, "floor", one.answer.floor_mbb),
        "followed_dice": one.answer.followed if one.dice else None,
        "judge": {
            action_word(spot, action): {
                "frequency": share,
                **_in_unit(game, "ev", ev * unit),
                "dice": f"{low}-{high}" if low <= high else "-",
            }
            for action, share, ev, (low, high) in rows
        },
    }


def _in_unit(game: Game, key: str, thousandths: float) -> dict[str, float]:
    """Return thousandths as mbb, or as chips if the big blind is unknown in chips."""
    if value_unit(game).name == CHIPS:
        return {f"{key}_{CHIPS}": thousandths / 1000.0}
    return {f"{key}_mbb": thousandths}


def _figures(game: Game, one: DrillFigures) -> dict[str, Any]:
    return {
        "done": one.done,
        "classes": one.classes,
        "score": one.score,
        "accuracy": one.accuracy,
        "lost_chips" if value_unit(game).name == CHIPS else "lost_bb": one.lost_mbb / 1000.0,
        **_in_unit(game, "error_rate", one.rate_mbb),
        "streak": one.streak,
        "best_streak": one.best_streak,
        "dice": {"rolled": one.rolled, "followed": one.followed, "score": one.dice_score},
    }


def _figure_lines(game: Game, one: DrillFigures) -> list[str]:
    unit = amount_unit(game)
    rate = f"{one.rate_mbb / 1000:.3f} {unit}"
    if value_unit(game).name != CHIPS:
        rate = f"{one.rate_mbb:.1f} {unit_of(game)}"
    whole = tr(
        "{done} answered, score {score:.0f} of 100, {accuracy:.1%} best or correct, {lost:.2f}"
        " {unit} lost, {rate} per decision"
    )
    row = tr("best or correct in a row: {streak} now, {most} at best")
    lines = [
        whole.format(
            done=one.done,
            score=one.score,
            accuracy=one.accuracy,
            lost=one.lost_mbb / 1000,
            unit=unit,
            rate=rate,
        ),
        ", ".join(f"{quality_text(name)} {count}" for name, count in one.classes.items()),
        row.format(streak=one.streak, most=one.best_streak),
    ]
    if one.rolled:
        words = tr("dice followed {followed} of {rolled}, {score:.1%}")
        lines.append(words.format(followed=one.followed, rolled=one.rolled, score=one.dice_score))
    return lines
