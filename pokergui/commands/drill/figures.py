"""What ``drill`` prints: spots, verdicts, the figures of a series, and the cards there are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from ai.drill.dice import bands
from engine.game import Game
from engine.lines import action_text, line_text
from engine.shown import shown_cards
from pokergui.commands.common import report, table
from pokergui.drills.figures import DrillFigures, drill_figures
from pokergui.drills.session import Asked, Practice
from pokergui.localtime import time_text

_CARD_HEADS = ("card", "line", "due", "stability, days", "answers", "lapses", "lost, bb")
_MISTAKE_HEADS = ("card", "line", "hand", "mistakes", "lost, bb")


def report_series(
    game: Game,
    judge: str,
    day: date | None,
    seed: int,
    spots: Sequence[Asked],
    as_json: bool,
    *,
    by_hand: bool,
) -> None:
    """Print a series.

    Args:
        game: the game.
        judge: name of the judge.
        day: whose spots they are; None for a series.
        seed: of the deals and the dice.
        spots: its spots, answered or not.
        as_json: print one JSON object.
        by_hand: the spots and verdicts were printed as they were answered.
    """
    figures = drill_figures([one.answer for one in spots if one.answer is not None])
    result = {
        "game": game.name,
        "judge": judge,
        "date": None if day is None else day.isoformat(),
        "seed": seed,
        "spots": [_spot(one) for one in spots],
        "figures": _figures(figures),
    }
    lines = []
    number, count = 0, sum(one.question.decision == 1 for one in spots)
    for one in () if by_hand else spots:
        number += one.question.decision == 1
        lines += question_lines(one, number, count)
        lines += verdict_lines(one)
    if not spots:
        lines.append("the judge has no spot to ask about")
    if figures.done:
        lines += ["", *_figure_lines(figures)]
    report(result, as_json, lines)


def report_cards(game: Game, judge: str, found: Practice, now: datetime, as_json: bool) -> None:
    """Print the cards that were asked, and those of mistakes that were not.

    Args:
        game: the game.
        judge: name of the judge of the mistakes.
        found: what there is to practise.
        now: the present moment.
        as_json: print one JSON object.
    """
    known = {one.key for one in found.schedule.cards}
    cards = [
        {
            "card": one.key.text,
            "line": line_text(game, one.line),
            "due": time_text(one.due),
            "is_due": one.due <= now,
            "stability_days": one.stability,
            "answers": one.answers,
            "lapses": one.lapses,
            "lost_bb": one.lost_mbb / 1000.0,
        }
        for one in found.schedule.cards
    ]
    fresh = [
        {
            "card": one.key.text,
            "line": line_text(game, one.line),
            "hand": one.hand,
            "mistakes": one.mistakes,
            "lost_bb": one.lost_mbb / 1000.0,
        }
        for one in found.mistakes
        if one.key not in known
    ]
    due = sum(bool(one["is_due"]) for one in cards)
    lines = [f"{len(cards)} cards, {due} due; {len(fresh)} of your mistakes were never asked"]
    rows: list[tuple[object, ...]] = [
        (
            *(one["card"], one["line"] or "-", one["due"], f"{one['stability_days']:.1f}"),
            *(one["answers"], one["lapses"], f"{one['lost_bb']:.2f}"),
        )
        for one in cards
    ]
    lines += ["", *table(rows, _CARD_HEADS)] if rows else []
    rows = [
        (one["card"], one["line"] or "-", one["hand"], one["mistakes"], f"{one['lost_bb']:.2f}")
        for one in fresh
    ]
    lines += ["", *table(rows, _MISTAKE_HEADS)] if rows else []
    result = {"game": game.name, "judge": judge, "due": due, "cards": cards, "mistakes": fresh}
    report(result, as_json, lines)


def question_lines(one: Asked, number: int, count: int) -> list[str]:
    """A spot in words, without what the judge would do."""
    told = _asked(one)
    where = " ".join(part for part in (told["line"] or "start", told["board"]) if part)
    price = f", {told['call']} to call" if told["call"] else ""
    dice = f", dice {one.dice}" if one.dice else ""
    actions = ", ".join(told["actions"])
    later = f", decision {told['decision']}" if told["decision"] > 1 else ""
    return [
        f"{number} of {count}{later} ({told['source']}): {where}, you hold {told['hole']},"
        f" position {told['position']}, pot {told['pot']}{price}{dice}",
        f"  {actions}",
    ]


def verdict_lines(one: Asked) -> list[str]:
    """What the judge says of an answer; nothing before it is given."""
    if one.reviewed is None:
        return []
    told, did = _verdict(one), _done(one)
    if told["class"] is None:
        return [f"  {did}: not judged, {told['unjudged']}"]
    assert one.answer is not None
    loss = one.answer.counted_mbb
    lost = f", {loss / 1000:.3f} bb lost" if loss else ""
    floor = f"noise floor {told['floor_mbb'] / 1000:.3f} bb"
    lines = [f"  {did}: {told['class']}{lost}, {floor}"]
    rows = [
        (f"  {name}", f"{row['frequency']:.1%}", f"{row['ev_mbb'] / 1000:+.3f} bb", row["dice"])
        for name, row in told["judge"].items()
    ]
    return [*lines, *table([row if one.dice else row[:3] for row in rows])]


def _asked(one: Asked) -> dict[str, Any]:
    question, spot = one.question, one.question.dealt.spot
    return {
        "source": question.source,
        "decision": question.decision,
        "card": question.card.text,
        "line": line_text(spot.game, spot.actions),
        "board": shown_cards(spot.game, spot.board),
        "hole": shown_cards(spot.game, sorted(question.dealt.hole, reverse=True)),
        "position": spot.to_act,
        "pot": spot.pot,
        "call": spot.legal.call,
        "actions": [action_text(spot, action) for action in question.view.actions],
        "dice": one.dice or None,
    }


def _spot(one: Asked) -> dict[str, Any]:
    answer = None if one.reviewed is None else {"action": _done(one)} | _verdict(one)
    return _asked(one) | {"answer": answer}


def _done(one: Asked) -> str:
    assert one.action is not None
    return action_text(one.question.dealt.spot, one.action)


def _verdict(one: Asked) -> dict[str, Any]:
    reviewed = one.reviewed
    assert reviewed is not None
    if one.answer is None:
        return {"class": None, "unjudged": reviewed.unread}
    spot, unit = reviewed.spot, 1000.0 / reviewed.spot.game.big_blind
    row = reviewed.row.tolist()
    rows = zip(reviewed.actions, row, reviewed.evs.tolist(), bands(row), strict=True)
    return {
        "class": one.answer.quality,
        "rating": one.answer.rating,
        "frequency": reviewed.frequency,
        "loss_mbb": one.answer.loss_mbb,
        "floor_mbb": one.answer.floor_mbb,
        "followed_dice": one.answer.followed if one.dice else None,
        "judge": {
            action_text(spot, action): {
                "frequency": share,
                "ev_mbb": ev * unit,
                "dice": f"{low}-{high}" if low <= high else "-",
            }
            for action, share, ev, (low, high) in rows
        },
    }


def _figures(one: DrillFigures) -> dict[str, Any]:
    return {
        "done": one.done,
        "classes": one.classes,
        "score": one.score,
        "accuracy": one.accuracy,
        "lost_bb": one.lost_mbb / 1000.0,
        "error_rate_mbb": one.rate_mbb,
        "streak": one.streak,
        "best_streak": one.best_streak,
        "dice": {"rolled": one.rolled, "followed": one.followed, "score": one.dice_score},
    }


def _figure_lines(one: DrillFigures) -> list[str]:
    lines = [
        f"{one.done} answered, score {one.score:.0f} of 100, {one.accuracy:.1%} best or correct,"
        f" {one.lost_mbb / 1000:.2f} bb lost, {one.rate_mbb:.1f} mbb per decision",
        ", ".join(f"{name} {count}" for name, count in one.classes.items()),
        f"best or correct in a row: {one.streak} now, {one.best_streak} at most",
    ]
    if one.rolled:
        lines.append(f"dice followed {one.followed} of {one.rolled}, {one.dice_score:.1%}")
    return lines
