"""``pokergui drill``: practice spots."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import date
from itertools import islice
from pathlib import Path

import click
import numpy as np

from ai.registry import OTHERS
from ai.review.judges import usual_name
from engine import timing
from engine.errors import EngineError, PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.player import PublicState
from pokergui.commands.common import define, exit_if_stopped, long_work
from pokergui.commands.database import written
from pokergui.commands.drill.figures import (
    question_lines,
    read_answer,
    report_cards,
    report_series,
    verdict_lines,
)
from pokergui.commands.drill.ranges import read_ranges
from pokergui.drills.judge import DrillJudge, Question, SpotJudge
from pokergui.drills.reading import readings
from pokergui.drills.series import (
    DECISION,
    LENGTHS,
    USUAL_SPOTS,
    SeriesSpot,
    SpotPlay,
    daily,
    daily_seed,
    practice,
    questions,
    roll,
)
from pokergui.drills.sources import SolutionJudge, is_report, read_report
from pokergui.language import tr_commands as tr
from pokergui.links import ReportLink
from pokergui.localtime import local_now
from pokergui.paths import database_path, reviews_path, strategies_dir
from pokergui.store import Store
from pokergui.store.drills import keep_answers


def file_named(text: str) -> Path | None:
    """Return the file that is named in place of a game; None if a game is, or no file."""
    try:
        get_game(text)
    except PokerError:
        path = Path(text)
        return path if path.exists() or path.suffix in (".csv", ".safetensors") else None
    return None


def check_alone(file: Path | None, given: dict[str, object]) -> None:
    """Refuse options that do not go with a file.

    Args:
        file: the file; without one nothing is to be given.
        given: the values given, by the names of their options; empty ones were not given.

    Raises:
        PokerError: naming them.
    """
    if extra := [name for name, value in given.items() if value]:
        raise PokerError(
            "{file} must be practised alone; leave out {extra}", file=file, extra=", ".join(extra)
        )


def file_judge(
    file: Path, judge: str | None, line: str | None, card: str | None, control: JobControl
) -> tuple[SpotJudge, ReportLink | None]:
    """Prepare the judge of a file's spots.

    Args:
        judge: name of the engine that judges a report in place of its own; None for its own.
        line: of a solution: the decision from which it is practised; None for all of it.

    Returns:
        The judge, and the report; None if the file is a solution.

    Raises:
        PokerError: if the file cannot be read, or something does not go with it.
    """
    if is_report(file):
        check_alone(file, {"--line": line is not None, "--card": card})
        link = read_report(file)
        if judge is None and link.engine.startswith(OTHERS):
            program = link.engine[:60]
            raise EngineError(
                "{file}: '{program}' is a program: to allow it, give it as JUDGE after the file",
                file=file,
                program=program,
            )
        name = judge or link.engine
        return DrillJudge(name, link.game, strategies_dir(), control), link
    from pokergui.commands.spots import place_of, solved_run  # most drills have no solution

    check_alone(file, {"JUDGE": judge})
    run = solved_run(file)
    if line is None:
        check_alone(file, {"--card": card})
        return SolutionJudge(run), None
    start = PublicState(run.spot.game, *place_of(run.spot, line, card))
    return SolutionJudge(run, start), None


_MOST_SPOTS = 200


def _day(context: click.Context, param: click.Parameter, text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise PokerError(
            "'{text}' is not a date; write it as 2026-05-01", text=str(text)[:40]
        ) from None


@define(
    click.argument("game"),
    click.argument("judge", required=False),
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
    click.option("--seed", type=click.IntRange(0), help="Seed, for reproducible deals."),
    click.option(
        "--length",
        type=click.Choice(LENGTHS),
        default=DECISION,
        show_default=True,
        help="How far each spot is played.",
    ),
    click.option("--dice", is_flag=True, help="Roll dice for mixed strategies."),
    click.option(
        "--answer",
        "answers",
        multiple=True,
        metavar="ANSWER",
        help="What you do at the next spot: f, c or r300 as in --line, or a range; give several.",
    ),
    click.option("--ranges", is_flag=True, help="Put the opponent on a range: AA, KTs+, QJo:0.5."),
    click.option("--line", help="With a solution: practise from this decision on, as in r50c/."),
    click.option(
        "--card", help="With --line: the cards that have come there since the root, as in 7d3c."
    ),
    click.option("--list", "listed", is_flag=True, help="Your cards, and when each is due."),
)
def command(
    game: str,
    judge: str | None,
    of_day: bool,
    day: date | None,
    count: int,
    seed: int | None,
    length: str,
    dice: bool,
    answers: tuple[str, ...],
    ranges: bool,
    line: str | None,
    card: str | None,
    listed: bool,
    as_json: bool,
) -> None:
    """Practise spots of GAME, judged by the engine JUDGE, or by the default judge.

    A series asks due cards first, then your costliest mistakes, then spots of engine play, each
    dealt anew: the same line, other cards. --daily gives everybody the same five spots that day.
    On a terminal spots are asked one by one; otherwise they are listed, and each --answer answers
    the next one. With --length a spot continues after an answer: the others act as the judge does,
    and your next decision is asked. Answers do not count in results.

    With --ranges you put the opponent on a range; the score is its overlap with the judge's. These
    answers are not kept.

    GAME can also be a file: a solution of solve-spot --out or Study, which asks and judges its own
    decisions (answers are not kept), or a report of aggregate --csv or Study, which asks its line
    on its boards, judged by its engine or JUDGE.
    """
    if day is not None and not of_day:
        raise PokerError("--date needs --daily")
    if ranges and (of_day or listed or dice or length != DECISION):
        raise PokerError("--ranges does not go with --daily, --list, --dice or --length")
    if listed and (of_day or answers):
        raise PokerError("--list does not go with --daily or --answer")
    file = file_named(game)
    if file is not None:
        check_alone(file, {"--daily": of_day, "--list": listed})
    elif line is not None or card is not None:
        raise PokerError("--line and --card go with the file of a solution")
    if listed:
        rules = get_game(game)
        _list_cards(rules, judge or usual_name(rules), as_json)
        return
    day = (day or local_now().date()) if of_day else None
    with ExitStack() as stack:
        with long_work(tr("preparing")) as control:
            link = None
            if file is not None:
                ready, link = file_judge(file, judge, line, card, control)
            else:
                rules = get_game(game)
                ready = DrillJudge(judge or usual_name(rules), rules, strategies_dir(), control)
            stack.enter_context(closing(ready))
            if seed is None and day is not None:
                seed = daily_seed(ready.game, ready.name, day)
            seed = secrets.randbits(32) if seed is None else seed
            rng = np.random.default_rng(seed)
            if ranges:
                check_alone(file, {"--ranges": link is not None})
                named = [*islice(readings(ready, rng, control), count)]
            else:
                asked = [*islice(_questions(ready, link, day, rng, control), count)]
        if ranges:
            read_ranges(ready, named, seed, answers, as_json)
        else:
            _ask(ready, asked, SeriesOptions(seed, length, dice, answers, as_json), stack, day)
    exit_if_stopped(control)


def _list_cards(game: Game, judge: str, as_json: bool) -> None:
    """Print the cards of a game."""
    with long_work(tr("reviewing")) as control:
        folders = database_path(), reviews_path(), strategies_dir()
        cards = practice(*folders, game, judge, control)
    report_cards(game, judge, cards, timing.now(), as_json)


@dataclass(frozen=True)
class SeriesOptions:
    """The way in which a series is asked, as the options set it."""

    seed: int
    length: str
    dice: bool
    answers: tuple[str, ...]
    as_json: bool


def _ask(
    judge: SpotJudge,
    asked: Sequence[Question],
    options: SeriesOptions,
    stack: ExitStack,
    day: date | None,
) -> None:
    """Ask the spots of a series and print it."""
    answers, as_json = options.answers, options.as_json
    by_hand = not answers and not as_json and sys.stdin.isatty() and sys.stdout.isatty()
    left = None if by_hand else iter(answers)
    kept = judge.keeps and (by_hand or bool(answers))
    store = stack.enter_context(written(database_path())) if kept else None
    spots = _answered(judge, asked, options, left, store)
    if surplus := len([*(left or ())]):
        raise PokerError(
            "more answers than spots: {count} for {spots}",
            count=len(answers),
            spots=len(answers) - surplus,
        )
    report_series(judge, day, options.seed, spots, as_json, by_hand=by_hand)


def _questions(
    judge: SpotJudge,
    link: ReportLink | None,
    day: date | None,
    rng: np.random.Generator,
    control: JobControl,
) -> Iterator[Question]:
    """Yield the spots of a solution, a report, a day, or the user's own."""
    if isinstance(judge, SolutionJudge):
        return judge.played(rng, control)
    assert isinstance(judge, DrillJudge)
    if link is not None:
        return judge.hands_over(link, rng, control)
    if day is not None:
        return daily(judge, day, control)
    folders = database_path(), reviews_path(), strategies_dir()
    cards = practice(*folders, judge.game, judge.name, control)
    return questions(judge, cards.wanted(timing.now()), rng, control)


