"""``pokergui review``: recorded decisions judged by an engine."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import click

from ai.review.decision import Reviewed
from ai.review.totals import Luck, LuckTally, Tally, Totals
from ai.review.verdict import Verdict
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from engine.lines import action_text, line_text
from engine.player import PublicState
from engine.running import Interval
from engine.shown import shown_cards
from pokergui.commands.common import define, exit_if_stopped, long_work, num_hands, report, table
from pokergui.commands.hands.choosing import MODES, MOST_NUMBER, game_name
from pokergui.paths import database_path, reviews_path, strategies_dir
from pokergui.reviews.work import NO_PLAYER, HandsReview, ReviewedHand
from pokergui.store import PLAYED, HandFilter, HandReader, StoredHand, numbers_text
from pokergui.store.judging import find_match
from pokergui.store.reviews import ReviewCache

_MOST_WORST = 20
_number = click.IntRange(1, MOST_NUMBER)


@define(
    click.argument("game", callback=game_name),
    click.argument("judge"),
    click.option("--last", type=_number, metavar="N", help="Only the last N hands."),
    click.option("--hand", type=_number, metavar="N", help="One hand, decision by decision."),
    click.option("--match", type=_number, metavar="N", help="A stored match."),
    click.option(
        "--hero", default="", metavar="ENGINE", help="Whose decisions; else yours, or the first's."
    ),
    click.option(
        "--mode",
        "modes",
        multiple=True,
        type=click.Choice(MODES),
        help="Hands so played in place of play; may be given twice.",
    ),
)
def command(
    game: str,
    judge: str,
    last: int | None,
    hand: int | None,
    match: int | None,
    hero: str,
    modes: tuple[str, ...],
    as_json: bool,
) -> None:
    """Judge the decisions that you made at GAME by the engine JUDGE.

    A decision is best, correct, an inaccuracy, wrong or a blunder: first by how often the judge
    does the same, then by the EV lost. What lies within the judge's noise floor is no mistake.
    Reviews are kept, and made anew when the judge changes.
    """
    if sum(one is not None for one in (last, hand, match)) > 1:
        raise PokerError("give one of --last, --hand and --match")
    if modes and not hand is match is None:
        raise PokerError("--mode chooses among all hands: leave out --hand and --match")
    found: list[ReviewedHand] = []
    details: tuple[Reviewed, ...] = ()
    damaged: Sequence[int] = ()
    with long_work("reviewing") as control, HandReader(database_path()) as reader:
        reader.look()
        work = HandsReview(judge, strategies_dir(), ReviewCache(reviews_path()), control)
        try:
            if match is not None:
                stored = find_match(reader, match)
                _check_game((stored.game_name,), game, f"match {match}")
                _take(work.run_match(reader, match, hero), stored.hands, control, found)
            else:
                hands = _chosen(reader, game, last, hand, modes)
                damaged = reader.damaged
                _take(work.run(hands, hero), len(hands), control, found)
                details = work.decisions(hands[0], hero) if hand is not None else ()
        except CancelledError:
            control.cancel()  # what was reviewed until then counts
        finally:
            work.close()
    if hero and found and all(one.reason == NO_PLAYER for one in found):
        raise PokerError(f"no engine in these hands is called '{hero[:60]}'")
    _report(game, judge, found, details, damaged, hand is not None, as_json)
    exit_if_stopped(control)


def _check_game(names: Sequence[str], game: str, what: str) -> None:
    if game not in names:
        raise PokerError(f"{what} is one of {names[0]}, not of {game}")


def _chosen(
    reader: HandReader, game: str, last: int | None, number: int | None, modes: tuple[str, ...]
) -> Sequence[StoredHand]:
    """The hands to review, oldest first: at least one."""
    if number is not None:
        hand = reader.show(number)
        _check_game((hand.listed_game, hand.game_name), game, f"hand {number}")
        return (hand,)
    wanted = HandFilter(game=game, modes=modes or PLAYED.modes, newest=last)
    hands = reader.list(wanted).replayable().hands
    if not hands:
        raise PokerError(f"there are no hands of {game} to review")
    return hands


def _take(
    hands: Iterable[ReviewedHand], count: int, control: JobControl, found: list[ReviewedHand]
) -> None:
    for one in hands:
        found.append(one)
        control.progress(min(1.0, len(found) / max(count, 1)), "")


def _report(
    game: str,
    judge: str,
    found: Sequence[ReviewedHand],
    details: Sequence[Reviewed],
    damaged: Sequence[int],
    detailed: bool,
    as_json: bool,
) -> None:
    tally, luck_tally = Tally(), LuckTally()
    for one in found:
        if one.review is not None and one.record is not None:
            tally.add(one.review.verdicts)
            luck_tally.add(one.review, one.record.game.big_blind)
    totals, luck = tally.totals, luck_tally.luck
    skipped = Counter(one.reason for one in found if one.reason)
    worst = [_mistake(*one) for one in _worst(found)]
    result: dict[str, Any] = {
        "game": game,
        "judge": judge,
        "hands": totals.hands,
        "decisions": totals.decisions,
        "unjudged": totals.unjudged,
        "error_rate_mbb": totals.error.mean,
        "ci95_mbb": totals.error.half_width,
        "floor_mbb": totals.floor,
        "score": totals.score,
        "accuracy": totals.accuracy,
        "lost_bb": totals.lost_bb,
        "classes": totals.classes,
        "luck": _luck(luck),
        "skipped": dict(skipped),
        "damaged": damaged,
        "worst": worst,
    }
    if detailed:
        result["details"] = [_detail(one) for one in details]
    lines = _totals_lines(totals, luck)
    lines += [f"not reviewed, {why}: {num_hands(count)}" for why, count in skipped.items()]
    if damaged:
        lines.append(f"damaged: {num_hands(len(damaged))}, {numbers_text(damaged)}")
    if detailed:
        lines += ["", *_detail_lines(details)]
    elif worst:
        heads = ("hand", "line", "done", "best", "lost, bb", "% of pot", "class")
        rows = [
            (
                one["hand"],
                one["line"] or "-",
                one["action"],
                one["best"],
                f"{one['loss_mbb'] / 1000:.2f}",
                f"{one['loss_pct_pot']:.1f}",
                one["class"],
            )
            for one in worst
        ]
        lines += ["", *table(rows, heads)]
    report(result, as_json, lines)


def _worst(found: Sequence[ReviewedHand]) -> list[tuple[ReviewedHand, Verdict]]:
    """The costliest mistakes, the worst first."""
    mistakes = [
        (hand, one)
        for hand in found
        if hand.review is not None
        for one in hand.review.verdicts
        if one.counted_mbb > 0.0
    ]
    return sorted(mistakes, key=lambda one: -one[1].counted_mbb)[:_MOST_WORST]


def _mistake(hand: ReviewedHand, one: Verdict) -> dict[str, Any]:
    assert hand.record is not None
    game, actions = hand.record.game, hand.record.actions
    before = actions[: one.place]
    return {
        "hand": hand.number,
        "line": line_text(game, before),
        "action": action_text(PublicState(game, before, ()), actions[one.place]),
        "best": one.best,
        "loss_mbb": one.loss_mbb,
        "loss_pct_pot": 100.0 * one.loss_of_pot,
        "floor_mbb": one.floor_mbb,
        "class": one.quality,
    }


def _detail(one: Reviewed) -> dict[str, Any]:
    spot, unit = one.spot, 1000.0 / one.spot.game.big_blind
    base = {
        "line": line_text(spot.game, spot.actions),
        "board": shown_cards(spot.game, spot.board),
        "action": action_text(spot, one.action),
    }
    if not one.judged:
        return base | {"class": None, "unjudged": one.unread}
    rows = zip(one.actions, one.row.tolist(), one.evs.tolist(), strict=True)
    return base | {
        "class": one.quality,
        "frequency": one.frequency,
        "loss_mbb": one.loss * unit,
        "floor_mbb": one.floor * unit,
        "loss_pct_pot": 100.0 * one.loss / spot.pot,
        "judge": {
            action_text(spot, action): {"frequency": share, "ev_mbb": ev * unit}
            for action, share, ev in rows
        },
    }


def _detail_lines(details: Sequence[Reviewed]) -> list[str]:
    found = []
    for one in (_detail(each) for each in details):
        where = " ".join(part for part in (one["line"] or "start", one["board"]) if part)
        if one["class"] is None:
            found.append(f"{where}: {one['action']}, not judged: {one['unjudged']}")
            continue
        lost = "" if math.isnan(one["loss_mbb"]) else f", {one['loss_mbb'] / 1000:.3f} bb lost"
        floor = f", noise floor {one['floor_mbb'] / 1000:.3f} bb"
        found.append(f"{where}: {one['action']}, {one['class']}{lost}{floor}")
        found += table(
            [
                (f"  {name}", f"{row['frequency']:.1%}", f"{row['ev_mbb'] / 1000:+.3f} bb")
                for name, row in one["judge"].items()
            ]
        )
    return found


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


def _totals_lines(totals: Totals, luck: Luck) -> list[str]:
    if not totals.decisions:
        return ["no decision was judged"]
    error = totals.error
    lines = [
        f"{num_hands(totals.hands)}, {_decisions(totals.decisions)},"
        f" {totals.unjudged:,} not judged",
        f"error rate {_plus_minus(error)} mbb per decision, noise floor {totals.floor:.1f}",
        f"score {totals.score:.0f} of 100, {totals.accuracy:.1%} best or correct,"
        f" {totals.lost_bb:,.2f} bb lost",
        ", ".join(f"{name} {count:,}" for name, count in totals.classes.items()),
    ]
    if luck.hands:
        lines.append(
            f"result {_plus_minus(luck.raw)} bb/100, luck taken out"
            f" {_plus_minus(luck.adjusted)} ({num_hands(luck.hands)})"
        )
    return lines


def _decisions(number: int) -> str:
    return "1 decision" if number == 1 else f"{number:,} decisions"


def _plus_minus(one: Interval) -> str:
    half = f"{one.half_width:,.1f}" if math.isfinite(one.half_width) else "-"
    return f"{one.mean:,.1f} +- {half}"
