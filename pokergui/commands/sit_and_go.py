"""``pokergui sit-and-go``: many sit-and-go tournaments between engines."""

from __future__ import annotations

from typing import Any

import click

from ai.registry import check_engine
from ai.sit_and_go.plan import LEVELS, SitAndGo, usual_prizes
from ai.sit_and_go.play import Placings, Series
from engine import timing
from engine.errors import CancelledError
from engine.jobs import JobControl
from pokergui.background.engines import build, trust
from pokergui.commands.common import (
    define,
    exit_if_stopped,
    long_work,
    picked,
    report,
    seed_option,
    table,
)
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir


def _result(one: Placings) -> dict[str, Any]:
    return {
        **picked(one, "engine", "places"),
        "prize": one.prize.mean,
        "prize_ci95": one.prize.half_width,
        "icm": one.worth,
    }


@define(
    click.argument("engines", nargs=-1, required=True, metavar="ENGINE ENGINE …"),
    click.option(
        "--stack",
        default="1500",
        show_default=True,
        help='Chips at the start: one number for all, or one for each engine ("1500 3000").',
    ),
    click.option(
        "--levels",
        default=LEVELS,
        help="Blinds and ante: 10/20,25/50,50/100/10; with a big-blind ante 50/100/100bb.",
    ),
    click.option("--level-hands", default="10", show_default=True, help="Hands of each level."),
    click.option("--payouts", help="Prizes by place: 50,30,20. Default: usual ones, of 100."),
    click.option(
        "--count",
        type=click.IntRange(1, 10**6),
        default=100,
        show_default=True,
        help="Tournaments.",
    ),
    seed_option,
)
def command(
    engines: tuple[str, ...],
    stack: str,
    levels: str,
    level_hands: str,
    payouts: str | None,
    count: int,
    seed: int,
    as_json: bool,
) -> None:
    """Play sit-and-go tournaments of 2 to 6 engines at no-limit hold'em.

    Seats are drawn anew for each. Blinds rise by hands; the big blind moves to the next player
    left, and with two players the button is the small blind. Players who are eliminated in the same
    hand are ranked by their stacks before it. The engine tournament (tournament:ENGINE) jams or
    folds below 15 big blinds.
    """
    players = len(engines)
    prizes = usual_prizes(players) if payouts is None else payouts
    plan = SitAndGo.of_texts(players, stack, levels, level_hands, prizes)
    home = strategies_dir()
    trust(*engines)
    for name in engines:
        check_engine(name, plan.start().game, home)
    began = timing.seconds()
    with long_work(tr("sit-and-go")) as control:
        quiet = JobControl()
        series = Series(plan, engines, lambda name, game: build(name, game, home, quiet), seed)
        try:
            while series.count < count:
                series.play(control)
                control.progress(series.count / count)
        except CancelledError:
            if not series.count:
                raise
    result = {
        "engines": list(engines),
        **picked(plan, "stacks", "level_hands", "payouts"),
        "levels": [level.text for level in plan.levels],
        "tournaments": series.count,
        "hands": series.hands,
        "seed": seed,
        "results": [_result(one) for one in series.results],
        "seconds": timing.seconds() - began,
    }
    report(result, as_json, _lines(series))
    exit_if_stopped(control)


def _lines(series: Series) -> list[str]:
    words = tr("{tournaments:,} tournaments, {hands:,} hands; prizes add up to {prizes:g}")
    first = words.format(
        tournaments=series.count, hands=series.hands, prizes=sum(series.plan.payouts)
    )
    rows = [
        (
            one.engine,
            *one.places,
            f"{one.prize.mean:,.2f}",
            f"+- {one.prize.half_width:,.2f}",
            f"{one.worth:,.2f}",
        )
        for one in series.results
    ]
    numbers = (str(place) for place in range(1, len(series.names) + 1))
    heads = (tr("engine"), *numbers, tr("mean prize"), "", tr("ICM at the start"))
    return [first, "", *table(rows, heads)]
