"""``pokergui drill``: spots to practise on."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, date, datetime
from itertools import islice

import click
import numpy as np

from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import parse_action
from pokergui.commands.common import define, exit_if_stopped, long_work
from pokergui.commands.drill.figures import (
    question_lines,
    report_cards,
    report_series,
    verdict_lines,
)
from pokergui.commands.drill.ranges import read_ranges
from pokergui.commands.writing import written
from pokergui.drills.judge import DrillJudge, Question
from pokergui.drills.length import DECISION, LENGTHS, SpotPlay
from pokergui.drills.series import USUAL_SPOTS, daily, daily_seed, roll
from pokergui.drills.session import Asked, practice, series
from pokergui.localtime import local_now
from pokergui.paths import database_path, reviews_path, strategies_dir
from pokergui.store import Store
from pokergui.store.drills import keep_answers

_MOST_SPOTS = 200


def _day(context: click.Context, param: click.Parameter, text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise PokerError(f"'{str(text)[:40]}' is not a date; write it as 2026-05-01") from None


@define(
    click.argument("game"),
    click.argument("judge", default="cfr"),
    click.option("--daily", "of_day", is_flag=True, help="The five spots of the day."),
    click.option("--date", "day", callback=_day, metavar="DATE", help="With --daily: the day."),
    click.option(
        "--spots",
        "count",
        type=click.IntRange(1, _MOST_SPOTS),
        default=USUAL_SPOTS,
        show_default=True,
        help="Spots of the series.",
    ),
    click.option("--seed", type=click.IntRange(0), help="Makes the deals reproducible."),
    click.option(
        "--length",
        type=click.Choice(LENGTHS),
        default=DECISION,
        show_default=True,
        help="How far a spot is played on.",
    ),
    click.option("--dice", is_flag=True, help="Roll dice to pick one action of a mix."),
    click.option(
        "--answer",
        "answers",
        multiple=True,
        metavar="ANSWER",
        help="What you do at the next spot: f, c or r300 as in --line, or a range; give several.",
    ),
    click.option("--ranges", is_flag=True, help="Put the opponent on a range: AA, KTs+, QJo:0.5."),
    click.option("--list", "listed", is_flag=True, help="Your cards, and when each is due."),
)
def command(
    game: str,
    judge: str,
    of_day: bool,
    day: date | None,
    count: int,
    seed: int | None,
    length: str,
    dice: bool,
    answers: tuple[str, ...],
    ranges: bool,
    listed: bool,
    as_json: bool,
) -> None:
    """Practise spots of GAME, judged by the engine JUDGE.

    A series asks first what is due, then what you played wrong in your hands, what cost most first,
    then decisions of engine play. Each time a spot is dealt anew: the same line, other cards. With
    --daily it is five spots that are the same for everybody on that day. On a terminal the spots
    are asked one by one; otherwise they are listed, and each --answer answers the next one. With
    --length a spot goes on after an answer: the others act as the judge does, and your next
    decision of the street or the hand is asked next. Answers are kept apart from results.

    With --ranges you put the opponent on a range after it has acted; the score is what your range
    and the judge's have in common. These answers are not kept.
    """
    rules = get_game(game)
    if day is not None and not of_day:
        raise PokerError("--date needs --daily")
    path = database_path()
    if ranges:
        if of_day or listed or dice or length != DECISION:
            raise PokerError("--ranges does not go with --daily, --list, --dice or --length")
        read_ranges(rules, judge, count, _seed(seed), answers, as_json)
        return
    if listed:
        if of_day or answers:
            raise PokerError("--list does not go with --daily or --answer")
        with long_work("reviewing") as control:
            found = practice(path, reviews_path(), strategies_dir(), rules, judge, control)
        report_cards(rules, judge, found, datetime.now(UTC), as_json)
        return
    day = (day or local_now().date()) if of_day else None
    with ExitStack() as stack:
        with long_work("preparing") as control:
            ready = stack.enter_context(
                closing(DrillJudge(judge, rules, strategies_dir(), control))
            )
            if seed is None and day is not None:
                seed = daily_seed(rules, judge, day)
            seed = _seed(seed)
            asked = _questions(ready, day, count, seed, control)
        by_hand = not answers and not as_json and sys.stdin.isatty() and sys.stdout.isatty()
        left = None if by_hand else iter(answers)
        store = stack.enter_context(written(path)) if by_hand or answers else None
        spots = _answered(ready, asked, length, seed, dice, left, store)
        if surplus := len([*(left or ())]):
            words = f"more answers than spots: {len(answers)} for {len(answers) - surplus}"
            raise PokerError(words)
    report_series(rules, judge, day, seed, spots, as_json, by_hand=by_hand)
    exit_if_stopped(control)


def _seed(given: int | None) -> int:
    return secrets.randbits(32) if given is None else given


def _questions(
    judge: DrillJudge, day: date | None, count: int, seed: int, control: JobControl
) -> list[Question]:
    """The spots of a day, or those of a series."""
    if day is not None:
        return list(daily(judge, day, control))
    folders = database_path(), reviews_path(), strategies_dir()
    found = practice(*folders, judge.game, judge.name, control)
    asking = islice(series(judge, found, datetime.now(UTC), seed, control), count)
    return list(asking)


def _answered(
    judge: DrillJudge,
    asked: Sequence[Question],
    length: str,
    seed: int,
    dice: bool,
    answers: Iterator[str] | None,
    store: Store | None,
) -> list[Asked]:
    """Ask spot after spot, each on as far as it goes; None asks on the terminal.

    A spot without an answer goes no further; on the terminal that ends the series. Each answer is
    in the store before anything else is done, so that nothing takes it back.
    """
    rolls, spots = np.random.default_rng([seed, 1]), list[Asked]()
    for number, first in enumerate(asked, 1):
        played = SpotPlay(judge, length, first, seed, number)
        question: Question | None = first
        while question is not None:
            one = Asked(question, roll(rolls) if dice else 0)
            text = _typed(one, number, len(asked)) if answers is None else next(answers, "")
            if not text:
                spots.append(one)
                break
            action = parse_action(question.dealt.spot, text)
            with long_work("judging") as control:
                one = one.told(action, judge.review(question, action, control), judge.name)
                spots.append(one)
                if one.answer is not None and store is not None:
                    keep_answers(store, [one.answer]).result()
                question = played.after(question, action, control)
            if answers is None:
                print("\n".join(verdict_lines(one)))
        if question is not None and answers is None:
            break
    return spots


def _typed(one: Asked, number: int, count: int) -> str:
    """Ask for an answer on the terminal until it is one; empty to end the series."""
    print("\n".join(question_lines(one, number, count)))
    while text := str(click.prompt("f, c or r300; Enter ends", default="", show_default=False)):
        try:
            parse_action(one.question.dealt.spot, text)
        except PokerError as error:
            print(error)
            continue
        return text
    return ""
