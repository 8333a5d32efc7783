"""``pokergui evaluate``: off-policy evaluation of strategies on recorded hands."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click

from ai.agents.entry import AIVAT
from ai.evaluation.estimators import MAPS
from ai.evaluation.luck import CHIPS, BetCall, title_of
from ai.evaluation.off_policy import OffPolicyEstimate
from ai.registry import build, check_engine
from engine.errors import PokerError
from engine.game import Game
from engine.records.formats import recorded_hands
from engine.records.record import HandRecord
from pokergui.background.engines import check_programs
from pokergui.commands.common import (
    MOST_NUMBER,
    database_option,
    define,
    exit_if_stopped,
    in_mbb,
    long_work,
    path_option,
    programs_option,
    report,
    rules_of,
    scheduler_option,
    table,
)
from pokergui.commands.database import chooses_hands
from pokergui.commands.values import value_option
from pokergui.formatting.words import hands_text
from pokergui.judging.hands import EvaluatedHands, hands_of
from pokergui.judging.judge import Judged, judge, share_out
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path, strategies_dir
from pokergui.store import HandReader, HandSelection
from pokergui.units import per_hand
from pokergui.workers import workers

_ALL = "all"
_WITH_DIVAT = {"divat": "basic", "pi+divat": "pi", "pi+gea+divat": "pi+gea"}
"""Other names of estimators that count hands by DIVAT, as its authors use them."""


def _hands_of_files(
    files: tuple[Path, ...],
    game: Game | None,
    definition: Path | None,
    hero: str,
    behaviour: str,
    rival: str,
) -> EvaluatedHands:
    """Return the hands of files.

    Raises:
        PokerError: if names are missing, or there are no hands.
    """
    if not hero or not behaviour:
        raise PokerError("files do not say who played them: give --hero and --behaviour")
    records = (hand.read() for file in files for hand in recorded_hands(file, game, definition))
    first = next(records, None)
    if first is None:
        raise PokerError("there are no hands to evaluate on")
    seated = ((record, _seat(record, hero)) for record in chain((first,), records))
    return EvaluatedHands(first.game, hero, behaviour, rival, 0, seated)


def _seat(record: HandRecord, hero: str) -> int:
    """Return the hero's position.

    Raises:
        PokerError: if no player, or every player, has the name.
    """
    seats = [seat for seat, name in enumerate(record.players) if name == hero]
    if len(record.players) != 2:
        raise PokerError("hand {number} is not a two-player hand", number=record.number)
    if len(seats) != 1:
        values = {"number": record.number, "hero": hero[:60]}
        if seats:
            raise PokerError("in hand {number} both players are called '{hero}'", **values)
        raise PokerError("no player in hand {number} is called '{hero}'", **values)
    return seats[0]


def _record(estimate: OffPolicyEstimate, game: Game) -> dict[str, Any]:
    return {
        **in_mbb(game, "mean", estimate.interval.mean),
        **in_mbb(game, "ci95", estimate.interval.half_width),
        **in_mbb(game, "sd", estimate.sd),
        "effective_samples": estimate.effective_samples,
        "hands": estimate.hands,
        "unsupported": estimate.unsupported,
        "warnings": list(estimate.warnings),
    }


def _row(target: str, estimate: OffPolicyEstimate, game: Game) -> tuple[str, ...]:
    unit = 1000.0 / game.big_blind
    interval = estimate.interval
    return (
        target,
        estimate.how.name,
        name_text(estimate.how.title),
        f"{interval.mean * unit:+,.1f} "
        + (tr("not valid") if estimate.warnings else f"+- {interval.half_width * unit:,.1f}"),
        f"{estimate.sd * unit:,.0f}",
        f"{estimate.effective_samples:,.0f}",
        f"{estimate.unsupported:.2%}",
    )


@define(
    click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path)),
    path_option("--definition", help="A .game file that defines the game of the files."),
    click.option(
        "--match", type=click.IntRange(1, MOST_NUMBER), metavar="N", help="A stored match."
    ),
    database_option,
    chooses_hands,
    click.option("--hero", default="", metavar="NAME", help="Player whose decisions are weighted."),
    click.option(
        "--behaviour",
        default="",
        metavar="ENGINE",
        help="Engine that made them; stored hands of an engine name it.",
    ),
    click.option(
        "--rival",
        default="",
        metavar="ENGINE",
        help="Engine on the other side, for FILES; stored hands name it.",
    ),
    click.option(
        "--target",
        "targets",
        required=True,
        multiple=True,
        metavar="ENGINE",
        help="Engine to evaluate; may be repeated.",
    ),
    click.option(
        "--estimator",
        type=click.Choice([*(how.name for how in MAPS), *_WITH_DIVAT, AIVAT, _ALL]),
        default=_ALL,
        show_default=True,
        help="With divat: the same, with --value divat.",
    ),
    value_option,
    programs_option,
    scheduler_option("Query the engines on dask.distributed workers."),
)
def command(
    files: tuple[Path, ...],
    definition: Path | None,
    match: int | None,
    db: Path | None,
    wanted: HandSelection,
    hero: str,
    behaviour: str,
    rival: str,
    targets: tuple[str, ...],
    estimator: str,
    value: str,
    allow_programs: bool,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Evaluate TARGET off-policy on hands that BEHAVIOUR played as NAME.

    The hands are those of FILES (FORMATS), of a stored match, or else those that you played here,
    filtered as in hands list; there the engine's side is evaluated unless --hero is "you".
    Where hands hide the rival's cards, only basic and gea give results. The rival must not learn.
    """
    if (files and (match or db)) or (match and (wanted != HandSelection() or behaviour)):
        raise PokerError("give FILES, or --match, or filters of the hands that you played")
    if rival and not files:
        raise PokerError("--rival belongs to FILES: stored hands name the rival")
    how, value = _named(estimator, value)
    with ExitStack() as open_files, long_work(tr("evaluating")) as control:
        if files:
            rules = rules_of(wanted.game or None, definition)
            hands = _hands_of_files(files, rules, definition, hero, behaviour, rival)
            if rival:
                check_engine(rival, hands.game, strategies_dir())
        else:
            reader = open_files.enter_context(HandReader(db or database_path()))
            reader.look()
            hands = hands_of(reader, match or wanted, hero, behaviour, control)
            typed = (behaviour, hero, *targets)
            check_programs((hands.behaviour,), allowed=allow_programs, typed=typed)
        build_one = partial(build, home=strategies_dir(), control=control)
        ask = None
        if scheduler is not None:
            for name in (hands.behaviour, *targets):
                check_engine(name, hands.game, strategies_dir())
            ask = partial(share_out, open_files.enter_context(workers(scheduler)))
        judged = judge(hands, targets, build_one, strategies_dir(), control, value, ask)
    if not any(_shown(estimates, how) for estimates in judged.verdicts.values()):
        raise PokerError(
            "'{estimator}' needs the rival's cards, which some of these hands hide",
            estimator=estimator,
        )
    report(_result(judged, match, estimator, value), as_json, _lines(judged, how, value))
    exit_if_stopped(control)