def _answered(
    judge: SpotJudge,
    asked: Sequence[Question],
    options: SeriesOptions,
    answers: Iterator[str] | None,
    store: Store | None,
) -> list[SeriesSpot]:
    """Ask spot after spot, each to its end; None asks on the terminal.

    A spot without an answer ends there; on the terminal that ends the series. Each answer is
    stored before anything else is done; without a store nothing is kept.
    """
    seed, dice = options.seed, options.dice
    rolls, spots = np.random.default_rng([seed, 1]), list[SeriesSpot]()
    for number, first in enumerate(asked, 1):
        played = SpotPlay(judge, options.length, first, seed, number)
        question: Question | None = first
        while question is not None:
            one = SeriesSpot(question, roll(rolls) if dice else 0)
            text = _typed(one, number, len(asked)) if answers is None else next(answers, "")
            if not text:
                spots.append(one)
                break
            action = read_answer(question.dealt.spot, text)
            with long_work(tr("judging")) as control:
                one = one.answered(action, judge.review(question, action, control))
                spots.append(one)
                if one.answer is not None and store is not None:
                    keep_answers(store, [one.answer]).result()
                question = played.after(question, action, control)
            if answers is None:
                print("\n".join(verdict_lines(one)))
        if question is not None and answers is None:
            break
    return spots


def _typed(one: SeriesSpot, number: int, count: int) -> str:
    """Ask for an answer on the terminal until it is one; empty to end the series."""
    print("\n".join(question_lines(one, number, count)))
    ask = tr("f, c or r300; Enter ends")
    while text := str(click.prompt(ask, default="", show_default=False)):
        try:
            read_answer(one.question.dealt.spot, text)
        except PokerError as error:
            print(error)
            continue
        return text
    return ""
