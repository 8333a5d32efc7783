"""``pokergui evaluate``: how another strategy would have done in recorded hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ai.evaluation.estimators import MAPS
from ai.evaluation.judge import Judge, Verdict
from ai.reach import RangeReader
from ai.registry import build
from engine.errors import CancelledError, PokerError
from engine.game import Game
from engine.records.formats import recorded_hands
from engine.records.record import HandRecord
from pokergui.commands.common import (
    define,
    exit_if_stopped,
    in_mbb,
    long_work,
    num_hands,
    reads_hands,
    report,
    rules_of,
    table,
)
from pokergui.paths import strategies_dir

_ALL = "all"


def _records(
    files: tuple[Path, ...], game: Game | None, definition: Path | None
) -> Iterator[HandRecord]:
    for file in files:
        for hand in recorded_hands(file, game, definition):
            yield hand.read()


def _seat(record: HandRecord, hero: str) -> int:
    """The hero's position.

    Raises:
        PokerError: if nobody, or everybody, has the name.
    """
    seats = [seat for seat, name in enumerate(record.players) if name == hero]
    if len(record.players) != 2:
        raise PokerError(f"hand {record.number} is not a hand of two players")
    if len(seats) != 1:
        who = "both players are" if seats else "nobody is"
        raise PokerError(f"in hand {record.number} {who} called '{hero[:60]}'")
    return seats[0]


def _record(found: Verdict, game: Game) -> dict[str, Any]:
    return {
        **in_mbb(game, "mean", found.interval.mean),
        **in_mbb(game, "ci95", found.interval.half_width),
        **in_mbb(game, "sd", found.sd),
        "effective_samples": found.effective_samples,
        "hands": found.hands,
        "unsupported": found.unsupported,
        "warnings": list(found.warnings),
    }


def _row(found: Verdict, game: Game) -> tuple[str, ...]:
    unit = 1000.0 / game.big_blind
    interval = found.interval
    return (
        found.how.name,
        found.how.title,
        f"{interval.mean * unit:+,.1f} +- {interval.half_width * unit:,.1f}",
        f"{found.sd * unit:,.0f}",
        f"{found.effective_samples:,.0f}",
        f"{found.unsupported:.1%}",
    )


@define(
    reads_hands,
    click.option("--hero", required=True, metavar="NAME", help="Whose hands they are."),
    click.option("--behaviour", required=True, metavar="ENGINE", help="That played them."),
    click.option("--target", required=True, metavar="ENGINE", help="That is judged by them."),
    click.option(
        "--estimator",
        type=click.Choice([*(how.name for how in MAPS), _ALL]),
        default=_ALL,
        show_default=True,
    ),
)
def command(
    files: tuple[Path, ...],
    game: str | None,
    definition: Path | None,
    hero: str,
    behaviour: str,
    target: str,
    estimator: str,
    as_json: bool,
) -> None:
    """Tell how TARGET would have done in hands that BEHAVIOUR played as NAME: FORMATS.

    Both hands must be shown, as in logs that match --acpc writes, and the rival must not learn.
    """
    with long_work("evaluating") as control:
        judge, rules = None, None
        try:
            for record in _records(files, rules_of(game, definition), definition):
                if judge is None:
                    rules = record.game
                    agents = (build(name, rules, strategies_dir()) for name in (behaviour, target))
                    judge = Judge(rules, *map(RangeReader, agents))
                judge.add(record, _seat(record, hero), control)
        except CancelledError:
            pass  # what was read so far counts
    if judge is None or rules is None:
        raise PokerError("there are no hands to judge by")
    chosen = [how for how in MAPS if estimator in (how.name, _ALL)]
    found = [judge.verdict(how) for how in chosen]
    result = {
        "game": rules.name,
        "hero": hero,
        "behaviour": behaviour,
        "target": target,
        "estimators": {one.how.name: _record(one, rules) for one in found},
    }
    heads = ("", "estimator", "mbb/hand", "SD", "effective samples", "not supported")
    lines = [
        f"{target} in {num_hands(judge.hands)} of {behaviour}, {rules.title}",
        *table([_row(one, rules) for one in found], heads),
        *(f"{one.how.name}: {words}" for one in found for words in one.warnings),
    ]
    report(result, as_json, lines)
    exit_if_stopped(control)