def _named(estimator: str, value: str) -> tuple[str, str]:
    """Return the name of an estimator's map, and of what its hands count.

    Raises:
        PokerError: if they do not go together.
    """
    if estimator == AIVAT:
        raise PokerError(
            "AIVAT cannot evaluate another strategy: 'pokergui match … --aivat A' removes"
            " luck from what an engine itself won"
        )
    if estimator not in _WITH_DIVAT:
        return estimator, value
    if value not in (CHIPS, BetCall.name):
        raise PokerError(
            "'{estimator}' counts hands as DIVAT: leave out --value {value}",
            estimator=estimator,
            value=value,
        )
    return _WITH_DIVAT[estimator], BetCall.name


def _shown(estimates: tuple[OffPolicyEstimate, ...], estimator: str) -> list[OffPolicyEstimate]:
    return [one for one in estimates if estimator in (one.how.name, _ALL)]


def _result(judged: Judged, match: int | None, estimator: str, value: str) -> dict[str, Any]:
    hands, name = judged.hands, _WITH_DIVAT.get(estimator, estimator)
    records = [
        {
            "target": target,
            "estimators": {
                one.how.name if name == estimator else estimator: _record(one, hands.game)
                for one in _shown(verdicts, name)
            },
        }
        for target, verdicts in judged.verdicts.items()
    ]
    return {
        "game": hands.game.name,
        "match": match,
        "hands": judged.judged,
        "hidden": judged.hidden,
        "hero": hands.hero,
        "behaviour": hands.behaviour,
        "rival": hands.rival or None,
        "value": value,
        "interval": "95%: mean +- 1.96 standard errors",
        "cautions": list(map(str, judged.cautions)),
        **(records[0] if len(records) == 1 else {}),
        "targets": records,
    }


def _lines(judged: Judged, estimator: str, value: str) -> list[str]:
    hands = judged.hands
    shown = [
        (target, one)
        for target, verdicts in judged.verdicts.items()
        for one in _shown(verdicts, estimator)
    ]
    first = tr("from {hands} of {behaviour}, {game}, {value}")
    if hands.rival:
        first = tr("from {hands} of {behaviour} against {rival}, {game}, {value}")
    heads = (
        *(tr("target"), "", tr("estimator"), per_hand(hands.game), tr("SD")),
        *(tr("effective samples"), tr("not supported")),
    )
    return [
        first.format(
            hands=hands_text(judged.judged),
            behaviour=hands.behaviour,
            rival=hands.rival,
            game=name_text(hands.game.title),
            value=name_text(title_of(value, hands.game)),
        ),
        *table([_row(target, one, hands.game) for target, one in shown], heads),
        *(f"{target}, {one.how.name}: {words}" for target, one in shown for words in one.warnings),
        tr(
            "intervals: 95%, mean +- 1.96 standard errors, for a number of hands fixed in advance;"
            " not valid where hands show too little of the target"
        ),
        *(tr("note: {caution}").format(caution=words) for words in judged.cautions),
    ]
